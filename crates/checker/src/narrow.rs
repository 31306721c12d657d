//! The values that an action leaves to the variables of its guard and condition.

use rustc_hash::FxHashMap;

use super::bounds::may;

use puzzlec_task::{Condition, Value, ValueSet, VarId};

/// The sets of some variables; all others have those of the position.
pub(super) type Narrow = FxHashMap<VarId, ValueSet>;

/// How often a condition is read again with the sets that it left.
const ROUNDS: usize = 8;

/// Whether a variable may hold one of the values, and whether it may hold another.
pub(super) fn ways(set: Option<&ValueSet>, values: &ValueSet) -> (bool, bool) {
    match set {
        Some(set) => (set.iter().any(|v| values.contains(v)), set.iter().any(|v| !values.contains(v))),
        None => (false, true),
    }
}

/// The values that variables can have in the positions of the sets in which a guard and a condition hold: all of these, and
/// perhaps others. `None` if they hold in no position of the sets.
pub(super) fn narrowed(
    guard: &[(VarId, ValueSet)],
    condition: &Condition,
    sets: &[ValueSet],
) -> Option<Narrow> {
    let mut known = Known { sets, narrow: Narrow::default() };
    for (var, values) in guard {
        known.keep(*var, |value| values.contains(value))?;
    }
    for _ in 0..ROUNDS {
        let before = known.removed();
        known.demand(condition, true)?;
        if known.removed() == before {
            break;
        }
    }
    Some(known.narrow)
}

/// A weight that counts where a variable has one of some values.
type Term<'a> = (i128, VarId, &'a ValueSet);

#[derive(Clone)]
struct Known<'s> {
    sets: &'s [ValueSet],
    narrow: Narrow,
}

impl Known<'_> {
    fn set(&self, var: VarId) -> Option<&ValueSet> {
        self.narrow.get(&var).or_else(|| self.sets.get(var as usize))
    }

    /// The number of values that are known not to occur.
    fn removed(&self) -> usize {
        let all = |var: &VarId| self.sets.get(*var as usize).map_or(0, ValueSet::len);
        self.narrow.iter().map(|(var, set)| all(var).saturating_sub(set.len())).sum()
    }

    fn keep(&mut self, var: VarId, fits: impl Fn(Value) -> bool) -> Option<()> {
        let set: ValueSet = self.set(var)?.iter().filter(|value| fits(*value)).collect();
        let some = !set.is_empty();
        self.narrow.insert(var, set);
        some.then_some(())
    }

    /// Removes values with which the condition cannot hold, or cannot fail; `None` if it cannot at all.
    fn demand(&mut self, condition: &Condition, holds: bool) -> Option<()> {
        match condition {
            Condition::True => holds.then_some(()),
            Condition::False => (!holds).then_some(()),
            Condition::In(var, values) => self.keep(*var, |value| values.contains(value) == holds),
            Condition::Not(inner) => self.demand(inner, !holds),
            Condition::All(parts) if holds => parts.iter().try_for_each(|part| self.demand(part, true)),
            Condition::Any(parts) if !holds => parts.iter().try_for_each(|part| self.demand(part, false)),
            Condition::All(parts) | Condition::Any(parts) => self.one_of(parts, holds),
            Condition::Count { vars, values, min, max } => {
                let terms: Vec<Term<'_>> = vars.iter().map(|var| (1, *var, values)).collect();
                self.between(terms, (i128::from(*min), i128::from(*max)), holds)
            }
            Condition::Sum { terms, min, max } => {
                let terms: Vec<Term<'_>> =
                    terms.iter().map(|(weight, var, values)| (i128::from(*weight), *var, values)).collect();
                self.between(terms, (i128::from(*min), i128::from(*max)), holds)
            }
            Condition::Components { .. } | Condition::Component { .. } | Condition::Forest { .. } => {
                let sets =
                    (0..).zip(self.sets).map(|(var, set)| self.narrow.get(&var).unwrap_or(set).clone());
                let (may, may_not) = may(condition, &sets.collect::<Vec<_>>());
                (if holds { may } else { may_not }).then_some(())
            }
        }
    }

    /// Keeps the values with which one of the parts can hold, or fail.
    fn one_of(&mut self, parts: &[Condition], holds: bool) -> Option<()> {
        let mut any: Option<Narrow> = None;
        for part in parts {
            let mut with = self.clone();
            if with.demand(part, holds).is_none() {
                continue;
            }
            match &mut any {
                None => any = Some(with.narrow),
                Some(any) => any.retain(|var, set| {
                    with.narrow.get(var).is_some_and(|more| {
                        more.iter().for_each(|value| set.insert(value));
                        true
                    })
                }),
            }
        }
        self.narrow = any?;
        Some(())
    }

    /// Keeps the values with which a sum of weights can lie inside a range, or outside.
    fn between(&mut self, terms: Vec<Term<'_>>, (min, max): (i128, i128), inside: bool) -> Option<()> {
        let shares = self.shares(terms)?;
        let least: i128 = shares.iter().map(|share| share.least).sum();
        let most: i128 = shares.iter().map(|share| share.most).sum();
        let (min, max) = if inside {
            (min, max)
        } else if min > max || (least < min && most > max) {
            return Some(());
        } else if least < min {
            (i128::MIN, min - 1)
        } else {
            (max + 1, i128::MAX)
        };
        if min > max || least > max || most < min {
            return None;
        }
        if least >= min && most <= max {
            return Some(());
        }
        for Share { var, of, least: own, most: all } in shares {
            let fits = |n: i128| least - own + n <= max && most - all + n >= min;
            let values: ValueSet = of.into_iter().filter(|(_, n)| fits(*n)).map(|(value, _)| value).collect();
            self.keep(var, |value| values.contains(value))?;
        }
        Some(())
    }

    /// The shares of the variables in a sum.
    fn shares(&self, mut terms: Vec<Term<'_>>) -> Option<Vec<Share>> {
        terms.sort_by_key(|(_, var, _)| *var);
        let mut shares = Vec::new();
        for terms in terms.chunk_by(|a, b| a.1 == b.1) {
            let (_, var, _) = *terms.first()?;
            let counts = |value| terms.iter().filter(move |(_, _, values)| values.contains(value));
            let share = |value| (value, counts(value).map(|(weight, ..)| *weight).sum());
            let of: Vec<(Value, i128)> = self.set(var)?.iter().map(share).collect();
            let weights = || of.iter().map(|(_, n)| *n);
            let (least, most) = (weights().min()?, weights().max()?);
            shares.push(Share { var, of, least, most });
        }
        Some(shares)
    }
}

/// The share of a variable in a sum of weights: for each of its values, the least and the greatest.
struct Share {
    var: VarId,
    of: Vec<(Value, i128)>,
    least: i128,
    most: i128,
}
