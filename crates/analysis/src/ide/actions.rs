//! Changes that are offered at a place.

mod drawn;
mod moved;
mod repair;

use super::Edit;
use super::context::IdeContext;
use crate::Analysis;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::{FileId, Span};
use puzzlec_syntax::ast::Item;

/// The kind of a code action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// A quick fix of a diagnostic.
    Fix,
    /// A refactoring.
    Refactor,
}

/// A change that is offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// The title, in the imperative.
    pub title: String,
    /// The kind.
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
    let context = IdeContext::new(analysis);
    let mut found = Vec::new();
    let Some((module, parsed)) = context.module(file) else { return found };
    for diagnostic in diagnostics {
        let places = std::iter::once(&diagnostic.primary).chain(&diagnostic.secondary);
        if !places.map(|l| l.span).any(|s| s.file == file && meets(s, span)) {
            continue;
        }
        fixes(diagnostic, &mut found);
        match diagnostic.code {
            Code::UnknownMark => found.extend(moved::add_piece(&context, diagnostic)),
            Code::UnclosedString | Code::UnclosedPicture => found.extend(repair::close(&context, diagnostic)),
            Code::RepeatedStatement => found.extend(repair::leave_out(&context, diagnostic)),
            Code::MissingStatement => found.extend(repair::add(&context, diagnostic)),
            Code::PictureShape => found.extend(drawn::square_up_at(&context, diagnostic)),
            _ => {}
        }
    }
    // Refactorings are offered only for a place, since a wide selection may cover several items.
    let items = &parsed.parse.file.items;
    let at = items.partition_point(|i| i.span.start <= span.start).checked_sub(1);
    if let Some(item) = at.and_then(|at| items.get(at)).filter(|i| meets(i.span, span)) {
        found.extend(drawn::offered(&context, item, span));
        found.extend(moved::extract_start(&context, module, item, span));
    }
    found
}

fn refactor(title: impl Into<String>, edits: Vec<Edit>) -> Action {
    Action { title: title.into(), kind: ActionKind::Refactor, edits, fixes: Vec::new(), preferred: false }
}

/// The start of an item, including its documentation.
fn beginning(context: &IdeContext<'_>, item: &Item) -> Span {
    let file = item.span.file;
    let text = context.file_text(file).get(..item.span.start as usize).unwrap_or("");
    let mut start = text.rfind('\n').map_or(0, |n| n + 1);
    while let Some(above) = start.checked_sub(1) {
        let line = text.get(..above).unwrap_or("");
        let from = line.rfind('\n').map_or(0, |n| n + 1);
        if !line.get(from..).unwrap_or("").trim_start().starts_with("///") {
            break;
        }
        start = from;
    }
    Span::new(file, start, start)
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
