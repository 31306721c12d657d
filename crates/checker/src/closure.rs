//! The consequences of a step, on the guarded actions that the checker derives from the rules.

use super::Unproved;
use super::walk::{after, applies, holds};
use puzzlec_task::{Action, LONGEST_CHAIN, Task, Value};

/// Runs the consequences of an action that was applied; returns whether the move may end there.
pub(super) fn settle(task: &Task, action: &Action, position: &mut Vec<Value>) -> Result<bool, Unproved> {
    let Some(consequences) = &task.consequences else { return Ok(true) };
    for stage in consequences.sequences.get(action.then as usize).into_iter().flatten() {
        let Some(stage) = consequences.stages.get(*stage as usize) else { continue };
        run(consequences.of(stage), stage.once, position)?;
    }
    Ok(holds(&consequences.legal, position))
}

/// Runs one consequence. The cases of one action have the same part in their labels.
pub(super) fn run(actions: &[Action], once: bool, position: &mut Vec<Value>) -> Result<(), Unproved> {
    if once {
        let mut done = None;
        for action in actions {
            if done != Some(action.label.part) && applies(action, position) {
                *position = after(action, position);
                done = Some(action.label.part);
            }
        }
        return Ok(());
    }
    for _ in 0..=LONGEST_CHAIN {
        let mut all = actions.iter().filter(|action| applies(action, position)).map(|a| after(a, position));
        let next = all.find(|next| *next != *position);
        match next {
            Some(next) => *position = next,
            None => return Ok(()),
        }
    }
    Err(Unproved::wrong("a consequence of the move does not end"))
}

/// Whether some action of a consequence applies and changes the position.
pub(super) fn is_unsettled(actions: &[Action], position: &[Value]) -> bool {
    actions.iter().any(|action| applies(action, position) && after(action, position) != position)
}
