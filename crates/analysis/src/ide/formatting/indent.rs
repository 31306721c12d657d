//! Indentation of a line while it is typed.

use super::super::Edit;
use super::super::folds::close;
use super::super::text::{Text, line_end, line_start, offset, slice, text};
use crate::Analysis;
use puzzlec_base::{FileId, Span};
use puzzlec_syntax::wants_more;
use puzzlec_syntax::{Token, TokenKind};

/// Blanks of a level.
const LEVEL: u32 = 4;

/// The indentation of the line at `offset`, after the character that was just typed: a line end or `}` as the
/// first of its line. Works on broken text; rows of pictures are aligned, and scripts do not change.
pub fn format_on_type(analysis: &Analysis, file: FileId, offset: u32, typed: char) -> Vec<Edit> {
    let Some(Text::Puzzle(_, module, text)) = text(analysis, file) else { return Vec::new() };
    if offset as usize > text.len() || !text.is_char_boundary(offset as usize) {
        return Vec::new();
    }
    let line = line_start(text, offset);
    let line_text = slice(text, line, line_end(text, line));
    let written = line_text.trim_start_matches([' ', '\t']);
    let wanted = match typed {
        '}' if written.starts_with('}') => level(text, &module.parse.tokens, line, "}"),
        '\n' | '\r' => level(text, &module.parse.tokens, line, written),
        _ => None,
    };
    let Some(wanted) = wanted else { return Vec::new() };
    let blanks = slice(line_text, 0, super::super::text::offset(line_text.len() - written.len()));
    let indentation = " ".repeat(wanted as usize);
    if blanks == indentation {
        return Vec::new();
    }
    let end = line + super::super::text::offset(blanks.len());
    vec![Edit { span: Span { file, start: line, end }, text: indentation }]
}

/// The indentation of a line that begins at `line` with `written`; `None` for lines that the formatter does
/// not indent.
fn level(text: &str, tokens: &[Token], line: u32, written: &str) -> Option<u32> {
    let before = tokens.get(..tokens.partition_point(|t| t.start < line)).unwrap_or(&[]);
    let mut open: Vec<(u32, &str)> = Vec::new();
    for token in before {
        let word = token.text(text);
        match token.kind {
            TokenKind::Open => open.push((token.start, word)),
            TokenKind::Close => drop(close(&mut open, word)),
            _ => {}
        }
    }
    let last = before.last();
    if let Some(token) = last.filter(|t| t.end > line || t.end == line && is_open(t.kind)) {
        return inside(text, token, line, written);
    }
    let closes = written.starts_with(['}', ')', ']']);
    let depth = offset(open.len()).saturating_sub(u32::from(closes));
    // A line after an operator continues its statement.
    let goes_on = !closes && last.is_some_and(|t| wants_more(t.kind, t.text(text)));
    Some(LEVEL * (depth.min(16) + u32::from(goes_on)))
}

fn is_open(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::UnclosedPicture | TokenKind::UnclosedScript)
}

/// The blanks before a row of a picture: as many as the row above has, or a level more than the line
/// in which the picture opens.
fn inside(text: &str, token: &Token, line: u32, written: &str) -> Option<u32> {
    use TokenKind::{CrookedPicture, Picture, Twin, UnclosedPicture};
    if !matches!(token.kind, Picture | Twin | UnclosedPicture | CrookedPicture) || token.start >= line {
        return None;
    }
    let opening = line_start(text, token.start);
    let indentation = |start: u32| {
        let line = slice(text, start, line_end(text, start));
        offset(line.chars().take_while(|c| matches!(c, ' ' | '\t')).count())
    };
    if written.starts_with("\"\"\"") {
        return Some(indentation(opening));
    }
    let end = slice(text, 0, line).trim_end_matches(['\n', '\r']).len();
    let above = line_start(text, offset(end));
    match above > opening && !slice(text, above, line).trim().is_empty() {
        true => Some(indentation(above)),
        false => Some(indentation(opening) + LEVEL),
    }
}
