//! Rules on a board of their own, to see what they do.
//!
//! A rule that names no cell, row, column or region acts everywhere alike and reaches as far as its text
//! implies. Its actions on one board that is larger than that determine its actions on every board of the
//! same lattice. A rule with such names does not compile on the probe, and the result is `None`.

use puzzlec_base::{Budget, Span};
use puzzlec_model::board::Board;
use puzzlec_model::config::Configuration;
use puzzlec_model::goal::Goal;
use puzzlec_model::hooks::Hooks;
use puzzlec_model::number::Values;
use puzzlec_model::piece::Pieces;
use puzzlec_model::rule::Rule;
use puzzlec_model::{Model, Question};
use puzzlec_search::ground::ground;
use puzzlec_syntax::ast::MeasureKind;
use puzzlec_task::Task;

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
