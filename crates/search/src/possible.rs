//! Possible truth values of a condition, given only the value sets of variables.

use super::connected::Connected;
use puzzlec_task::{Condition, Members, ValueSet, VarId};

/// The possible truth values of a condition. Both are over-approximations: `false` is certain, `true` is not,
/// except if every variable has a single value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Possible {
    /// It may hold.
    pub holds: bool,
    /// It may fail.
    pub fails: bool,
}

/// The possible truth values if every variable ranges over its set, by interval arithmetic. Linear in the
/// size of the condition.
pub fn possible(condition: &Condition, values: &[ValueSet]) -> Possible {
    // Whether the variable may be inside the set, and whether it may be outside.
    let range = |var: VarId, set: &ValueSet| match values.get(var as usize) {
        Some(v) => (v.intersects(set), !v.is_subset(set)),
        None => (false, true),
    };
    match condition {
        Condition::True => Possible { holds: true, fails: false },
        Condition::False => Possible { holds: false, fails: true },
        Condition::In(var, set) => range(*var, set).into(),
        Condition::Count { vars, values: set, min, max } => {
            let terms = vars.iter().map(|v| (1, range(*v, set)));
            between(terms, i128::from(*min), i128::from(*max))
        }
        Condition::Sum { terms, min, max } => {
            let terms = terms.iter().map(|(weight, v, set)| (i128::from(*weight), range(*v, set)));
            between(terms, i128::from(*min), i128::from(*max))
        }
        Condition::All(parts) => parts.iter().fold(Possible { holds: true, fails: false }, |sum, part| {
            let p = possible(part, values);
            Possible { holds: sum.holds && p.holds, fails: sum.fails || p.fails }
        }),
        Condition::Any(parts) => parts.iter().fold(Possible { holds: false, fails: true }, |sum, part| {
            let p = possible(part, values);
            Possible { holds: sum.holds || p.holds, fails: sum.fails && p.fails }
        }),
        Condition::Not(part) => {
            let p = possible(part, values);
            Possible { holds: p.fails, fails: p.holds }
        }
        Condition::Components { set, min, max } => connected(set, values).components(*min, *max).into(),
        Condition::Component { set, of, counted, min, max } => {
            let counts = |member: usize| {
                counted.get(member).map_or((false, true), |counts| {
                    let may = possible(counts, values);
                    (may.holds, may.fails)
                })
            };
            connected(set, values).component(*of, counts, (*min, *max)).into()
        }
        Condition::Forest { set } => connected(set, values).forest().into(),
    }
}

impl From<(bool, bool)> for Possible {
    fn from((holds, fails): (bool, bool)) -> Self {
        Possible { holds, fails }
    }
}

/// What is known of a set.
fn connected(set: &Members, values: &[ValueSet]) -> Connected {
    let may = |member: &Condition| {
        let may = possible(member, values);
        (may.holds, may.fails)
    };
    Connected::new(set.holds.iter().map(may).collect(), &set.links)
}

/// Whether a sum of terms, each its weight or 0, may be inside `min..=max`, and whether it may be outside.
fn between(terms: impl Iterator<Item = (i128, (bool, bool))>, min: i128, max: i128) -> Possible {
    let (mut least, mut most) = (0_i128, 0_i128);
    for (weight, (inside, outside)) in terms {
        let ends = match (inside, outside) {
            (true, true) => (weight.min(0), weight.max(0)),
            (true, false) => (weight, weight),
            (false, _) => (0, 0),
        };
        least += ends.0;
        most += ends.1;
    }
    Possible { holds: least <= max && most >= min && min <= max, fails: least < min || most > max }
}
