//! Code lenses above the names of puzzles.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::context::IdeContext;
use super::games;
use crate::{Analysis, PuzzleInfo};
use puzzlec_base::{Budget, FileId, Span};
use puzzlec_model::names::Sort;
use puzzlec_syntax::ast::PuzzleStatementKind;

/// The command of a lens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LensKind {
    /// Look for any answer.
    Solve,
    /// Look for a shortest plan.
    Shortest,
    /// Count what the puzzle holds.
    Count,
    /// Prove what is expected.
    Test,
    /// Fill the holes with another puzzle.
    Generate,
    /// Show the board.
    Board,
}

/// Something that can be done with a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lens {
    /// The puzzle's name.
    pub span: Span,
    /// The result in words.
    pub puzzle: String,
    /// The command.
    pub kind: LensKind,
}

/// The code lenses of the puzzles of a file. Puzzles with a parameter without a default have none.
pub fn lenses(analysis: &Analysis, file: FileId) -> Vec<Lens> {
    if let Some(found) = games::lenses(analysis, file) {
        return found;
    }
    let context = IdeContext::new(analysis);
    let Some((module, _)) = context.module(file) else { return Vec::new() };
    let mut found = Vec::new();
    for (at, name) in context.names.all(module, Sort::Puzzle) {
        let Some(puzzle) = context.puzzle(at) else { continue };
        if puzzle.params.iter().any(|p| p.default.is_none()) {
            continue;
        }
        let has =
            |wanted: fn(&PuzzleStatementKind) -> bool| puzzle.statements.iter().any(|s| wanted(&s.kind));
        let moves = has(|k| matches!(k, PuzzleStatementKind::Goal(_)))
            && has(|k| matches!(k, PuzzleStatementKind::Rules(_)));
        let holes = puzzle.has_holes();
        let kinds = [
            (LensKind::Generate, holes),
            (LensKind::Solve, !holes),
            (LensKind::Shortest, moves && !holes),
            (LensKind::Count, moves && !holes),
            (LensKind::Test, has(|k| matches!(k, PuzzleStatementKind::Expect(_)))),
            (LensKind::Board, true),
        ];
        for (kind, _) in kinds.into_iter().filter(|k| k.1) {
            found.push(Lens { span: name.span, puzzle: name.text.clone(), kind });
        }
    }
    found
}

/// A puzzle with its expectations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectingPuzzle {
    /// The puzzle's name.
    pub puzzle: String,
    /// Where its name stands.
    pub span: Span,
    /// The expectations, each as a statement in one line and where it stands.
    pub expectations: Vec<(String, Span)>,
}

/// The puzzles of a file that expect something, in order.
pub fn expecting(analysis: &Analysis, file: FileId) -> Vec<ExpectingPuzzle> {
    let context = IdeContext::new(analysis);
    let Some((module, _)) = context.module(file) else { return Vec::new() };
    let mut found = Vec::new();
    for (at, name) in context.names.all(module, Sort::Puzzle) {
        let Some(puzzle) = context.puzzle(at) else { continue };
        let line = |span: Span| context.slice(span).split_whitespace().collect::<Vec<_>>().join(" ");
        let all = puzzle.expectations().map(|(statement, _)| (line(statement.span), statement.span));
        let expectations: Vec<(String, Span)> = all.collect();
        if !expectations.is_empty() {
            found.push(ExpectingPuzzle { puzzle: name.text.clone(), span: name.span, expectations });
        }
    }
    found
}

/// Limits of a one-line summary: memory in bytes,
const BYTES: u64 = 4 << 20;
/// and the number of polls of the budget, instead of a clock, so that the answer is the same on every
/// machine.
const LOOKS: u64 = 4000;

/// A theory's one-line summary of a puzzle, as Markdown; `None` if no theory applies or the limits are
/// reached.
pub fn theory(analysis: &Analysis, puzzle: &PuzzleInfo) -> Option<String> {
    let looks = AtomicU64::new(0);
    let clock = move || Duration::from_secs(looks.fetch_add(1, Ordering::Relaxed));
    let budget = Budget::unlimited().with_bytes(BYTES);
    let budget = budget.with_deadline(Arc::new(clock), Duration::from_secs(LOOKS));
    let (theory, line) = analysis.brief(puzzle, &budget)?;
    Some(format!("theory `{theory}`: {line}"))
}
