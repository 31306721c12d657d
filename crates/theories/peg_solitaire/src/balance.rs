//! Balance sheets: what every game on a board, or from one position to another, plays of some jumps at least and at most
//! (Ramaré 2008, sections 5 and 8; the In and Out theorems).

use super::board::{Cells, PegBoard, Problem, one};
use super::refute::totals::{Total, golden, most, range};
use super::search::resource_counts::classes;
use super::search::sweeps::{packings, regions};
use puzzlec_proofs::peg_solitaire::check::totals::Ends;
use puzzlec_theory::meter::Meter;

/// Boards with more cells have no bounds for all games.
const LARGEST: usize = 64;

/// How often the jumps of an orbit under the symmetries of the board are played at most, in games between any positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Everywhere {
    /// The jumps; the proofs are for the first.
    pub jumps: Vec<usize>,
    /// The bound by a linear program.
    pub bound: Total,
    /// The bound by the golden ratio.
    pub golden: Option<Total>,
}

/// The bounds for all games on a board, by orbit; `None` for a large board, or if a limit was reached.
pub fn everywhere(board: &PegBoard, meter: &Meter<'_>) -> Option<Vec<Everywhere>> {
    if board.cells() > LARGEST {
        return None;
    }
    let mut seen = vec![false; board.jumps().len()];
    let mut found = Vec::new();
    for (index, jump) in board.jumps().iter().enumerate() {
        if seen.get(index) != Some(&false) {
            continue;
        }
        if meter.stopped() {
            return None;
        }
        let mut jumps: Vec<usize> = board.symmetries().iter().filter_map(|s| board.image(s, *jump)).collect();
        jumps.sort_unstable();
        jumps.dedup();
        for image in &jumps {
            seen.iter_mut().skip(*image).take(1).for_each(|seen| *seen = true);
        }
        let factors: Vec<i64> = (0..seen.len()).map(|other| i64::from(other == index)).collect();
        let bound = most(board, &factors, Ends::Any)?;
        found.push(Everywhere { jumps, bound, golden: golden(board, index) });
    }
    Some(found)
}

/// Cells connected by the ends of jumps. A jump over one of them takes one peg from them, every other jump none, so that
/// the number of jumps over them is the same in every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// The cells.
    pub cells: Cells,
    /// Pegs on them at the start.
    pub start: u32,
    /// Pegs on them at the goal.
    pub goal: u32,
}

/// The classes of a problem.
pub fn balance(problem: &Problem<'_>) -> Vec<Class> {
    let count = |cells: Cells| Class {
        cells,
        start: (problem.start & cells).count_ones(),
        goal: (problem.goal & cells).count_ones(),
    };
    let set = |weights: &[i64]| {
        (0..).zip(weights).fold(0, |set, (cell, by)| if *by == 1 { set | one(cell) } else { set })
    };
    classes(problem.board).iter().map(|class| count(set(&class.weights))).collect()
}

/// Least and greatest numbers of jumps in every game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Traffic {
    /// The cells.
    pub cells: Cells,
    /// Jumps that land in them from outside.
    pub inward: (i64, i64),
    /// Jumps that begin in them and land outside.
    pub outward: (i64, i64),
    /// Jumps over one of them.
    pub over: (i64, i64),
}

/// The In and Out theorems for a set of cells: by linear programs, and by the first or last jump that changes it. `None`
/// if nothing was found.
pub fn traffic(problem: &Problem<'_>, set: Cells) -> Option<Traffic> {
    let (board, ends) = (problem.board, Ends::Between(problem.start, problem.goal));
    let held = |cell: u8| set & one(cell) != 0;
    let count = |counted: &dyn Fn(u8, u8, u8) -> bool| {
        let factors = board.jumps().iter().map(|j| i64::from(counted(j.from, j.over, j.to)));
        range(board, &factors.collect::<Vec<i64>>(), ends)
    };
    let mut found = Traffic {
        cells: set,
        inward: count(&|from, _, to| held(to) && !held(from))?,
        outward: count(&|from, _, to| held(from) && !held(to))?,
        over: count(&|_, over, _| held(over))?,
    };
    if enters(problem, set) {
        found.inward.0 = found.inward.0.max(1);
    }
    if leaves(problem, set) {
        found.outward.0 = found.outward.0.max(1);
    }
    Some(found)
}

/// Whether a jump must land in the set from outside: it is empty at first and not at last, or full at last and not at
/// first. Before the first jump that changes an empty set it has no peg to begin with or to jump over; the last jump that
/// changes a full set takes none from it.
pub fn enters(problem: &Problem<'_>, set: Cells) -> bool {
    let (first, last) = (problem.start & set, problem.goal & set);
    set != 0 && ((first == 0 && last != 0) || (last == set && first != set))
}

/// Whether a jump must begin in the set and land outside: it is one of Merson's regions, where every jump over a cell
/// begins or lands, and is full at first and not at last, or empty at last and not at first. No jump lands in a full set,
/// and the jump that empties a set does not land in it; so the first, or the last, that changes it begins there.
pub fn leaves(problem: &Problem<'_>, set: Cells) -> bool {
    let (first, last) = (problem.start & set, problem.goal & set);
    let jumps = problem.board.jumps().iter();
    let merson = jumps.filter(|j| set & one(j.over) != 0).all(|j| set & (one(j.from) | one(j.to)) != 0);
    merson && set != 0 && ((first == set && last != set) || (last == 0 && first != 0))
}

/// Disjoint regions that a jump must leave, as many as were found.
pub fn left_regions(problem: &Problem<'_>) -> Vec<Cells> {
    let mut all = regions(problem.board);
    all.retain(|region| leaves(problem, *region));
    packings(&all).into_iter().next().unwrap_or_default()
}
