//! Proofs as certificates have them.

use super::bound::{by_pairs, coins};
use super::problem::{Goal, Problem};
use super::search::Reason;
use puzzlec_proofs::sliding_coins::proof::{Body, End, Proof};

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
            Reason::Closed { period, .. } => Proof::Closed { end: End::Goal, period },
        },
    };
    Body { goals: problem.goals.iter().map(proof).collect() }
}

/// The proof where a goal has other coins than the start.
fn of_coins(problem: &Problem, goal: &Goal) -> Option<Proof> {
    (coins(&problem.start) != coins(&goal.row)).then_some(Proof::Coins {})
}
