//! Numbers that are no sums of counts, such as products, quotients and minima of counts: every possible value of each sum
//! in them is tried.

use std::collections::BTreeMap;

use super::field::Field;
use super::linear::{Undefined, Whole, counts, linear, without_value};
use super::shapes::{self, Counting};
use super::sums::{Linear, pairs};
use puzzlec_model::expr::{Num, Part};
use puzzlec_model::number;
use puzzlec_model::query::{All, Bound, Place, compare};
use puzzlec_syntax::ast::BinaryOp;
use puzzlec_task::Condition;

/// Maximum number of combinations of sums for one comparison.
const MOST_CASES: usize = 1 << 16;

/// Values, each with the condition under which a number has it, in order; `None` is no value.
pub(super) type Values = Vec<(Option<i64>, Condition)>;

/// The condition that a comparison is; nothing if a side has parts that are neither sums nor made of sums, or if the sums have
/// too many values. Time is the product of the numbers of values of the sums.
pub(super) fn comparison(
    field: &Field<'_>,
    slots: &mut Vec<Option<Bound>>,
    op: BinaryOp,
    sides: [&Num; 2],
    whole: &mut Whole,
) -> Result<Option<Condition>, Undefined> {
    let mut sums = Vec::new();
    for side in sides {
        if !collect(field, slots, side, whole, &mut sums)? {
            return Ok(None);
        }
    }
    let place = Place::new(field.board, All::Cells(&field.cells), slots);
    let Some(mut job) = Job::of(place, op, sides, sums)? else { return Ok(None) };
    whole.look(field, job.ways)?;
    job.from(field, Condition::True, whole)?;
    whole.fails(job.undefined);
    Ok(Some(job.holds))
}

/// The values of a number; nothing for one with parts that are neither sums nor made of sums. Time is the product of the
/// numbers of values of the sums.
pub(super) fn values(
    field: &Field<'_>,
    slots: &mut Vec<Option<Bound>>,
    num: &Num,
    whole: &mut Whole,
) -> Result<Option<Values>, Undefined> {
    let mut sums = Vec::new();
    if !collect(field, slots, num, whole, &mut sums)? {
        return Ok(None);
    }
    let place = Place::new(field.board, All::Cells(&field.cells), slots);
    let mut job = Job::of(place, BinaryOp::Equal, [num, num], sums)?.ok_or(Undefined::TooLarge)?;
    whole.look(field, job.ways)?;
    let mut all = BTreeMap::new();
    job.each(Condition::True, &mut all)?;
    Ok(Some(all.into_iter().collect()))
}

/// Adds the largest sums in a number, each once; `false` if it has other parts.
fn collect<'a>(
    field: &Field<'_>,
    slots: &mut Vec<Option<Bound>>,
    num: &'a Num,
    whole: &mut Whole,
    sums: &mut Vec<(&'a Num, Amount)>,
) -> Result<bool, Undefined> {
    if !counts(num) || sums.iter().any(|sum| sum.0 == num) {
        return Ok(true);
    }
    if let Some(sum) = linear(field, slots, num, whole)? {
        sums.push((num, Amount::Sum(sum)));
        return Ok(true);
    }
    if let Some(counting) = shapes::number(field, slots, num, whole)? {
        sums.push((num, Amount::Parts(counting)));
        return Ok(true);
    }
    match num {
        Num::Binary(_, a, b) | Num::Min(a, b) | Num::Max(a, b) => {
            Ok(collect(field, slots, a, whole, sums)? && collect(field, slots, b, whole, sums)?)
        }
        Num::Abs(a) => collect(field, slots, a, whole, sums),
        Num::Count(..)
        | Num::Counter(..)
        | Num::Fixed(_)
        | Num::Var(..)
        | Num::Size(_)
        | Num::Components(_)
        | Num::Fold(..)
        | Num::Number(_)
        | Num::Distance(..)
        | Num::Row(_)
        | Num::Column(_) => Ok(false),
    }
}

/// What a part of a number is.
enum Amount {
    /// A sum.
    Sum(Linear),
    /// A count of the components of a set, or within one.
    Parts(Counting),
}

impl Amount {
    /// The number of its tests of cells.
    fn size(&self) -> usize {
        match self {
            Amount::Sum(sum) => sum.terms.len(),
            Amount::Parts(counting) => counting.most(),
        }
    }
}

/// A sum or a count of components in a number.
struct Unit<'a> {
    num: &'a Num,
    amount: Amount,
    values: Vec<i64>,
}

struct Job<'a> {
    place: Place<'a>,
    op: BinaryOp,
    sides: [&'a Num; 2],
    units: Vec<Unit<'a>>,
    /// The number of combinations of the values of the sums.
    ways: usize,
    /// The values of the first sums.
    found: Vec<i64>,
    holds: Condition,
    undefined: Condition,
}

