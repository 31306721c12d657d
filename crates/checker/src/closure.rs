//! The consequences of a step, on the guarded actions that the checker derives from the rules.

use super::Unproved;
use super::walk::{after, applies, holds};
use puzzlec_model::rule::Repeat;
use puzzlec_task::{Action, LONGEST_CHAIN, Task, Value};

/// Runs the consequences of an action that was applied; returns whether the move may end there.
pub(super) fn settle(task: &Task, action: &Action, position: &mut Vec<Value>) -> Result<bool, Unproved> {
    let Some(consequences) = &task.consequences else { return Ok(true) };
    for stage in consequences.sequences.get(action.then as usize).into_iter().flatten() {
        let Some(stage) = consequences.stages.get(*stage as usize) else { continue };
        run(consequences.of(stage), stage.repeat, position)?;
    }
    Ok(holds(&consequences.legal, position))
}

/// Runs one consequence. The cases of one action have the same part in their labels.
pub(super) fn run(actions: &[Action], repeat: Repeat, position: &mut Vec<Value>) -> Result<(), Unproved> {
    if repeat != Repeat::UntilNone {
        let before = position.clone();
        for cases in actions.chunk_by(|one, next| one.label.part == next.label.part) {
            if repeat == Repeat::Once && !cases.iter().any(|case| applies(case, &before)) {
                continue;
            }
            if let Some(case) = cases.iter().find(|case| applies(case, position)) {
                *position = after(case, position);
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
