//! Proofs as certificates have them.

use std::collections::BTreeMap;

use super::problem::{Goal, Problem};
use super::proof::{Body, End, Proof};
use super::row::{Colour, FREE, Row};
use super::search::Reason;

/// The proof that no plan has fewer moves, where that is so: goals that no plan of fewer moves could come to by
/// the number of pairs that a move makes need no more; for others the checker lists rows.
pub fn at_least(problem: &Problem, moves: u64) -> Body {
    let proof = |goal: &Goal| match of_coins(problem, goal) {
        Some(coins) => coins,
        None if by_pairs(problem.k, &problem.start, goal) >= moves => Proof::Pairs {},
        None => {
            // Fewer moves from the start: its side is the larger one, as most of its neighbours are alike.
            let most = moves.saturating_sub(1);
            let forward = most * 2 / 5;
            Proof::Exhausted { forward, backward: most - forward }
        }
    };
    Body { goals: problem.goals.iter().map(proof).collect() }
}

/// The proof that there is no plan, for a reason that holds.
pub fn unsolvable(problem: &Problem, reason: Reason) -> Body {
    let proof = |goal: &Goal| match of_coins(problem, goal) {
        Some(coins) => coins,
        None => match reason {
            Reason::Coins => Proof::Coins {},
            Reason::NoMove => Proof::NoMove { end: End::Start },
            Reason::Together | Reason::Circular => Proof::Order {},
            Reason::Residues => Proof::Remainders {},
            Reason::Closed { positions, period } => Proof::Closed { end: End::Start, period, positions },
        },
    };
    Body { goals: problem.goals.iter().map(proof).collect() }
}

/// The proof where a goal has other coins than the start.
fn of_coins(problem: &Problem, goal: &Goal) -> Option<Proof> {
    let sorted = |row: &Row| {
        let mut coins: Vec<Colour> = row.cells().iter().copied().filter(|held| *held != FREE).collect();
        coins.sort_unstable();
        coins
    };
    (sorted(&problem.start) != sorted(&goal.row)).then_some(Proof::Coins {})
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

/// How often each colour lies directly right of each.
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
