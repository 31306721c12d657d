//! Hover texts.

use super::context::IdeContext;
use super::describe;
use super::edges::edges;
use super::games;
use super::lenses::theory;
use super::occurrences::{self, Meaning, Occurrence};
use super::pictures::{mark_at, picture_at, placed};
use super::words::{FUNCTIONS, direction_doc};
use crate::Analysis;
use puzzlec_base::words::counted;
use puzzlec_base::{FileId, Span};
use puzzlec_model::names::ItemRef;
use puzzlec_script::{ApiItem, ScriptTokenKind, api_items, script_functions, script_tokens};
use puzzlec_syntax::ast::Drawing;
use puzzlec_syntax::keywords::keyword;
use puzzlec_syntax::samples::sample;
use puzzlec_syntax::{TokenKind, lex};

/// A hover text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// Its span.
    pub span: Span,
    /// The words, as Markdown.
    pub markdown: String,
}

/// The hover text at a place: names, words of the language, marks of pictures, functions of scripts.
pub fn hover(analysis: &Analysis, file: FileId, offset: u32) -> Option<Hover> {
    if let Some(found) = games::hover(analysis, file, offset) {
        return found;
    }
    let context = IdeContext::new(analysis);
    if let Some(found) = mark(&context, file, offset) {
        return Some(found);
    }
    if let Some(found) = occurrences::at(&context, file, offset) {
        let mut markdown = meaning(&context, &found);
        if matches!(&found.meaning, Meaning::Function(name) if matches!(name.as_str(), "step" | "run")) {
            markdown = joined([markdown, edges(&context, file, found.span).unwrap_or_default()]);
        }
        if let Meaning::Item(at) = found.meaning {
            let puzzle = analysis.puzzles().iter().find(|p| p.at == at);
            let of_theory = puzzle.and_then(|puzzle| theory(analysis, puzzle)).unwrap_or_default();
            markdown = joined([markdown, of_theory]);
        }
        if !markdown.is_empty() {
            return Some(Hover { span: found.span, markdown });
        }
    }
    if let Some(text) = script_at(&context, file, offset) {
        return api(&context, text, offset);
    }
    let (span, word) = word_at(&context, file, offset)?;
    let keyword = keyword(word)?;
    let mut samples: Vec<&str> = keyword.places.iter().filter_map(|place| sample(*place, word)).collect();
    samples.dedup();
    let samples = if samples.is_empty() { String::new() } else { code("puzzle", &samples.join("\n")) };
    Some(Hover { span, markdown: joined([format!("`{word}`: {}", keyword.help), samples]) })
}

fn code(language: &str, text: &str) -> String {
    format!("```{language}\n{text}\n```")
}

fn joined(parts: impl IntoIterator<Item = String>) -> String {
    parts.into_iter().filter(|p| !p.is_empty()).collect::<Vec<_>>().join("\n\n")
}

fn meaning(context: &IdeContext<'_>, found: &Occurrence) -> String {
    match &found.meaning {
        Meaning::Item(at) => item(context, *at),
        Meaning::Module(importer, alias) => {
            let module = context.import(*importer, alias).and_then(|m| context.project.module(m));
            let Some(module) = module else { return String::new() };
            let doc = module.parse.file.doc.clone().unwrap_or_default();
            joined([code("puzzle", &format!("use {alias}")), doc, format!("`{}`", module.path)])
        }
        Meaning::Parameter(span) => {
            let params = found.item.map_or(&[][..], |i| context.params(i));
            let param = params.iter().find(|p| p.name.span == *span);
            param.map_or(String::new(), |p| {
                joined([code("puzzle", &describe::param(context, p)), "a parameter".into()])
            })
        }
        Meaning::Variable(span) => {
            let name = context.slice(*span);
            let rule = found.item.and_then(|i| context.rule(i));
            let var = rule.and_then(|r| r.over.iter().find(|v| v.name.span == *span));
            let kinds = var.map(|v| v.kinds.iter().map(|k| k.text()).collect::<Vec<_>>().join(" or "));
            match kinds.filter(|k| !k.is_empty()) {
                Some(kinds) => joined([code("puzzle", &format!("{name}: {kinds}")), "a variable".into()]),
                None => joined([code("puzzle", name), "a variable: any cell".into()]),
            }
        }
        Meaning::Measure(_) => "the measure of the puzzle: the unit of lengths".into(),
        Meaning::Cell(_, name) => cell(context, found, name),
        Meaning::Mark(piece, mark) => joined([format!("the mark `{mark}`"), item(context, *piece)]),
        Meaning::Direction(name) => direction_doc(name),
        Meaning::Function(name) => FUNCTIONS
            .iter()
            .find(|f| f.name == name)
            .map_or(String::new(), |f| joined([code("puzzle", f.usage), f.doc.to_owned()])),
        Meaning::Script(file) => context.project.sources.get(*file).map_or(String::new(), |f| {
            let all = script_functions(&script_tokens(&f.text));
            let all: Vec<String> = all.iter().map(|f| format!("fn {}", f.usage())).collect();
            joined([format!("the script `{}`", f.name), code("rhai", &all.join("\n"))])
        }),
        Meaning::ScriptFunction(file, start, name) => {
            let text = context.file_text(*file).get(*start as usize..).unwrap_or("");
            let found = script_functions(&script_tokens(text)).into_iter().find(|f| f.name.text == name);
            found.map_or(String::new(), |f| {
                let doc = comment_before(text, f.name.start);
                joined([code("rhai", &format!("fn {}", f.usage())), doc])
            })
        }
    }
}

