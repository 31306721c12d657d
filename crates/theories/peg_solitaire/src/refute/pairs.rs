//! Cells, and pairs of cells, that no position of a game from the start holds (Ramaré 2008, section 12): exactly where
//! all positions can be listed, otherwise by resource counts (Lemmas 11.2 and 12.2), also after one jump.

use super::board::{Cells, PegBoard, Problem, one};
use super::case::{cells, holds};
use super::levels::by_jumps;
use super::totals::{excluding, plain};
use puzzlec_proofs::peg_solitaire::check::totals::never;
use puzzlec_theory::meter::Meter;

/// Maximum number of linear programs.
const PROGRAMS: usize = 1_000;

/// What is known of the positions after a start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairs {
    /// The number of positions, if all were listed.
    pub listed: Option<usize>,
    /// Cells that never hold a peg.
    pub cells: Vec<u8>,
    /// Pairs of other cells that never both hold a peg.
    pub never: Vec<(u8, u8)>,
    /// Cells and pairs of which it is not known.
    pub open: Vec<(u8, u8)>,
}

/// Resource counts from one position.
struct Counts<'b> {
    problem: Problem<'b>,
    jumps: Vec<[u8; 3]>,
    found: Vec<Vec<i64>>,
}

impl<'b> Counts<'b> {
    fn new(board: &'b PegBoard, start: Cells) -> Self {
        Counts { problem: Problem { board, start, goal: start }, jumps: plain(board), found: Vec::new() }
    }

    /// Whether a count shows that these cells never hold pegs together.
    fn exclude(&mut self, set: Cells, left: &mut usize) -> bool {
        let start = self.problem.start;
        if start & set == set {
            return false;
        }
        if self.found.iter().any(|count| never(&self.jumps, start, set, count)) {
            return true;
        }
        let Some(rest) = left.checked_sub(1) else { return false };
        *left = rest;
        let count = excluding(&self.problem, set);
        let shown = count.is_some();
        self.found.extend(count);
        shown
    }
}

/// The cells and pairs of cells that are never held after a start. A cell is paired with itself.
pub fn pairs(problem: &Problem<'_>, meter: &Meter<'_>) -> Pairs {
    let board = problem.board;
    let (together, listed) = reached(problem, meter);
    let held = |a: u8, b: u8| together.get(usize::from(a)).is_some_and(|set| holds(*set, b.into()));
    let all = cells(problem).flat_map(|b| (0..=b).map(move |a| (a, b)));
    let mut open: Vec<(u8, u8)> = all.filter(|(a, b)| !held(*a, *b)).collect();
    let mut shown = Vec::new();
    if listed.is_some() {
        shown.append(&mut open);
    } else {
        let mut left = PROGRAMS;
        let mut own = Counts::new(board, problem.start);
        let legal = board.jumps().iter().filter(|jump| jump.legal(problem.start));
        let mut next: Vec<Counts<'_>> =
            legal.map(|jump| Counts::new(board, jump.play(problem.start))).collect();
        // Single cells first: their counts also exclude pairs.
        open.sort_by_key(|(a, b)| a != b);
        open.retain(|&(a, b)| {
            let set = one(a) | one(b);
            let start = problem.start & set == set;
            let excluded = !meter.stopped()
                && !start
                && (own.exclude(set, &mut left)
                    || next.iter_mut().all(|counts| counts.exclude(set, &mut left)));
            if excluded {
                shown.push((a, b));
            }
            !excluded
        });
    }
    let single: Vec<u8> = shown.iter().filter(|(a, b)| a == b).map(|(a, _)| *a).collect();
    let apart = |(a, b): &(u8, u8)| a != b && !single.contains(a) && !single.contains(b);
    let mut never: Vec<(u8, u8)> = shown.iter().copied().filter(apart).collect();
    never.sort_unstable();
    open.sort_unstable();
    Pairs { listed, cells: single, never, open }
}

/// By cell, the cells that hold a peg together with it in some position, as far as positions are listed; and their
/// number, if these are all.
fn reached(problem: &Problem<'_>, meter: &Meter<'_>) -> (Vec<Cells>, Option<usize>) {
    let mut together = vec![0; problem.board.cells()];
    let (_, all) = by_jumps(problem.board, problem.start, u32::MAX, meter, |_, level| {
        for at in level {
            let pegs = together.iter_mut().enumerate().filter(|(cell, _)| holds(*at, *cell));
            pegs.for_each(|(_, set)| *set |= at);
        }
    });
    (together, all)
}
