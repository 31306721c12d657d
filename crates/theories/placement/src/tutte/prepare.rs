//! The graph of a batch.

use super::{Tutte, weight};
use crate::packing::NONE;
use crate::pairs::Rest;
use crate::pairs::front::{Arc, Graph};
use puzzlec_algebra::montgomery::Field;

/// Bytes of the inverses of a batch, unless one cell alone needs more.
const BYTES: usize = 1 << 28;

/// The most cells of a batch on a board with this frontier, so that the inverses are not much larger than the front.
pub fn length(width: usize) -> usize {
    width.max(12)
}

/// What a row of an inverse stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// A cell.
    Cell(u32),
    /// A vertex for an empty cell of a colour.
    Empty(u32),
}

/// The graph of what is left, and what belongs to its vertices.
pub struct Prepared {
    /// The free cells, the last one first, the vertices for empty cells, and copies of the rows.
    pub graph: Graph,
    /// The number of vertices without the copies.
    pub first: usize,
    /// The rows of the inverse.
    pub rows: Vec<Row>,
    /// The cells of the batch.
    pub cells: Vec<u32>,
    /// The weights of edges after those of the pairs of cells.
    pub constant: Vec<u64>,
}

impl Prepared {
    /// For the free cells in order, with the number of empty ones of each colour. Nothing if the number of vertices is odd.
    pub fn new(
        tutte: &Tutte<'_>,
        rest: &Rest,
        free: &[u32],
        empty: &[u64],
        points: usize,
        field: Field,
    ) -> Option<Self> {
        let pairs = &tutte.pairs;
        let of_colour = |(colour, number): (u32, &u64)| (0..*number).map(move |_| colour);
        let empties: Vec<u32> = (0..).zip(empty).flat_map(of_colour).collect();
        let first = free.len() + empties.len();
        if !first.is_multiple_of(2) {
            return None;
        }
        let mut vertices = vec![NONE; pairs.packing.cells() as usize];
        for (cell, vertex) in free.iter().rev().zip(0..) {
            *vertices.get_mut(*cell as usize)? = vertex;
        }
        let vertex = |cell: u32| vertices.get(cell as usize).copied().filter(|vertex| *vertex != NONE);
        let mut graph = Graph { near: vec![Vec::new(); first] };
        for (edge, number) in pairs.edges.iter().zip(0..) {
            let [a, b] = edge.cells.map(vertex);
            if let (Some(a), Some(b)) = (a, b) {
                graph.join(a, b, number);
            }
        }
        let mut constant = Vec::new();
        let mut next = u32::try_from(pairs.edges.len()).ok()?;
        for (colour, at) in empties.iter().zip(u32::try_from(free.len()).ok()?..) {
            let fits = |cell: u32| rest.is_free(cell) && pairs.colours.get(cell as usize) == Some(colour);
            for (way, cell) in pairs.open.iter().filter(|(_, cell)| fits(*cell)) {
                graph.join(vertex(*cell)?, at, next);
                constant.push(weight(*way, at, field));
                next += 1;
            }
        }
        let mut rows: Vec<Row> = empties.iter().map(|colour| Row::Empty(*colour)).collect();
        let mut own: Vec<u32> = (0..).take(first).skip(free.len()).collect();
        let mut cells = Vec::new();
        for cell in free.iter().take(length(pairs.order.width)) {
            let at = vertex(*cell)?;
            let mut more: Vec<u32> = graph.near.get(at as usize)?.iter().map(|arc| arc.to).collect();
            more.push(at);
            more.retain(|vertex| !own.contains(vertex));
            let width = own.len() + more.len();
            if !cells.is_empty() && width * width > BYTES / size_of::<u64>() / points.max(1) {
                break;
            }
            rows.extend(more.iter().filter_map(|vertex| {
                let cell = free.len().checked_sub(*vertex as usize + 1).and_then(|at| free.get(at))?;
                Some(Row::Cell(*cell))
            }));
            own.extend(more);
            cells.push(*cell);
        }
        // A copy has a single edge of weight 1, so that the inverse remains in its place.
        constant.push(field.of(1));
        for (vertex, copy) in own.into_iter().zip(u32::try_from(first).ok()?..) {
            graph.near.push(Vec::new());
            graph.near.get_mut(vertex as usize)?.push(Arc { to: copy, edge: next, along: true });
        }
        Some(Prepared { graph, first, rows, cells, constant })
    }
}
