//! What the scripts of a puzzle see.

use std::sync::Arc;

use super::{Model, Question};
use crate::config::Configuration;
use crate::piece::ContentId;
use crate::rule::{Body, Rule};
use puzzlec_script::PuzzleView;

impl Model {
    /// Whether scripts generate moves, forbid moves or test goals.
    pub fn has_callbacks(&self) -> bool {
        let rules = |rules: &[Rule]| rules.iter().any(|r| matches!(r.body, Body::Callback(_)));
        self.hooks.legal.is_some()
            || self.question.goal().is_some_and(|(goal, _)| goal.is_scripted())
            || match &self.question {
                Question::Moves { rules: all, .. } | Question::Game { rules: all, .. } => rules(all),
                Question::Place { .. } => false,
            }
    }

    /// The contents of the cells, in the order of the scripts' list of contents.
    pub fn contents(&self, position: &Configuration) -> Vec<ContentId> {
        let cells = self.board.cells().iter();
        cells.map(|c| position.get(c).copied().unwrap_or(0)).collect()
    }

    /// The puzzle as its own check sees it.
    pub fn view(&self) -> PuzzleView {
        let (start, rules) = match &self.question {
            Question::Moves { start, rules, .. } | Question::Game { start, rules, .. } => {
                (self.contents(start), rules.iter().map(|r| r.name.clone()).collect())
            }
            Question::Place { .. } => (self.contents(&Configuration::new()), Vec::new()),
        };
        let values = self.values.iter().map(|(name, value)| (name.clone(), *value)).collect();
        PuzzleView { name: self.name.clone(), values, field: Arc::clone(&self.hooks.field), start, rules }
    }
}
