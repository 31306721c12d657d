//! Pictures: their rows are indented together and keep their shape.

use super::INDENT;
use super::printer::Printer;
use crate::ast::{Picture, PictureRow};
use crate::{BLANKS, Token, TokenKind, read_picture, read_twin};
use puzzlec_base::{FileId, Span};

const QUOTES: &str = "\"\"\"";

/// Prints a picture's token on the line begun. The rows stand a level deeper than the statement.
pub(super) fn print(printer: &mut Printer, token: Token, text: &str, indent: usize) {
    let span = Span::new(FileId::default(), token.start as usize, token.end as usize);
    if token.kind == TokenKind::Twin {
        let (left, right) = read_twin(span, text);
        return twin(printer, &left, &right, comment(text), indent);
    }
    let picture = read_picture(span, text);
    if !text.contains(['\n', '\r']) {
        let row = picture.rows.first().map_or("", |r| r.text.as_str());
        let blank = if row.is_empty() { "" } else { " " };
        return printer.push(&format!("{QUOTES}{blank}{row} {QUOTES}"));
    }
    printer.push(QUOTES);
    if let Some(comment) = comment(text) {
        printer.trail(comment);
    }
    for row in &picture.rows {
        printer.break_line(0);
        if !row.text.is_empty() {
            printer.push(&format!("{}{}", " ".repeat(indent + INDENT), row.text));
        }
    }
    printer.break_line(indent);
    printer.push(QUOTES);
}

/// Two pictures side by side. The right one begins where neither the left one nor the words before
/// it reach.
fn twin(printer: &mut Printer, left: &Picture, right: &Picture, comment: Option<&str>, indent: usize) {
    printer.push(QUOTES);
    let width = |row: &PictureRow| row.text.chars().count();
    let widest = left.rows.iter().map(width).max().unwrap_or(0);
    let column = (printer.width() + 2).max(indent + INDENT + widest + 3);
    fill(printer, column);
    printer.push(&format!("colours {QUOTES}"));
    if let Some(comment) = comment {
        printer.trail(comment);
    }
    for index in 0..left.rows.len().max(right.rows.len()) {
        printer.break_line(0);
        for (picture, column) in [(left, indent + INDENT), (right, column + INDENT)] {
            if let Some(row) = picture.rows.get(index).filter(|r| !r.text.is_empty()) {
                fill(printer, column);
                printer.push(&row.text);
            }
        }
    }
    printer.break_line(indent);
    printer.push(QUOTES);
    fill(printer, column);
    printer.push(QUOTES);
}

fn fill(printer: &mut Printer, column: usize) {
    let blanks = column.saturating_sub(printer.width());
    printer.push(&" ".repeat(blanks));
}

/// The comment beside the opening quotes of a picture of several rows.
fn comment(text: &str) -> Option<&str> {
    let line = text.split(['\n', '\r']).next()?;
    let after = line.get(line.rfind(QUOTES)? + QUOTES.len()..)?;
    Some(after.trim_start_matches(BLANKS).trim_end()).filter(|c| c.starts_with("//"))
}
