//! The formatter's output as small edits, and indentation while typing.

mod changes;
mod indent;

use super::Edit;
use super::text::{Text, line_end, line_start, offset, slice, text};
use crate::Analysis;
use puzzlec_base::{FileId, Span};
use puzzlec_model::project::Module;
use puzzlec_syntax::ast::{Item, ItemKind, RuleBody};

pub use indent::format_on_type;

/// The edits of the formatter, in order and minimal; `None` if the text cannot be formatted. The text keeps
/// its line ending. Scripts do not change.
///
/// # Errors
/// Something in the text is not closed.
#[allow(clippy::result_unit_err)]
pub fn format(analysis: &Analysis, file: FileId) -> Result<Option<Vec<Edit>>, ()> {
    let Some(Text::Puzzle(_, _, text)) = text(analysis, file) else { return Ok(None) };
    let mut formatted = puzzlec_syntax::format::format(file, text).map_err(drop)?;
    if formatted == text {
        return Ok(None);
    }
    if text.find("\r\n").is_some_and(|at| text.find('\n') == Some(at + 1)) {
        formatted = formatted.replace("\r\n", "\n").replace('\n', "\r\n");
    }
    let edits = changes::between(file, text, &formatted);
    Ok((!edits.is_empty()).then_some(edits))
}

/// The edits of the formatter in the statements that a span overlaps; `None` if the text is broken. A block
/// on one line is edited as a whole.
pub fn format_range(analysis: &Analysis, file: FileId, span: Span) -> Vec<Edit> {
    let Some(Text::Puzzle(_, module, text)) = text(analysis, file) else { return Vec::new() };
    let Ok(Some(edits)) = format(analysis, file) else { return Vec::new() };
    let end = span.end.max(span.start);
    let lines = Span { start: line_start(text, span.start), end: line_end(text, end), ..span };
    let parts = parts(module, text);
    let mut touched = parts.into_iter().filter(|p| p.start <= lines.end && lines.start <= p.end);
    let Some(first) = touched.next() else { return Vec::new() };
    let touched = with_blanks(text, touched.fold(first, Span::to));
    edits.into_iter().filter(|e| touched.start <= e.span.start && e.span.end <= touched.end).collect()
}

/// The statements of a file, and the text between them in an item.
fn parts(module: &Module, text: &str) -> Vec<Span> {
    module.parse.file.items.iter().flat_map(|item| parts_of(item, text)).collect()
}

fn parts_of(item: &Item, text: &str) -> Vec<Span> {
    let statements: Vec<Span> = match &item.kind {
        ItemKind::Puzzle(puzzle) => puzzle.statements.iter().map(|s| s.span).collect(),
        ItemKind::Rule(rule) => match &rule.body {
            RuleBody::Statements(list) => list.iter().map(|s| s.span).collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    };
    let whole = slice(text, item.span.start, item.span.end);
    let (Some(first), Some(last)) = (statements.first(), statements.last()) else { return vec![item.span] };
    if !whole.contains(['\n', '\r']) {
        return vec![item.span];
    }
    let head = Span { end: first.start.max(item.span.start), ..item.span };
    let tail = Span { start: last.end.min(item.span.end), ..item.span };
    let mut parts = vec![head];
    parts.extend(statements);
    parts.push(tail);
    parts
}

/// A span with the blanks beside it on its lines.
fn with_blanks(text: &str, span: Span) -> Span {
    let blanks = [' ', '\t'];
    let start = offset(slice(text, 0, span.start).trim_end_matches(blanks).len());
    let after = text.get(span.end as usize..).unwrap_or("");
    let end = span.end + offset(after.len() - after.trim_start_matches(blanks).len());
    Span { start, end, ..span }
}
