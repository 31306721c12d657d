//! How many moves every plan has at least, by pairs of neighbouring coins that differ (2.1).
//!
//! Coins that move together keep their pairs among each other. They leave at most two neighbours and come to at most
//! two, so a move makes at most two new pairs, by either rule. From a row without gaps the first move lands beside
//! one coin at most, and makes one. So from p pairs to q > p there are at least (q - p) / 2 moves, rounded up, and
//! (q - p + 1) / 2 from a row without gaps: n moves from 1 pair to 2n - 1.

use super::problem::{Goal, Problem};
use super::row::{Colour, Row};

/// How many moves come to a goal at least; nothing where no goal has the coins of the start. Time and memory grow with
/// the coins.
pub fn least(problem: &Problem) -> Option<u64> {
    let held = counts(&problem.start);
    let (pairs, loose) = (problem.start.pairs() as u64, !problem.start.is_contiguous());
    let to = |goal: &Goal| {
        if goal.is(&problem.start) {
            return 0;
        }
        match (goal.row.pairs() as u64).saturating_sub(pairs) {
            0 => 1,
            more => (more + u64::from(!loose)).div_ceil(2),
        }
    };
    problem.goals.iter().filter(|goal| counts(&goal.row) == held).map(to).min()
}

/// How many coins of each colour there are.
fn counts(row: &Row) -> [usize; Colour::MAX as usize + 1] {
    let mut counts = [0; Colour::MAX as usize + 1];
    for held in row.cells() {
        if let Some(count) = counts.get_mut(usize::from(*held)) {
            *count += 1;
        }
    }
    // Free cells are no coins.
    if let Some(free) = counts.first_mut() {
        *free = 0;
    }
    counts
}
