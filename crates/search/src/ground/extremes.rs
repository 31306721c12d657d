//! Comparisons of the least or the greatest of some numbers: those of one or of all of these numbers.
//!
//! The greatest of some numbers is at least n if one of them is, and at most n if all are. So no combinations of the values of all
//! numbers are tried.

use super::linear::counts;
use puzzlec_model::expr::{Cells, Num, Part, Slot, Test, Until};
use puzzlec_syntax::ast::{BinaryOp, Fold};

/// The numbers of which the extreme is compared.
#[derive(Clone, Copy)]
enum Among<'a> {
    Two(&'a Num, &'a Num),
    /// A number for every cell in the slot; without cells there is no extreme.
    Cells(Slot, &'a Cells, &'a Num),
}

/// A comparison of an extreme.
pub(super) struct Split {
    /// It holds if the extreme has a value.
    pub some: Option<Test>,
    /// The comparison, where the extreme has a value.
    pub test: Test,
}

/// A comparison of which one side is an extreme of numbers that depend on what cells hold.
pub(super) fn split(op: BinaryOp, a: &Num, b: &Num) -> Option<Split> {
    let side = |op, num, other| {
        let (greatest, among) = extreme(num).filter(|_| counts(num))?;
        let free = !matches!(among, Among::Cells(slot, ..) if binds(other, slot));
        free.then(|| Split {
            some: match among {
                Among::Cells(slot, cells, _) => {
                    Some(Test::Each(false, slot, cells.clone(), Box::new(Test::Fixed(true))))
                }
                Among::Two(..) => None,
            },
            test: compared(op, greatest, among, other),
        })
    };
    side(op, a, b).or_else(|| side(op.turned(), b, a))
}

/// Whether it is a greatest number, and of which numbers it is the extreme.
fn extreme(num: &Num) -> Option<(bool, Among<'_>)> {
    Some(match num {
        Num::Min(a, b) => (false, Among::Two(a, b)),
        Num::Max(a, b) => (true, Among::Two(a, b)),
        Num::Fold(Fold::Least, slot, cells, body) => (false, Among::Cells(*slot, cells, body)),
        Num::Fold(Fold::Greatest, slot, cells, body) => (true, Among::Cells(*slot, cells, body)),
        _ => return None,
    })
}

/// The comparison of an extreme with another number.
fn compared(op: BinaryOp, greatest: bool, among: Among<'_>, other: &Num) -> Test {
    let with = |op| compared(op, greatest, among, other);
    let rises = match op {
        BinaryOp::Greater | BinaryOp::GreaterEqual => true,
        BinaryOp::Less | BinaryOp::LessEqual => false,
        BinaryOp::NotEqual => return Test::Not(Box::new(with(BinaryOp::Equal))),
        _ => return Test::And(vec![with(BinaryOp::GreaterEqual), with(BinaryOp::LessEqual)]),
    };
    let one = |num: &Num| Test::Compare(op, num.clone(), other.clone());
    let any = rises == greatest;
    match among {
        Among::Two(a, b) if any => Test::Or(vec![one(a), one(b)]),
        Among::Two(a, b) => Test::And(vec![one(a), one(b)]),
        Among::Cells(slot, cells, body) => Test::Each(!any, slot, cells.clone(), Box::new(one(body))),
    }
}

/// Whether a slot gets cells within a number.
fn binds(num: &Num, slot: Slot) -> bool {
    let mut found = false;
    Part::Num(num).visit(&mut |part| {
        found |= match part {
            Part::Num(Num::Fold(_, own, ..)) | Part::Test(Test::Each(_, own, ..)) => *own == slot,
            Part::Cells(Cells::Where(_, own, _) | Cells::Ray(_, _, Some(Until::Test(own, _)))) => {
                *own == slot
            }
            _ => false,
        };
    });
    found
}
