//! Moves on unpacked positions, for a few moves at a time. Searches use packed states.

use super::{Action, Position, Repeats, Task, Value};
use puzzlec_base::diag::Stop;
use puzzlec_model::rule::Repeat;

impl Action {
    /// Whether the guard and the condition hold in a position.
    pub fn applies(&self, position: &[Value]) -> bool {
        let allowed = |(var, values): &(u32, super::ValueSet)| {
            position.get(*var as usize).is_some_and(|value| values.contains(*value))
        };
        self.guard.iter().all(allowed) && self.condition.holds(position)
    }
}

impl Task {
    /// The position after a move: after the action and its consequences. `None` if the move is not allowed or changes
    /// nothing. The time is proportional to the actions of the consequences, for each application.
    ///
    /// # Errors
    /// A consequence does not end.
    pub fn play(&self, action: &Action, before: &[Value]) -> Result<Option<Position>, Stop> {
        if !action.applies(before) {
            return Ok(None);
        }
        let mut after = action.after(before);
        if let Some(consequences) = &self.consequences {
            self.settle(action.then, &mut after)?;
            if !consequences.legal.holds(&after) {
                return Ok(None);
            }
        }
        Ok(Some(after).filter(|after| after != before))
    }

    /// Runs the consequences of an action.
    fn settle(&self, then: u32, position: &mut Position) -> Result<(), Stop> {
        let Some(consequences) = &self.consequences else { return Ok(()) };
        for number in consequences.sequences.get(then as usize).into_iter().flatten() {
            let Some(stage) = consequences.stages.get(*number as usize) else { continue };
            let actions = consequences.of(stage);
            if stage.repeat != Repeat::UntilNone {
                let before = position.clone();
                for cases in actions.chunk_by(|one, next| one.label == next.label) {
                    let matches =
                        stage.repeat == Repeat::Each || cases.iter().any(|case| case.applies(&before));
                    if let Some(case) = cases.iter().find(|case| matches && case.applies(position)) {
                        *position = case.after(position);
                    }
                }
                continue;
            }
            let mut repeats = Repeats::new();
            let next = |position: &Position| {
                let applied = actions.iter().filter(|action| action.applies(position));
                applied.map(|action| action.after(position)).find(|after| after != position)
            };
            while let Some(after) = next(position) {
                *position = after;
                if repeats.never_ends(position) {
                    return Err(consequences.endless(*number));
                }
            }
        }
        Ok(())
    }
}
