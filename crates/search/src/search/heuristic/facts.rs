//! Facts about a task from which potentials are computed.

use super::goal;
use crate::Relaxed;
use puzzlec_task::{Action, Assign, Task, Value, ValueSet, VarId};

/// Maximum of actions times values for facts about single values.
const STEPS: usize = 1 << 20;

/// A weight for every variable and value.
pub(super) type Weights = Vec<Vec<i64>>;

/// A task with what is known of its values.
pub(super) struct Facts<'t> {
    pub(super) task: &'t Task,
    pub(super) relaxed: &'t Relaxed,
    /// The values of each variable in goal positions.
    pub(super) goal: Vec<ValueSet>,
    /// The dead ends of each variable.
    pub(super) dead_ends: Vec<ValueSet>,
}

impl<'t> Facts<'t> {
    /// Facts without dead ends.
    pub(super) fn new(task: &'t Task, relaxed: &'t Relaxed) -> Self {
        let goal = goal::values(&task.goal, &relaxed.values);
        let dead_ends = vec![ValueSet::new(); relaxed.values.len()];
        let mut facts = Facts { task, relaxed, goal, dead_ends };
        for value in facts.each_value() {
            facts.count(value);
        }
        facts
    }

    /// The possible values of the variables, unless there are too many to list.
    pub(super) fn each_value(&self) -> std::ops::Range<Value> {
        let values = self.task.variables.iter().map(|v| v.size).max().unwrap_or(0);
        let few = usize::from(values) <= 64 && self.task.actions.len() * usize::from(values) <= STEPS;
        if few { 0..values } else { 0..0 }
    }

    /// Whether an action can change the sum of the weights by more than nothing.
    pub(super) fn lowers(&self, weights: &Weights) -> bool {
        self.actions().any(|action| self.drop(action, weights).is_some_and(|drop| drop > 0))
    }

    /// If no action increases the number of variables with a value, and the goal fixes that number of them,
    /// no other variable has it in a goal; if no action decreases it, and the goal allows only that number,
    /// all of these have it.
    fn count(&mut self, value: Value) {
        let there = self.task.start.iter().filter(|v| **v == value).count();
        let fixed = self.goal.iter().filter(|set| set.single() == Some(value)).count();
        let allowed = self.goal.iter().filter(|set| set.contains(value)).count();
        if fixed == there && allowed > fixed && !self.lowers(&self.weigh(|_, v| -i64::from(v == value))) {
            for set in self.goal.iter_mut().filter(|set| set.single() != Some(value)) {
                *set = set.iter().filter(|v| *v != value).collect();
            }
        } else if allowed == there
            && allowed > fixed
            && !self.lowers(&self.weigh(|_, v| i64::from(v == value)))
        {
            for set in self.goal.iter_mut().filter(|set| set.contains(value)) {
                *set = ValueSet::one(value);
            }
        }
    }

    /// Weights of nothing.
    pub(super) fn zero(&self) -> Weights {
        self.task.variables.iter().map(|v| vec![0; usize::from(v.size)]).collect()
    }

    /// Weights from a function of variable and value.
    pub(super) fn weigh(&self, mut of: impl FnMut(VarId, Value) -> i64) -> Weights {
        let mut weights = self.zero();
        for (var, (row, live)) in (0..).zip(weights.iter_mut().zip(&self.relaxed.values)) {
            for value in live.iter() {
                if let Some(entry) = row.get_mut(usize::from(value)) {
                    *entry = of(var, value);
                }
            }
        }
        weights
    }

    /// The actions that could ever apply.
    pub(super) fn actions(&self) -> impl Iterator<Item = &'t Action> {
        let fires = self.relaxed.fires.iter();
        self.task.actions.iter().zip(fires).filter(|(_, fires)| **fires).map(|(action, _)| action)
    }

    /// The values of a variable in positions to which an action applies, without dead ends.
    pub(super) fn before(&self, action: &Action, var: VarId) -> impl Iterator<Item = Value> {
        let guard = action.guard_of(var);
        let live = self.relaxed.values.get(var as usize);
        live.into_iter().flat_map(ValueSet::iter).filter(move |value| {
            guard.is_none_or(|g| g.contains(*value)) && !has(&self.dead_ends, var, *value)
        })
    }

    /// The maximum by which the action can lower the sum of the weights; `None` if the action always starts
    /// or ends in a dead end.
    pub(super) fn drop(&self, action: &Action, weights: &Weights) -> Option<i64> {
        let mut total = 0_i64;
        for (var, assign) in &action.assign {
            if let Assign::Set(value) = assign {
                if has(&self.dead_ends, *var, *value) {
                    return None;
                }
                total -= weight(weights, *var, *value);
            }
        }
        let touched = action.assign.iter().map(|a| a.0);
        let copied = action.assign.iter().filter_map(|a| a.1.source());
        let mut sources: Vec<VarId> = touched.chain(copied).collect();
        sources.sort_unstable();
        sources.dedup();
        for source in sources {
            let leaves = action.assign.binary_search_by_key(&source, |a| a.0).is_ok();
            let change = |value: Value| {
                let mut change = if leaves { weight(weights, source, value) } else { 0 };
                for (target, assign) in &action.assign {
                    if assign.source() == Some(source) {
                        let new = assign.value(value);
                        if has(&self.dead_ends, *target, new) {
                            return None;
                        }
                        change -= weight(weights, *target, new);
                    }
                }
                Some(change)
            };
            total += self.before(action, source).filter_map(change).max()?;
        }
        Some(total)
    }
}

/// Whether the set of a variable has a value.
pub(super) fn has(sets: &[ValueSet], var: VarId, value: Value) -> bool {
    sets.get(var as usize).is_some_and(|s| s.contains(value))
}

/// The weight of a value.
pub(super) fn weight(weights: &Weights, var: VarId, value: Value) -> i64 {
    weights.get(var as usize).and_then(|row| row.get(usize::from(value))).copied().unwrap_or(0)
}
