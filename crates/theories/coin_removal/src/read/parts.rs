//! The start, in parts.

use rustc_hash::FxHashMap;

use crate::problem::{Graph, Part, Shape};
use crate::rule::Form;
use puzzlec_model::board::{self, Board, Coord};
use puzzlec_model::config::Configuration;

/// The cells of the coins of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cells {
    /// One after the other, from a cell on; on a ring of a number of cells the first follows the last.
    Run { first: i32, ring: Option<i32> },
    /// These.
    Listed(Vec<Coord>),
}

impl Cells {
    /// The cell of a coin.
    pub fn cell(&self, coin: u32) -> Option<Coord> {
        match self {
            Cells::Run { first, ring } => {
                let x = first.checked_add(i32::try_from(coin).ok()?)?;
                let round = ring.filter(|n| x >= *n).unwrap_or(0);
                Some(Coord::new(x - round, 0))
            }
            Cells::Listed(cells) => cells.get(coin as usize).copied(),
        }
    }

    /// How many coins of a run lie before the end of a ring, if there are so many.
    pub fn before_end(&self) -> Option<u32> {
        match self {
            Cells::Run { first, ring: Some(n) } if *first > 0 => u32::try_from(n - first).ok(),
            _ => None,
        }
    }
}

/// The parts of a start and the cells of their coins; nothing if there is no coin, or something else.
pub(super) fn parts(board: &Board, start: &Configuration, form: &Form) -> Option<(Vec<Part>, Vec<Cells>)> {
    if start.is_empty() || start.values().any(|held| *held != form.heads && *held != form.tails) {
        return None;
    }
    Some(match board.shape {
        board::Shape::Ring(n) => round(runs(start, form), n),
        board::Shape::Lattice(puzzlec_syntax::ast::Lattice::Line) => {
            let rows = runs(start, form).into_iter();
            rows.map(|(first, heads)| row(heads, Cells::Run { first, ring: None })).unzip()
        }
        board::Shape::Lattice(_) | board::Shape::Graph => components(board, start, form),
    })
}

fn row(heads: Vec<bool>, cells: Cells) -> (Part, Cells) {
    (Part { shape: Shape::Row, heads }, cells)
}

/// Coins one after the other, by the first column.
fn runs(start: &Configuration, form: &Form) -> Vec<(i32, Vec<bool>)> {
    let mut runs: Vec<(i32, Vec<bool>)> = Vec::new();
    let mut next = None;
    for (cell, held) in start {
        let heads = *held == form.heads;
        match runs.last_mut().filter(|_| next == Some(cell.x)) {
            Some((_, run)) => run.push(heads),
            None => runs.push((cell.x, vec![heads])),
        }
        next = cell.x.checked_add(1);
    }
    runs
}

/// The runs of a ring of `n` cells: one with all cells is a ring; the last one goes on with the first.
fn round(mut runs: Vec<(i32, Vec<bool>)>, n: i32) -> (Vec<Part>, Vec<Cells>) {
    let length = |run: &[bool]| i32::try_from(run.len()).unwrap_or(i32::MAX);
    if let [(0, heads)] = runs.as_mut_slice()
        && length(heads) == n
    {
        let part = Part { shape: Shape::Ring, heads: std::mem::take(heads) };
        return (vec![part], vec![Cells::Run { first: 0, ring: Some(n) }]);
    }
    let from_first = runs.first().is_some_and(|(first, _)| *first == 0);
    let to_last = runs.last().is_some_and(|(first, run)| first.saturating_add(length(run)) == n);
    if runs.len() > 1 && from_first && to_last {
        let (_, low) = runs.remove(0);
        if let Some((_, run)) = runs.last_mut() {
            run.extend(low);
        }
    }
    runs.into_iter().map(|(first, heads)| row(heads, Cells::Run { first, ring: Some(n) })).unzip()
}

/// The connected parts, as rows and rings where the order of the coins can be chosen so.
fn components(board: &Board, start: &Configuration, form: &Form) -> (Vec<Part>, Vec<Cells>) {
    let mut found = Vec::new();
    // By cell its number in its part.
    let mut numbers: FxHashMap<Coord, u32> = FxHashMap::default();
    for corner in start.keys() {
        if numbers.contains_key(corner) {
            continue;
        }
        let mut cells = vec![*corner];
        let mut edges = Vec::new();
        numbers.insert(*corner, 0);
        let mut next = 0;
        while let Some(cell) = cells.get(next).copied() {
            let here = u32::try_from(next).unwrap_or(u32::MAX);
            next += 1;
            for near in board.neighbours(cell).into_iter().filter(|near| start.contains_key(near)) {
                let fresh = u32::try_from(cells.len()).unwrap_or(u32::MAX);
                let number = *numbers.entry(near).or_insert(fresh);
                if number == fresh {
                    cells.push(near);
                }
                if here < number {
                    edges.push((here, number));
                }
            }
        }
        let graph = Graph::new(cells.len(), edges);
        let (shape, order) = in_a_row(&graph);
        let cells = match order {
            None => cells,
            Some(order) => order.iter().filter_map(|at| cells.get(*at as usize).copied()).collect(),
        };
        let heads = cells.iter().map(|cell| start.get(cell) == Some(&form.heads)).collect();
        let shape = shape.unwrap_or(Shape::Graph(graph));
        found.push((Part { shape, heads }, Cells::Listed(cells)));
    }
    found.into_iter().unzip()
}

/// A connected graph as a row or ring, and its vertices in that order.
fn in_a_row(graph: &Graph) -> (Option<Shape>, Option<Vec<u32>>) {
    let n = graph.vertices();
    let degree = |vertex: usize| graph.neighbours(vertex).len();
    if (0..n).any(|vertex| degree(vertex) > 2) {
        return (None, None);
    }
    let end = (0..n).find(|vertex| degree(*vertex) < 2);
    let mut order: Vec<u32> = Vec::with_capacity(n);
    let mut at = u32::try_from(end.unwrap_or(0)).ok();
    while let Some(vertex) = at {
        let before = order.last().copied();
        order.push(vertex);
        let ahead = graph.neighbours(vertex as usize).iter().copied().find(|near| Some(*near) != before);
        at = ahead.filter(|near| order.len() < n && order.first() != Some(near));
    }
    (Some(if end.is_some() { Shape::Row } else { Shape::Ring }), Some(order))
}
