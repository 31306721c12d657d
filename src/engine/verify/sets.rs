//! Conclusions from the value sets of variables.

use rustc_hash::FxHashMap;

use super::Unproved;
use crate::base::Progress;
use crate::engine::SearchContext;
use crate::task::{Action, Condition, Task, Value, ValueSet};

/// Maximum number of cases of a split.
const MOST_CASES: u64 = 1 << 24;

/// Whether a condition may hold, and whether it may fail; a `false` is certain.
pub(super) fn may(condition: &Condition, sets: &[ValueSet]) -> (bool, bool) {
    may_with(condition, &|var| sets.get(var as usize))
}

/// The same where a function gives the set of a variable.
fn may_with<'s>(condition: &Condition, set: &dyn Fn(u32) -> Option<&'s ValueSet>) -> (bool, bool) {
    // Whether the variable may hold one of the values, and whether it may hold another.
    let ways = |var: u32, values: &ValueSet| match set(var) {
        Some(set) => (set.iter().any(|v| values.contains(v)), set.iter().any(|v| !values.contains(v))),
        None => (false, true),
    };
    match condition {
        Condition::True => (true, false),
        Condition::False => (false, true),
        Condition::In(var, values) => ways(*var, values),
        Condition::Count { vars, values, min, max } => {
            let each = vars.iter().map(|var| (1, ways(*var, values)));
            between(each, i128::from(*min), i128::from(*max))
        }
        Condition::Sum { terms, min, max } => {
            let each = terms.iter().map(|(w, var, values)| (i128::from(*w), ways(*var, values)));
            between(each, i128::from(*min), i128::from(*max))
        }
        Condition::All(parts) => {
            let each = || parts.iter().map(|p| may_with(p, set));
            (each().all(|p| p.0), each().any(|p| p.1))
        }
        Condition::Any(parts) => {
            let each = || parts.iter().map(|p| may_with(p, set));
            (each().any(|p| p.0), each().all(|p| p.1))
        }
        Condition::Not(part) => {
            let (holds, fails) = may_with(part, set);
            (fails, holds)
        }
    }
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

/// The old values that an action may find in a variable.
pub(super) fn old_values<'a>(
    action: &'a Action,
    var: u32,
    sets: &'a [ValueSet],
) -> impl Iterator<Item = Value> + use<'a> {
    let guard = action.guard_of(var);
    let set = sets.get(var as usize).into_iter().flat_map(ValueSet::iter);
    set.filter(move |v| guard.is_none_or(|g| g.contains(*v)))
}

/// Whether an action may apply in some position of the sets.
pub(super) fn may_apply(action: &Action, sets: &[ValueSet]) -> bool {
    narrowed(action, sets).is_some()
}

/// The sets of the variables on which an action has a demand of their own, by its guard or by a part of its condition, without
/// the values that do not meet it; `None` if the action cannot apply in the sets.
fn narrowed(action: &Action, sets: &[ValueSet]) -> Option<FxHashMap<u32, ValueSet>> {
    let mut narrow: FxHashMap<u32, ValueSet> = FxHashMap::default();
    let mut demand = |var: u32, fits: &dyn Fn(Value) -> bool| {
        let Some(all) = sets.get(var as usize) else { return false };
        let set = narrow.entry(var).or_insert_with(|| all.clone());
        *set = set.iter().filter(|value| fits(*value)).collect();
        !set.is_empty()
    };
    let mut parts = vec![&action.condition];
    while let Some(part) = parts.pop() {
        let fits = match part {
            Condition::All(inner) => {
                parts.extend(inner);
                true
            }
            Condition::In(var, values) => demand(*var, &|value| values.contains(value)),
            Condition::Not(inner) => match inner.as_ref() {
                Condition::In(var, values) => demand(*var, &|value| !values.contains(value)),
                _ => true,
            },
            _ => true,
        };
        if !fits {
            return None;
        }
    }
    if !action.guard.iter().all(|(var, values)| demand(*var, &|value| values.contains(value))) {
        return None;
    }
    let set = |var: u32| narrow.get(&var).or_else(|| sets.get(var as usize));
    may_with(&action.condition, &set).0.then_some(narrow)
}

