//! The values of numbers that depend on the position: costs, new values of counters, and sums and extremes over cells.

use std::collections::BTreeMap;

use super::cases::{self, Values};
use super::field::Field;
use super::linear::{Undefined, Whole};
use super::ways::{MOST_WAYS, Slots, both, innermost, place, readings};
use puzzlec_model::expr::{Change, Num, Part, Test};
use puzzlec_model::query::Place;
use puzzlec_syntax::ast::{BinaryOp, Fold};
use puzzlec_task::Condition;

/// A comparison without sums, minima and maxima over cells of numbers that depend on what cells hold.
pub(super) fn unfolded(
    field: &Field<'_>,
    slots: &Slots,
    (op, a, b): (BinaryOp, &Num, &Num),
) -> Result<Test, Undefined> {
    let place = place(field, slots);
    Ok(Test::Compare(op, spread(&place, a)?, spread(&place, b)?))
}

fn spread(place: &Place<'_>, num: &Num) -> Result<Num, Undefined> {
    let inner = |n: &Num| spread(place, n).map(Box::new);
    Ok(match num {
        Num::Fold(..) => return spread(place, &terms(place, num)?),
        Num::Binary(op, a, b) => Num::Binary(*op, inner(a)?, inner(b)?),
        Num::Min(a, b) => Num::Min(inner(a)?, inner(b)?),
        Num::Max(a, b) => Num::Max(inner(a)?, inner(b)?),
        Num::Abs(a) => Num::Abs(inner(a)?),
        other => other.clone(),
    })
}

/// A sum, minimum or maximum over cells, with its terms one by one.
pub(super) fn terms(place: &Place<'_>, num: &Num) -> Result<Num, Undefined> {
    let Num::Fold(fold, slot, over, body) = num else { return Ok(num.clone()) };
    let cells = place.cells(over).ok_or(Undefined::OffBoard)?;
    let mut all: Vec<Num> = cells.iter().map(|cell| Change::Slot(*slot, *cell).num(body)).collect();
    // By halves, so that the tree is not deep.
    while all.len() > 1 {
        let mut pairs = all.into_iter();
        all = Vec::new();
        while let Some(one) = pairs.next() {
            all.push(match (pairs.next(), fold) {
                (None, _) => one,
                (Some(two), Fold::Sum) => Num::Binary(BinaryOp::Add, Box::new(one), Box::new(two)),
                (Some(two), Fold::Least) => Num::Min(Box::new(one), Box::new(two)),
                (Some(two), Fold::Greatest) => Num::Max(Box::new(one), Box::new(two)),
            });
        }
    }
    match (all.pop(), fold) {
        (Some(all), _) => Ok(all),
        (None, Fold::Sum) => Ok(Num::Fixed(0)),
        (None, Fold::Least | Fold::Greatest) => Err(Undefined::OffBoard),
    }
}

/// The values of a number that may contain lists.
pub(super) fn numbers(field: &Field<'_>, slots: &mut Slots, num: &Num) -> Result<Values, Undefined> {
    let mut all: BTreeMap<Option<i64>, Condition> = BTreeMap::new();
    let mut add = |value, when: Condition| {
        let known = all.remove(&value).unwrap_or(Condition::False);
        all.insert(value, known.or(when));
    };
    let mut open = vec![(Condition::True, num.clone())];
    let mut number = 0;
    while let Some((when, num)) = open.pop() {
        number += 1;
        if number + open.len() > MOST_WAYS {
            return Err(Undefined::TooLarge);
        }
        let mut whole = Whole::begin(field);
        match one_by_one(field, slots, &num, &mut whole) {
            Ok(Numbers::Known(values)) => {
                let void = whole.undefined();
                let sure = both(field, when.clone(), void.clone().negate());
                for (value, case) in values {
                    add(value, both(field, sure.clone(), case));
                }
                add(None, both(field, when, void));
            }
            Ok(Numbers::Open(readings)) => {
                for (way, reading) in readings {
                    let when = both(field, when.clone(), way);
                    whole.work(field, &when)?;
                    match reading {
                        Some(num) if when != Condition::False => open.push((when, num)),
                        Some(_) => {}
                        None => add(None, when),
                    }
                }
            }
            Err(Undefined::OffBoard | Undefined::DividesByZero) => add(None, when),
            Err(why) => return Err(why),
        }
    }
    all.retain(|_, when| *when != Condition::False);
    Ok(all.into_iter().collect())
}

/// What is known of a number.
enum Numbers {
    /// Its values; no two of the conditions hold together.
    Known(Values),
    /// Numbers in place of it.
    Open(Vec<(Condition, Option<Num>)>),
}

/// The values of a number, or the numbers that it becomes when a part of it is replaced.
fn one_by_one(
    field: &Field<'_>,
    slots: &mut Slots,
    num: &Num,
    whole: &mut Whole,
) -> Result<Numbers, Undefined> {
    if let Some(values) = cases::values(field, slots, num, whole)? {
        return Ok(Numbers::Known(values));
    }
    Ok(Numbers::Open(match innermost(Part::Num(num)) {
        Some(open) => readings(field, slots, open, whole, &|change| change.num(num))?,
        None => vec![(Condition::True, Some(spread(&place(field, slots), num)?))],
    }))
}
