//! Comparisons of numbers that are no sums of counts, such as products, quotients and minima of counts: every
//! possible value of each count is tried.

use std::collections::BTreeMap;

use super::field::Field;
use super::linear::{Undefined, Whole, count, counts, without_value};
use super::sums::Linear;
use crate::model::expr::Num;
use crate::model::number;
use crate::model::query::{Place, compare};
use crate::syntax::ast::BinaryOp;
use crate::task::{Condition, Value};

/// Maximum number of combinations of counts for one comparison.
const MOST_CASES: u64 = 1 << 16;

/// The condition that a comparison is. Time is the product of the lengths of the lists that are counted.
pub(super) fn comparison(
    field: &Field<'_>,
    place: &Place<'_>,
    op: BinaryOp,
    [a, b]: [&Num; 2],
    whole: &mut Whole,
) -> Result<Condition, Undefined> {
    let (mut job, ways) = Job::of(field, place, op, [a, b])?;
    whole.look(field, usize::try_from(ways).unwrap_or(usize::MAX))?;
    job.from(field, Condition::True, whole)?;
    whole.fails(job.undefined);
    Ok(job.holds)
}

/// The values of a number, each with the condition under which it has it, in order. `None` is no
/// value. Time is the product of the lengths of the lists that are counted.
pub(super) fn values(
    field: &Field<'_>,
    place: &Place<'_>,
    num: &Num,
) -> Result<Vec<(Option<i64>, Condition)>, Undefined> {
    if !counts(num) {
        let value = place.number(num).ok_or_else(|| without_value(place, num))?;
        return Ok(vec![(Some(value), Condition::True)]);
    }
    let (mut job, _) = Job::of(field, place, BinaryOp::Equal, [num, num])?;
    let mut all = BTreeMap::new();
    job.each(field, Condition::True, &mut all)?;
    Ok(all.into_iter().collect())
}

/// The counts and counters in a number, each once.
fn collect<'a>(num: &'a Num, wanted: &mut Vec<&'a Num>) {
    match num {
        Num::Count(..) | Num::Counter(..) if !wanted.contains(&num) => wanted.push(num),
        Num::Binary(_, a, b) | Num::Min(a, b) | Num::Max(a, b) => {
            collect(a, wanted);
            collect(b, wanted);
        }
        Num::Abs(a) => collect(a, wanted),
        Num::Count(..)
        | Num::Counter(..)
        | Num::Fixed(_)
        | Num::Var(..)
        | Num::Size(_)
        | Num::Fold(..)
        | Num::Distance(..)
        | Num::Row(_)
        | Num::Column(_) => {}
    }
}

struct Job<'a> {
    place: &'a Place<'a>,
    op: BinaryOp,
    sides: [&'a Num; 2],
    wanted: Vec<&'a Num>,
    counted: Vec<Linear>,
    /// The values of the first counts.
    found: Vec<i64>,
    holds: Condition,
    undefined: Condition,
}

