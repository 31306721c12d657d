//! Sums of counts and counters, and their comparisons.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use super::field::{Field, Spot};
use super::linear::{Undefined, Whole, truth};
use puzzlec_model::board::Coord;
use puzzlec_model::query::compare;
use puzzlec_syntax::ast::BinaryOp;
use puzzlec_task::{Condition, Value, ValueSet, VarId};

/// A sum of counts: a constant, and weights of variables that hold one of some values.
pub(super) struct Linear {
    pub(super) constant: i64,
    pub(super) terms: Vec<(i64, VarId, ValueSet)>,
}

impl Linear {
    /// The value of a counter with this least number.
    pub(super) fn counter(field: &Field<'_>, number: u16, low: i64) -> Option<Linear> {
        let (var, size) = field.counter(number)?;
        // One for each value that it has reached, so that the sum has exactly the values of the counter.
        let terms = (1..size).map(|least| (1, var, (least..size).collect())).collect();
        Some(Linear { constant: low, terms })
    }

    /// The number of the piece on a cell, which has no value where there is none.
    pub(super) fn number(field: &Field<'_>, cell: Coord, whole: &mut Whole) -> Result<Linear, Undefined> {
        let known = |value| field.pieces.number(field.pieces.content(value));
        let constant = |constant| Linear { constant, terms: Vec::new() };
        let var = match field.spot(cell) {
            Spot::Var(var) => var,
            Spot::Still(value) => return known(value).map(constant).ok_or(Undefined::OffBoard),
            Spot::Beyond | Spot::Off => return Err(Undefined::OffBoard),
        };
        let mut by_number: BTreeMap<i64, ValueSet> = BTreeMap::new();
        for (value, number) in (0..field.size(var)).filter_map(|value| Some((value, known(value)?))) {
            by_number.entry(number).or_default().insert(value);
        }
        let numbered = by_number.values().fold(ValueSet::new(), |all, values| all.union(values));
        whole.fails(Condition::In(var, numbered).negate());
        let numbers: Vec<(i64, ValueSet)> = by_number.into_iter().collect();
        let mut sum = constant(numbers.first().ok_or(Undefined::OffBoard)?.0);
        // One term for each number that it reaches, so that what a cell may hold bounds the sum exactly.
        let mut reached = ValueSet::new();
        for two in numbers.windows(2).rev() {
            let [(before, _), (number, values)] = two else { continue };
            reached = reached.union(values);
            sum.terms.push((number - before, var, reached.clone()));
        }
        Ok(sum)
    }