/// The comment lines right above a function of a script.
fn comment_before(text: &str, at: usize) -> String {
    let above = text.get(..at).unwrap_or("");
    let above = above.rfind('\n').and_then(|end| above.get(..end)).unwrap_or("");
    let mut lines: Vec<&str> = Vec::new();
    for line in above.lines().rev() {
        let Some(words) = line.trim_start().strip_prefix("//") else { break };
        lines.push(words.trim_start_matches('/').trim_start());
    }
    lines.reverse();
    lines.join("\n")
}

/// An item: its declaration, its words, its facts and its picture.
pub(super) fn item(context: &IdeContext<'_>, at: ItemRef) -> String {
    let doc = context.names.item(at).and_then(|i| i.doc.clone()).unwrap_or_default();
    let (facts, rows) = describe::facts(context, at);
    let facts: Vec<String> = facts.into_iter().map(|f| format!("- {f}")).collect();
    let picture = if rows.is_empty() { String::new() } else { code("", &rows.join("\n")) };
    let module = match context.is_library(at.module) {
        true => context.project.module(at.module).map_or(String::new(), |m| format!("`{}`", m.path)),
        false => String::new(),
    };
    joined([code("puzzle", &describe::head(context, at)), doc, facts.join("\n"), picture, module])
}

fn cell(context: &IdeContext<'_>, found: &Occurrence, name: &str) -> String {
    let scope = found.item.map(|i| context.scope(i));
    let Some(board) = scope.as_ref().and_then(|s| context.board_of(s)) else { return String::new() };
    match board.find(name).as_deref() {
        Some([one]) => neighbours(board, *one, Some(name)),
        Some(cells) => {
            let names: Vec<String> = cells.iter().take(20).map(|c| board.name(*c)).collect();
            let more = if cells.len() > names.len() { ", …" } else { "" };
            format!("region `{name}`: {}\n\n{}{more}", counted(cells.len() as u64, "cells"), names.join(", "))
        }
        None => String::new(),
    }
}

fn neighbours(
    board: &puzzlec_model::board::Board,
    cell: puzzlec_model::board::Coord,
    name: Option<&str>,
) -> String {
    let own = board.name(cell);
    let near: Vec<String> = board.neighbours(cell).into_iter().map(|c| board.name(c)).collect();
    let regions = board.named().iter().filter(|(n, cells)| cells.contains(&cell) && **n != own);
    let mut names: Vec<String> = regions.map(|(n, _)| format!("`{n}`")).collect();
    if let Some(name) = name.filter(|n| *n != own && !names.contains(&format!("`{n}`"))) {
        names.push(format!("`{name}`"));
    }
    let also = if names.is_empty() { String::new() } else { format!(", also {}", names.join(", ")) };
    match near.is_empty() {
        true => format!("cell `{own}`{also}, without neighbours"),
        false => format!("cell `{own}`{also}\n\nneighbours: {}", near.join(", ")),
    }
}

