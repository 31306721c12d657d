//! Dead ends of several cells together.

use std::collections::BTreeSet;

use super::{Number, broken, no_goal};
use crate::Unproved;
use crate::narrow::narrowed;
use puzzlec_base::Progress;
use puzzlec_task::{Action, SearchContext, Task, Value, ValueSet, VarId};

/// What some cells hold, by cell.
type Held = Vec<(VarId, Value)>;

/// Checks that the start has one of the dead ends, that every move from a position with one leads to a position with one, and
/// that no goal has one.
pub(super) fn check(
    task: &Task,
    frame: &[ValueSet],
    ends: &BTreeSet<Held>,
    numbers: &[Number],
    context: &SearchContext,
) -> Result<(), Unproved> {
    let start: Held = (0..).zip(task.start.iter().copied()).collect();
    if !has_one(ends, &start) {
        return Err(Unproved::wrong("the start has none of these dead ends"));
    }
    let mut changing: Vec<Vec<&Action>> = vec![Vec::new(); task.variables.len()];
    for action in &task.actions {
        for (var, _) in &action.assign {
            changing.get_mut(*var as usize).into_iter().for_each(|all| all.push(action));
        }
    }
    for end in ends {
        context.poll(&Progress::default())?;
        let mut sets = frame.to_vec();
        for (var, value) in end {
            let Some(set) = sets.get_mut(*var as usize) else { continue };
            *set = [*value].into_iter().filter(|value| set.contains(*value)).collect();
        }
        if end.iter().any(|(var, _)| sets.get(*var as usize).is_none_or(ValueSet::is_empty)) {
            continue;
        }
        // Any other action leaves the dead end as it is.
        let actions = end.iter().filter_map(|(var, _)| changing.get(*var as usize)).flatten();
        for action in actions {
            let Some(narrow) = narrowed(&action.guard, &action.condition, &sets) else { continue };
            if broken(numbers, &narrow, &sets) {
                continue;
            }
            let old = |var: VarId| narrow.get(&var).or_else(|| sets.get(var as usize))?.single();
            let mut after: Held = Vec::new();
            let guarded = narrow.keys().copied().chain(end.iter().map(|(var, _)| *var));
            for var in guarded.filter(|var| action.assign.iter().all(|(changed, _)| changed != var)) {
                after.extend(old(var).map(|value| (var, value)));
            }
            for (var, assign) in &action.assign {
                let source = assign.source().map_or(Some(0), old);
                after.extend(source.map(|value| (*var, assign.value(value))));
            }
            after.sort_unstable();
            if !has_one(ends, &after) {
                return Err(Unproved::wrong("a move leads out of these dead ends"));
            }
        }
        no_goal(task, &sets, numbers, context)?;
    }
    Ok(())
}

/// Whether these contents, sorted, include a dead end.
fn has_one(ends: &BTreeSet<Held>, held: &[(VarId, Value)]) -> bool {
    held.iter().any(|first| {
        let mut here = ends.range(vec![*first]..).take_while(|end| end.first() == Some(first));
        here.any(|end| end.iter().all(|one| held.binary_search(one).is_ok()))
    })
}
