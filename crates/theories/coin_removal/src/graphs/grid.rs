//! Grids.
//!
//! **Theorem.** Let a grid have r rows and c columns, both at least 2. If r or c is odd, the grid is removable if and
//! only if its number of heads is odd. If both are even, it is removable if and only if its number of heads is even and
//! it is not *exceptional*: corners and all inner cells show tails, and from the second to the last but one cell each
//! side is a row of pairs of equal coins. (Siler stated the odd case and that of two rows; see Shelton and Siler 2004.)
//!
//! The numbers of heads are the parity condition of any graph. `construct` proves that the other grids are removable:
//! it removes them. An exceptional grid is not removable because of a packing ([`Packing`](super::Packing)). Join a
//! vertex s to the h heads, which all lie on the sides. Take the squares of the grid in the colour of the corner
//! squares of a chessboard, and for each pair of heads the triangle of the pair and s. These cycles have no edge in
//! common, for the edge of a pair lies on a square of the other colour. They are ((r - 1)(c - 1) + 1)/2 + h/2 cycles,
//! of the
//! 2rc - r - c edges and rc - h tails allow only ((r - 1)(c - 1) - 1)/2 + h/2.

mod construct;

use super::super::problem::Graph;
use super::table::Table;

pub(super) use construct::construct;

/// The vertices of a graph in rows and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    rows: usize,
    columns: usize,
    /// Row by row.
    cells: Vec<u32>,
}

impl Grid {
    /// Recognises a grid with at least two rows and columns. Linear time.
    pub(super) fn of(graph: &Graph) -> Option<Self> {
        let n = graph.vertices();
        let corner = (0..n as u32).find(|&v| graph.neighbours(v as usize).len() == 2)?;
        let mut layout = Layout { graph, placed: Table::new(n) };
        let mut columns = layout.first_columns(corner)?;
        let rows = columns.first()?.len();
        while rows * columns.len() < n {
            let next = columns.last()?.iter().map(|&v| layout.next(v)).collect::<Option<Vec<_>>>()?;
            columns.push(next);
        }
        let width = columns.len();
        let cells =
            (0..rows).flat_map(|row| columns.iter().filter_map(move |c| c.get(row).copied())).collect();
        let grid = Grid { rows, columns: width, cells };
        grid.is(graph).then_some(grid)
    }

    /// Whether the graph has the edges of the grid and no others, given that the cells are all its vertices.
    fn is(&self, graph: &Graph) -> bool {
        let joined = |a: u32, b: u32| graph.neighbours(a as usize).binary_search(&b).is_ok();
        let (rows, columns) = (self.rows, self.columns);
        rows * columns == graph.vertices()
            && graph.edges() == 2 * rows * columns - rows - columns
            && (0..rows).all(|r| (1..columns).all(|c| joined(self.cell(r, c - 1), self.cell(r, c))))
            && (1..rows).all(|r| (0..columns).all(|c| joined(self.cell(r - 1, c), self.cell(r, c))))
    }

    /// The members of the packing for an exceptional arrangement.
    pub(super) fn packing(&self, heads: &[bool]) -> Vec<Vec<(u32, u32)>> {
        let square = |(r, c)| {
            let around = [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)].map(|(r, c)| self.cell(r, c));
            around.into_iter().zip(around.into_iter().cycle().skip(1)).collect()
        };
        let places = (1..self.rows).flat_map(|r| (1..self.columns).map(move |c| (r - 1, c - 1)));
        let squares = places.filter(|(r, c)| r % 2 == c % 2).map(square);
        let last = (self.rows - 1, self.columns - 1);
        let across = (1..last.1).step_by(2).flat_map(|c| [0, last.0].map(|r| [(r, c), (r, c + 1)]));
        let down = (1..last.0).step_by(2).flat_map(|r| [0, last.1].map(|c| [(r, c), (r + 1, c)]));
        let pairs = across.chain(down).map(|pair| pair.map(|(r, c)| self.cell(r, c)));
        let pairs = pairs.filter(|pair| pair.iter().all(|v| heads.get(*v as usize) == Some(&true)));
        squares.chain(pairs.map(|[v, w]| vec![(v, w), (v, v), (w, w)])).collect()
    }

    fn cell(&self, row: usize, column: usize) -> u32 {
        self.cells.get(row * self.columns + column).copied().unwrap_or(u32::MAX)
    }

    fn row(&self, row: usize) -> &[u32] {
        self.cells.get(row * self.columns..(row + 1) * self.columns).unwrap_or(&[])
    }

    fn transposed(&self) -> Grid {
        let cells = (0..self.columns).flat_map(|c| (0..self.rows).map(move |r| self.cell(r, c))).collect();
        Grid { rows: self.columns, columns: self.rows, cells }
    }

    fn flipped(&self) -> Grid {
        let cells = (0..self.rows).rev().flat_map(|r| self.row(r).iter().copied()).collect();
        Grid { cells, ..*self }
    }

    /// The grid without its first rows.
    fn below(&self, rows: usize) -> Grid {
        let cells = self.cells.get(rows * self.columns..).unwrap_or(&[]).to_vec();
        Grid { rows: self.rows - rows, columns: self.columns, cells }
    }
}

struct Layout<'g> {
    graph: &'g Graph,
    placed: Table<bool>,
}

impl Layout<'_> {
    /// The only neighbour that has no place yet.
    fn next(&mut self, of: u32) -> Option<u32> {
        let mut free = self.graph.neighbours(of as usize).iter().copied().filter(|&v| !self.placed.at(v));
        let next = free.next().filter(|_| free.next().is_none())?;
        self.placed.set(next, true);
        Some(next)
    }

    /// The first and the second column from a corner on: two paths with rungs.
    fn first_columns(&mut self, corner: u32) -> Option<Vec<Vec<u32>>> {
        let graph = self.graph;
        let &[right, below] = graph.neighbours(corner as usize) else {
            return None;
        };
        for v in [corner, right, below] {
            self.placed.set(v, true);
        }
        let (mut first, mut second, mut below) = (vec![corner], vec![right], Some(below));
        while let (Some(v), Some(&above)) = (below, second.last()) {
            let around = graph.neighbours(above as usize);
            let mut beside = graph.neighbours(v as usize).iter().copied();
            let beside = beside.find(|w| !self.placed.at(*w) && around.binary_search(w).is_ok())?;
            self.placed.set(beside, true);
            first.push(v);
            second.push(beside);
            below = self.next(v);
        }
        Some(vec![first, second])
    }
}
