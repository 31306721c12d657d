//! Goals.

mod alternatives;

use super::config::Partial;
use super::expr::Test;
use puzzlec_script::ScriptCallback;

pub use alternatives::Alternative;

/// When a puzzle is solved.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// Cells hold what is drawn.
    Drawn(Drawn),
    /// A test.
    Test(Test),
    /// No move is possible.
    Stuck,
    /// The condition of a script.
    Callback(ScriptCallback),
    /// A disjunction.
    Any(Vec<Goal>),
    /// A conjunction.
    All(Vec<Goal>),
}

/// A drawn goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// The allowed contents of the drawn cells; an empty list allows any (`?`).
    pub cells: Partial,
    /// Whether it may be anywhere on the board.
    pub anywhere: bool,
    /// Whether all cells that are not drawn must be empty.
    pub rest_empty: bool,
}

impl Goal {
    /// The drawn cells, if the goal is one drawing.
    pub fn drawn(&self) -> Option<&Drawn> {
        match self {
            Goal::Drawn(drawn) => Some(drawn),
            Goal::Test(_) | Goal::Stuck | Goal::Callback(_) | Goal::Any(_) | Goal::All(_) => None,
        }
    }

    /// Whether a script decides a part of it.
    pub fn is_scripted(&self) -> bool {
        match self {
            Goal::Callback(_) => true,
            Goal::Any(parts) | Goal::All(parts) => parts.iter().any(Goal::is_scripted),
            Goal::Drawn(_) | Goal::Test(_) | Goal::Stuck => false,
        }
    }

    /// Whether it asks whether a move is possible.
    pub fn has_stuck(&self) -> bool {
        match self {
            Goal::Stuck => true,
            Goal::Drawn(_) | Goal::Test(_) | Goal::Callback(_) => false,
            Goal::Any(parts) | Goal::All(parts) => parts.iter().any(Goal::has_stuck),
        }
    }

    /// Calls `see` for every test in it.
    pub fn tests<'a>(&'a self, see: &mut dyn FnMut(&'a Test)) {
        match self {
            Goal::Drawn(_) | Goal::Stuck | Goal::Callback(_) => {}
            Goal::Test(test) => see(test),
            Goal::Any(parts) | Goal::All(parts) => parts.iter().for_each(|part| part.tests(see)),
        }
    }
}
