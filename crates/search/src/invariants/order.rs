//! The parity of the order of the contents, as one more term of a sum modulo 2.
//!
//! Let the variables that can change have pairwise different values at the start, and let every action only
//! permute their values. Then they always have these values in some order, and an action changes the parity
//! of the number of pairs out of order if and only if its permutation is odd, whatever the values are.

use super::changes::Changes;
use super::{Field, Invariant, nullspace};
use crate::{Relaxed, goal_positions};
use puzzlec_algebra::Permutation;
use puzzlec_base::Limit;
use puzzlec_task::{Action, Assign, Task, Value, ValueSet, VarId};

/// Maximum number of goal positions.
const MOST_GOALS: usize = 4096;

/// The number of pairs of these variables with the greater value first.
pub(super) fn inversions(order: &[VarId], position: &[Value]) -> i128 {
    let held: Vec<Value> = order.iter().filter_map(|v| position.get(*v as usize).copied()).collect();
    let later = |at: usize, value: Value| held.iter().skip(at + 1).filter(|v| **v < value).count();
    held.iter().enumerate().map(|(at, value)| later(at, *value) as i128).sum()
}

/// An invariant with the parity of the order, if there is one.
///
/// # Errors
/// The error of `steps`.
pub(super) fn invariant(
    task: &Task,
    relaxed: &Relaxed,
    steps: &mut dyn FnMut(u64) -> Result<(), Limit>,
) -> Result<Option<Invariant>, Limit> {
    let Some(order) = exchanged(task, relaxed) else { return Ok(None) };
    let fires = task.actions.iter().zip(&relaxed.fires).filter(|(_, fires)| **fires);
    if !fires.clone().all(|(action, _)| odd(action, &order, relaxed).is_some()) {
        return Ok(None);
    }
    let is_odd = |action: &Action| odd(action, &order, relaxed) == Some(true);
    let Some(changes) = Changes::with(task, relaxed, Some(&is_odd), steps)? else { return Ok(None) };
    let Some(basis) = nullspace::binary(&changes, steps)? else { return Ok(None) };
    let parity = task.variables.len() as VarId;
    let Some(class) = changes.class(parity, 0) else { return Ok(None) };
    let has = |weights: &&Vec<i64>| weights.get(class as usize) == Some(&1);
    Ok(basis.iter().find(has).map(|weights| {
        let mut found = changes.invariant(Field::Modulo(2), weights);
        found.weights.retain(|w| w.0 != parity);
        found.order = order;
        found
    }))
}

/// That invariant, if it rules out every goal with the contents of the start.
///
/// # Errors
/// The error of `steps`.
pub(super) fn refute(
    task: &Task,
    relaxed: &Relaxed,
    steps: &mut dyn FnMut(u64) -> Result<(), Limit>,
) -> Result<Option<Vec<Invariant>>, Limit> {
    let Some(found) = invariant(task, relaxed, steps)? else { return Ok(None) };
    let Some(goals) = goal_positions(task, relaxed, MOST_GOALS, steps)? else { return Ok(None) };
    let held = |position: &[Value]| {
        let mut held: Vec<Value> =
            found.order.iter().filter_map(|v| position.get(*v as usize).copied()).collect();
        held.sort_unstable();
        held
    };
    let (start, sum) = (held(&task.start), found.sum(&task.start));
    let reachable = goals.iter().any(|goal| held(goal) == start && found.sum(goal) == sum);
    Ok((!reachable).then(|| vec![found]))
}

/// The variables that can change, if they hold different values at the start.
fn exchanged(task: &Task, relaxed: &Relaxed) -> Option<Vec<VarId>> {
    let changing = (0..).zip(&relaxed.values).filter(|(_, values)| values.len() > 1);
    let order: Vec<VarId> = changing.map(|(var, _)| var).collect();
    let mut held = ValueSet::new();
    for var in &order {
        let value = *task.start.get(*var as usize)?;
        if held.contains(value) {
            return None;
        }
        held.insert(value);
    }
    (order.len() > 1).then_some(order)
}

/// Whether the permutation of an action is odd; `None` if the action is not a permutation.
fn odd(action: &Action, order: &[VarId], relaxed: &Relaxed) -> Option<bool> {
    let old = |var: VarId| -> ValueSet {
        let values = relaxed.values.get(var as usize).cloned().unwrap_or_default();
        action.guard_of(var).map_or_else(|| values.clone(), |guard| guard.intersection(&values))
    };
    // By written variable, the one whose content it receives.
    let mut from: Vec<(VarId, VarId)> = Vec::new();
    for (var, assign) in &action.assign {
        order.binary_search(var).ok()?;
        let source = match assign {
            Assign::Set(value) => {
                let holds = |v: &VarId| old(*v).single() == Some(*value);
                action.assign.iter().map(|a| a.0).find(holds)?
            }
            Assign::Copy(source) => *source,
            Assign::Map(source, _) => old(*source).iter().all(|v| assign.value(v) == v).then_some(*source)?,
        };
        from.push((*var, source));
    }
    // An action that takes no content twice permutes the variables that it writes.
    let place =
        |var: VarId| from.binary_search_by_key(&var, |f| f.0).ok().and_then(|at| u32::try_from(at).ok());
    let images: Option<Vec<u32>> = from.iter().map(|(_, source)| place(*source)).collect();
    Permutation::new(images?).map(|permutation| permutation.is_odd())
}
