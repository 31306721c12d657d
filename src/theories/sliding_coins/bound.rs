//! How many moves every plan has at least, by pairs of neighbouring coins (2.1).
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

/// How many moves come to a goal at least; nothing where no goal has the coins of the start. Time and memory grow with
/// the coins.
pub fn least(problem: &Problem) -> Option<u64> {
    let held = coins(&problem.start);
    let reached = problem.goals.iter().filter(|goal| coins(&goal.row) == held);
    reached.map(|goal| to_goal(problem, goal)).min()
}

/// How many moves come to one goal at least.
pub fn to_goal(problem: &Problem, goal: &Goal) -> u64 {
    if goal.is(&problem.start) {
        return 0;
    }
    half(&problem.start, &goal.row, problem.k).max(half(&goal.row, &problem.start, problem.k)).max(1)
}

/// How many moves make the pairs that a row lacks of another.
fn half(from: &Row, to: &Row, k: usize) -> u64 {
    let own = pairs(from);
    let lacks = |(pair, many): (_, u64)| many.saturating_sub(own.get(&pair).copied().unwrap_or(0));
    match pairs(to).into_iter().map(lacks).sum::<u64>() {
        0 => 0,
        lacks => (lacks + u64::from(!has_gap(from, k))).div_ceil(2),
    }
}

/// By colours how many neighbours have them, from left to right.
fn pairs(row: &Row) -> BTreeMap<(Colour, Colour), u64> {
    let mut pairs = BTreeMap::new();
    for two in row.cells().windows(2) {
        if let [a, b] = *two
            && a != FREE
            && b != FREE
        {
            *pairs.entry((a, b)).or_default() += 1;
        }
    }
    pairs
}

/// Whether k free cells lie between two coins, and no more.
fn has_gap(row: &Row, k: usize) -> bool {
    row.cells().split(|held| *held != FREE).any(|gap| gap.len() == k)
}

/// By colour how many coins there are.
pub fn coins(row: &Row) -> BTreeMap<Colour, u64> {
    let mut coins = BTreeMap::new();
    for held in row.cells().iter().filter(|held| **held != FREE) {
        *coins.entry(*held).or_default() += 1;
    }
    coins
}
