//! Layers that rest on two coins to spare.

use super::simple::is_one_move;
use super::{Reason, Verdict, span_of};
use crate::theories::coin_moving::extra::{extra_coins, two_extra};
use crate::theories::coin_moving::problem::Problem;
use crate::theories::coin_moving::redundant::two_redundant;
use crate::theories::coin_moving::span::Span;
use crate::theories::meter::{Halted, Meter};

/// Whether the goal has two redundant coins and the start two extra ones, without which its span fits.
fn two_to_spare(
    problem: &Problem,
    covered: &Span,
    fits: impl Fn(&Span) -> bool,
    meter: &Meter<'_>,
) -> Result<Verdict, Halted> {
    let Problem { start, goal, .. } = problem;
    if start.len() != goal.len() || two_redundant(goal).is_none() {
        return Ok(Verdict::Open);
    }
    let extra = extra_coins(start, covered, meter)?;
    let found = two_extra(start, &extra, |span| span.includes(covered) && fits(span), meter)?;
    Ok(if found.is_some() { Verdict::Yes } else { Verdict::Open })
}

pub(super) fn equal_spans(problem: &Problem, meter: &Meter<'_>) -> Result<Verdict, Halted> {
    let span = span_of(&problem.start);
    if span != span_of(&problem.goal) {
        return Ok(Verdict::Open);
    }
    two_to_spare(problem, &span, |_| true, meter)
}

pub(super) fn components(problem: &Problem, meter: &Meter<'_>) -> Result<Verdict, Halted> {
    let goal = span_of(&problem.goal);
    let apart = |span: &Span| {
        span.0.iter().all(|outer| goal.0.iter().filter(|inner| outer.includes(**inner)).count() <= 1)
    };
    two_to_spare(problem, &goal, apart, meter)
}

/// The conditions N > min A + min B / 2 + 1 (6) and N > min B + ⌈min(m, n) / 2⌉ + 1 (7), doubled.
pub(super) fn crowded(problem: &Problem, meter: &Meter<'_>) -> Result<Verdict, Halted> {
    let (start, goal) = (span_of(&problem.start), span_of(&problem.goal));
    let [whole] = start.0.as_slice() else { return Ok(Verdict::Open) };
    let side = usize::try_from(whole.width().min(whole.height())).unwrap_or(0).div_ceil(2);
    let coins = problem.start.len();
    let enough = 2 * coins > 2 * whole.minimum() + goal.minimum() + 2 && coins > goal.minimum() + side + 1;
    if !enough || !start.includes(&goal) {
        return Ok(Verdict::Open);
    }
    two_to_spare(problem, &start, |_| true, meter)
}

pub(super) fn even_minimum(problem: &Problem) -> Verdict {
    let Problem { start, goal, .. } = problem;
    let span = span_of(start);
    let [whole] = span.0.as_slice() else { return Verdict::Open };
    let one_more = |coins: usize| coins == whole.minimum() + 1;
    let same = !whole.is_odd() && span == span_of(goal) && one_more(start.len()) && one_more(goal.len());
    if same && start != goal && !is_one_move(problem) {
        Verdict::No(Reason::EvenMinimum)
    } else {
        Verdict::Open
    }
}
