//! The outline of a file: which tokens make which item, which statement. It is where recovery
//! happens: whatever is wrong stays inside the statement that holds it.
//!
//! A statement begins at `;` or at a line whose first token is a word or `[`, unless the word is
//! one that holds a statement together or the token before asks for more. Brackets count only
//! when they have a partner, so an open `(` does not swallow the lines below it.

mod brackets;
mod check;
mod recover;
mod words;

use std::ops::Range;

use super::token::{Lexed, Token, TokenKind};
use crate::keywords::{self, Place};
use brackets::Brackets;
pub(crate) use check::too_deep;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::{FileId, Span};
pub(crate) use words::holds_together;
pub(crate) use words::statement_words;
pub use words::wants_more;

/// A run of tokens that is parsed alone.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Slice {
    /// Indices of tokens; never empty.
    pub(crate) tokens: Range<usize>,
    /// What is wrong with it has been said; it is not parsed.
    pub(crate) broken: bool,
}

/// Whose statements a block holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BlockKind {
    Rule,
    Puzzle,
}

/// The statements of a rule or puzzle.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Block {
    pub(crate) kind: BlockKind,
    pub(crate) statements: Vec<Slice>,
    /// The token `}`.
    pub(crate) close: Option<usize>,
}

/// An item: its head, up to `{` where it has a block, or the whole.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OutlineItem {
    pub(crate) head: Slice,
    pub(crate) block: Option<Block>,
}

impl OutlineItem {
    /// The same with its tokens counted from its first: equal for equal texts that are cut alike.
    pub(crate) fn by_itself(&self) -> OutlineItem {
        let first = self.head.tokens.start;
        let slice = |s: &Slice| {
            let at = |i: usize| i.saturating_sub(first);
            Slice { tokens: at(s.tokens.start)..at(s.tokens.end), broken: s.broken }
        };
        let block = self.block.as_ref().map(|b| Block {
            kind: b.kind,
            statements: b.statements.iter().map(slice).collect(),
            close: b.close.map(|c| c.saturating_sub(first)),
        });
        OutlineItem { head: slice(&self.head), block }
    }
}

/// The outline of a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outline {
    pub(crate) lexed: Lexed,
    pub(crate) items: Vec<OutlineItem>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The text ends inside a comment or picture; the statement before it may be cut short.
    pub(crate) ends_open: bool,
}

/// Outlines a text that was cut. Linear in its length, without recursion.
pub(crate) fn outline(file: FileId, text: &str, lexed: Lexed) -> Outline {
    let brackets = Brackets::match_up(&lexed.tokens, text);
    let mut assembler = Assembler {
        file,
        text,
        tokens: &lexed.tokens,
        brackets: &brackets,
        items: Vec::new(),
        diagnostics: Vec::new(),
        ends_open: false,
    };
    if let Some(span) = lexed.unclosed_comment {
        let found = Diagnostic::new(Code::UnclosedComment, span, "comment is not closed");
        assembler.diagnostics.push(found.label("begins here").help("close it with `*/`"));
    }
    assembler.ends_open = lexed.unclosed_comment.is_some() || assembler.ends_in_picture();
    assembler.items();
    let Assembler { items, diagnostics, ends_open, .. } = assembler;
    Outline { lexed, items, diagnostics, ends_open }
}

