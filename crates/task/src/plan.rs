//! Plans as steps of the rules.

use crate::{Action, ActionId, Label};

/// The steps of a plan as a restartable sequence. A plan may be too long for memory; its steps are then
/// computed again on each pass.
pub trait Steps {
    /// The steps from the first on.
    fn labels(&self) -> Box<dyn Iterator<Item = Label> + '_>;
}

impl Steps for Vec<Label> {
    fn labels(&self) -> Box<dyn Iterator<Item = Label> + '_> {
        Box::new(self.iter().cloned())
    }
}

/// The labels of a task's actions; later numbers are those of `made`, the moves of scripts.
pub fn labels(ids: &[ActionId], actions: &[Action], made: &[Action]) -> Vec<Label> {
    let action = |id: &ActionId| {
        let at = *id as usize;
        actions.get(at).or_else(|| made.get(at.checked_sub(actions.len())?))
    };
    ids.iter().filter_map(action).map(|a| a.label.clone()).collect()
}
