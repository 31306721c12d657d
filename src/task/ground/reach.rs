//! How far a rule reaches from a piece.

use super::rules_of;
use crate::model::Model;
use crate::model::expr::{Cell, Cells, Dir, Num, Test};
use crate::model::rule::{Body, Effect};

/// A rule that reaches further than this needs a stated window.
const LARGEST_REACH: i64 = 64;

/// How far from a piece a rule can have an effect: no further than its longest pattern, nor than
/// the sum of the numbers it names. None where that is too far to try.
pub(super) fn reach(model: &Model) -> Option<i32> {
    let mut most: i64 = 1;
    for rule in rules_of(model) {
        let far = match &rule.body {
            Body::Patterns(patterns) => {
                patterns.iter().map(|p| i64::try_from(p.cells.len()).unwrap_or(i64::MAX)).max().unwrap_or(1)
            }
            Body::Quantified(q) => {
                let mut sum = 2;
                q.guards.iter().for_each(|g| numbers_in_test(g, &mut sum));
                q.effects.iter().for_each(|e| numbers_in_effect(e, &mut sum));
                sum
            }
            Body::Scripted(_) => return None,
        };
        most = most.max(far);
    }
    (most <= LARGEST_REACH).then(|| i32::try_from(most).ok()).flatten()
}

fn numbers_in_test(test: &Test, sum: &mut i64) {
    match test {
        Test::Fixed(_) => {}
        Test::Not(inner) => numbers_in_test(inner, sum),
        Test::And(parts) | Test::Or(parts) => parts.iter().for_each(|p| numbers_in_test(p, sum)),
        Test::Compare(_, a, b) => {
            numbers(a, sum);
            numbers(b, sum);
        }
        Test::Same(a, b) | Test::Adjacent(a, b) => {
            in_cell(a, sum);
            in_cell(b, sum);
        }
        Test::Holds(cells, _) => in_cells(cells, sum),
        Test::Aligned(cell, _) => in_cell(cell, sum),
        Test::Each(_, _, cells, body) => {
            in_cells(cells, sum);
            numbers_in_test(body, sum);
        }
        Test::Member(cell, cells) => {
            in_cell(cell, sum);
            in_cells(cells, sum);
        }
    }
}

fn numbers_in_effect(effect: &Effect, sum: &mut i64) {
    match effect {
        Effect::Move(a, b) => {
            in_cells(a, sum);
            in_cells(b, sum);
        }
        Effect::Swap(a, b) => {
            in_cell(a, sum);
            in_cell(b, sum);
        }
        Effect::Shift(cell, _) => in_cell(cell, sum),
        Effect::Remove(cells) | Effect::Put(_, cells) | Effect::Flip(_, _, cells) => in_cells(cells, sum),
        Effect::Close(_) => {}
    }
}

fn in_cell(cell: &Cell, sum: &mut i64) {
    if let Cell::Step(inner, Dir::Var(_) | Dir::Fixed(_) | Dir::Turn(..), n) = cell {
        in_cell(inner, sum);
        numbers(n, sum);
    }
}

fn in_cells(cells: &Cells, sum: &mut i64) {
    match cells {
        Cells::One(cell) => in_cell(cell, sum),
        Cells::Fixed(_) | Cells::All => {}
        Cells::Around(inner) => {
            *sum += 1;
            in_cells(inner, sum);
        }
        Cells::Run(cell, _, n) => {
            in_cell(cell, sum);
            numbers(n, sum);
        }
        Cells::Except(a, b) => {
            in_cells(a, sum);
            in_cells(b, sum);
        }
        Cells::Join(parts) => parts.iter().for_each(|p| in_cells(p, sum)),
    }
}

fn numbers(num: &Num, sum: &mut i64) {
    match num {
        Num::Fixed(n) => *sum = sum.saturating_add(n.saturating_abs()),
        Num::Count(_, cells) => in_cells(cells, sum),
        Num::Binary(_, a, b) | Num::Min(a, b) | Num::Max(a, b) => {
            numbers(a, sum);
            numbers(b, sum);
        }
        Num::Abs(a) => numbers(a, sum),
        Num::Distance(a, b) => {
            in_cell(a, sum);
            in_cell(b, sum);
        }
        Num::Row(cell) | Num::Column(cell) => in_cell(cell, sum),
    }
}