struct Assembler<'t> {
    file: FileId,
    text: &'t str,
    tokens: &'t [Token],
    brackets: &'t Brackets,
    /// The text ends inside a comment or picture, which explains any block that is not closed.
    ends_open: bool,
    items: Vec<OutlineItem>,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> Assembler<'t> {
    fn kind(&self, index: usize) -> Option<TokenKind> {
        self.tokens.get(index).map(|t| t.kind)
    }

    fn word(&self, index: usize) -> &'t str {
        self.tokens.get(index).map_or("", |t| t.text(self.text))
    }

    fn ends_in_picture(&self) -> bool {
        let last = self.tokens.last();
        last.is_some_and(|t| {
            matches!(t.kind, TokenKind::UnclosedPicture | TokenKind::UnclosedScript)
                && t.end as usize >= self.text.trim_end().len()
        })
    }

    /// The token after this one, or after the bracket that it opens.
    fn next(&self, index: usize) -> usize {
        self.brackets.partner(index).filter(|p| *p > index).unwrap_or(index) + 1
    }

    fn is_stray(&self, index: usize) -> bool {
        self.kind(index) == Some(TokenKind::Close) && self.brackets.partner(index).is_none()
    }

    /// Whether a new statement begins at this token, which is not the first of its block.
    fn starts(&self, index: usize, keywords: &[&str]) -> bool {
        let Some(token) = self.tokens.get(index).filter(|t| t.first) else { return false };
        let word = token.text(self.text);
        let before = index.checked_sub(1).and_then(|i| self.tokens.get(i));
        let continues = before.is_some_and(|b| wants_more(b.kind, b.text(self.text)));
        let after_word = before.is_some_and(|b| b.kind == TokenKind::Word);
        match token.kind {
            TokenKind::Word => keywords.contains(&word) || !(holds_together(word) || continues),
            TokenKind::Open => word == "[" && (after_word || !continues),
            TokenKind::Close => self.is_stray(index),
            _ => self.swallows(index..index + 1, '{'),
        }
    }

    /// Whether a comment as in other languages begins here, in the statement that begins at `from`:
    /// in a row `#` is a mark.
    fn is_hash(&self, from: usize, index: usize) -> bool {
        self.word(index) == "#" && !(from..index).any(|i| self.word(i) == "row")
    }

    /// Reports such a comment, which reaches to the end of its line.
    fn hash(&mut self, from: usize) -> Slice {
        if let Some(token) = self.tokens.get(from) {
            let span = token.span(self.file);
            let found = Diagnostic::new(Code::Unexpected, span, "`#` begins no comment");
            let found = found.help("comments begin with `//`");
            self.diagnostics.push(found.fix("replace `#` by `//`", span, "//", true));
        }
        Slice { tokens: from..self.next_line(from), broken: true }
    }

    /// The first token on the line after that of this one, or a brace before it that closes a block.
    fn next_line(&self, from: usize) -> usize {
        let mut index = from + 1;
        while self.tokens.get(index).is_some_and(|t| !t.first && t.text(self.text) != "}") {
            index += 1;
        }
        index
    }

    /// The end of the statement that begins at `from`.
    fn end_of(&self, from: usize, to: usize, keywords: &[&str]) -> usize {
        let mut index = self.next(from);
        let ends = |index| {
            self.kind(index) == Some(TokenKind::Separator)
                || self.starts(index, keywords)
                || self.is_hash(from, index)
        };
        while index < to && !ends(index) {
            index = self.next(index);
        }
        index.min(to)
    }

    fn items(&mut self) {
        let mut index = 0;
        while index < self.tokens.len() {
            if let Some(next) = self.resume_block(index).or_else(|| self.skip_swallowed(index)) {
                index = next;
                continue;
            }
            index = match self.kind(index) {
                Some(TokenKind::Separator) => index + 1,
                Some(TokenKind::Symbol) if self.is_hash(index, index) => {
                    let head = self.hash(index);
                    let end = head.tokens.end;
                    self.items.push(OutlineItem { head, block: None });
                    end
                }
                Some(TokenKind::Close) if self.is_stray(index) => self.stray_run(index),
                Some(TokenKind::Word) => match self.word(index) {
                    "puzzle" => self.block_item(index, BlockKind::Puzzle),
                    "rule" => self.block_item(index, BlockKind::Rule),
                    _ => self.plain_item(index),
                },
                _ => self.plain_item(index),
            };
        }
    }

    /// Brackets that close nothing, one after another, are one mistake.
    fn stray_run(&mut self, from: usize) -> usize {
        let mut index = from;
        while self.is_stray(index) {
            index += 1;
        }
        if let Some(token) = self.tokens.get(from) {
            self.diagnostics.push(check::stray(token.span(self.file), token.text(self.text)));
        }
        index
    }

    fn plain_item(&mut self, from: usize) -> usize {
        let mut end = self.end_of(from, self.tokens.len(), keywords::words(Place::Item));
        if self.word(from) == "piece" {
            end = self.end_of_properties(from, end);
        }
        let head = self.slice(from..end, false);
        self.items.push(OutlineItem { head, block: None });
        end
    }

    fn block_item(&mut self, from: usize, kind: BlockKind) -> usize {
        let count = self.tokens.len();
        let words = words::statement_words(kind);
        let mut index = from + 1;
        let mut defined = false;
        while index < count && !self.starts(index, keywords::words(Place::Item)) {
            let word = self.word(index);
            if self.opens_block(index) {
                return self.item_with_block(from, index, kind);
            }
            if word == ";" && (defined || !self.block_follows(index)) {
                break;
            }
            // A statement: `{` is missing before it.
            let pattern = word == "[" && kind == BlockKind::Rule;
            if !defined && index > from + 1 && (pattern || words.contains(&word)) {
                break;
            }
            defined |= word == "=";
            index = self.next(index);
        }
        let index = index.min(count);
        let head = self.slice(from..index, false);
        if kind == BlockKind::Rule && defined {
            self.items.push(OutlineItem { head, block: None });
            return index;
        }
        // `{` is missing, which parsing the head will say. What follows is still a block if it
        // reads like one.
        let known = words.contains(&self.word(index)) || self.word(index) == "[";
        let closes = |at: usize| self.is_stray(at) && self.word(at) == "}";
        let mut end = index;
        while known && end < count && !self.brackets.is_item(end) && !closes(end) {
            end = self.next(end);
        }
        let end = end.min(count);
        let close = Some(end).filter(|e| known && closes(*e));
        let statements = self.statements(index..end, kind, true);
        self.items.push(OutlineItem { head, block: Some(Block { kind, statements, close }) });
        close.map_or(end, |c| c + 1)
    }

    /// Whether `{` stands here and opens a block of statements rather than the edges of a graph,
    /// even of one that lacks its keyword.
    fn opens_block(&self, index: usize) -> bool {
        let before = index.checked_sub(1).map_or("", |i| self.word(i));
        self.word(index) == "{" && before != "graph" && before != "on"
    }

    /// Whether a block opens on this line: then `;` belongs to a head whose brackets are wrong.
    fn block_follows(&self, index: usize) -> bool {
        let line = (index + 1..index + 64).take_while(|i| self.tokens.get(*i).is_some_and(|t| !t.first));
        line.into_iter().any(|i| self.opens_block(i))
    }

    fn item_with_block(&mut self, from: usize, open: usize, kind: BlockKind) -> usize {
        let head = self.slice(from..open + 1, true);
        let close = self.brackets.partner(open);
        let end = close.unwrap_or_else(|| self.brackets.next_item(open + 1));
        if close.is_none() && !self.ends_open && !self.swallows(open..end, '}') {
            self.unclosed_block(open, end);
        }
        let statements = self.statements(open + 1..end, kind, close.is_none());
        self.items.push(OutlineItem { head, block: Some(Block { kind, statements, close }) });
        close.map_or(end, |c| c + 1)
    }

    fn unclosed_block(&mut self, open: usize, end: usize) {
        let Some(token) = self.tokens.get(open) else { return };
        let mut found = Diagnostic::new(Code::UnclosedBlock, token.span(self.file), "block is not closed")
            .label("this bracket has no match");
        if let Some(next) = self.tokens.get(end) {
            found = found.also(next.span(self.file), "the next item begins here");
        }
        if let Some(last) = self.tokens.get(end.saturating_sub(1)) {
            let place = Span { file: self.file, start: last.end, end: last.end };
            found = found.help("close it with `}`").fix("add `}`", place, "\n}", false);
        }
        self.diagnostics.push(found);
    }

    fn statements(&mut self, range: Range<usize>, kind: BlockKind, excused: bool) -> Vec<Slice> {
        let keywords = words::statement_words(kind);
        let mut statements = Vec::new();
        let mut index = range.start;
        while index < range.end {
            if self.kind(index) == Some(TokenKind::Separator) {
                index += 1;
                continue;
            }
            if self.is_hash(index, index) {
                let comment = self.hash(index);
                index = comment.tokens.end;
                statements.push(comment);
                continue;
            }
            let end = self.end_of(index, range.end, keywords);
            statements.push(self.slice(index..end, excused));
            index = end;
        }
        statements
    }

    /// A slice, checked for what no strict parse may see. Where `excused`, a missing `}` has been
    /// reported or is another's.
    fn slice(&mut self, tokens: Range<usize>, excused: bool) -> Slice {
        if let Some(comment) = tokens.clone().skip(1).find(|i| self.is_hash(tokens.start, *i)) {
            self.hash(comment);
            return Slice { tokens, broken: true };
        }
        let fault = check::fault(self.file, self.text, self.tokens, self.brackets, tokens.clone());
        let broken = fault.is_some();
        if let Some(fault) = fault {
            let silent = fault.code == Code::UnclosedBlock && (excused || self.ends_open);
            if !silent {
                self.diagnostics.push(fault);
            }
        }
        Slice { tokens, broken }
    }
}
