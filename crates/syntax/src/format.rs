//! The formatter. It changes the blanks between tokens and keeps the tokens, the comments and the marks of
//! pictures, so the tree does not change.
//!
//! The author's line breaks are kept, except that every statement of a block with several lines begins its
//! own. Statements with syntax errors do not change.

mod picture;
mod printer;
mod spacing;
mod statement;

use std::ops::Range;

use crate::lex;
use crate::outline::{Block, BlockKind, Outline, OutlineItem, Slice, outline};
use crate::{Token, TokenKind, Trivia, parse};
use printer::Printer;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::{FileId, Span};

/// Blanks a level of indentation has.
const INDENT: usize = 4;

/// Maximum width in columns of a block on one line.
const WIDTH: usize = 100;

/// Formats a text, of which `file` is the place in its diagnostics. Formatting twice is the same as
/// formatting once.
///
/// # Errors
/// The diagnostics of the text, if a bracket, picture, text or comment is not closed: then the structure is
/// unknown, and the text is not formatted.
pub fn format(file: FileId, text: &str) -> Result<String, Vec<Diagnostic>> {
    let diagnostics = parse(file, text).diagnostics;
    let Outline { lexed, items, .. } = outline(file, text, lex(file, text));
    let unclosed = |t: &Token| {
        matches!(t.kind, TokenKind::UnclosedText | TokenKind::UnclosedPicture | TokenKind::UnclosedScript)
    };
    if diagnostics.iter().any(|d| is_structural(d.code)) || lexed.tokens.iter().any(unclosed) {
        return Err(diagnostics);
    }
    let mut wrong: Vec<u32> = diagnostics.iter().map(|d| d.primary.span.start).collect();
    wrong.sort_unstable();
    let trivia = Trivia { comments: lexed.comments };
    let mut formatter =
        Formatter { text, tokens: &lexed.tokens, trivia: &trivia, wrong, printer: Printer::default() };
    if !items.iter().all(|item| formatter.stands_alone(&item.head)) {
        return Ok(text.to_string());
    }
    let mut end = 0;
    for item in &items {
        end = formatter.item(item, end);
    }
    formatter.between(end, u32::try_from(text.len()).unwrap_or(u32::MAX), 0);
    Ok(formatter.printer.finish())
}

fn is_structural(code: Code) -> bool {
    use Code::{StrayClose, UnclosedBlock, UnclosedComment, UnclosedPicture, UnclosedString};
    matches!(code, StrayClose | UnclosedBlock | UnclosedComment | UnclosedPicture | UnclosedString)
}

struct Formatter<'t> {
    text: &'t str,
    tokens: &'t [Token],
    trivia: &'t Trivia,
    /// Where diagnostics stand, in order.
    wrong: Vec<u32>,
    printer: Printer,
}

impl<'t> Formatter<'t> {
    fn token(&self, index: usize) -> Option<Token> {
        self.tokens.get(index).copied()
    }

    fn str(&self, start: u32, end: u32) -> &'t str {
        self.text.get(start as usize..end as usize).unwrap_or("")
    }

    fn word(&self, index: usize) -> &'t str {
        self.token(index).map_or("", |t| t.text(self.text))
    }

    fn span(&self, tokens: &Range<usize>) -> Span {
        let start = self.token(tokens.start).map_or(0, |t| t.start);
        let end = tokens.end.checked_sub(1).and_then(|i| self.token(i)).map_or(start, |t| t.end);
        Span { file: FileId::default(), start, end }
    }

    /// Whether something is wrong with a slice.
    fn is_wrong(&self, slice: &Slice) -> bool {
        let span = self.span(&slice.tokens);
        let first = self.wrong.partition_point(|at| *at < span.start);
        slice.broken || self.wrong.get(first).is_some_and(|at| *at <= span.end)
    }

    /// Whether a slice is either right or set off by line ends alone: only then is it the same
    /// slice after its neighbours have moved.
    fn stands_alone(&self, slice: &Slice) -> bool {
        let before = slice.tokens.start.checked_sub(1).map_or("", |i| self.word(i));
        let first = self.token(slice.tokens.start).is_some_and(|t| t.first);
        !self.is_wrong(slice) || first && before != ";" && self.word(slice.tokens.end) != ";"
    }

    /// Prints an item with what stands before it since `from` and returns its end.
    fn item(&mut self, item: &OutlineItem, from: u32) -> u32 {
        let head = self.span(&item.head.tokens);
        self.between(from, head.start, 0);
        self.printer.start_line(0);
        let Some(block) = &item.block else {
            self.whole(&item.head, 0);
            return head.end;
        };
        let close = block.close.and_then(|c| self.token(c));
        let last = block.statements.last().map_or(head.end, |s| self.span(&s.tokens).end);
        let end = close.map_or(last, |t| t.end);
        let alone = block.statements.iter().all(|s| self.stands_alone(s));
        let sound = !self.is_wrong(&item.head) && alone && close.is_some();
        let one_line = !self.str(head.end, end).contains(['\n', '\r']);
        if !sound || one_line && block.statements.iter().any(|s| self.is_wrong(s)) {
            self.printer.raw(self.str(head.start, end));
            return end;
        }
        self.tokens(item.head.tokens.clone(), 0, None);
        match one_line.then(|| self.on_one_line(block, head.end, end)).flatten() {
            Some(body) => self.printer.push(&body),
            None => self.block(block, head.end, close.map_or(end, |t| t.start)),
        }
        end
    }

    /// A slice in formatted form, or unchanged if it has syntax errors.
    fn whole(&mut self, slice: &Slice, pad: usize) {
        if self.is_wrong(slice) {
            let span = self.span(&slice.tokens);
            self.printer.raw(self.str(span.start, span.end));
        } else {
            self.tokens(slice.tokens.clone(), pad, None);
        }
    }

    /// ` a; b }`, if it fits and holds no comment.
    fn on_one_line(&mut self, block: &Block, from: u32, end: u32) -> Option<String> {
        if !self.trivia.between(from, end).is_empty() {
            return None;
        }
        if block.statements.is_empty() {
            return Some("}".to_string());
        }
        let outer = std::mem::take(&mut self.printer);
        for statement in &block.statements {
            self.printer.start_line(0);
            self.whole(statement, 0);
        }
        let statements = std::mem::replace(&mut self.printer, outer).finish();
        let body = format!(" {} }}", statements.trim_end().replace('\n', "; "));
        let width = self.printer.width() + body.chars().count();
        (width <= WIDTH).then_some(body)
    }

    fn block(&mut self, block: &Block, from: u32, close: u32) {
        let keywords = block.statements.iter().filter(|s| !self.is_wrong(s));
        let widest = keywords.map(|s| self.word(s.tokens.start).chars().count()).max();
        let pad = widest.filter(|_| block.kind == BlockKind::Puzzle);
        let mut end = from;
        self.printer.open_block();
        for statement in &block.statements {
            let span = self.span(&statement.tokens);
            self.between(end, span.start, INDENT);
            self.printer.start_line(INDENT);
            if self.is_wrong(statement) {
                self.printer.raw(self.str(span.start, span.end));
            } else {
                self.tokens(statement.tokens.clone(), INDENT, pad);
            }
            end = span.end;
        }
        self.between(end, close, INDENT);
        self.printer.close_block();
        self.printer.push("}");
    }
}

/// Whether a token is drawn over several lines.
fn is_picture(token: Token) -> bool {
    matches!(token.kind, TokenKind::Picture | TokenKind::Twin)
}
