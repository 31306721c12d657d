//! Numbers that count pieces, and their comparisons as conditions on what the cells hold.
//!
//! A number is a weighted sum of counts, or a combination of such sums by products, quotients, minima, maxima
//! and signs. For the latter, every value is listed with its condition.

use std::collections::{BTreeMap, BTreeSet};

use super::field::{Field, Spot};
use super::lists::{add, first, perhaps};
use super::shapes;
use super::tests::{Slots, Translated, Void, cells, place};
use puzzlec_model::board::Coord;
use puzzlec_model::expr::{Cells, Num, Part};
use puzzlec_model::piece::Selector;
use puzzlec_model::query::{bind, calculate, compare};
use puzzlec_syntax::ast::{BinaryOp, Fold};
use puzzlec_task::{Condition, Value, ValueSet, VarId};

const LARGE: Void = Void::Unsuited("the numbers of a test are too large");

/// Maximum number of values of a number, and of pairs of values.
const MOST_VALUES: usize = 1 << 12;
const MOST_PAIRS: usize = 1 << 16;

/// When a comparison holds, and when it has no value.
pub(super) fn comparison(
    field: &Field<'_>,
    slots: &Slots,
    op: BinaryOp,
    a: &Num,
    b: &Num,
) -> Translated<(Condition, Condition)> {
    let mut void = Condition::False;
    if let (Some(one), Some(other)) = (sum(field, slots, a, &mut void)?, sum(field, slots, b, &mut void)?) {
        // What two cells hold is listed: a sum would only be narrowed at its ends.
        let listed = one.of_two(&other) && (Part::Num(a).has_numbers() || Part::Num(b).has_numbers());
        if !listed || !matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) {
            return Ok((compared(op, one, other)?, void));
        }
        let (one, other) = (one.by_cell(), other.by_cell());
        return Ok((either(op, &one, &other)?, void));
    }
    let mut listed = Listed { field, slots, void };
    let (a, b) = (listed.values(a)?, listed.values(b)?);
    Ok((either(op, &a, &b)?, listed.void))
}

/// When a comparison holds with a number of components, or of cells of one, in it.
pub(super) fn of_parts(
    field: &Field<'_>,
    slots: &mut Slots,
    op: BinaryOp,
    (a, b): (&Num, &Num),
    void: &mut Condition,
) -> Translated<Condition> {
    for (one, other, turned) in [(a, b, false), (b, a, true)] {
        if shapes::counts(other) {
            continue;
        }
        let Some(number) = shapes::number(field, slots, one, void)? else { continue };
        let mut listed = Listed { field, slots, void: Condition::False };
        let values = listed.values(other)?;
        add(void, listed.void);
        let mut any = Condition::False;
        for (value, when) in values {
            // Those of its values that compare so with this one are neighbours, or all but one.
            let fits = |n: &i64| if turned { compare(op, value, *n) } else { compare(op, *n, value) };
            let range = match op {
                BinaryOp::NotEqual => number.between(value, value).negate(),
                _ => {
                    let ends = (0..=number.most()).find(fits).zip((0..=number.most()).rfind(fits));
                    ends.map_or(Condition::False, |(least, most)| number.between(least, most))
                }
            };
            any = any.or(when.and(range));
        }
        return Ok(any);
    }
    let (holds, without) = comparison(field, slots, op, a, b)?;
    add(void, without);
    Ok(holds)
}

/// When a comparison of two numbers holds, by their values.
fn either(op: BinaryOp, a: &Values, b: &Values) -> Translated<Condition> {
    let mut holds = Condition::False;
    for (x, y) in pairs(a, b)?.filter(|(x, y)| compare(op, *x.0, *y.0)) {
        holds = holds.or(x.1.clone().and(y.1.clone()));
    }
    Ok(holds)
}

/// The values of a number; under no two of the conditions at once.
type Values = BTreeMap<i64, Condition>;

type Case<'a> = (&'a i64, &'a Condition);

