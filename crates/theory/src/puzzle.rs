//! A puzzle as theories see it.

use std::cell::OnceCell;

use puzzlec_base::Budget;
use puzzlec_model::Model;
use puzzlec_search::ground::{Failure, Ground, ground};

/// A puzzle. Its ground form is made when it is first asked for, and once.
#[derive(Debug)]
pub struct Puzzle<'m> {
    model: &'m Model,
    ground: OnceCell<Ground>,
}

impl<'m> Puzzle<'m> {
    /// A puzzle.
    pub fn new(model: &'m Model) -> Self {
        Puzzle { model, ground: OnceCell::new() }
    }

    /// The model.
    pub fn model(&self) -> &'m Model {
        self.model
    }

    /// The ground puzzle; for an unbounded board the initial cut.
    ///
    /// # Errors
    /// A limit, or an error that only grounding finds.
    pub fn ground(&self, budget: &Budget) -> Result<&Ground, Failure> {
        if let Some(ground) = self.ground.get() {
            return Ok(ground);
        }
        let made = ground(self.model, None, budget)?;
        Ok(self.ground.get_or_init(|| made))
    }

    /// The ground puzzle, if it was made.
    pub fn into_ground(self) -> Option<Ground> {
        self.ground.into_inner()
    }
}
