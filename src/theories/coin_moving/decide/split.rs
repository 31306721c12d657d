//! Layers that count the coins which components must part with.

use super::{Reason, Verdict, span_of};
use crate::model::board::Coord;
use crate::theories::coin_moving::coins::{Coins, STEPS};
use crate::theories::coin_moving::problem::Problem;
use crate::theories::coin_moving::rectangle::Rectangle;
use crate::theories::coin_moving::span::{Span, Spans};
use crate::theories::meter::{Halted, Meter};

type Pair = [Rectangle; 2];

/// m1 + n1 + m2 + n2 + h, for rectangles above or beside each other with h lines between them.
fn needed([one, other]: Pair) -> Option<i32> {
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

pub(super) fn split(problem: &Problem) -> Verdict {
    let (start, goal) = (span_of(&problem.start), span_of(&problem.goal));
    match pairs(problem.start.len(), &start, &goal, -1).first() {
        Some(components) => Verdict::No(Reason::Split { components: *components }),
        None => Verdict::Open,
    }
}

pub(super) fn late_split(problem: &Problem, meter: &Meter<'_>) -> Result<Verdict, Halted> {
    let (start, goal) = (span_of(&problem.start), span_of(&problem.goal));
    for components in pairs(problem.start.len(), &start, &goal, 2) {
        if !splits_early(&problem.start, components, meter)? {
            return Ok(Verdict::No(Reason::LateSplit { components }));
        }
    }
    Ok(Verdict::Open)
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

/// Whether both lie in components of a span, and in which.
enum Lie {
    Together,
    Apart,
    Lost,
}

fn lie(span: &Span, pair: Pair) -> Lie {
    let around = |part| span.0.iter().position(|r: &Rectangle| r.includes(part));
    match pair.map(around) {
        [Some(one), Some(other)] if one == other => Lie::Together,
        [Some(_), Some(_)] => Lie::Apart,
        _ => Lie::Lost,
    }
}

/// Whether two moves part two rectangles. The span after a move is that of the coins that stayed; a coin that was just put
/// somewhere adds to it only once a neighbour is taken away.
fn splits_early(start: &Coins, pair: Pair, meter: &Meter<'_>) -> Result<bool, Halted> {
    let mut spans = Spans::new(start.width(), start.height());
    let mut left = start.clone();
    for first in start.iter() {
        left.remove(first);
        meter.expanded(1)?;
        match lie(&spans.span(left.iter()), pair) {
            Lie::Apart => return Ok(true),
            Lie::Lost => {}
            Lie::Together => {
                let places = places(&left, first);
                for second in start.iter().filter(|c| *c != first) {
                    left.remove(second);
                    let beside = |p: &&Coord| (p.x - second.x).abs() + (p.y - second.y).abs() == 1;
                    let more = places.iter().filter(beside).copied().map(Some);
                    for place in more.chain([None]) {
                        meter.expanded(1)?;
                        if matches!(lie(&spans.span(left.iter().chain(place)), pair), Lie::Apart) {
                            return Ok(true);
                        }
                    }
                    left.insert(second);
                }
            }
        }
        left.insert(first);
    }
    Ok(false)
}

/// Where the coin that was taken can go.
fn places(left: &Coins, taken: Coord) -> Vec<Coord> {
    let near = left.iter().flat_map(|c| STEPS.map(|(x, y)| Coord::new(c.x + x, c.y + y)));
    let free = |c: &Coord| *c != taken && !left.contains(*c) && left.neighbours(*c) >= 2;
    let mut places: Vec<Coord> = near.filter(|c| left.is_inside(*c)).filter(free).collect();
    places.sort_unstable();
    places.dedup();
    places
}