fn pairs<'a>(a: &'a Values, b: &'a Values) -> Translated<impl Iterator<Item = (Case<'a>, Case<'a>)>> {
    if a.len().saturating_mul(b.len()) > MOST_PAIRS {
        return Err(Void::Large);
    }
    Ok(a.iter().flat_map(move |x| b.iter().map(move |y| (x, y))))
}

/// Lists the values of numbers.
struct Listed<'a, 'f> {
    field: &'a Field<'f>,
    slots: &'a Slots,
    /// When one of the numbers has no value.
    void: Condition,
}

impl Listed<'_, '_> {
    fn values(&mut self, num: &Num) -> Translated<Values> {
        if let Some(number) = shapes::number(self.field, &mut self.slots.clone(), num, &mut self.void)? {
            return Ok((0..=number.most()).map(|n| (n, number.between(n, n))).collect());
        }
        if let Some(sum) = sum(self.field, self.slots, num, &mut self.void)? {
            return sum.values(self.field);
        }
        match num {
            Num::Binary(op, a, b) => self.both(a, b, &|a, b| calculate(*op, a, b)),
            Num::Min(a, b) => self.both(a, b, &|a, b| Some(a.min(b))),
            Num::Max(a, b) => self.both(a, b, &|a, b| Some(a.max(b))),
            Num::Abs(a) => {
                let mut all = Values::new();
                for (value, case) in self.values(a)? {
                    let slot = all.entry(value.checked_abs().ok_or(LARGE)?).or_insert(Condition::False);
                    *slot = std::mem::replace(slot, Condition::False).or(case);
                }
                Ok(all)
            }
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
            | Num::Column(_) => Err(Void::Undefined),
        }
    }

    fn both(&mut self, a: &Num, b: &Num, made: &dyn Fn(i64, i64) -> Option<i64>) -> Translated<Values> {
        let (a, b) = (self.values(a)?, self.values(b)?);
        let mut all = Values::new();
        for ((x, first), (y, second)) in pairs(&a, &b)? {
            let case = first.clone().and(second.clone());
            let slot = match made(*x, *y) {
                Some(value) => all.entry(value).or_insert(Condition::False),
                None => &mut self.void,
            };
            *slot = std::mem::replace(slot, Condition::False).or(case);
        }
        if all.len() > MOST_VALUES { Err(Void::Large) } else { Ok(all) }
    }
}

/// A number and weights of variables that hold one of some values.
struct Sum {
    constant: i64,
    terms: Vec<(i64, VarId, ValueSet)>,
}

impl Sum {
    /// The sum, if it cannot overflow 64 bits.
    fn small(self) -> Translated<Sum> {
        let each = self.terms.iter().map(|t| i128::from(t.0).abs());
        let most = each.sum::<i128>() + i128::from(self.constant).abs();
        if most < i128::from(i64::MAX) { Ok(self) } else { Err(LARGE) }
    }

    fn scaled(mut self, by: i64) -> Translated<Sum> {
        self.constant = self.constant.checked_mul(by).ok_or(LARGE)?;
        for term in &mut self.terms {
            term.0 = term.0.checked_mul(by).ok_or(LARGE)?;
        }
        self.small()
    }

    fn plus(mut self, other: Sum) -> Translated<Sum> {
        self.constant = self.constant.checked_add(other.constant).ok_or(LARGE)?;
        self.terms.extend(other.terms);
        self.small()
    }

    /// The least and the greatest value of what is not constant.
    fn range(&self) -> (i64, i64) {
        let weights = || self.terms.iter().map(|t| t.0);
        (weights().map(|w| w.min(0)).sum(), weights().map(|w| w.max(0)).sum())
    }

    fn values(self, field: &Field<'_>) -> Translated<Values> {
        if self.terms.is_empty() {
            return Ok(Values::from([(self.constant, Condition::True)]));
        }
        if let Some((var, numbers)) = self.of_one() {
            return Ok(by_value(var, &numbers, self.constant));
        }
        let case = |n| Condition::Sum { terms: self.terms.clone(), min: n, max: n };
        Ok(self.weights(field)?.into_iter().map(|n| (self.constant.saturating_add(n), case(n))).collect())
    }

