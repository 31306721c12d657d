//! Rules on a board of their own, to see what they do.
//!
//! A rule that names no cell, row, column or region acts everywhere alike and reaches as far as its text
//! implies. Its actions on one board that is larger than that determine its actions on every board of the
//! same lattice. A rule with such names does not compile on the probe, and the result is `None`.

use crate::base::{Budget, Span};
use crate::model::board::Board;
use crate::model::config::Configuration;
use crate::model::goal::Goal;
use crate::model::hooks::Hooks;
use crate::model::number::Values;
use crate::model::piece::Pieces;
use crate::model::rule::Rule;
use crate::model::{Model, Question};
use crate::syntax::ast::MeasureKind;
use crate::task::Task;
use crate::task::ground::ground;

/// The actions of rules on a board, with no goal and an empty start; `None` if they cannot be grounded.
pub fn probe(board: Board, pieces: Pieces, rules: Vec<Rule>, budget: &Budget) -> Option<Task> {
    // No theory knows games with floor pieces.
    if pieces.has_floor() {
        return None;
    }
    let never = Goal::Any(Vec::new());
    let model = Model {
        then: Vec::new(),
        name: String::new(),
        span: Span::default(),
        title: None,
        values: Values::new(),
        board,
        pieces,
        question: Question::Moves { rules, start: Configuration::new(), goal: (never, Span::default()) },
        family: None,
        unit: "moves".into(),
        measure: MeasureKind::Actions,
        counted: Vec::new(),
        legal: Vec::new(),
        window: None,
        hooks: Hooks::default(),
        expectations: Vec::new(),
        references: Vec::new(),
    };
    if model.beyond_theories().is_some() {
        return None;
    }
    ground(&model, None, budget).ok().map(|ground| ground.task)
}
