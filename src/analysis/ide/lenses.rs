//! What can be done with a puzzle, above its name.

use super::book::Book;
use crate::analysis::Analysis;
use crate::base::{FileId, Span};
use crate::model::names::Sort;
use crate::syntax::ast::PuzzleStatementKind;

/// What can be done.
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
}

/// Something that can be done with a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lens {
    /// The puzzle's name.
    pub span: Span,
    /// The same in words.
    pub puzzle: String,
    /// What can be done.
    pub kind: LensKind,
}

/// What can be done with the puzzles of a file. Puzzles with a parameter that has no default cannot be
/// solved unasked.
pub fn lenses(analysis: &Analysis, file: FileId) -> Vec<Lens> {
    let book = Book::new(analysis);
    let Some((module, _)) = book.module(file) else { return Vec::new() };
    let mut found = Vec::new();
    for (at, name) in book.names.all(module, Sort::Puzzle) {
        let Some(puzzle) = book.puzzle(at) else { continue };
        if puzzle.params.iter().any(|p| p.default.is_none()) {
            continue;
        }
        let has =
            |wanted: fn(&PuzzleStatementKind) -> bool| puzzle.statements.iter().any(|s| wanted(&s.kind));
        let moves = has(|k| matches!(k, PuzzleStatementKind::Goal(_)))
            && has(|k| matches!(k, PuzzleStatementKind::Rules(_)));
        let kinds = [
            (LensKind::Solve, true),
            (LensKind::Shortest, moves),
            (LensKind::Count, moves),
            (LensKind::Test, has(|k| matches!(k, PuzzleStatementKind::Expect(_)))),
        ];
        for (kind, _) in kinds.into_iter().filter(|k| k.1) {
            found.push(Lens { span: name.span, puzzle: name.text.clone(), kind });
        }
    }
    found
}
