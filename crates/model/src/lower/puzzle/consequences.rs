//! Consequences of a puzzle's actions, and what such a puzzle may be.

use super::parts::Parts;
use crate::puzzle::Model;
use crate::rule::Rule;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_syntax::ast::{HookKind, MeasureKind};

/// Checks that the rest of a puzzle suits its consequences.
pub(super) fn suit(model: &Model, parts: &Parts<'_>, diagnostics: &mut Vec<Diagnostic>) -> Option<()> {
    let Some(first) = model.consequences().next().map(|one| one.span) else { return Some(()) };
    let hook = parts.hooks.iter().find(|hook| !matches!(hook.0, HookKind::Check | HookKind::Render));
    let (at, wrong) = match () {
        () if model.board.unbounded => (first, "consequences need a bounded board"),
        () if model.rules().iter().any(Rule::closes) => (first, "a row that closes up has no consequences"),
        () if model.measure == MeasureKind::Runs => (
            parts.measure.map_or(first, |measure| measure.name.span),
            "runs of one piece cannot be counted where consequences move pieces",
        ),
        () if hook.is_some() => (
            hook.map_or(first, |hook| hook.1.span()),
            "no script can run at every position of a puzzle with consequences",
        ),
        () if model.has_callbacks() => {
            (first, "no script can run at every position of a puzzle with consequences")
        }
        () => return Some(()),
    };
    let mut diagnostic = Diagnostic::new(Code::BadGame, at, wrong);
    if at != first {
        diagnostic = diagnostic.also(first, "the consequences");
    }
    diagnostics.push(diagnostic);
    None
}
