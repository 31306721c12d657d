//! Layers that look at the start or at the goal, and at one move.

use super::{Reason, Verdict, span_of};
use crate::theories::coin_moving::coins::Move;
use crate::theories::coin_moving::extra::{Loss, losses};
use crate::theories::coin_moving::problem::Problem;
use crate::theories::coin_moving::redundant::is_redundant;
use crate::theories::meter::{Halted, Meter};

pub(super) fn counts(problem: &Problem) -> Verdict {
    if problem.start == problem.goal {
        Verdict::Yes
    } else if problem.start.len() == problem.goal.len() {
        Verdict::Open
    } else {
        Verdict::No(Reason::Counts)
    }
}

pub(super) fn span(problem: &Problem) -> Verdict {
    let span = span_of(&problem.start);
    match problem.goal.iter().find(|coin| span.component(*coin).is_none()) {
        Some(coin) => Verdict::No(Reason::Outside { rectangles: span.0, coin }),
        None => Verdict::Open,
    }
}

pub(super) fn redundant(problem: &Problem) -> Verdict {
    let goal = &problem.goal;
    if problem.start == *goal || goal.iter().any(|coin| is_redundant(goal, coin)) {
        Verdict::Open
    } else {
        Verdict::No(Reason::NoLastMove)
    }
}

pub(super) fn extra(problem: &Problem, meter: &Meter<'_>) -> Result<Verdict, Halted> {
    if problem.start == problem.goal {
        return Ok(Verdict::Open);
    }
    Ok(match losses(&problem.start, &problem.goal, meter)? {
        Loss::None(_) => Verdict::Open,
        Loss::All(lost) => Verdict::No(Reason::NoFirstMove { lost }),
    })
}

/// The only move that could lead from the start to the goal.
fn difference(problem: &Problem) -> Option<Move> {
    let Problem { start, goal, .. } = problem;
    let mut gone = start.iter().filter(|cell| !goal.contains(*cell));
    let mut came = goal.iter().filter(|cell| !start.contains(*cell));
    let only = Move { from: gone.next()?, to: came.next()? };
    (gone.next().is_none() && came.next().is_none()).then_some(only)
}

/// Whether one move leads from the start to the goal.
pub(super) fn is_one_move(problem: &Problem) -> bool {
    difference(problem).is_some_and(|step| problem.start.allows(step))
}

pub(super) fn one_move(problem: &Problem) -> Verdict {
    if is_one_move(problem) { Verdict::Yes } else { Verdict::Open }
}

pub(super) fn isolated(problem: &Problem) -> Verdict {
    let goal = &problem.goal;
    if problem.start == *goal || is_one_move(problem) {
        return Verdict::Open;
    }
    // All pairs of coins that touch have this one in common.
    let touches = |coin| goal.neighbours(coin);
    let most = goal.iter().max_by_key(|coin| touches(*coin));
    let Some(coin) = most else { return Verdict::Open };
    let others = goal.iter().filter(|c| *c != coin).map(touches).sum::<usize>();
    if others == touches(coin) { Verdict::No(Reason::Isolated { coin }) } else { Verdict::Open }
}
