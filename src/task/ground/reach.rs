//! How far a rule reaches from a piece.

use super::rules_of;
use crate::model::Model;
use crate::model::board::Coord;
use crate::model::expr::{Cell, Cells, Num, Test};
use crate::model::rule::{Body, Effect};
use crate::syntax::ast::BinaryOp;

/// A rule that reaches further than this needs a stated window.
const LARGEST_REACH: i64 = 64;

/// What the rules of a puzzle name on an unbounded board.
pub(super) struct Reach {
    /// How far from a piece, or from a cell they name, rules can have an effect.
    pub steps: i32,
    /// The cells that rules name.
    pub named: Vec<Coord>,
}

/// No further than the longest pattern, nor than the sum of the numbers and neighbourhoods that a
/// rule names. None where that is too far to try, or where numbers are worked out from the
/// position.
pub(super) fn reach(model: &Model) -> Option<Reach> {
    let mut most: i64 = 1;
    let mut named = Vec::new();
    for rule in rules_of(model) {
        let far = match &rule.body {
            Body::Patterns(patterns) => {
                patterns.iter().map(|p| i64::try_from(p.cells.len()).unwrap_or(i64::MAX)).max().unwrap_or(1)
            }
            Body::Quantified(q) => {
                let mut seen = Seen { steps: 2, named: &mut named };
                q.guards.iter().for_each(|g| numbers_in_test(g, &mut seen));
                q.effects.iter().for_each(|e| numbers_in_effect(e, &mut seen));
                seen.steps
            }
            Body::Scripted(_) | Body::Asked(_) => return None,
        };
        most = most.max(far);
    }
    let steps = i32::try_from(most).ok().filter(|_| most <= LARGEST_REACH)?;
    Some(Reach { steps, named })
}

struct Seen<'a> {
    steps: i64,
    named: &'a mut Vec<Coord>,
}

impl Seen<'_> {
    fn add(&mut self, steps: i64) {
        self.steps = self.steps.saturating_add(steps.saturating_abs());
    }

    /// Something that no sum bounds.
    fn far(&mut self) {
        self.steps = i64::MAX;
    }
}

fn numbers_in_test(test: &Test, seen: &mut Seen<'_>) {
    match test {
        Test::Fixed(_) => {}
        Test::Not(inner) => numbers_in_test(inner, seen),
        Test::And(parts) | Test::Or(parts) => parts.iter().for_each(|p| numbers_in_test(p, seen)),
        Test::Compare(_, a, b) => {
            numbers(a, seen);
            numbers(b, seen);
        }
        Test::Same(a, b) => {
            in_cell(a, seen);
            in_cell(b, seen);
        }
        Test::Adjacent(a, b) => {
            seen.add(1);
            in_cell(a, seen);
            in_cell(b, seen);
        }
        Test::Holds(cells, _) => in_cells(cells, seen),
        Test::Aligned(cell, _) => {
            seen.add(1);
            in_cell(cell, seen);
        }
        Test::Each(_, _, cells, body) => {
            in_cells(cells, seen);
            numbers_in_test(body, seen);
        }
        Test::Member(cell, cells) => {
            in_cell(cell, seen);
            in_cells(cells, seen);
        }
    }
}

fn numbers_in_effect(effect: &Effect, seen: &mut Seen<'_>) {
    match effect {
        Effect::Move(a, b) => {
            in_cells(a, seen);
            in_cells(b, seen);
        }
        Effect::Swap(a, b) => {
            in_cell(a, seen);
            in_cell(b, seen);
        }
        Effect::Shift(cell, _) => {
            seen.add(1);
            in_cell(cell, seen);
        }
        Effect::Remove(cells) | Effect::Put(_, cells) | Effect::Flip(_, _, cells) => in_cells(cells, seen),
        Effect::Close(_) => {}
    }
}

fn in_cell(cell: &Cell, seen: &mut Seen<'_>) {
    match cell {
        Cell::Var(_) => {}
        Cell::Fixed(cell) => seen.named.push(*cell),
        Cell::Step(inner, _, n) => {
            in_cell(inner, seen);
            length(n, seen);
        }
    }
}

/// A number of steps; only a plain one has a bound.
fn length(num: &Num, seen: &mut Seen<'_>) {
    match num {
        Num::Fixed(n) => seen.add(*n),
        _ => seen.far(),
    }
}

fn in_cells(cells: &Cells, seen: &mut Seen<'_>) {
    match cells {
        Cells::One(cell) => in_cell(cell, seen),
        Cells::Fixed(cells) => seen.named.extend(cells),
        Cells::All => {}
        Cells::Around(inner) => {
            seen.add(1);
            in_cells(inner, seen);
        }
        Cells::Run(cell, _, n) => {
            in_cell(cell, seen);
            length(n, seen);
        }
        Cells::Except(a, b) => {
            in_cells(a, seen);
            in_cells(b, seen);
        }
        Cells::Join(parts) => parts.iter().for_each(|p| in_cells(p, seen)),
    }
}

fn numbers(num: &Num, seen: &mut Seen<'_>) {
    match num {
        Num::Fixed(n) => seen.add(*n),
        Num::Count(_, cells) => in_cells(cells, seen),
        Num::Binary(BinaryOp::Add | BinaryOp::Subtract, a, b) | Num::Min(a, b) | Num::Max(a, b) => {
            numbers(a, seen);
            numbers(b, seen);
        }
        // A multiple or a part of a distance is bounded by no sum; of a count it is.
        Num::Binary(_, a, b) if plain_count(a) || plain_count(b) => {
            numbers(a, seen);
            numbers(b, seen);
        }
        Num::Binary(..) => seen.far(),
        Num::Abs(a) => numbers(a, seen),
        Num::Distance(a, b) => {
            in_cell(a, seen);
            in_cell(b, seen);
        }
        Num::Row(cell) | Num::Column(cell) => in_cell(cell, seen),
    }
}

fn plain_count(num: &Num) -> bool {
    matches!(num, Num::Count(..))
}
