//! Plans without search: both sides become chains, and the chains are matched.
//!
//! A game with coins in hand (Galliot et al. 2021, Proposition 1.5) makes the start one chain for each
//! component of its span (Lemma 2.7), cuts the chains down to the goal's rectangles (Lemma 3.2) or splits
//! them (Theorem 4.8), and the same growth from the goal, undone, ends it. From the goal it is enough that a part
//! becomes a chain, such that the other coins can stay behind where a chain of the start is peeled down to it.

mod absorb;
mod build;
mod chain;
mod choose;
mod collect;
mod core;
mod corner;
mod flip;
mod grow;
mod hand;
mod leapfrog;
mod lines;
mod moves;
mod paths;
mod peeling;
mod rotate;
mod sides;
mod slide;
mod split;
mod subroutine;
mod thrift;
mod transform;
mod trim;

use crate::coins::Move;
use crate::decide::one_move;
use crate::poke::decide::{Poking, decide_poking};
use crate::problem::Problem;
use hand::Stop;
pub use lines::spare_on_lines;
use puzzlec_theory::meter::{Halted, Meter};
use thrift::Support;

/// A gain of one move in so many is worth another pass.
const WORTH: usize = 400;

/// A plan, or nothing where no construction is known. Time and memory grow with the plan, some n² moves on a
/// span of n by n.
///
/// # Errors
/// A limit was reached.
pub fn construct(problem: &Problem, meter: &Meter<'_>) -> Result<Option<Vec<Move>>, Halted> {
    if problem.start.len() != problem.goal.len() {
        return Ok(None);
    }
    if problem.start == problem.goal {
        return Ok(Some(Vec::new()));
    }
    if let Some(step) = one_move(&problem.start, &problem.goal) {
        return Ok(Some(vec![step]));
    }
    let found = match build::build(problem, meter) {
        Ok(None) | Err(Stop::Stuck) => one_to_spare(problem, meter),
        found => found,
    };
    let moves = match found {
        Ok(Some(moves)) => moves,
        Ok(None) | Err(Stop::Stuck) => return Ok(None),
        Err(Stop::Halted) => return Err(Halted),
    };
    let moves = shorten(problem, moves, meter);
    Ok(Some(moves).filter(|moves| problem.solved_by(moves.iter().copied())))
}

/// A plan with one coin to spare: by pokes between chains (5.7, 5.9), or where every component of the span is one line.
fn one_to_spare(problem: &Problem, meter: &Meter<'_>) -> Result<Option<Vec<Move>>, Stop> {
    match decide_poking(problem, false, meter)? {
        Poking::Plan(moves) => Ok(Some(moves)),
        _ => lines::on_lines(problem, meter).map(Some),
    }
}

/// A plan that is no longer, without the moves that nothing needs. Ends early where a limit is near.
pub fn shorten(problem: &Problem, moves: Vec<Move>, meter: &Meter<'_>) -> Vec<Move> {
    let mut best = moves;
    let mut idle = 0;
    for support in [Support::Oldest, Support::Newest].into_iter().cycle() {
        if idle == 2 || meter.is_late() {
            break;
        }
        let Ok(next) = thrift::thrifty(problem, &best, support, meter) else { break };
        let gain = best.len().saturating_sub(next.len());
        idle = if gain > best.len() / WORTH { 0 } else { idle + 1 };
        if next.len() <= best.len() {
            best = next;
        }
    }
    best
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests;
