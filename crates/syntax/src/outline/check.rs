//! What is wrong with a slice before any rule of the grammar is tried on it.

use std::ops::Range;

use super::brackets::Brackets;
use crate::BLANKS;
use crate::token::{Token, TokenKind};
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::{FileId, Span};

/// How deep brackets may nest inside one statement: strict parsing and everything after it recurse.
const DEEPEST: usize = 64;

/// The first fault of a slice.
pub(super) fn fault(
    file: FileId,
    text: &str,
    tokens: &[Token],
    brackets: &Brackets,
    range: Range<usize>,
) -> Option<Diagnostic> {
    let mut depth: usize = 0;
    // The depths around the brackets that are open: a bracket ends the quantifiers inside it.
    let mut outer = Vec::new();
    let mut unclosed = None;
    let at = |index: usize| tokens.get(index).map_or("", |t| t.text(text));
    // A head includes the bracket that opens its block, whose partner is not the slice's affair.
    let last = range.end.saturating_sub(1);
    for index in range.clone() {
        let token = tokens.get(index)?;
        let span = token.span(file);
        let word = token.text(text);
        match token.kind {
            TokenKind::UnclosedText => return Some(unclosed_text(span)),
            TokenKind::UnclosedPicture => return Some(unclosed_picture(span)),
            TokenKind::UnclosedScript => return Some(unclosed_script(span)),
            TokenKind::CrookedPicture => return Some(crooked_picture(span, word)),
            TokenKind::Open => {
                outer.push(depth);
                depth += 1;
                if brackets.partner(index).is_none() && word == "{" && unclosed.is_none() && index != last {
                    unclosed = Some(span);
                }
            }
            TokenKind::Close if brackets.partner(index).is_none() => return Some(stray(span, word)),
            TokenKind::Close => depth = outer.pop().unwrap_or(0),
            TokenKind::Word if (word == "all" || word == "any") && at(index + 2) == "in" => depth += 1,
            _ => {}
        }
        if depth > DEEPEST {
            return Some(too_deep(span));
        }
    }
    let found = Diagnostic::new(Code::UnclosedBlock, unclosed?, "bracket is not closed");
    Some(found.label("this bracket has no match"))
}

/// Something nests too deeply.
pub(crate) fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::new(Code::TooDeep, span, "nested too deeply")
        .note(format!("brackets may nest at most {DEEPEST} deep in a statement"))
}

/// A bracket that closes nothing.
pub(super) fn stray(span: Span, bracket: &str) -> Diagnostic {
    Diagnostic::new(Code::StrayClose, span, format!("`{bracket}` closes nothing"))
        .label("has no opening bracket")
        .fix(format!("remove `{bracket}`"), span, "", false)
}

fn unclosed_text(span: Span) -> Diagnostic {
    Diagnostic::new(Code::UnclosedString, span, "text in quotes is not closed")
        .help("close it with `\"` on the same line")
}

fn unclosed_picture(span: Span) -> Diagnostic {
    let quotes = Span { end: span.start.saturating_add(3).min(span.end), ..span };
    Diagnostic::new(Code::UnclosedPicture, quotes, "picture is not closed")
        .label("begins here")
        .help("close it with `\"\"\"` on a line of its own")
}

fn unclosed_script(span: Span) -> Diagnostic {
    let quotes = Span { end: span.start.saturating_add(3).min(span.end), ..span };
    Diagnostic::new(Code::UnclosedPicture, quotes, "script is not closed")
        .label("begins here")
        .help("close it with `\"\"\"` on a line of its own")
}

/// Something stands behind the opening quotes.
fn crooked_picture(span: Span, text: &str) -> Diagnostic {
    let line = text.split(['\n', '\r']).next().unwrap_or("");
    if text.len() == line.len() {
        return unclosed_picture(span);
    }
    let row = line.get(3..).unwrap_or("").trim_end_matches(BLANKS);
    let shown = row.trim_start_matches(BLANKS);
    let marks = shown.trim();
    let at = |offset: usize| span.start.saturating_add(u32::try_from(offset).unwrap_or(0));
    let part = |from: &str, length: usize| {
        let start = 3 + row.len() - from.len();
        Span { start: at(start), end: at(start + length), ..span }
    };
    let odd = shown.chars().next().filter(|_| marks.is_empty() || marks.starts_with("//"));
    if let Some(odd) = odd {
        let place = part(shown, shown.len() - shown.trim_start().len());
        let found = format!("expected the end of the line, found the character U+{:04X}", u32::from(odd));
        return Diagnostic::new(Code::Unexpected, place, found).help("remove it").fix(
            "remove it",
            place,
            "",
            true,
        );
    }
    let place = part(shown.trim_start(), marks.len());
    Diagnostic::new(Code::Unexpected, place, "expected the end of the line, found a row of the picture")
        .help("begin the rows of a picture on the line after `\"\"\"`")
}
