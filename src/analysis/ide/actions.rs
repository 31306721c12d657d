//! Changes that are offered at a place.

use super::Edit;
use super::book::Book;
use crate::analysis::Analysis;
use crate::base::{FileId, Span};
use crate::diag::Diagnostic;

/// Why a change is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// It repairs what a diagnostic says.
    Fix,
    /// It says the same in another way.
    Refactor,
}

/// A change that is offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// What it does, as a command.
    pub title: String,
    /// Why it is offered.
    pub kind: ActionKind,
    /// The change.
    pub edits: Vec<Edit>,
    /// The codes of the diagnostics that it repairs.
    pub fixes: Vec<&'static str>,
    /// Whether it is surely what the author means.
    pub preferred: bool,
}

/// The changes that are offered for a part of a file and the diagnostics of the file.
pub fn actions(analysis: &Analysis, file: FileId, span: Span, diagnostics: &[Diagnostic]) -> Vec<Action> {
    let book = Book::new(analysis);
    let mut found = Vec::new();
    for diagnostic in diagnostics {
        let places = std::iter::once(&diagnostic.primary).chain(&diagnostic.secondary);
        let here = places.map(|l| l.span).any(|s| s.file == file && meets(s, span));
        if here && book.module(file).is_some() {
            fixes(diagnostic, &mut found);
        }
    }
    found
}

fn meets(a: Span, b: Span) -> bool {
    a.start <= b.end && b.start <= a.end
}

fn fixes(diagnostic: &Diagnostic, found: &mut Vec<Action>) {
    for fix in &diagnostic.fixes {
        found.push(Action {
            title: fix.title.clone(),
            kind: ActionKind::Fix,
            edits: fix.edits.iter().map(|e| Edit { span: e.span, text: e.text.clone() }).collect(),
            fixes: vec![diagnostic.code.as_str()],
            preferred: fix.safe,
        });
    }
}
