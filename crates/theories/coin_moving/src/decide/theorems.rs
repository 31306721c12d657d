//! Layers that rest on two coins to spare.
//!
//! Without two extra coins the start becomes canonical Ls with the other coins in hand, and the goal without two
//! redundant coins is made from its canonical Ls (Corollary 2.8). In between every L shrinks to the one component
//! of the goal in it (3.2), or is swept over its rectangle and leaves the Ls of several behind (4.9). Components
//! are three steps apart, so that one is worked on after the other; what is in hand is shared.

use std::ops::ControlFlow;

use super::simple::is_one_move;
use super::split::split;
use super::{Decision, Reason, span_of};
use crate::extra::{Stop, each_pair};
use crate::problem::Problem;
use crate::rectangle::Rectangle;
use crate::redundant::two_redundant;
use crate::span::Span;
use puzzlec_theory::meter::{Halted, Meter};

/// The required relation of the span without two coins to the span of the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    /// They are equal (3.1).
    Equal,
    /// A component contains one of the goal at most (3.3).
    Apart,
    /// There are enough coins for components that contain several (4.9).
    Swept,
}

/// Whether this number of coins that span these rectangles without two of them can become the Ls of a goal.
pub(super) fn fits(fit: Fit, coins: usize, spanned: &Span, goal: &Span) -> bool {
    match fit {
        Fit::Equal => spanned == goal,
        Fit::Apart => spanned.includes(goal) && inside(spanned, goal).all(|(_, parts)| parts.len() <= 1),
        Fit::Swept => spanned.includes(goal) && swept(coins, spanned, goal),
    }
}

/// Each component with those of the goal in it.
fn inside<'s>(spanned: &'s Span, goal: &'s Span) -> impl Iterator<Item = (Rectangle, Vec<Rectangle>)> + 's {
    let parts = |whole: Rectangle| goal.0.iter().copied().filter(|part| whole.includes(*part)).collect();
    spanned.0.iter().map(move |whole| (*whole, parts(*whole)))
}

fn swept(coins: usize, spanned: &Span, goal: &Span) -> bool {
    let Some(mut hand) = coins.checked_sub(spanned.minimum()) else { return false };
    let mut several = Vec::new();
    for (whole, parts) in inside(spanned, goal) {
        let left: usize = parts.iter().map(|part| part.minimum()).sum();
        if parts.len() <= 1 {
            hand += whole.minimum() - left;
        } else {
            several.push((whole, left));
        }
    }
    // Components that release most coins come first: the others need them.
    several.sort_by_key(|(whole, left)| *left as i64 - whole.minimum() as i64);
    several.into_iter().all(|(whole, left)| {
        let side = usize::try_from(whole.width().min(whole.height())).unwrap_or(0).div_ceil(2);
        let enough = left + side + 1 < whole.minimum() + hand && left + 2 < 2 * hand;
        hand = (hand + whole.minimum()).saturating_sub(left);
        enough
    })
}

pub(super) fn two_to_spare(problem: &Problem, fit: Fit, meter: &Meter<'_>) -> Result<Decision, Halted> {
    let Problem { start, goal, .. } = problem;
    let covered = span_of(goal);
    let hopeless = match fit {
        Fit::Equal => span_of(start) != covered,
        // If 4.2 applies, pairs are not needed.
        Fit::Apart | Fit::Swept => !span_of(start).includes(&covered) || split(problem) != Decision::Open,
    };
    if start.len() != goal.len() || hopeless || two_redundant(goal).is_none() {
        return Ok(Decision::Open);
    }
    let mut found = Decision::Open;
    each_pair(start, &covered, meter, &mut |_, span| {
        if fits(fit, start.len(), &span, &covered) {
            found = Decision::Yes;
            return ControlFlow::Break(Stop::Enough);
        }
        ControlFlow::Continue(())
    })?;
    Ok(found)
}

pub(super) fn even_minimum(problem: &Problem) -> Decision {
    let Problem { start, goal, .. } = problem;
    let span = span_of(start);
    let [whole] = span.0.as_slice() else { return Decision::Open };
    let one_more = |coins: usize| coins == whole.minimum() + 1;
    let same = !whole.is_odd() && span == span_of(goal) && one_more(start.len()) && one_more(goal.len());
    if same && start != goal && !is_one_move(start, goal) {
        Decision::No(Reason::EvenMinimum)
    } else {
        Decision::Open
    }
}
