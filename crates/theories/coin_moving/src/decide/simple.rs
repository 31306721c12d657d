//! Layers about the start or the goal alone, and about one move.

use super::{Decision, Reason, span_of};
use crate::coins::{Coins, Move};
use crate::extra::{Loss, losses};
use crate::problem::Problem;
use crate::redundant::is_redundant;
use puzzlec_model::board::Coord;
use puzzlec_theory::meter::{Halted, Meter};

pub(super) fn counts(problem: &Problem) -> Decision {
    if problem.start == problem.goal {
        Decision::Yes
    } else if problem.start.len() == problem.goal.len() {
        Decision::Open
    } else {
        Decision::No(Reason::Counts)
    }
}

pub(super) fn span(problem: &Problem) -> Decision {
    let span = span_of(&problem.start);
    match problem.goal.iter().find(|coin| span.component(*coin).is_none()) {
        Some(coin) => Decision::No(Reason::Outside { rectangles: span.0, coin }),
        None => Decision::Open,
    }
}

pub(super) fn redundant(problem: &Problem) -> Decision {
    let goal = &problem.goal;
    if problem.start == *goal || goal.iter().any(|coin| is_redundant(goal, coin)) {
        Decision::Open
    } else {
        Decision::No(Reason::NoLastMove)
    }
}

pub(super) fn extra(problem: &Problem, meter: &Meter<'_>) -> Result<Decision, Halted> {
    if problem.start == problem.goal {
        return Ok(Decision::Open);
    }
    Ok(match losses(&problem.start, &problem.goal, meter)? {
        None | Some(Loss::None(_)) => Decision::Open,
        Some(Loss::All(lost)) => Decision::No(Reason::NoFirstMove { lost }),
    })
}

/// The only move that could lead from one position to another.
pub(super) fn difference(from: &Coins, to: &Coins) -> Option<Move> {
    let mut gone = from.iter().filter(|cell| !to.contains(*cell));
    let mut came = to.iter().filter(|cell| !from.contains(*cell));
    let only = Move { from: gone.next()?, to: came.next()? };
    (gone.next().is_none() && came.next().is_none()).then_some(only)
}

/// The one move that leads from one position to another.
pub fn one_move(from: &Coins, to: &Coins) -> Option<Move> {
    difference(from, to).filter(|step| from.allows(*step))
}

/// Whether one move leads from one position to another.
pub(super) fn is_one_move(from: &Coins, to: &Coins) -> bool {
    one_move(from, to).is_some()
}

/// A coin without which all others are isolated.
pub(super) fn lonely(coins: &Coins) -> Option<Coord> {
    // All pairs of neighbouring coins share this coin.
    let touches = |coin| coins.neighbours(coin);
    let most = coins.iter().max_by_key(|coin| touches(*coin))?;
    let others = coins.iter().filter(|c| *c != most).map(touches).sum::<usize>();
    (others == touches(most)).then_some(most)
}

pub(super) fn isolated(problem: &Problem) -> Decision {
    let Problem { start, goal, .. } = problem;
    match lonely(goal) {
        Some(coin) if start != goal && !is_one_move(start, goal) => Decision::No(Reason::Isolated { coin }),
        _ => Decision::Open,
    }
}
