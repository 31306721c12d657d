//! A lower bound on the number of moves, by pairs of neighbouring coins (2.1).
//!
//! Coins that move together stay neighbours. A move makes at most two pairs of neighbours, at the ends of the block where
//! it lands, by either rule. If no gap of the start is k cells wide, the first move lands beside one coin at most of
//! those that stay, and makes at most one pair. So if the goal has m pairs that the start lacks, each colour to the left of
//! each counted by itself, every plan has at least m / 2 moves, rounded up, or (m + 1) / 2. Read backwards, a plan is one
//! from the goal to the start, and the greater number holds. The row WW...WBB...B of 2n coins lacks 2n - 2 pairs of
//! WBWB...WB, so there are n moves at least.

use std::collections::BTreeMap;

use super::problem::{Goal, Problem};
use super::row::{Colour, FREE, Row};

/// The least number of moves to a goal by this bound; `None` if no goal has the coins of the start. Time and memory grow with
/// the coins.
pub fn least(problem: &Problem) -> Option<u64> {
    let held = coins(&problem.start);
    let reached = problem.goals.iter().filter(|goal| coins(&goal.row) == held);
    reached.map(|goal| by_pairs(problem.k, &problem.start, goal)).min()
}

/// The number of coins of each colour.
pub fn coins(row: &Row) -> BTreeMap<Colour, u64> {
    let mut coins = BTreeMap::new();
    for held in row.cells().iter().filter(|held| **held != FREE) {
        *coins.entry(*held).or_default() += 1;
    }
    coins
}

/// The bound by pairs of neighbours, in time proportional to the rows.
pub fn by_pairs(k: usize, start: &Row, goal: &Goal) -> u64 {
    let there = one_way(k, start, &goal.row);
    let back = one_way(k, &goal.row, start);
    there.max(back).max(u64::from(!goal.is(start)))
}

/// A move makes two pairs, and the first one where no gap of k cells is there to be filled.
fn one_way(k: usize, from: &Row, to: &Row) -> u64 {
    let (own, aim) = (pairs(from), pairs(to));
    let missing: u64 =
        aim.iter().map(|(pair, count)| count.saturating_sub(own.get(pair).copied().unwrap_or(0))).sum();
    let filled = from.cells().chunk_by(|a, b| (*a == FREE) == (*b == FREE));
    let has_hole = filled.filter(|run| run.first() == Some(&FREE)).any(|run| run.len() == k);
    match missing {
        0 => 0,
        missing if has_hole => missing.div_ceil(2),
        missing => missing / 2 + 1,
    }
}

/// The number of places where a colour lies directly right of another or of itself.
fn pairs(row: &Row) -> BTreeMap<(Colour, Colour), u64> {
    let mut counts = BTreeMap::new();
    for two in row.cells().windows(2) {
        if let [a, b] = two
            && *a != FREE
            && *b != FREE
        {
            *counts.entry((*a, *b)).or_default() += 1;
        }
    }
    counts
}
