//! Selection ranges.

use super::folds::close;
use super::text::{Text, line_end, line_start, marks_of, offset, slice, text};
use crate::Analysis;
use puzzlec_base::{FileId, Span};
use puzzlec_model::project::Module;
use puzzlec_script::{ScriptTokenKind, script_functions, script_tokens};
use puzzlec_syntax::ast::{Picture, Visitor, visit};
use puzzlec_syntax::{Token, TokenKind, read_picture, read_twin};

/// The spans around an offset, the innermost first and each inside the next: a word, an expression, a
/// statement, a block, an item, the file; in a picture a mark, its row, all rows. Empty for a file
/// that is unknown.
pub fn selection(analysis: &Analysis, file: FileId, offset: u32) -> Vec<Span> {
    let mut finder = match text(analysis, file) {
        None => return Vec::new(),
        Some(Text::Script(text)) => {
            let mut finder = Finder::new(file, text, offset);
            finder.script(0, finder.length());
            finder
        }
        Some(Text::Puzzle(_, module, text)) => {
            let mut finder = Finder::new(file, text, offset);
            finder.module(module);
            finder
        }
    };
    let length = finder.length();
    finder.add(0, length);
    finder.chain()
}

struct Finder<'t> {
    file: FileId,
    text: &'t str,
    at: u32,
    /// The word or other innermost thing.
    core: Option<Span>,
    spans: Vec<Span>,
}

impl<'t> Finder<'t> {
    fn new(file: FileId, text: &'t str, at: u32) -> Self {
        let mut at = at.min(offset(text.len()));
        while !text.is_char_boundary(at as usize) {
            at = at.saturating_sub(1);
        }
        Finder { file, text, at, core: None, spans: Vec::new() }
    }

    fn length(&self) -> u32 {
        offset(self.text.len())
    }

    fn add(&mut self, start: u32, end: u32) {
        let span = Span { file: self.file, start, end };
        if start < end && span.touches(self.at) {
            self.spans.push(span);
        }
    }

    /// The token at the offset: the one that begins there, before the one that ends there.
    fn set_core(&mut self, start: u32, end: u32) {
        let span = Span { file: self.file, start, end };
        let behind = self.core.is_none_or(|c| c.end <= self.at || c.end - c.start > end - start);
        let word = slice(self.text, start, end).starts_with(|c: char| c.is_alphanumeric() || c == '_');
        let before_word = end == self.at && !word && self.core.is_some();
        let kept = self.core.is_some_and(|c| {
            let text = slice(self.text, c.start, c.end);
            start == self.at && !word && text.starts_with(|c: char| c.is_alphanumeric() || c == '_')
        });
        if start < end && span.touches(self.at) && behind && !before_word && !kept {
            self.core = Some(span);
        }
    }

    fn chain(mut self) -> Vec<Span> {
        let core = self.core.unwrap_or(Span { file: self.file, start: self.at, end: self.at });
        self.spans.extend(self.core);
        self.spans.retain(|s| s.start <= core.start && core.end <= s.end);
        self.spans.sort_by_key(|s| (s.end - s.start, s.start));
        let mut chain: Vec<Span> = Vec::new();
        for span in self.spans {
            let fits = chain.last().is_none_or(|l| *l != span && span.start <= l.start && l.end <= span.end);
            if fits {
                chain.push(span);
            }
        }
        if chain.is_empty() {
            chain.push(core);
        }
        chain
    }

    fn module(&mut self, module: &Module) {
        let parse = &module.parse;
        for item in parse.file.items.iter().filter(|i| i.span.touches(self.at)) {
            let mut nodes = Nodes { at: self.at, spans: Vec::new() };
            visit(item, &mut nodes);
            self.spans.append(&mut nodes.spans);
        }
        // An item with what documents it.
        let mut before = 0;
        for item in &parse.file.items {
            let docs = parse.trivia.between(before, item.span.start);
            if let Some(first) = docs.iter().find(|c| c.is_doc() && c.own_line) {
                self.add(first.span.start, item.span.end);
                let last = docs.last().map_or(first.span.end, |c| c.span.end);
                self.add(first.span.start, last);
            }
            before = item.span.end;
        }
        for comment in &parse.trivia.comments {
            if comment.span.touches(self.at) {
                self.word(comment.span.start, comment.span.end);
                self.add(comment.span.start, comment.span.end);
            }
        }
        self.tokens(&parse.tokens);
    }