    /// The values of what is not constant.
    fn weights(&self, field: &Field<'_>) -> Translated<BTreeSet<i64>> {
        let mut terms: Vec<_> = self.terms.iter().collect();
        terms.sort_by_key(|(_, var, _)| *var);
        let mut sums = BTreeSet::from([0]);
        for terms in terms.chunk_by(|a, b| a.1 == b.1) {
            let Some((_, var, _)) = terms.first() else { continue };
            let counts = |value| terms.iter().filter(move |(_, _, values)| values.contains(value));
            let share = |value| counts(value).map(|(weight, ..)| *weight).sum();
            let shares: BTreeSet<i64> = field.every(*var).iter().map(share).collect();
            sums = sums.iter().flat_map(|n| shares.iter().map(move |share| n + share)).collect();
            if sums.len() > MOST_VALUES {
                return Err(Void::Large);
            }
        }
        Ok(sums)
    }
}

impl Sum {
    /// Whether both are about one cell each, and not the same.
    fn of_two(&self, other: &Sum) -> bool {
        matches!((self.of_one(), other.of_one()), (Some((one, _)), Some((two, _))) if one != two)
    }

    /// The values of a sum about one cell.
    fn by_cell(&self) -> Values {
        self.of_one().map_or_else(Values::new, |(var, numbers)| by_value(var, &numbers, self.constant))
    }

    /// The variable of all terms, and the sum for each of its values; without the values for which it is the constant.
    fn of_one(&self) -> Option<(VarId, BTreeMap<Value, i64>)> {
        let (_, var, _) = self.terms.first()?;
        let mut numbers: BTreeMap<Value, i64> = BTreeMap::new();
        for (weight, other, values) in &self.terms {
            if other != var {
                return None;
            }
            for value in values.iter() {
                let number = numbers.entry(value).or_insert(self.constant);
                *number = number.checked_add(*weight)?;
            }
        }
        Some((*var, numbers))
    }
}

/// The values of a number that one variable decides.
fn by_value(var: VarId, numbers: &BTreeMap<Value, i64>, otherwise: i64) -> Values {
    let mut sets: BTreeMap<i64, ValueSet> = BTreeMap::new();
    for (value, number) in numbers {
        sets.entry(*number).or_default().insert(*value);
    }
    let mut all: Values = sets.into_iter().map(|(n, set)| (n, Condition::In(var, set))).collect();
    let slot = all.entry(otherwise).or_insert(Condition::False);
    let rest = Condition::In(var, numbers.keys().copied().collect()).negate();
    *slot = std::mem::replace(slot, Condition::False).or(rest);
    all
}

/// The values of a number, each with its condition; where none holds, it has no value.
pub(super) fn cases(field: &Field<'_>, slots: &Slots, num: &Num) -> Translated<Vec<(i64, Condition)>> {
    let mut listed = Listed { field, slots, void: Condition::False };
    let values = listed.values(num)?;
    let sure = listed.void.negate();
    Ok(values.into_iter().map(|(value, case)| (value, case.and(sure.clone()))).collect())
}

