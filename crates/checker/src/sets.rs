//! Conclusions from the value sets of variables.

use super::Unproved;
use super::bounds::may;
use super::narrow::narrowed;
use puzzlec_base::Progress;
use puzzlec_task::SearchContext;
use puzzlec_task::{Action, Condition, Task, Value, ValueSet};

/// Maximum number of cases of a split.
const MOST_CASES: u64 = 1 << 24;

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
    narrowed(&action.guard, &action.condition, sets).is_some()
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
        let Some(narrow) = narrowed(&action.guard, &action.condition, sets) else { continue };
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
