//! Sums in which pairs of variables count for what they hold together.

use rustc_hash::FxHashMap;

use super::Invariant;
use crate::Relaxed;
use puzzlec_base::{Budget, Limit, Progress};
use puzzlec_task::{Action, Value, VarId};

/// Maximum number of combinations of old values of the variables that an action reads or writes.
const MOST_COMBINATIONS: usize = 1 << 16;

/// A variable and what it holds.
pub(super) type Fact = (VarId, Value);

/// The weights of an invariant, to be looked up.
pub(super) struct Pairs<'i> {
    pub invariant: &'i Invariant,
    single: FxHashMap<Fact, i128>,
    together: FxHashMap<(Fact, Fact), i128>,
    partners: FxHashMap<VarId, Vec<VarId>>,
}

impl<'i> Pairs<'i> {
    pub fn new(invariant: &'i Invariant) -> Self {
        let single = invariant.weights.iter().map(|w| ((w.0, w.1), i128::from(w.2))).collect();
        let together = invariant.pairs.iter().map(|p| ((p.first, p.second), i128::from(p.weight))).collect();
        let mut partners: FxHashMap<VarId, Vec<VarId>> = FxHashMap::default();
        for pair in &invariant.pairs {
            for (var, other) in [(pair.first.0, pair.second.0), (pair.second.0, pair.first.0)] {
                partners.entry(var).or_default().push(other);
            }
        }
        for others in partners.values_mut() {
            others.sort_unstable();
            others.dedup();
        }
        Pairs { invariant, single, together, partners }
    }

    /// The weight of a single fact.
    pub fn single(&self, fact: Fact) -> i128 {
        self.single.get(&fact).copied().unwrap_or(0)
    }

    /// The weight that two facts have together.
    pub fn together(&self, one: Fact, other: Fact) -> i128 {
        let key = if one.0 < other.0 { (one, other) } else { (other, one) };
        self.together.get(&key).copied().unwrap_or(0)
    }

    /// The variables that a variable has a weight together with, sorted.
    pub fn partners(&self, var: VarId) -> &[VarId] {
        self.partners.get(&var).map_or(&[], Vec::as_slice)
    }

    /// The weight of facts, one by one and together.
    pub fn total(&self, facts: &[Fact]) -> i128 {
        let mut rest = facts.iter();
        let mut total = 0;
        while let Some(fact) = rest.next() {
            total += self.single(*fact);
            if !self.partners(fact.0).is_empty() {
                total += rest.clone().map(|other| self.together(*fact, *other)).sum::<i128>();
            }
        }
        total
    }

    /// Whether an action preserves the sum in every position to which it may apply: for every combination of
    /// old values of the variables that it reads or writes. `false` if there are too many.
    ///
    /// # Errors
    /// A limit.
    pub fn keeps(&self, action: &Action, relaxed: &Relaxed, budget: &Budget) -> Result<bool, Limit> {
        let written = || action.assign.iter().map(|a| a.0);
        let read = action.assign.iter().filter_map(|a| a.1.source());
        let touched = sorted(written().chain(read).collect());
        let beside = sorted(written().flat_map(|var| self.partners(var)).copied().collect());
        let with_values = |vars: &[VarId]| -> Vec<(VarId, Vec<Value>)> {
            vars.iter().map(|var| (*var, old_values(action, *var, relaxed))).collect()
        };
        let domains = with_values(&touched);
        let beside: Vec<VarId> = beside.into_iter().filter(|v| touched.binary_search(v).is_err()).collect();
        let beside = with_values(&beside);
        let Some(mut combination) = Combination::new(&domains, MOST_COMBINATIONS) else { return Ok(false) };
        for looked in 0_u32.. {
            if looked.is_multiple_of(1 << 8) {
                budget.poll(&Progress::default())?;
            }
            let Some(before) = combination.facts(&domains) else { break };
            if !self.balanced(action, &before, &beside) {
                return Ok(false);
            }
            if !combination.step(&domains) {
                break;
            }
        }
        Ok(true)
    }

    /// Whether an action changes no sum for these old values, whatever the others are.
    fn balanced(&self, action: &Action, before: &[Fact], beside: &[(VarId, Vec<Value>)]) -> bool {
        let old = |var: VarId| before.iter().find(|f| f.0 == var).map_or(0, |f| f.1);
        let new = |(var, held): &Fact| {
            let assign = action.assign.iter().find(|a| a.0 == *var).map(|a| &a.1);
            (*var, assign.map_or(*held, |a| a.value(a.source().map_or(0, old))))
        };
        let after: Vec<Fact> = before.iter().map(new).collect();
        let mut change = self.total(&after) - self.total(before);
        for (var, values) in beside {
            let part = |value: Value| {
                let with = |facts: &[Fact]| -> i128 {
                    facts.iter().map(|fact| self.together(*fact, (*var, value))).sum()
                };
                self.invariant.reduced(with(&after) - with(before))
            };
            let mut parts = values.iter().map(|value| part(*value));
            let first = parts.next().unwrap_or(0);
            if parts.any(|p| p != first) {
                return false;
            }
            change += first;
        }
        self.invariant.reduced(change) == 0
    }
}

fn sorted(mut vars: Vec<VarId>) -> Vec<VarId> {
    vars.sort_unstable();
    vars.dedup();
    vars
}

/// The possible old values of a variable.
fn old_values(action: &Action, var: VarId, relaxed: &Relaxed) -> Vec<Value> {
    let values = relaxed.values.get(var as usize).cloned().unwrap_or_default();
    action.guard_of(var).map_or_else(|| values.clone(), |guard| guard.intersection(&values)).iter().collect()
}

/// An iterator over the combinations of values of some variables.
pub(super) struct Combination(Vec<usize>);

impl Combination {
    /// The first combination; `None` if there are none or too many.
    pub fn new(domains: &[(VarId, Vec<Value>)], most: usize) -> Option<Self> {
        let all = domains.iter().try_fold(1_usize, |all, d| all.checked_mul(d.1.len()))?;
        (1..=most).contains(&all).then(|| Combination(vec![0; domains.len()]))
    }

    /// The values of the variables.
    pub fn facts(&self, domains: &[(VarId, Vec<Value>)]) -> Option<Vec<Fact>> {
        let each = self.0.iter().zip(domains);
        each.map(|(at, (var, values))| values.get(*at).map(|value| (*var, *value))).collect()
    }

    /// Advances to the next combination; `false` after the last.
    pub fn step(&mut self, domains: &[(VarId, Vec<Value>)]) -> bool {
        for (at, (_, values)) in self.0.iter_mut().zip(domains) {
            *at += 1;
            if *at < values.len() {
                return true;
            }
            *at = 0;
        }
        false
    }
}
