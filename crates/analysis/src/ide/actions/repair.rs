//! Statements that are missing, duplicated or unterminated.

use super::{Action, ActionKind};
use crate::ide::Edit;
use crate::ide::context::IdeContext;
use crate::ide::pictures::snippet_board;
use puzzlec_base::Span;
use puzzlec_base::diag::Diagnostic;
use puzzlec_model::names::Sort;
use puzzlec_syntax::ast::{ItemKind, PuzzleItem};

fn fix(diagnostic: &Diagnostic, title: impl Into<String>, span: Span, text: impl Into<String>) -> Action {
    Action {
        title: title.into(),
        kind: ActionKind::Fix,
        edits: vec![Edit { span, text: text.into() }],
        fixes: vec![diagnostic.code.as_str()],
        preferred: false,
    }
}

/// The end of the line of a byte, trimmed, and the indentation of the line.
fn line(text: &str, at: usize) -> (usize, &str) {
    let start = text.get(..at).and_then(|t| t.rfind(['\n', '\r'])).map_or(0, |n| n + 1);
    let rest = text.get(start..).unwrap_or("");
    let line = rest.get(..rest.find(['\n', '\r']).unwrap_or(rest.len())).unwrap_or("");
    let blanks = line.len() - line.trim_start().len();
    (start + line.trim_end().len(), line.get(..blanks).unwrap_or(""))
}

/// The closing quotes of a text or picture.
pub(super) fn close(context: &IdeContext<'_>, diagnostic: &Diagnostic) -> Option<Action> {
    let span = diagnostic.primary.span;
    let text = context.file_text(span.file);
    let (mut end, blanks) = line(text, span.start as usize);
    if !context.slice(span).starts_with("\"\"\"") {
        return Some(fix(diagnostic, "close the quotes", Span::new(span.file, end, end), "\""));
    }
    // Lines indented further than the line with the quotes belong to the picture.
    let mut at = end + text.get(end..).and_then(|t| t.find('\n')).map_or(0, |n| n + 1);
    for row in text.get(at..).unwrap_or("").split_inclusive('\n') {
        if row.trim().is_empty() || row.len() - row.trim_start().len() <= blanks.len() {
            break;
        }
        end = at + row.trim_end().len();
        at += row.len();
    }
    let place = Span::new(span.file, end, end);
    Some(fix(diagnostic, "close the picture", place, format!("\n{blanks}\"\"\"")))
}

/// The duplicate statement, with its line.
pub(super) fn leave_out(context: &IdeContext<'_>, diagnostic: &Diagnostic) -> Option<Action> {
    let span = diagnostic.primary.span;
    let (_, item) = context.item_at(span.file, span.start)?;
    let ItemKind::Puzzle(puzzle) = &item.kind else { return None };
    let inside =
        |s: &&puzzlec_syntax::ast::PuzzleStatement| s.span.start <= span.start && span.end <= s.span.end;
    let statement = puzzle.statements.iter().find(inside)?.span;
    let text = context.file_text(span.file);
    let before = text.get(..statement.start as usize)?;
    let after = text.get(statement.end as usize..)?;
    let next = after.trim_start_matches([' ', '\t']);
    // If a statement fills its lines, they are removed with it.
    let whole = before.trim_end_matches([' ', '\t']).ends_with('\n') && next.starts_with(['\n', '\r']);
    let start = if whole { before.trim_end_matches([' ', '\t']).len() } else { statement.start as usize };
    let line_end = if next.starts_with("\r\n") { 2 } else { 1 };
    let blanks = after.len() - next.len();
    let end = statement.end as usize + if whole { blanks + line_end } else { 0 };
    Some(fix(diagnostic, "remove this statement", Span::new(span.file, start, end), ""))
}

/// A statement that a puzzle lacks, at its end.
pub(super) fn add(context: &IdeContext<'_>, diagnostic: &Diagnostic) -> Option<Action> {
    let span = diagnostic.primary.span;
    let (at, item) = context.item_at(span.file, span.start)?;
    let ItemKind::Puzzle(puzzle) = &item.kind else { return None };
    let missing =
        ["rules", "start", "goal"].into_iter().find(|w| diagnostic.headline.ends_with(&format!("`{w}`")))?;
    let scope = context.scope(at);
    let value = match missing {
        "rules" => {
            let own = context.names.all(at.module, Sort::Rule).next().map(|r| r.1.text.clone());
            let imports = context.project.module(at.module).map(|m| &m.imports);
            let of_import = imports.into_iter().flatten().find_map(|(alias, import)| {
                let rule = context.names.all(import.module, Sort::Rule).next()?;
                Some(format!("{alias}.{}", rule.1.text))
            });
            own.or(of_import)?
        }
        word => {
            let picture = snippet_board(context.board_of(&scope)?)?.replace('\n', "\n    ");
            if word == "goal" { picture.replace('.', "?") } else { picture }
        }
    };
    let text = context.file_text(span.file);
    let place = end_of_statements(text, item.span, puzzle)?;
    let statement = format!("\n    {missing} {value}");
    Some(fix(diagnostic, format!("add a `{missing}`"), Span::new(span.file, place, place), statement))
}

/// Behind the last statement of a puzzle, or else behind its bracket.
fn end_of_statements(text: &str, item: Span, puzzle: &PuzzleItem) -> Option<usize> {
    match puzzle.statements.last() {
        Some(last) => Some(last.span.end as usize),
        None => Some(item.start as usize + text.get(item.range())?.find('{')? + 1),
    }
}
