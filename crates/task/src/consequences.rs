//! What follows an action, as a part of the move.

use std::borrow::Cow;
use std::ops::Range;

use super::{Action, Condition, Task};
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic, Stop};
use puzzlec_model::rule::Repeat;

/// Maximum number of times that a consequence is applied in one move.
pub const LONGEST_CHAIN: u32 = 100_000;

/// The consequences of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consequences {
    /// The actions of all stages. They are no moves by themselves.
    pub actions: Vec<Action>,
    /// Rules that follow, each with its actions.
    pub stages: Vec<Stage>,
    /// Lists of stages that run one after the other; the first list follows the actions of rules without
    /// consequences of their own.
    pub sequences: Vec<Vec<u32>>,
    /// A condition on the position in which a move ends; where it does not hold there is no move.
    pub legal: Condition,
}

/// A rule that follows actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Its actions, in the order in which they are tried. Neighbours with the same label are cases of one
    /// action, of which at most one applies to a position.
    pub actions: Range<u32>,
    /// How often it is applied.
    pub repeat: Repeat,
    /// Where it is listed.
    pub span: Span,
}

impl Consequences {
    /// The actions of a stage.
    pub fn of(&self, stage: &Stage) -> &[Action] {
        self.actions.get(stage.actions.start as usize..stage.actions.end as usize).unwrap_or(&[])
    }

    /// The error of a stage that does not end.
    pub fn endless(&self, stage: u32) -> Stop {
        let span = self.stages.get(stage as usize).map_or(Span::default(), |stage| stage.span);
        Stop::Fault(Box::new(
            Diagnostic::new(Code::EndlessConsequence, span, "this consequence does not end")
                .note(format!(
                    "after some move it comes back to a position or is applied more than {} times",
                    puzzlec_base::words::grouped(LONGEST_CHAIN.into())
                ))
                .help("let every application bring the rule nearer to its end, or write `once` or `each` behind it"),
        ))
    }
}

impl Task {
    /// The task in which every consequence is a move by itself, and no move has consequences. A move of this
    /// task is a sequence of such moves: all positions that this task reaches are reached there, and all that
    /// every move keeps there is kept here. Lengths and moves differ.
    pub fn flat(&self) -> Cow<'_, Task> {
        let Some(consequences) = &self.consequences else { return Cow::Borrowed(self) };
        let mut flat = Task { consequences: None, ..self.clone() };
        flat.actions.extend(consequences.actions.iter().cloned());
        Cow::Owned(flat)
    }
}

/// Notices a chain of applications that does not end: one that comes back to a position, by the algorithm of
/// Brent (BIT 20, 1980), or one that is too long.
pub struct Repeats<T> {
    saved: Option<T>,
    applied: u32,
}

impl<T: Clone + PartialEq> Repeats<T> {
    /// No application so far.
    pub fn new() -> Self {
        Repeats { saved: None, applied: 0 }
    }

    /// Notes the position after an application; returns whether the chain does not end.
    pub fn never_ends(&mut self, now: &T) -> bool {
        self.applied += 1;
        if self.saved.as_ref() == Some(now) || self.applied > LONGEST_CHAIN {
            return true;
        }
        if self.applied.is_power_of_two() {
            self.saved = Some(now.clone());
        }
        false
    }
}

impl<T: Clone + PartialEq> Default for Repeats<T> {
    fn default() -> Self {
        Repeats::new()
    }
}
