//! Possible truth values of a condition, given only the value sets of variables.

use puzzlec_task::{Condition, Members, Parts, ValueSet, VarId};

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
        Condition::In(var, set) => {
            let (holds, fails) = range(*var, set);
            Possible { holds, fails }
        }
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
        Condition::Components { set, min, max } => {
            let (sure, mut most) = ends(set, values);
            let members = || (0..).take(set.holds.len());
            // A part of the greatest set that has a sure member has at least one of the parts, and each further member adds
            // at most one.
            let mut firsts: Vec<u32> = members().filter(|m| sure.has(*m)).map(|m| most.first(m)).collect();
            firsts.sort_unstable();
            firsts.dedup();
            let open = members().filter(|m| most.has(*m) && !sure.has(*m)).count();
            within((firsts.len() as u64, u64::from(sure.count()) + open as u64), *min, *max)
        }
        Condition::Component { set, of, counted, min, max } => {
            let (mut sure, mut most) = ends(set, values);
            let (mut low, mut high) = (0, 0);
            for (member, counts) in (0..).zip(counted).filter(|(member, _)| most.joined(*of, *member)) {
                let may = possible(counts, values);
                high += u64::from(may.holds);
                low += u64::from(!may.fails && sure.joined(*of, member));
            }
            within((low, high), *min, *max)
        }
        Condition::Forest { set } => {
            let (sure, most) = ends(set, values);
            Possible { holds: !sure.has_cycle(), fails: most.has_cycle() }
        }
    }
}

/// The parts of the members that are surely in a set, and of those that may be.
fn ends(set: &Members, values: &[ValueSet]) -> (Parts, Parts) {
    (set.parts(|member| !possible(member, values).fails), set.parts(|member| possible(member, values).holds))
}

/// Whether a number may be inside `min..=max`, and whether it may be outside.
fn within((low, high): (u64, u64), min: u32, max: u32) -> Possible {
    let (min, max) = (u64::from(min), u64::from(max));
    Possible { holds: low <= max && high >= min && min <= max, fails: low < min || high > max }
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