/// A number as a weighted sum of counts, if it is one; `void` holds where a part of it has no value.
fn sum(field: &Field<'_>, slots: &Slots, num: &Num, void: &mut Condition) -> Translated<Option<Sum>> {
    if shapes::counts(num) {
        return Ok(None);
    }
    if let Some(constant) = place(field, slots).number(num) {
        return Ok(Some(Sum { constant, terms: Vec::new() }));
    }
    match num {
        Num::Counter(counter, (low, _)) => {
            let var = field.var(Coord::counter(*counter)).ok_or(Void::Undefined)?;
            let values = field.every(var);
            let one = |value| (i64::from(value), var, ValueSet::one(value));
            Ok(Some(Sum {
                constant: *low,
                terms: values.iter().filter(|value| *value > 0).map(one).collect(),
            }))
        }
        Num::Count(selector, list) => count(field, slots, selector, list).map(Some),
        Num::Number(cell) => {
            let cell = place(field, slots).cell(cell).ok_or(Void::Undefined)?;
            let (sum, without) = borne(field, cell)?;
            *void = std::mem::replace(void, Condition::False).or(without);
            Ok(Some(sum))
        }
        Num::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply), a, b) => {
            let a = sum(field, slots, a, void)?;
            let (Some(a), Some(b)) = (a, sum(field, slots, b, void)?) else { return Ok(None) };
            match op {
                BinaryOp::Add => a.plus(b).map(Some),
                BinaryOp::Subtract => a.plus(b.scaled(-1)?).map(Some),
                _ if a.terms.is_empty() => b.scaled(a.constant).map(Some),
                _ if b.terms.is_empty() => a.scaled(b.constant).map(Some),
                _ => Ok(None),
            }
        }
        other if counts(other) => Ok(None),
        _ => Err(Void::Undefined),
    }
}

fn counts(num: &Num) -> bool {
    Part::Num(num).looks()
}

/// The condition of a comparison of sums over lists that depend on the position, if it is one of weighted contents.
pub(super) fn weighed(
    field: &Field<'_>,
    slots: &mut Slots,
    op: BinaryOp,
    (a, b): (&Num, &Num),
    void: &mut Condition,
) -> Translated<Option<Condition>> {
    let (Some(a), Some(b)) = (over(field, slots, a, void)?, over(field, slots, b, void)?) else {
        return Ok(None);
    };
    compared(op, a, b).map(Some)
}

/// A number as a weighted sum, where the cells that it counts or adds up depend on the position.
fn over(field: &Field<'_>, slots: &mut Slots, num: &Num, void: &mut Condition) -> Translated<Option<Sum>> {
    if !counts(num) {
        return self::sum(field, slots, num, void);
    }
    let mut sum = Sum { constant: 0, terms: Vec::new() };
    match num {
        Num::Size(list) | Num::Count(_, list) => {
            let Some(cells) = perhaps(field, slots, list, void)? else { return Ok(None) };
            for (cell, among) in cells {
                let own = field.var(cell);
                let held = match num {
                    Num::Count(selector, _) => field.matching(selector),
                    _ => field.everything(),
                };
                let term = match (among, own) {
                    (Condition::True, Some(var)) => (1, var, held),
                    (Condition::In(var, values), Some(own)) if var == own => {
                        (1, var, values.intersection(&held))
                    }
                    (Condition::In(var, values), _) if matches!(num, Num::Size(_)) => (1, var, values),
                    (Condition::Not(inner), _) if matches!(num, Num::Size(_)) => match *inner {
                        Condition::In(var, values) => {
                            sum.constant += 1;
                            (-1, var, values)
                        }
                        _ => return Ok(None),
                    },
                    _ => return Ok(None),
                };
                sum.terms.push(term);
            }
        }
        Num::Fold(Fold::Sum, slot, list, body) => {
            let Some(cells) = perhaps(field, slots, list, void)? else { return Ok(None) };
            for (cell, among) in cells {
                bind(slots, *slot, cell);
                let mut without = Condition::False;
                let one = match over(field, slots, body, &mut without) {
                    Err(Void::Undefined) => {
                        *void = std::mem::replace(void, Condition::False).or(among);
                        continue;
                    }
                    one => one?,
                };
                *void = std::mem::replace(void, Condition::False).or(among.clone().and(without));
                let Some(one) = one else { return Ok(None) };
                match among {
                    Condition::True => sum = sum.plus(one)?,
                    Condition::In(var, values) if one.terms.is_empty() => {
                        sum.terms.push((one.constant, var, values));
                    }
                    _ => return Ok(None),
                }
            }
        }
        Num::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), a, b) => {
            let (Some(a), Some(b)) = (over(field, slots, a, void)?, over(field, slots, b, void)?) else {
                return Ok(None);
            };
            let b = if *op == BinaryOp::Add { b } else { b.scaled(-1)? };
            return a.plus(b).map(Some);
        }
        other => {
            return if first(Part::Num(other)).is_none() {
                self::sum(field, slots, other, void)
            } else {
                Ok(None)
            };
        }
    }
    sum.small().map(Some)
}

