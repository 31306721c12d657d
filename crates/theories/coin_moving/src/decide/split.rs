//! Layers that count the coins which components must part with.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::{Decision, Reason, span_of};
use crate::coins::{Coins, Move, STEPS};
use crate::extra::{Stop, each_pair, each_without};
use crate::problem::Problem;
use crate::rectangle::Rectangle;
use crate::span::Span;
use puzzlec_model::board::Coord;
use puzzlec_theory::meter::{Halted, Meter};

type Pair = [Rectangle; 2];

/// m1 + n1 + m2 + n2 + h, for rectangles above or beside each other with h lines between them.
pub(crate) fn needed([one, other]: Pair) -> Option<i32> {
    let rows = (other.top - one.bottom).max(one.top - other.bottom) - 1;
    let columns = (other.left - one.right).max(one.left - other.right) - 1;
    let gap = match (rows, columns) {
        (2.., ..0) => rows,
        (..0, 2..) => columns,
        _ => return None,
    };
    Some(one.half_perimeter() + other.half_perimeter() + gap)
}

/// The pairs of components of the goal in one component of the start that take more coins than there are, if
/// the bound is so much more.
fn pairs(coins: usize, start: &Span, goal: &Span, more: i32) -> Vec<Pair> {
    let twice = i32::try_from(2 * coins).unwrap_or(i32::MAX);
    let mut pairs = Vec::new();
    for whole in &start.0 {
        let inside: Vec<Rectangle> = goal.0.iter().copied().filter(|r| whole.includes(*r)).collect();
        for (at, one) in inside.iter().enumerate() {
            for other in inside.iter().skip(at + 1) {
                if needed([*one, *other]).is_some_and(|n| twice < n + more) {
                    pairs.push([*one, *other]);
                }
            }
        }
    }
    pairs
}

pub(super) fn split(problem: &Problem) -> Decision {
    let (start, goal) = (span_of(&problem.start), span_of(&problem.goal));
    match pairs(problem.start.len(), &start, &goal, -1).first() {
        Some(components) => Decision::No(Reason::Split { components: *components }),
        None => Decision::Open,
    }
}

pub(super) fn late_split(problem: &Problem, meter: &Meter<'_>) -> Result<Decision, Halted> {
    let (start, goal) = (span_of(&problem.start), span_of(&problem.goal));
    for components in pairs(problem.start.len(), &start, &goal, 2) {
        if !splits_early(&problem.start, components, meter)? {
            return Ok(Decision::No(Reason::LateSplit { components }));
        }
    }
    Ok(Decision::Open)
}

/// Whether there are two components of a goal that coins cannot part, by 4.2 or 4.5.
pub(super) fn refuted(start: &Coins, span: &Span, goal: &Span, meter: &Meter<'_>) -> Result<bool, Halted> {
    if !pairs(start.len(), span, goal, -1).is_empty() {
        return Ok(true);
    }
    for components in pairs(start.len(), span, goal, 2) {
        if !splits_early(start, components, meter)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether two rectangles lie in two components of a span.
fn are_apart(span: &Span, pair: Pair) -> bool {
    let around = |part| span.0.iter().position(|r: &Rectangle| r.includes(part));
    matches!(pair.map(around), [Some(one), Some(other)] if one != other)
}

/// Whether two moves part two rectangles; so it says, too, where it is too much work to try all. The span after a
/// move is that of the coins that stayed, and a coin that was just put somewhere adds to it only once a neighbour is
/// taken away.
fn splits_early(start: &Coins, pair: Pair, meter: &Meter<'_>) -> Result<bool, Halted> {
    let apart = Cell::new(false);
    let look = |span: &Span| {
        apart.set(are_apart(span, pair));
        if apart.get() { ControlFlow::Break(Stop::Enough) } else { ControlFlow::Continue(()) }
    };
    let mut both = pair;
    both.sort_unstable();
    let both = Span(both.to_vec());
    let all = each_without(start, meter, &mut |_, rest| look(&rest.span()))?
        && each_pair(start, &both, meter, &mut |_, span| look(&span))?;
    if apart.get() || !all {
        return Ok(true);
    }
    // A coin goes from `from` to `to`, and then the coin on `second` beside it goes.
    let near = start.iter().flat_map(around).filter(|c| start.is_inside(*c) && !start.contains(*c));
    let places: BTreeSet<Coord> = near.filter(|c| start.neighbours(*c) >= 2).collect();
    for to in places {
        for second in around(to).filter(|c| start.contains(*c)) {
            let mut rest = start.clone();
            rest.play(Move { from: second, to });
            let all = each_without(&rest, meter, &mut |from, left| {
                let moved = from != to && start.allows(Move { from, to });
                if moved { look(&left.span()) } else { ControlFlow::Continue(()) }
            })?;
            if apart.get() || !all {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

fn around(cell: Coord) -> impl Iterator<Item = Coord> {
    STEPS.into_iter().map(move |(x, y)| Coord::new(cell.x + x, cell.y + y))
}
