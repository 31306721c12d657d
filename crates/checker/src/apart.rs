//! A part of a puzzle, with which the rest has nothing to do.
//!
//! Let [`held`] be sets of values that hold the start and whatever an action makes of values in them. They hold every
//! position that can be reached: an action that never applies in them never applies, a variable with one value never
//! changes, and a test that passes in all of them reads nothing.
//!
//! Let every other action that changes a variable of the part change no variable beside it, and read none. Of a plan, the
//! actions of the part alone can then be played one after the other while nothing else moves, and they lead to the same
//! values in the part: so they bring about every conjunct of the goal that is about the part alone. If the part has no
//! plan, the puzzle has none; and as an action belongs to one part at most, lower bounds of parts without a common
//! variable add up.

use std::collections::BTreeSet;

use super::Unproved;
use super::bounds::may;
use super::rules::Reading;
use super::sets::old_values;
use puzzlec_task::certificate::Names;
use puzzlec_task::{Action, Condition, Task, ValueSet, VarId};

/// The puzzle in which only a part moves, and the goal only asks for it.
///
/// # Errors
/// A variable is unknown or not in its place in the order of the puzzle, or the rest has to do with the part.
pub(super) fn alone(reading: &Reading, part: &[String]) -> Result<Reading, Unproved> {
    let task = &reading.task;
    if task.consequences.is_some() || !reading.escapes.is_empty() {
        return Err(Unproved::wrong("a proof by parts covers neither consequences nor endless boards"));
    }
    let names = Names::new(task);
    let mut inside = BTreeSet::new();
    for name in part {
        let after = |var: &VarId| inside.last().is_none_or(|last| last < var);
        let Some(var) = names.variable_of(name).filter(after) else {
            return Err(Unproved::Rejected(format!("`{name}` is no variable, or stands in another order")));
        };
        inside.insert(var);
    }
    let (held, possible) = held(task);
    let changes = |var: &VarId| held.get(*var as usize).is_some_and(|values| values.len() > 1);
    let beside = |var: &VarId| changes(var) && !inside.contains(var);
    let mut actions = Vec::new();
    for action in
        task.actions.iter().zip(possible).filter_map(|(action, possible)| possible.then_some(action))
    {
        if !action.assign.iter().any(|(var, _)| changes(var) && inside.contains(var)) {
            continue;
        }
        let mut own = !action.assign.iter().any(|(var, _)| beside(var));
        reads(action, &held, &mut |var| own &= !beside(&var));
        if !own {
            return Err(Unproved::wrong("a move of the part depends on the rest, or changes it"));
        }
        actions.push(action.clone());
    }
    let mut goal = Condition::True;
    conjuncts(&task.goal, &mut |conjunct| {
        let mut own = true;
        conjunct.for_each_variable(&mut |var| own &= !beside(&var));
        if own {
            goal = std::mem::replace(&mut goal, Condition::True).and(conjunct.clone());
        }
    });
    let task = Task {
        variables: task.variables.clone(),
        contents: task.contents.clone(),
        actions,
        start: task.start.clone(),
        goal,
        measure: task.measure.clone(),
        oracle: None,
        consequences: None,
        wins: None,
    };
    Ok(Reading { task, escapes: Vec::new(), open: Vec::new() })
}

/// Sets of values that contain the start and are closed under the actions, and which actions may apply in them.
pub(super) fn held(task: &Task) -> (Vec<ValueSet>, Vec<bool>) {
    let mut held: Vec<ValueSet> = task.start.iter().map(|value| ValueSet::one(*value)).collect();
    loop {
        let mut grew = false;
        let mut possible = Vec::new();
        for action in &task.actions {
            let matches =
                |(var, set): &(VarId, ValueSet)| held.get(*var as usize).is_some_and(|h| h.intersects(set));
            let applies = action.guard.iter().all(matches) && may(&action.condition, &held).0;
            possible.push(applies);
            for (var, assign) in action.assign.iter().filter(|_| applies) {
                let made: ValueSet = match assign.source() {
                    None => ValueSet::one(assign.value(0)),
                    Some(from) => old_values(action, from, &held).map(|old| assign.value(old)).collect(),
                };
                grew |= held.get_mut(*var as usize).is_some_and(|values| values.absorb(&made));
            }
        }
        if !grew {
            return (held, possible);
        }
    }
}

/// Calls `f` with every variable that an action reads in a test that may fail, or copies.
fn reads(action: &Action, held: &[ValueSet], f: &mut impl FnMut(VarId)) {
    let mut tests: Vec<Condition> =
        action.guard.iter().map(|(var, set)| Condition::In(*var, set.clone())).collect();
    conjuncts(&action.condition, &mut |conjunct| tests.push(conjunct.clone()));
    for test in tests.iter().filter(|test| may(test, held).1) {
        test.for_each_variable(f);
    }
    action.assign.iter().filter_map(|(_, assign)| assign.source()).for_each(f);
}

/// Calls `f` with every condition that a condition is the conjunction of.
pub(super) fn conjuncts(condition: &Condition, f: &mut impl FnMut(&Condition)) {
    match condition {
        Condition::All(parts) => parts.iter().for_each(|part| conjuncts(part, f)),
        one => f(one),
    }
}