    fn tokens(&mut self, tokens: &[Token]) {
        let mut open: Vec<(u32, &str)> = Vec::new();
        for token in tokens {
            let word = token.text(self.text);
            match token.kind {
                TokenKind::Open => open.push((token.start, word)),
                TokenKind::Close => {
                    if let Some(start) = close(&mut open, word) {
                        self.inside(start, token.start, 1);
                        self.add(start, token.end);
                    }
                }
                _ => {}
            }
            if token.start <= self.at && self.at <= token.end {
                self.token(token);
            }
        }
    }

    /// The text inside brackets or quotes, trimmed.
    fn inside(&mut self, open: u32, close: u32, length: u32) {
        let start = open.saturating_add(length).min(close);
        let held = slice(self.text, start, close);
        let from = start + offset(held.len() - held.trim_start().len());
        self.add(from, from + offset(held.trim().len()));
    }

    fn token(&mut self, token: &Token) {
        let span = token.span(self.file);
        let word = token.text(self.text);
        match token.kind {
            TokenKind::Picture => self.picture(&read_picture(span, word), token),
            TokenKind::Twin => {
                let (left, right) = read_twin(span, word);
                self.picture(&left, token);
                self.picture(&right, token);
            }
            TokenKind::Script => {
                let end = token.end.saturating_sub(3).max(token.start);
                let start = token.start.saturating_add(3).min(end);
                self.inside(start, end, 0);
                self.script(start, end);
                self.add(token.start, token.end);
            }
            TokenKind::Text => {
                self.word(token.start, token.end);
                self.inside(token.start, token.end.saturating_sub(1), 1);
                self.add(token.start, token.end);
            }
            TokenKind::Separator => {}
            _ => self.set_core(token.start, token.end),
        }
    }

    fn picture(&mut self, picture: &Picture, token: &Token) {
        self.add(token.start, token.end);
        for row in &picture.rows {
            if row.span.touches(self.at) {
                self.add(row.span.start, row.span.end);
                for (at, c) in marks_of(self.text, row.span) {
                    let start = row.span.start + at;
                    self.set_core(start, start + offset(c.len_utf8()));
                }
            }
        }
        if let (Some(first), Some(last)) = (picture.rows.first(), picture.rows.last()) {
            // Two pictures side by side share their lines: a run of lines is neither of them.
            if token.kind == TokenKind::Picture {
                self.add(first.span.start, last.span.end);
            }
        }
    }

    /// The word at the offset inside a comment or text.
    fn word(&mut self, start: u32, end: u32) {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let before = slice(self.text, start, self.at.max(start));
        let after = slice(self.text, self.at.max(start), end);
        let from = before.len() - before.trim_end_matches(is_word).len();
        let to = after.find(|c| !is_word(c)).unwrap_or(after.len());
        self.set_core(self.at.saturating_sub(offset(from)), self.at + offset(to));
    }

    fn script(&mut self, start: u32, end: u32) {
        let text = slice(self.text, start, end);
        let mut open: Vec<(u32, &str)> = Vec::new();
        let tokens = script_tokens(text);
        for token in &tokens {
            let word = token.text;
            let (from, to) = (start + offset(token.start), start + offset(token.end()));
            match (token.kind, word) {
                (ScriptTokenKind::Mark, "{" | "(" | "[") => open.push((from, word)),
                (ScriptTokenKind::Mark, "}" | ")" | "]") => {
                    if let Some(opening) = close(&mut open, word) {
                        self.inside(opening, from, 1);
                        self.add(opening, to);
                    }
                }
                (ScriptTokenKind::Text | ScriptTokenKind::Comment | ScriptTokenKind::DocComment, _) => {
                    if from <= self.at && self.at <= to {
                        self.word(from, to);
                    }
                    self.add(from, to);
                    continue;
                }
                _ => {}
            }
            self.set_core(from, to);
        }
        for function in script_functions(&tokens) {
            self.add(start + offset(function.start), start + offset(function.end));
        }
        // The line: statements of scripts have no tree here.
        let (from, to) = (line_start(self.text, self.at), line_end(self.text, self.at));
        if start <= from && to <= end {
            let line = slice(self.text, from, to);
            let from = from + offset(line.len() - line.trim_start().len());
            self.add(from, from + offset(line.trim().len()));
        }
    }
}

/// The nodes of a tree around an offset.
struct Nodes {
    at: u32,
    spans: Vec<Span>,
}

impl Visitor<'_> for Nodes {
    fn node(&mut self, span: Span) {
        if span.touches(self.at) && span.start < span.end {
            self.spans.push(span);
        }
    }
}
