//! The length of a plan, by the rules as written.

use super::moved::Moved;
use puzzlec_model::board::Coord;
use puzzlec_model::{Model, Question};
use puzzlec_syntax::ast::MeasureKind;

/// The length of a plan so far.
#[derive(Clone)]
pub(super) struct Measure<'m> {
    model: &'m Model,
    pub(super) length: u64,
    /// The current cell of the piece that moved last.
    stands: Option<Coord>,
}

impl<'m> Measure<'m> {
    pub(super) fn new(model: &'m Model) -> Self {
        Measure { model, length: 0, stands: None }
    }

    /// The unit of the length, in the plural.
    pub(super) fn unit(&self) -> &'m str {
        match self.model.question {
            Question::Place { .. } => "pieces",
            Question::Moves { .. } | Question::Game { .. } => &self.model.unit,
        }
    }

    /// Counts a step of a rule; `moved` is its piece, if the rule as written determines it, and `cost` its cost.
    pub(super) fn step(&mut self, rule: u32, moved: Option<Moved>, cost: u64) {
        let moved = moved.unwrap_or_default();
        let by = match self.model.measure {
            _ if matches!(self.model.question, Question::Place { .. }) => 1,
            MeasureKind::Actions => 1,
            MeasureKind::Pieces => moved.pieces,
            MeasureKind::Cost => cost,
            MeasureKind::Rules => u64::from(self.model.counted.get(rule as usize).copied().unwrap_or(false)),
            // A step that moves on the piece that moved last is part of the same run.
            MeasureKind::Runs => u64::from(moved.mover.is_none_or(|(from, _)| self.stands != Some(from))),
        };
        self.length = self.length.saturating_add(by);
        self.stands = moved.mover.map(|(_, to)| to);
    }
}