/// A mark of a picture: its cell, and its piece.
fn mark(context: &IdeContext<'_>, file: FileId, offset: u32) -> Option<Hover> {
    let (at, item) = context.item_at(file, offset)?;
    let (picture, role) = picture_at(item, offset)?;
    let scope = context.scope(at);
    let board = context.board_of(&scope)?;
    let marks = placed(board, picture, role);
    let (coord, mark) = mark_at(&marks, offset)?;
    let here = neighbours(board, coord, None);
    let piece = occurrences::of_item(context, at).into_iter().find(|o| o.span == mark.span);
    let piece = match piece.map(|p| p.meaning) {
        Some(Meaning::Mark(piece, _)) => self::item(context, piece),
        _ => match mark.ch {
            '.' if !matches!(role, Drawing::Board(_)) => "empty".into(),
            '?' if role == Drawing::Position => "any piece of one cell in play: one of several starts".into(),
            '?' => "may hold anything".into(),
            _ => String::new(),
        },
    };
    Some(Hover { span: mark.span, markdown: joined([here, piece]) })
}

/// The text of the script that contains a place.
pub(super) fn script_at(context: &IdeContext<'_>, file: FileId, offset: u32) -> Option<Span> {
    if context.is_script(file) && context.module(file).is_none() {
        return Some(Span::new(file, 0, context.file_text(file).len()));
    }
    let (_, item) = context.item_at(file, offset)?;
    let tokens = lex(file, context.slice(item.span)).tokens;
    let at = offset.checked_sub(item.span.start)?;
    let inside = |t: &&puzzlec_syntax::Token| {
        let closed = t.kind == TokenKind::Script;
        let end = t.end.saturating_sub(if closed { 3 } else { 0 });
        (closed || t.kind == TokenKind::UnclosedScript) && t.start + 3 <= at && at <= end
    };
    let token = tokens.iter().find(inside)?;
    let close = if token.kind == TokenKind::Script { 3 } else { 0 };
    let start = item.span.start + token.start + 3;
    Some(Span { file, start, end: (item.span.start + token.end).saturating_sub(close) })
}

fn api(context: &IdeContext<'_>, text: Span, offset: u32) -> Option<Hover> {
    let at = offset.checked_sub(text.start)? as usize;
    let all = script_tokens(context.slice(text));
    let found = all.iter().position(|p| p.kind == ScriptTokenKind::Word && p.start <= at && at <= p.end())?;
    let part = all.get(found)?;
    let dotted = found.checked_sub(1).and_then(|i| all.get(i)).is_some_and(|p| p.is("."));
    let named: Vec<&ApiItem> = api_items().filter(|i| i.name == part.text).collect();
    let fitting: Vec<&&ApiItem> = named.iter().filter(|i| i.receiver().is_some() == dotted).collect();
    let shown: Vec<String> = match (fitting.is_empty(), named.is_empty()) {
        (_, true) => return None,
        (true, false) => named.iter().map(|i| described(i)).collect(),
        (false, false) => fitting.iter().map(|i| described(i)).collect(),
    };
    let start = text.start as usize + part.start;
    let span = Span::new(text.file, start, start + part.text.len());
    Some(Hover { span, markdown: shown.join("\n\n") })
}

fn described(item: &ApiItem) -> String {
    joined([code("rhai", item.signature), item.doc.to_owned()])
}

/// The word at a place, outside of pictures, texts and comments.
fn word_at<'a>(context: &IdeContext<'a>, file: FileId, offset: u32) -> Option<(Span, &'a str)> {
    let (start, text) = match context.item_at(file, offset) {
        Some((_, item)) => (item.span.start, context.slice(item.span)),
        None => {
            let source = context.project.sources.get(file)?;
            let start = source.lines.start(source.lines.line(offset))?;
            let rest = context.file_text(file).get(start as usize..)?;
            (start, rest.lines().next().unwrap_or(""))
        }
    };
    let at = offset.checked_sub(start)?;
    let tokens = lex(file, text).tokens;
    let token = tokens.into_iter().find(|t| t.kind == TokenKind::Word && t.start <= at && at <= t.end)?;
    let span = Span { file, start: start + token.start, end: start + token.end };
    Some((span, token.text(text)))
}