impl<'a> Job<'a> {
    /// Nothing if the sums have too many combinations of values.
    fn of(
        place: Place<'a>,
        op: BinaryOp,
        sides: [&'a Num; 2],
        sums: Vec<(&'a Num, Amount)>,
    ) -> Result<Option<Self>, Undefined> {
        let mut ways: usize = 1;
        let mut units = Vec::new();
        for (num, amount) in sums {
            let values = match &amount {
                Amount::Sum(sum) => sum.values(MOST_CASES)?,
                Amount::Parts(counting) => Some((0..).take(counting.most() + 1).collect()),
            };
            let Some(values) = values else { return Ok(None) };
            ways = ways.saturating_mul(values.len());
            if ways > MOST_CASES {
                return Ok(None);
            }
            units.push(Unit { num, amount, values });
        }
        let (holds, undefined) = (Condition::False, Condition::False);
        Ok(Some(Job { place, op, sides, units, ways, found: Vec::new(), holds, undefined }))
    }

    /// Enumerates the values of the remaining sums; `before` is the condition of those chosen.
    fn from(&mut self, field: &Field<'_>, before: Condition, whole: &Whole) -> Result<(), Undefined> {
        let at = self.found.len();
        let values = match self.units.get(at) {
            Some(unit) => unit.values.clone(),
            None => return Ok(()),
        };
        if at + 1 < self.units.len() {
            for n in values {
                let before = before.clone().and(self.within((n, n))?);
                self.found.push(n);
                self.from(field, before, whole)?;
                self.found.pop();
            }
            return Ok(());
        }
        // Neighbouring values of the last sum with the same result form one case.
        let mut run: Option<((i64, i64), Option<bool>)> = None;
        for n in values {
            self.found.push(n);
            let now = self.compared();
            self.found.pop();
            let now = now?;
            run = match run {
                Some(((begin, _), same)) if same == now => Some(((begin, n), same)),
                ended => {
                    if let Some((range, value)) = ended {
                        self.add(field, &before, range, value, whole)?;
                    }
                    Some(((n, n), now))
                }
            };
        }
        run.map_or(Ok(()), |(range, value)| self.add(field, &before, range, value, whole))
    }

    /// Adds the value of the first side for every combination of the remaining sums.
    fn each(
        &mut self,
        before: Condition,
        all: &mut BTreeMap<Option<i64>, Condition>,
    ) -> Result<(), Undefined> {
        let values = match self.units.get(self.found.len()) {
            Some(unit) => unit.values.clone(),
            None => {
                let [num, _] = self.sides;
                let value = self.number(num)?;
                let known = all.remove(&value).unwrap_or(Condition::False);
                all.insert(value, known.or(before));
                return Ok(());
            }
        };
        for n in values {
            let before = before.clone().and(self.within((n, n))?);
            self.found.push(n);
            let made = self.each(before, all);
            self.found.pop();
            made?;
        }
        Ok(())
    }

    fn add(
        &mut self,
        field: &Field<'_>,
        before: &Condition,
        range: (i64, i64),
        value: Option<bool>,
        whole: &Whole,
    ) -> Result<(), Undefined> {
        if value == Some(false) {
            return Ok(());
        }
        whole.look(field, self.units.iter().map(|unit| unit.amount.size()).sum())?;
        let case = before.clone().and(self.within(range)?);
        let slot = if value.is_some() { &mut self.holds } else { &mut self.undefined };
        *slot = std::mem::replace(slot, Condition::False).or(case);
        Ok(())
    }

    /// When the next sum is in a range.
    fn within(&self, (from, to): (i64, i64)) -> Result<Condition, Undefined> {
        let Some(unit) = self.units.get(self.found.len()) else { return Ok(Condition::False) };
        let sum = match &unit.amount {
            Amount::Sum(sum) => sum,
            Amount::Parts(counting) => return Ok(counting.within(from, to)),
        };
        // More follows from pairs than from bounds.
        let fixed = Linear { constant: from, terms: Vec::new() };
        let of_two = (from == to && Part::Num(unit.num).has_numbers()).then(|| pairs(sum, &fixed));
        of_two.flatten().map_or_else(|| sum.within(from..=to), Ok)
    }

    /// Whether the comparison holds for the chosen sums; `None` if it has no value.
    fn compared(&self) -> Result<Option<bool>, Undefined> {
        let [a, b] = self.sides;
        Ok(self.number(a)?.zip(self.number(b)?).map(|(a, b)| compare(self.op, a, b)))
    }

    fn number(&self, num: &Num) -> Result<Option<i64>, Undefined> {
        if !counts(num) {
            return self.place.number(num).map(Some).ok_or_else(|| without_value(&self.place, num));
        }
        if let Some(at) = self.units.iter().position(|unit| unit.num == num) {
            return Ok(self.found.get(at).copied());
        }
        let both = |a: &Num, b: &Num| Ok(self.number(a)?.zip(self.number(b)?));
        Ok(match num {
            Num::Min(a, b) => both(a, b)?.map(|(a, b)| a.min(b)),
            Num::Max(a, b) => both(a, b)?.map(|(a, b)| a.max(b)),
            Num::Abs(a) => self.number(a)?.map(i64::saturating_abs),
            Num::Binary(op, a, b) => match both(a, b)? {
                Some((_, 0)) if matches!(op, BinaryOp::Divide | BinaryOp::Remainder) => {
                    if !counts(b) {
                        return Err(Undefined::DividesByZero);
                    }
                    None
                }
                Some((a, b)) => match number::apply(*op, a, b) {
                    Some(Ok(n)) => Some(n),
                    _ => return Err(Undefined::TooFar),
                },
                None => None,
            },
            Num::Count(..)
            | Num::Counter(..)
            | Num::Fixed(_)
            | Num::Var(..)
            | Num::Size(_)
            | Num::Components(_)
            | Num::Fold(..)
            | Num::Number(_)
            | Num::Distance(..)
            | Num::Row(_)
            | Num::Column(_) => None,
        })
    }
}
