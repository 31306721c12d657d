//! Weights of what two variables hold together.

use std::collections::BTreeMap;

use super::sets::old_values;
use super::{Unproved, named};
use puzzlec_base::Progress;
use puzzlec_task::SearchContext;
use puzzlec_task::certificate::{self, Names};
use puzzlec_task::{Action, Value, ValueSet};

/// More weights than these are not read.
const MOST_PAIRS: usize = 1 << 16;

type Fact = (u32, Value);

/// The weights of pairs.
#[derive(Default)]
pub(super) struct Pairs {
    weights: BTreeMap<(Fact, Fact), i128>,
    /// By variable, the variables with a joint weight, sorted.
    partners: BTreeMap<u32, Vec<u32>>,
}

impl Pairs {
    /// Reads the weights of a certificate: each pair once, the earlier variable first, everything sorted.
    pub fn read(
        names: &Names,
        written: &[certificate::Pairs],
        fits: &dyn Fn(i64) -> bool,
    ) -> Result<Self, Unproved> {
        let mut pairs = Pairs::default();
        if written.iter().map(|group| group.cells.len()).fold(0, usize::saturating_add) > MOST_PAIRS {
            return Err(Unproved::Rejected(format!("more than {MOST_PAIRS} pairs have a weight")));
        }
        if !written.is_sorted_by(|a, b| (&a.held, a.weight) < (&b.held, b.weight)) {
            return Err(Unproved::wrong("the weights of pairs are not in order"));
        }
        for group in written {
            if !fits(group.weight) {
                return Err(Unproved::Rejected(format!("{} is not a valid weight for a pair", group.weight)));
            }
            if group.cells.is_empty() {
                return Err(Unproved::wrong("a weight applies to no pairs"));
            }
            let mut last = None;
            for (first, second) in &group.cells {
                let one = named(names, first, &group.held.0)?;
                let other = named(names, second, &group.held.1)?;
                let here = (one.0, other.0);
                if one.0 >= other.0 || last.replace(here).is_some_and(|before| before >= here) {
                    return Err(Unproved::wrong("pairs of cells are not in the order of the board"));
                }
                if pairs.weights.insert((one, other), i128::from(group.weight)).is_some() {
                    return Err(Unproved::Rejected(format!("{first} and {second} have two weights")));
                }
                for (var, partner) in [here, (here.1, here.0)] {
                    pairs.partners.entry(var).or_default().push(partner);
                }
            }
        }
        for partners in pairs.partners.values_mut() {
            partners.sort_unstable();
            partners.dedup();
        }
        Ok(pairs)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }

    fn weight(&self, one: Fact, other: Fact) -> i128 {
        let key = if one.0 < other.0 { (one, other) } else { (other, one) };
        self.weights.get(&key).copied().unwrap_or(0)
    }

    fn partners(&self, var: u32) -> &[u32] {
        self.partners.get(&var).map_or(&[], Vec::as_slice)
    }

    /// The weight of all pairs of a position.
    pub fn sum(&self, position: &[Value]) -> i128 {
        let holds = |fact: &Fact| position.get(fact.0 as usize) == Some(&fact.1);
        self.weights.iter().filter(|((a, b), _)| holds(a) && holds(b)).map(|(_, weight)| weight).sum()
    }

    /// A variable that has several values left, as has one that it has a weight together with.
    pub fn open(&self, sets: &[ValueSet]) -> Option<u32> {
        let open = |var: u32| sets.get(var as usize).is_some_and(|set| set.single().is_none());
        let mut vars = self.partners.iter().filter(|(var, _)| open(**var));
        vars.find(|(_, partners)| partners.iter().any(|p| open(*p))).map(|(var, _)| *var)
    }

