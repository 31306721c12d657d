//! The puzzles that floor pieces fit.

use super::parts::Parts;
use crate::board::Board;
use crate::puzzle::Question;
use crate::rule::{Body, Rule};
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_syntax::ast::HookKind;

/// Checks that a puzzle with floor pieces has a meaning: all of its board is known, cells stay where they are, and
/// no script sees its positions.
///
/// # Errors
/// The statement that does not fit.
pub(super) fn fits(
    board: &Board,
    parts: &Parts<'_>,
    question: &Question,
    name: Span,
) -> Result<(), Box<Diagnostic>> {
    let wrong = |span: Option<Span>, text: &str, help: &str| {
        Err(Box::new(Diagnostic::new(Code::NoFloor, span.unwrap_or(name), text).help(help)))
    };
    if board.unbounded {
        let text = "floor pieces need a bounded board";
        return wrong(parts.board.map(|b| b.span), text, "draw the board, or write `square 8 by 8`");
    }
    let (rules, goal) = match question {
        Question::Place { .. } => {
            let span = parts.place.map(|p| p.1);
            let text = "a placement puzzle has no floor pieces";
            return wrong(span, text, "name the cells in the drawing of the board instead");
        }
        Question::Moves { rules, goal, .. } => (rules, Some(goal)),
        Question::Game { rules, goal, .. } => (rules, goal.as_ref()),
    };
    if rules.iter().any(Rule::closes) {
        let text = "a row with floor pieces does not close up";
        return wrong(parts.rules.map(|r| r.1), text, "use `remove` instead of `close`");
    }
    let help = "write the rules without scripts, or name cells in the drawing of the board";
    let text = "scripts that run at every position see no floor pieces";
    if rules.iter().any(|rule| matches!(rule.body, Body::Callback(_))) {
        return wrong(parts.rules.map(|r| r.1), text, help);
    }
    let tests = |hook: &&(HookKind, &puzzlec_syntax::ast::Script)| hook.0 != HookKind::Check;
    if let Some((_, script)) = parts.hooks.iter().find(tests) {
        return wrong(Some(script.span()), text, help);
    }
    match goal {
        Some((goal, span)) if goal.is_scripted() => wrong(Some(*span), text, help),
        _ => Ok(()),
    }
}
