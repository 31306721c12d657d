//! Searches over unpacked positions, as simple as can be.

use puzzlec::task::{Action, Position, Task};

/// Whether an action applies.
pub fn applies(action: &Action, position: &Position) -> bool {
    action.guard.iter().all(|(var, set)| set.contains(position[*var as usize]))
        && action.condition.holds(position)
}

/// The position after an action.
pub fn apply(action: &Action, position: &Position) -> Position {
    let mut after = position.clone();
    for (var, assign) in &action.assign {
        let old = assign.source().map_or(0, |s| position[s as usize]);
        after[*var as usize] = assign.value(old);
    }
    after
}

/// Replays a plan and says whether it solves the task.
pub fn replays(task: &Task, plan: &[u32]) -> bool {
    let mut position = task.start.clone();
    for id in plan {
        let action = &task.actions[*id as usize];
        if !applies(action, &position) {
            return false;
        }
        position = apply(action, &position);
    }
    task.goal.holds(&position)
}