    /// The weight of a variable's value together with all variables that have a single value; pairs of two of
    /// these are counted at the smaller index.
    pub fn part(&self, var: u32, value: Value, sets: &[ValueSet]) -> i128 {
        let single = |var: u32| sets.get(var as usize).and_then(ValueSet::single);
        let partners = self.partners(var);
        let fixed = !partners.is_empty() && single(var).is_some();
        let counted = partners.iter().filter(|p| !fixed || var < **p);
        counted.filter_map(|p| Some(self.weight((var, value), (*p, single(*p)?)))).sum()
    }

    /// Whether an action changes a sum somewhere in the sets. `alone` is the weight of a single variable's
    /// value, and `counts` decides whether a difference is a change.
    ///
    /// The change is a sum of parts, each of which depends on at most two old values, since every new value
    /// comes from at most one. Such a sum is 0 everywhere if it is 0 for one choice of old values and for all
    /// choices that differ from it in one or two variables: any other value is a combination of these. Two
    /// variables that are neither read nor written have no joint part, so one of the two that differ is.
    pub fn change(
        &self,
        action: &Action,
        sets: &[ValueSet],
        alone: &dyn Fn(u32, Value) -> i128,
        counts: &dyn Fn(i128) -> bool,
        context: &SearchContext,
    ) -> Result<bool, Unproved> {
        let written: Vec<u32> = action.assign.iter().map(|(var, _)| *var).collect();
        let mut touched = written.clone();
        touched.extend(action.assign.iter().filter_map(|(_, assign)| assign.source()));
        let mut all = touched.clone();
        all.extend(written.iter().flat_map(|var| self.partners(*var)));
        all.sort_unstable();
        all.dedup();
        let values = |var: u32| old_values(action, var, sets);
        let mut old: BTreeMap<u32, Value> = BTreeMap::new();
        for var in &all {
            // If a set is empty, nothing applies.
            let Some(first) = values(*var).next() else { return Ok(false) };
            old.insert(*var, first);
        }
        if counts(self.changed(action, &old, alone)) {
            return Ok(true);
        }
        let mut looked = 0_u32;
        for one in &all {
            for other in all.iter().filter(|other| touched.contains(one) && *other != one) {
                // The pair was handled with the earlier affected variable.
                if other < one && touched.contains(other) {
                    continue;
                }
                for first in values(*one) {
                    for second in values(*other) {
                        looked = looked.wrapping_add(1);
                        if looked.is_multiple_of(1 << 8) {
                            context.poll(&Progress::default())?;
                        }
                        let before = [(*one, old.insert(*one, first)), (*other, old.insert(*other, second))];
                        let changed = counts(self.changed(action, &old, alone));
                        old.extend(before.iter().filter_map(|(var, value)| Some((*var, (*value)?))));
                        if changed {
                            return Ok(true);
                        }
                    }
                }
            }
        }
        // A variable that is alone has no other to differ with.
        let [only] = all.as_slice() else { return Ok(false) };
        let alone_changes = |value: Value| counts(self.changed(action, &[(*only, value)].into(), alone));
        Ok(values(*only).any(alone_changes))
    }

    /// The change of a sum by an action with these old values.
    fn changed(
        &self,
        action: &Action,
        old: &BTreeMap<u32, Value>,
        alone: &dyn Fn(u32, Value) -> i128,
    ) -> i128 {
        let before = |var: u32| old.get(&var).copied().unwrap_or(0);
        let written = |var: u32| action.assign.iter().find(|(to, _)| *to == var).map(|(_, assign)| assign);
        let after = |var: u32| match written(var) {
            Some(assign) => assign.value(assign.source().map_or(0, before)),
            None => before(var),
        };
        let mut change = 0;
        for (var, _) in &action.assign {
            change += alone(*var, after(*var)) - alone(*var, before(*var));
            for partner in self.partners(*var) {
                // If both are written, the pair counts at the smaller index.
                if written(*partner).is_none() || var < partner {
                    change += self.weight((*var, after(*var)), (*partner, after(*partner)));
                    change -= self.weight((*var, before(*var)), (*partner, before(*partner)));
                }
            }
        }
        change
    }
}
