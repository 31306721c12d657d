//! A part of a puzzle, with which the rest has nothing to do.
//!
//! Let every action that changes a variable of the part change no other, and read no other that any action changes. Of a
//! plan, the actions of the part alone can then be played one after the other while nothing else moves, and they lead to
//! the same values in the part: so they bring about every conjunct of the goal that is about the part alone. If the part
//! has no plan, the puzzle has none; and as an action belongs to one part at most, lower bounds of parts without a common
//! variable add up.

use std::collections::BTreeSet;

use super::Unproved;
use super::rules::Reading;
use puzzlec_task::certificate::Names;
use puzzlec_task::{Action, Condition, Task, VarId};

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
    let changed: BTreeSet<VarId> = task.actions.iter().flat_map(|a| &a.assign).map(|(var, _)| *var).collect();
    let is_own = |var: VarId| inside.contains(&var) || !changed.contains(&var);
    let mut actions = Vec::new();
    for action in &task.actions {
        if !action.assign.iter().any(|(var, _)| inside.contains(var)) {
            continue;
        }
        let mut own = action.assign.iter().all(|(var, _)| inside.contains(var));
        reads(action, &mut |var| own &= is_own(var));
        if !own {
            return Err(Unproved::wrong("a move of the part depends on the rest, or changes it"));
        }
        actions.push(action.clone());
    }
    let mut goal = Condition::True;
    conjuncts(&task.goal, &mut |conjunct| {
        let mut own = true;
        conjunct.for_each_variable(&mut |var| own &= is_own(var));
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
    };
    Ok(Reading { task, escapes: Vec::new(), open: Vec::new() })
}

/// Calls `f` with every variable that an action reads.
fn reads(action: &Action, f: &mut impl FnMut(VarId)) {
    action.guard.iter().for_each(|(var, _)| f(*var));
    action.condition.for_each_variable(f);
    action.assign.iter().filter_map(|(_, assign)| assign.source()).for_each(f);
}

/// Calls `f` with every condition that a condition is the conjunction of.
fn conjuncts(condition: &Condition, f: &mut impl FnMut(&Condition)) {
    match condition {
        Condition::All(parts) => parts.iter().for_each(|part| conjuncts(part, f)),
        one => f(one),
    }
}