impl<'a> Job<'a> {
    /// The counts of two numbers, and the number of combinations of their values.
    fn of(
        field: &Field<'_>,
        place: &'a Place<'a>,
        op: BinaryOp,
        sides: [&'a Num; 2],
    ) -> Result<(Self, u64), Undefined> {
        let mut wanted = Vec::new();
        for side in sides {
            collect(side, &mut wanted);
        }
        let values = |num: &&Num| match num {
            Num::Count(selector, cells) => count(field, place, selector, cells),
            Num::Counter(counter, (low, _)) => {
                Linear::counter(field, *counter, *low).ok_or(Undefined::OffBoard)
            }
            _ => Err(Undefined::OffBoard),
        };
        let counted: Vec<Linear> = wanted.iter().map(values).collect::<Result<_, _>>()?;
        let ways = counted.iter().map(|c| c.terms.len() as u64 + 1).fold(1, u64::saturating_mul);
        if ways > MOST_CASES {
            return Err(Undefined::TooLarge);
        }
        let (holds, undefined) = (Condition::False, Condition::False);
        let found = Vec::with_capacity(counted.len());
        Ok((Job { place, op, sides, wanted, counted, found, holds, undefined }, ways))
    }

    /// Enumerates the values of the remaining counts; `before` is the condition of those chosen.
    fn from(&mut self, field: &Field<'_>, before: Condition, whole: &Whole) -> Result<(), Undefined> {
        let Some(next) = self.counted.get(self.found.len()) else { return Ok(()) };
        let most = i64::try_from(next.terms.len()).unwrap_or(i64::MAX);
        let (first, last) = (next.constant, next.constant.saturating_add(most));
        if self.found.len() + 1 < self.counted.len() {
            for n in first..=last {
                let before = before.clone().and(self.between(n, n));
                self.found.push(n);
                self.from(field, before, whole)?;
                self.found.pop();
            }
            return Ok(());
        }
        // Neighbouring values of the last count with the same result form one case.
        let mut run: Option<(i64, Option<bool>)> = None;
        for n in first..=last {
            self.found.push(n);
            let now = self.compared();
            self.found.pop();
            let now = now?;
            match run {
                Some((_, same)) if same == now => {}
                _ => {
                    if let Some((begin, was)) = run.replace((n, now)) {
                        self.add(field, &before, (begin, n - 1), was, whole)?;
                    }
                }
            }
        }
        run.map_or(Ok(()), |(begin, was)| self.add(field, &before, (begin, last), was, whole))
    }

    /// Adds the value of the first side for every combination of the remaining counts.
    fn each(
        &mut self,
        field: &Field<'_>,
        before: Condition,
        all: &mut BTreeMap<Option<i64>, Condition>,
    ) -> Result<(), Undefined> {
        let Some(next) = self.counted.get(self.found.len()) else {
            let [num, _] = self.sides;
            let value = self.number(num)?;
            let known = all.remove(&value).unwrap_or(Condition::False);
            all.insert(value, known.or(before));
            return Ok(());
        };
        let most = i64::try_from(next.terms.len()).unwrap_or(i64::MAX);
        let only = match next.terms.as_slice() {
            [(_, var, values)] => Some((*var, values.clone())),
            _ => None,
        };
        let first = next.constant;
        for n in first..=first.saturating_add(most) {
            let case = match &only {
                Some((var, values)) if n > first => Condition::In(*var, values.clone()),
                Some((var, values)) => Condition::In(*var, field.others(*var, values)),
                None => self.between(n, n),
            };
            self.found.push(n);
            let made = self.each(field, before.clone().and(case), all);
            self.found.pop();
            made?;
        }
        Ok(())
    }

    fn add(
        &mut self,
        field: &Field<'_>,
        before: &Condition,
        (from, to): (i64, i64),
        value: Option<bool>,
        whole: &Whole,
    ) -> Result<(), Undefined> {
        if value == Some(false) {
            return Ok(());
        }
        whole.look(field, self.counted.iter().map(|c| c.terms.len()).sum())?;
        let case = before.clone().and(self.between(from, to));
        let slot = if value.is_some() { &mut self.holds } else { &mut self.undefined };
        *slot = std::mem::replace(slot, Condition::False).or(case);
        Ok(())
    }

    /// The range of the next count.
    fn between(&self, from: i64, to: i64) -> Condition {
        let Some(next) = self.counted.get(self.found.len()) else { return Condition::False };
        let number = |n: i64| u32::try_from(n.saturating_sub(next.constant)).unwrap_or(0);
        let (min, max) = (number(from), number(to));
        match next.terms.first() {
            Some((_, var, _)) if matches!(self.wanted.get(self.found.len()), Some(Num::Counter(..))) => {
                let value = |n: u32| Value::try_from(n).unwrap_or(Value::MAX);
                Condition::In(*var, (value(min)..=value(max)).collect())
            }
            Some((_, _, values)) if min > 0 || (max as usize) < next.terms.len() => {
                let vars = next.terms.iter().map(|t| t.1).collect();
                Condition::Count { vars, values: values.clone(), min, max }
            }
            _ => Condition::True,
        }
    }

    /// Whether the comparison holds for the chosen counts; `None` if it has no value.
    fn compared(&self) -> Result<Option<bool>, Undefined> {
        let [a, b] = self.sides;
        Ok(self.number(a)?.zip(self.number(b)?).map(|(a, b)| compare(self.op, a, b)))
    }

    fn number(&self, num: &Num) -> Result<Option<i64>, Undefined> {
        if !counts(num) {
            return self.place.number(num).map(Some).ok_or_else(|| without_value(self.place, num));
        }
        let both = |a: &Num, b: &Num| Ok(self.number(a)?.zip(self.number(b)?));
        Ok(match num {
            Num::Count(..) | Num::Counter(..) => {
                let at = self.wanted.iter().position(|wanted| *wanted == num);
                at.and_then(|at| self.found.get(at)).copied()
            }
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
            Num::Fixed(_)
            | Num::Var(..)
            | Num::Size(_)
            | Num::Fold(..)
            | Num::Distance(..)
            | Num::Row(_)
            | Num::Column(_) => None,
        })
    }
}
