//! Comparisons with a least or greatest number, read without values of that number.
//!
//! A lower bound of the greatest of some numbers is one of any of them, and an upper bound one of all; for the least number it is the
//! other way round.

use super::field::{Extent, Field};
use super::tests::{Slots, Translated, Void, part, speaks_of_all};
use puzzlec_model::expr::{Cells, Num, Part, Slot, Test, Until};
use puzzlec_syntax::ast::{BinaryOp, Fold};
use puzzlec_task::Condition;

/// Bounds of a least or greatest number.
struct Bounds<'a> {
    num: &'a Num,
    other: &'a Num,
    least: bool,
}

/// The condition of a comparison with a least or greatest number that depends on the position; nothing for other tests.
pub(super) fn comparison(
    field: &Field<'_>,
    slots: &mut Slots,
    test: &Test,
    void: &mut Condition,
) -> Translated<Option<Condition>> {
    let Test::Compare(op, a, b) = test else { return Ok(None) };
    let (op, bounds) = match (Bounds::of(a, b), Bounds::of(b, a)) {
        (Some(bounds), _) => (*op, bounds),
        // The bound stands on the left.
        (None, Some(bounds)) => {
            let op = match op {
                BinaryOp::Less => BinaryOp::Greater,
                BinaryOp::Greater => BinaryOp::Less,
                BinaryOp::LessEqual => BinaryOp::GreaterEqual,
                BinaryOp::GreaterEqual => BinaryOp::LessEqual,
                other => *other,
            };
            (op, bounds)
        }
        (None, None) => return Ok(None),
    };
    if let Num::Fold(_, slot, list, _) = bounds.num {
        if field.extent != Extent::Whole && speaks_of_all(list) {
            return Ok(None);
        }
        // Of no numbers none is the least.
        let some = Test::Each(false, *slot, list.clone(), Box::new(Test::Fixed(true)));
        let some = part(field, slots, &some, void)?;
        if some == Condition::False {
            return Err(Void::Undefined);
        }
        *void = std::mem::replace(void, Condition::False).or(some.negate());
    }
    let at_least = |strictly| bounds.test(if strictly { BinaryOp::Greater } else { BinaryOp::GreaterEqual });
    let at_most = |strictly| bounds.test(if strictly { BinaryOp::Less } else { BinaryOp::LessEqual });
    let test = match op {
        BinaryOp::Greater | BinaryOp::GreaterEqual => at_least(op == BinaryOp::Greater),
        BinaryOp::Less | BinaryOp::LessEqual => at_most(op == BinaryOp::Less),
        BinaryOp::NotEqual => Test::Not(Box::new(Test::And(vec![at_least(false), at_most(false)]))),
        _ => Test::And(vec![at_least(false), at_most(false)]),
    };
    part(field, slots, &test, void).map(Some)
}

impl<'a> Bounds<'a> {
    fn of(num: &'a Num, other: &'a Num) -> Option<Self> {
        let least = match num {
            Num::Min(..) => true,
            Num::Max(..) => false,
            Num::Fold(fold @ (Fold::Least | Fold::Greatest), slot, ..) if !fills(other, *slot) => {
                *fold == Fold::Least
            }
            _ => return None,
        };
        Part::Num(num).looks().then_some(Bounds { num, other, least })
    }

    fn test(&self, op: BinaryOp) -> Test {
        let below = matches!(op, BinaryOp::Less | BinaryOp::LessEqual);
        let all = below != self.least;
        let each = |num: &Num| Test::Compare(op, num.clone(), self.other.clone());
        match self.num {
            Num::Fold(_, slot, list, body) => {
                Test::Each(all, *slot, Cells::clone(list), Box::new(each(body)))
            }
            Num::Min(a, b) | Num::Max(a, b) if all => Test::And(vec![each(a), each(b)]),
            Num::Min(a, b) | Num::Max(a, b) => Test::Or(vec![each(a), each(b)]),
            // No other number has bounds.
            other => each(other),
        }
    }
}

/// Whether a part of a number puts cells into a slot.
fn fills(num: &Num, slot: Slot) -> bool {
    let mut found = false;
    Part::Num(num).visit(&mut |part| match part {
        Part::Num(Num::Fold(_, other, ..))
        | Part::Test(Test::Each(_, other, ..))
        | Part::Cells(Cells::Where(_, other, _) | Cells::Ray(_, _, Some(Until::Test(other, _)))) => {
            found |= *other == slot;
        }
        _ => {}
    });
    found
}
