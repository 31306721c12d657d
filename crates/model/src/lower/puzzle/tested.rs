//! Tests of the position after a move.

use crate::puzzle::{Model, Question};
use crate::rule::{Body, Rule};
use puzzlec_base::diag::{Code, Diagnostic};

/// Checks that the tests after moves, and a goal without moves, suit the puzzle's question.
pub(super) fn check(model: &Model, diagnostics: &mut Vec<Diagnostic>) -> Option<()> {
    stuck(model, diagnostics)?;
    let Some((_, span)) = model.legal.first() else { return Some(()) };
    let scripted = |rule: &&Rule| matches!(rule.body, Body::Callback(_));
    let found = match &model.question {
        Question::Moves { rules, .. } | Question::Game { rules, .. } => {
            let Some(rule) = rules.iter().find(scripted) else { return Some(()) };
            Diagnostic::new(Code::BadAfter, *span, "`legal after` does not cover the moves of a script")
                .also(rule.span, "a script gives these moves at every position")
                .help("use `legal script`, which sees every move")
        }
        Question::Place { .. } => {
            Diagnostic::new(Code::BadAfter, *span, "a placement puzzle has no moves for `legal after`")
                .help("make the test a part of the `goal`")
        }
    };
    diagnostics.push(found);
    None
}

/// Checks that all moves of a puzzle whose goal asks for them are listed.
fn stuck(model: &Model, diagnostics: &mut Vec<Diagnostic>) -> Option<()> {
    let Some((_, span)) = model.question.goal().filter(|(goal, _)| goal.has_stuck()) else { return Some(()) };
    let (text, help) = match () {
        () if matches!(model.question, Question::Place { .. }) => {
            ("a placement puzzle has no moves", "say what the cells hold")
        }
        () if model.board.unbounded => {
            ("`stuck` needs a bounded board", "use a bounded board, such as `board square 12 by 12`")
        }
        () if model.has_callbacks() || model.hooks.legal.is_some() => (
            "`stuck` does not cover the moves of a script",
            "write the rules without scripts that run at every position",
        ),
        () if model.has_consequences() || model.shrinks() => (
            "`stuck` needs moves without consequences, in rows that keep their length",
            "test what the cells hold",
        ),
        () => return Some(()),
    };
    diagnostics.push(Diagnostic::new(Code::BadStuck, *span, text).help(help));
    None
}