    /// Adds a weight where a condition holds; whether such a sum has a form.
    pub(super) fn add(&mut self, weight: i64, is: Condition) -> Result<bool, Undefined> {
        match is {
            Condition::True => {
                self.constant = self.constant.checked_add(weight).ok_or(Undefined::TooFar)?;
            }
            Condition::False => {}
            Condition::In(var, values) => self.terms.push((weight, var, values)),
            Condition::Not(is) => {
                let Condition::In(var, values) = *is else { return Ok(false) };
                self.constant = self.constant.checked_add(weight).ok_or(Undefined::TooFar)?;
                self.terms.push((weight.checked_neg().ok_or(Undefined::TooFar)?, var, values));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The numbers that the sum may be, in order, and others where its terms exclude each other; nothing if they are more
    /// than this.
    pub(super) fn values(&self, most: usize) -> Result<Option<Vec<i64>>, Undefined> {
        let mut all = BTreeSet::from([self.constant]);
        for (weight, ..) in &self.terms {
            for value in all.clone() {
                all.insert(value.checked_add(*weight).ok_or(Undefined::TooFar)?);
            }
            if all.len() > most {
                return Ok(None);
            }
        }
        Ok(Some(all.into_iter().collect()))
    }

    /// When the sum is one of these numbers.
    pub(super) fn within(&self, numbers: RangeInclusive<i64>) -> Result<Condition, Undefined> {
        let rest = |n: &i64| i128::from(*n) - i128::from(self.constant);
        sum(self.terms.clone(), rest(numbers.start()), rest(numbers.end()))
    }

    pub(super) fn plus(mut self, other: Linear) -> Result<Linear, Undefined> {
        self.constant = self.constant.checked_add(other.constant).ok_or(Undefined::TooFar)?;
        self.terms.extend(other.terms);
        Ok(self)
    }

    pub(super) fn times(mut self, factor: i64) -> Result<Linear, Undefined> {
        let product = |n: i64| n.checked_mul(factor).ok_or(Undefined::TooFar);
        self.constant = product(self.constant)?;
        for term in &mut self.terms {
            term.0 = product(term.0)?;
        }
        Ok(self)
    }
}

/// The condition of a comparison of sums.
pub(super) fn comparison(op: BinaryOp, a: Linear, b: Linear) -> Result<Condition, Undefined> {
    if a.terms.is_empty() && b.terms.is_empty() {
        return Ok(truth(compare(op, a.constant, b.constant)));
    }
    let bound = i128::from(b.constant) - i128::from(a.constant);
    let mut terms = a.terms;
    for (weight, var, values) in b.terms {
        terms.push((weight.checked_neg().ok_or(Undefined::TooFar)?, var, values));
    }
    let (min, max) = match op {
        BinaryOp::Equal | BinaryOp::NotEqual => (bound, bound),
        BinaryOp::Less => (i128::MIN, bound - 1),
        BinaryOp::LessEqual => (i128::MIN, bound),
        BinaryOp::Greater => (bound + 1, i128::MAX),
        _ => (bound, i128::MAX),
    };
    let condition = sum(terms, min, max)?;
    Ok(if op == BinaryOp::NotEqual { condition.negate() } else { condition })
}

/// The condition that two sums are equal, as the pairs of what two cells hold; nothing if they depend on other than two
/// cells, or overflow.
pub(super) fn pairs(a: &Linear, b: &Linear) -> Option<Condition> {
    let mut shares: BTreeMap<VarId, BTreeMap<Value, i64>> = BTreeMap::new();
    let minus =
        |(weight, var, values): &(i64, VarId, ValueSet)| Some((weight.checked_neg()?, *var, values.clone()));
    let negated: Vec<_> = b.terms.iter().map(minus).collect::<Option<_>>()?;
    for (weight, var, values) in a.terms.iter().chain(&negated) {
        let of_cell = shares.entry(*var).or_default();
        for value in values.iter() {
            let share = of_cell.entry(value).or_insert(0);
            *share = share.checked_add(*weight)?;
        }
    }
    let [(first, one), (second, other)] = <[_; 2]>::try_from(shares.into_iter().collect::<Vec<_>>()).ok()?;
    let (one, other) = (by_share(first, &one), by_share(second, &other));
    let sum = b.constant.checked_sub(a.constant)?;
    let pair =
        |(share, is): (&i64, &Condition)| Some(is.clone().and(other.get(&sum.checked_sub(*share)?)?.clone()));
    Some(one.iter().filter_map(pair).fold(Condition::False, Condition::or))
}

/// When a cell adds each share to a sum; what is not listed adds nothing.
fn by_share(var: VarId, shares: &BTreeMap<Value, i64>) -> BTreeMap<i64, Condition> {
    let mut sets: BTreeMap<i64, ValueSet> = BTreeMap::new();
    for (value, share) in shares.iter().filter(|(_, share)| **share != 0) {
        sets.entry(*share).or_default().insert(*value);
    }
    let some = sets.values().fold(ValueSet::new(), |all, values| all.union(values));
    let mut all: BTreeMap<i64, Condition> =
        sets.into_iter().map(|(share, values)| (share, Condition::In(var, values))).collect();
    all.insert(0, Condition::In(var, some).negate());
    all
}

/// The simplest condition for a sum between two bounds.
fn sum(terms: Vec<(i64, VarId, ValueSet)>, min: i128, max: i128) -> Result<Condition, Undefined> {
    let lowest: i128 = terms.iter().map(|t| i128::from(t.0.min(0))).sum();
    let highest: i128 = terms.iter().map(|t| i128::from(t.0.max(0))).sum();
    if highest < min || max < lowest {
        return Ok(Condition::False);
    }
    if min <= lowest && highest <= max {
        return Ok(Condition::True);
    }
    // All sums are between these two, so the condition is equivalent.
    let within = |n: i128| i64::try_from(n.clamp(lowest, highest)).map_err(|_| Undefined::TooFar);
    let (min, max) = (within(min)?, within(max)?);
    // Partial sums of the weights, in any order, fit into 64 bits.
    i64::try_from(highest - lowest).map_err(|_| Undefined::TooFar)?;
    if let [(_, var, _), ..] = terms.as_slice()
        && terms.iter().all(|term| term.1 == *var)
    {
        return Ok(of_one(*var, &terms, min..=max));
    }
    let same = terms.first().map(|t| t.2.clone());
    Ok(match same {
        Some(values) if terms.iter().all(|t| t.0 == 1 && t.2 == values) => {
            let number = |n: i64| u32::try_from(n).unwrap_or(u32::MAX);
            let vars = terms.into_iter().map(|t| t.1).collect();
            Condition::Count { vars, values, min: number(min), max: number(max) }
        }
        _ => Condition::Sum { terms, min, max },
    })
}

/// The condition that a sum of weights of one variable is in a range.
fn of_one(var: VarId, terms: &[(i64, VarId, ValueSet)], range: RangeInclusive<i64>) -> Condition {
    let named = terms.iter().fold(ValueSet::new(), |all, term| all.union(&term.2));
    let fits = |value: &Value| {
        range.contains(&terms.iter().filter(|term| term.2.contains(*value)).map(|term| term.0).sum())
    };
    // Any other value has no weight.
    let without = range.contains(&0);
    let values: ValueSet = named.iter().filter(|value| fits(value) != without).collect();
    let one = if values.is_empty() { Condition::False } else { Condition::In(var, values) };
    if without { one.negate() } else { one }
}