/// The number of the piece on a cell, and when there is none: a term for each content that has a number.
fn borne(field: &Field<'_>, cell: Coord) -> Translated<(Sum, Condition)> {
    let numbers =
        field.pieces.contents().filter_map(|(id, content)| Some((id, field.pieces.number(content)?)));
    let var = match field.spot(cell) {
        Spot::Var(var) => var,
        Spot::Still(held) => {
            let (_, constant) = numbers.into_iter().find(|(id, _)| *id == held).ok_or(Void::Undefined)?;
            return Ok((Sum { constant, terms: Vec::new() }, Condition::False));
        }
        Spot::Beyond | Spot::Off => return Err(Void::Undefined),
    };
    let terms: Vec<_> = numbers.map(|(id, number)| (number, var, ValueSet::one(id))).collect();
    let some: ValueSet = terms.iter().flat_map(|(_, _, values)| values.iter()).collect();
    if some.is_empty() {
        return Err(Void::Undefined);
    }
    Ok((Sum { constant: 0, terms }, Condition::In(var, some).negate()))
}

fn count(field: &Field<'_>, slots: &Slots, selector: &Selector, list: &Cells) -> Translated<Sum> {
    let (list, open) = cells(field, slots, list)?;
    let every = field.matching(selector);
    let values: ValueSet = every.iter().filter(|v| !open || *v != 0).collect();
    let mut sum = Sum { constant: 0, terms: Vec::new() };
    for c in list {
        match field.spot(c) {
            Spot::Var(var) => sum.terms.push((1, var, values.clone())),
            Spot::Beyond => sum.constant += i64::from(values.contains(0)),
            Spot::Still(value) => sum.constant += i64::from(values.contains(value)),
            Spot::Off => return Err(Void::Undefined),
        }
    }
    Ok(sum)
}

fn compared(op: BinaryOp, a: Sum, b: Sum) -> Translated<Condition> {
    if a.terms.is_empty() && b.terms.is_empty() {
        return Ok(if compare(op, a.constant, b.constant) { Condition::True } else { Condition::False });
    }
    let sum = a.plus(b.scaled(-1)?)?;
    if let Some((var, numbers)) = sum.of_one() {
        let otherwise = compare(op, sum.constant, 0);
        let others = numbers.iter().filter(|(_, n)| compare(op, **n, 0) != otherwise);
        let others: ValueSet = others.map(|(value, _)| *value).collect();
        return Ok(match (others.is_empty(), otherwise) {
            (true, true) => Condition::True,
            (true, false) => Condition::False,
            (false, true) => Condition::In(var, others).negate(),
            (false, false) => Condition::In(var, others),
        });
    }
    let (least, most) = sum.range();
    let Sum { constant, terms } = sum;
    // The terms are compared with what is left on the other side.
    let other = constant.checked_neg().ok_or(LARGE)?;
    let (min, max) = match op {
        BinaryOp::Equal | BinaryOp::NotEqual => (other, other),
        BinaryOp::Less => (i64::MIN, other - 1),
        BinaryOp::LessEqual => (i64::MIN, other),
        BinaryOp::Greater => (other + 1, i64::MAX),
        BinaryOp::GreaterEqual => (other, i64::MAX),
        _ => return Err(Void::Undefined),
    };
    let within = if most < min || max < least {
        Condition::False
    } else if min <= least && most <= max {
        Condition::True
    } else {
        Condition::Sum { terms, min, max }
    };
    Ok(if op == BinaryOp::NotEqual { within.negate() } else { within })
}