/// Checks that the sets are closed under the actions: they contain the start, and every action that may apply
/// in them gives values of them.
pub(super) fn closed(task: &Task, sets: &[ValueSet]) -> Result<(), Unproved> {
    let inside = |var: u32, value: Value| sets.get(var as usize).is_some_and(|s| s.contains(value));
    for (var, value) in (0..).zip(&task.start) {
        if !inside(var, *value) {
            return Err(Unproved::wrong("the start holds a value that is not among those listed"));
        }
    }
    for action in &task.actions {
        let Some(narrow) = narrowed(action, sets) else { continue };
        for (var, assign) in &action.assign {
            let old = |from: u32| narrow.get(&from).or_else(|| sets.get(from as usize));
            let fine = match assign.source() {
                None => inside(*var, assign.value(0)),
                Some(from) => old(from).is_some_and(|old| old.iter().all(|v| inside(*var, assign.value(v)))),
            };
            if !fine {
                let name = task.variables.get(*var as usize).map_or("?", |v| &v.name);
                let text = format!("a move may give {name} a value that is not among those listed");
                return Err(Unproved::Rejected(text));
            }
        }
    }
    Ok(())
}

/// Checks that every position of the sets that passes the goal test lies in sets that `broken` proves
/// impossible: by splitting the sets, variable by variable.
pub(super) fn every_goal(
    task: &Task,
    sets: &[ValueSet],
    broken: &mut dyn FnMut(&[ValueSet]) -> Result<bool, Unproved>,
    context: &SearchContext,
) -> Result<bool, Unproved> {
    let mut cases = Cases { goal: &task.goal, sets: sets.to_vec(), broken, context, looked: 0 };
    cases.split(0)
}

struct Cases<'a> {
    goal: &'a Condition,
    sets: Vec<ValueSet>,
    broken: &'a mut dyn FnMut(&[ValueSet]) -> Result<bool, Unproved>,
    context: &'a SearchContext,
    looked: u64,
}

impl Cases<'_> {
    /// Whether all cases are impossible; the variables before `var` have one value each.
    fn split(&mut self, var: usize) -> Result<bool, Unproved> {
        self.looked += 1;
        if self.looked.is_multiple_of(1 << 8) {
            self.context.poll(&Progress::default())?;
        }
        if self.looked > MOST_CASES {
            return Err(Unproved::too_large("the goal has too many cases"));
        }
        if !may(self.goal, &self.sets).0 || (self.broken)(&self.sets)? {
            return Ok(true);
        }
        let Some(at) = (var..self.sets.len()).find(|v| self.sets.get(*v).is_some_and(|s| s.len() > 1)) else {
            return Ok(false);
        };
        let Some(set) = self.sets.get(at).cloned() else { return Ok(false) };
        let mut all = true;
        for value in set.iter() {
            if let Some(slot) = self.sets.get_mut(at) {
                *slot = ValueSet::one(value);
            }
            if !self.split(at + 1)? {
                all = false;
                break;
            }
        }
        if let Some(slot) = self.sets.get_mut(at) {
            *slot = set;
        }
        Ok(all)
    }
}

/// Calls `f` for every position of the sets that passes the goal test.
pub(super) fn goals(
    task: &Task,
    sets: &[ValueSet],
    context: &SearchContext,
    f: &mut dyn FnMut(&[Value]),
) -> Result<(), Unproved> {
    // A complete position is reported and then treated as impossible, so that the enumeration continues.
    let mut tell = |sets: &[ValueSet]| {
        let position: Option<Vec<Value>> = sets.iter().map(ValueSet::single).collect();
        Ok(position.is_some_and(|position| {
            f(&position);
            true
        }))
    };
    every_goal(task, sets, &mut tell, context).map(|_| ())
}
