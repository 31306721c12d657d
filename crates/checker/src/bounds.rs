//! What conditions can be, given the value sets of variables.

use super::narrow::ways;
use super::shapes::Shape;
use puzzlec_task::{Condition, Value, ValueSet};

/// Whether a condition may hold, and whether it may fail; a `false` is certain.
pub(super) fn may(condition: &Condition, sets: &[ValueSet]) -> (bool, bool) {
    let ways = |var: u32, values: &ValueSet| ways(sets.get(var as usize), values);
    match condition {
        Condition::True => (true, false),
        Condition::False => (false, true),
        Condition::In(var, values) => ways(*var, values),
        Condition::Count { vars, values, min, max } => {
            let each = vars.iter().map(|var| (1, ways(*var, values)));
            between(each, i128::from(*min), i128::from(*max))
        }
        Condition::Sum { terms, min, max } => {
            let (min, max) = (i128::from(*min), i128::from(*max));
            if let Some((_, var, _)) = terms.first()
                && terms.iter().all(|term| term.1 == *var)
            {
                let inside = |value| (min..=max).contains(&share(terms, value));
                let values = || sets.get(*var as usize).into_iter().flat_map(ValueSet::iter);
                return (values().any(inside), values().any(|value| !inside(value)));
            }
            let (least, most) = range(terms, sets);
            (min <= max && least <= max && most >= min, least < min || most > max)
        }
        Condition::All(parts) => {
            let each = || parts.iter().map(|p| may(p, sets));
            (each().all(|p| p.0), each().any(|p| p.1))
        }
        Condition::Any(parts) => {
            let each = || parts.iter().map(|p| may(p, sets));
            (each().any(|p| p.0), each().all(|p| p.1))
        }
        Condition::Not(part) => {
            let (holds, fails) = may(part, sets);
            (fails, holds)
        }
        Condition::Components { .. } | Condition::Component { .. } | Condition::Forest { .. } => {
            Shape::within(condition, sets).map_or((true, true), |shape| shape.may())
        }
    }
}

/// A weight, a variable, and the values with which it counts.
pub(super) type Term = (i64, u32, ValueSet);

/// What a variable with this value adds to a sum by its terms.
pub(super) fn share(terms: &[Term], value: Value) -> i128 {
    terms.iter().filter(|(_, _, values)| values.contains(value)).map(|term| i128::from(term.0)).sum()
}

/// The least and the greatest number that one variable adds to a sum by its terms.
pub(super) fn ends(terms: &[Term], sets: &[ValueSet]) -> (i128, i128) {
    let set = terms.first().and_then(|(_, var, _)| sets.get(*var as usize));
    let all = || set.into_iter().flat_map(ValueSet::iter).map(|value| share(terms, value));
    (all().min().unwrap_or(0), all().max().unwrap_or(0))
}

/// The least and the greatest value of a sum. Successive terms of one variable are taken together.
pub(super) fn range(terms: &[Term], sets: &[ValueSet]) -> (i128, i128) {
    let all = terms.chunk_by(|one, next| one.1 == next.1).map(|terms| ends(terms, sets));
    all.fold((0, 0), |sum, (low, high)| (sum.0 + low, sum.1 + high))
}

/// Whether a sum of weights may lie inside a range, and whether it may lie outside.
fn between(terms: impl Iterator<Item = (i128, (bool, bool))>, min: i128, max: i128) -> (bool, bool) {
    let (mut least, mut most) = (0, 0);
    for (weight, (inside, outside)) in terms {
        let (low, high) = match (inside, outside) {
            (true, true) => (weight.min(0), weight.max(0)),
            (true, false) => (weight, weight),
            (false, _) => (0, 0),
        };
        least += low;
        most += high;
    }
    (min <= max && least <= max && most >= min, least < min || most > max)
}
