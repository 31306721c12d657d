//! The places that a gourd alone can come to among others that are alike.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::boards::{Matching, triangles_of};
use crate::problem::{Board, Cell, Problem};
use puzzlec_theory::meter::{Halted, Meter};

/// Gourds one by one, each with places for all others.
pub(super) struct Alone<'a> {
    problem: &'a Problem,
    matching: Matching,
    /// By three cells whether gourds can cover all others.
    known: FxHashMap<[Cell; 3], bool>,
}

impl<'a> Alone<'a> {
    pub fn new(problem: &'a Problem) -> Self {
        let Problem { board, start, .. } = problem;
        let mates = (0..board.len() as Cell).map(|cell| start.partner(cell)).collect();
        Alone { problem, matching: Matching::new(mates), known: FxHashMap::default() }
    }

    /// Whether gourds can cover all cells but these.
    pub fn covers(&mut self, cells: &[Cell], meter: &Meter<'_>) -> Result<bool, Halted> {
        let mut matching = self.matching.clone();
        for cell in cells {
            matching.remove(&self.problem.board, *cell, meter)?;
        }
        Ok(matching.exposed().next().is_none())
    }

    fn triple(&mut self, mut cells: [Cell; 3], meter: &Meter<'_>) -> Result<bool, Halted> {
        cells.sort_unstable();
        if let Some(known) = self.known.get(&cells) {
            return Ok(*known);
        }
        let covers = self.covers(&cells, meter)?;
        self.known.insert(cells, covers);
        Ok(covers)
    }

    /// The places of a gourd: the cells of its first and of its second end.
    pub fn reach(&mut self, gourd: u32, meter: &Meter<'_>) -> Result<Vec<[Cell; 2]>, Halted> {
        let first = self.problem.start.gourd(gourd);
        let mut seen = FxHashSet::from_iter([first]);
        let mut found = vec![first];
        let mut at = 0;
        while let Some(place) = found.get(at).copied() {
            at += 1;
            for (after, cells) in moves(&self.problem.board, place) {
                if !seen.contains(&after) && self.triple(cells, meter)? {
                    seen.insert(after);
                    found.push(after);
                }
            }
        }
        Ok(found)
    }

    /// Whether no gourd ever pivots.
    pub fn never_pivots(&mut self, meter: &Meter<'_>) -> Result<bool, Halted> {
        let board = &self.problem.board;
        for cell in 0..board.len() as Cell {
            for [a, b] in triangles_of(board, cell) {
                if self.triple([cell, a, b], meter)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

/// The places of a gourd one move later, with the cells that the gourd and the empty cell take up.
fn moves(board: &Board, [a, b]: [Cell; 2]) -> Vec<([Cell; 2], [Cell; 3])> {
    let mut all = Vec::new();
    for empty in board.neighbours(a).filter(|empty| *empty != b) {
        let after = if board.adjacent(empty, b) { [a, empty] } else { [empty, a] };
        all.push((after, [empty, a, b]));
    }
    for empty in board.neighbours(b).filter(|empty| *empty != a) {
        let after = if board.adjacent(empty, a) { [empty, b] } else { [b, empty] };
        all.push((after, [empty, a, b]));
    }
    all
}
