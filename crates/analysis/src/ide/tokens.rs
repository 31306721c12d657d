//! Semantic tokens.

mod names;

use super::script;
use super::text::{Text, lines_of, marks_of, offset, slice, text};
use crate::Analysis;
use names::Classes;
use puzzlec_base::{FileId, Span};
use puzzlec_model::names::Names;
use puzzlec_syntax::ast::{Drawing, Picture, visit};
use puzzlec_syntax::keywords::keyword;
use puzzlec_syntax::{CommentKind, TokenKind, read_picture, read_twin};

/// The meaning of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum TokenClass {
    Keyword,
    Comment,
    DocComment,
    Text,
    Number,
    Operator,
    Board,
    Piece,
    Configuration,
    Rule,
    Puzzle,
    Parameter,
    Variable,
    Cell,
    Direction,
    Module,
    Mark,
    Function,
    Property,
}

/// A token with its meaning. Tokens do not contain line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The span.
    pub span: Span,
    /// The kind.
    pub class: TokenClass,
    /// Whether a name is introduced here.
    pub declaration: bool,
}

/// The semantic tokens of a file, in order and disjoint, including marks of pictures and words of scripts.
/// Linear in the length of the text.
pub fn tokens(analysis: &Analysis, file: FileId) -> Vec<Token> {
    let mut painter = match text(analysis, file) {
        None => return Vec::new(),
        Some(Text::Script(text)) => {
            let mut painter = Painter { file, text, classes: Classes::default(), tokens: Vec::new() };
            painter.script(0, offset(text.len()));
            painter
        }
        Some(Text::Puzzle(id, module, text)) => {
            let names = Names::of(analysis.project());
            let mut reader = names::Reader::new(&names, id, text);
            module.parse.file.items.iter().for_each(|item| visit(item, &mut reader));
            let classes = reader.finish();
            let mut painter = Painter { file, text, classes, tokens: Vec::new() };
            module.parse.tokens.iter().for_each(|t| painter.token(t.kind, t.start, t.end));
            for comment in &module.parse.trivia.comments {
                let doc = matches!(comment.kind, CommentKind::Doc | CommentKind::FileDoc);
                let class = if doc { TokenClass::DocComment } else { TokenClass::Comment };
                painter.add(comment.span.start, comment.span.end, class, false);
            }
            painter
        }
    };
    painter.tokens.sort_by_key(|t| t.span.start);
    joined(painter.tokens)
}

/// Disjoint tokens; adjacent marks are merged.
fn joined(tokens: Vec<Token>) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::with_capacity(tokens.len());
    for token in tokens {
        match found.last_mut() {
            Some(last) if token.span.start < last.span.end => {}
            Some(last)
                if token.span.start == last.span.end
                    && (last.class, token.class) == (TokenClass::Mark, TokenClass::Mark)
                    && last.declaration == token.declaration =>
            {
                last.span.end = token.span.end;
            }
            _ => found.push(token),
        }
    }
    found
}

struct Painter<'t> {
    file: FileId,
    text: &'t str,
    classes: Classes,
    tokens: Vec<Token>,
}

impl<'t> Painter<'t> {
    fn str(&self, start: u32, end: u32) -> &'t str {
        slice(self.text, start, end)
    }

    fn add(&mut self, start: u32, end: u32, class: TokenClass, declaration: bool) {
        let span = Span { file: self.file, start, end };
        self.tokens.extend(lines_of(span, self.text).map(|span| Token { span, class, declaration }));
    }

    fn token(&mut self, kind: TokenKind, start: u32, end: u32) {
        let word = self.str(start, end);
        if self.classes.in_row(start) && word != "*" {
            return self.marks(start, end, false);
        }
        match kind {
            TokenKind::Word => {
                let found = self.classes.names.get(&start).copied();
                let found = found.or_else(|| keyword(word).map(|_| (TokenClass::Keyword, false)));
                let found = found.or_else(|| Some((self.classes.known(word)?, false)));
                if let Some((class, declaration)) = found {
                    self.add(start, end, class, declaration);
                }
            }
            TokenKind::Number => self.add(start, end, TokenClass::Number, false),
            TokenKind::Text if self.classes.pieces.contains(&start) => self.marks(start, end, true),
            TokenKind::Text | TokenKind::UnclosedText => self.add(start, end, TokenClass::Text, false),
            TokenKind::Picture => {
                let span = Span { file: self.file, start, end };
                self.quotes(start, end);
                self.picture(&read_picture(span, word), start);
            }
            TokenKind::Twin => {
                let span = Span { file: self.file, start, end };
                let (left, right) = read_twin(span, word);
                self.quotes(start, end);
                self.twin(start, end);
                self.picture(&left, start);
                self.picture(&right, start);
            }
            TokenKind::UnclosedPicture | TokenKind::CrookedPicture => self.crooked(start, end),
            TokenKind::Script => {
                self.quotes(start, end);
                self.script(start.saturating_add(3).min(end), end.saturating_sub(3).max(start));
            }
            TokenKind::UnclosedScript => {
                let inside = start.saturating_add(3).min(end);
                self.add(start, inside, TokenClass::Text, false);
                self.script(inside, end);
            }
            TokenKind::Symbol if !matches!(word, "," | "." | ":" | "::") => {
                self.add(start, end, TokenClass::Operator, false);
            }
            TokenKind::Symbol | TokenKind::Open | TokenKind::Close | TokenKind::Separator => {}
        }
    }

    /// The marks of a piece or a row, possibly in quotes.
    fn marks(&mut self, start: u32, end: u32, declaration: bool) {
        let word = self.str(start, end);
        if word.len() >= 2 && word.starts_with('"') && word.ends_with('"') {
            self.add(start, start + 1, TokenClass::Text, false);
            self.add(start + 1, end - 1, TokenClass::Mark, declaration);
            self.add(end - 1, end, TokenClass::Text, false);
        } else if !word.starts_with(['(', ')']) {
            self.add(start, end, TokenClass::Mark, declaration);
        }
    }

    /// The first and the last three quotes.
    fn quotes(&mut self, start: u32, end: u32) {
        self.add(start, start.saturating_add(3).min(end), TokenClass::Text, false);
        self.add(end.saturating_sub(3).max(start), end, TokenClass::Text, false);
    }

    /// The quotes and the word that only two pictures side by side have.
    fn twin(&mut self, start: u32, end: u32) {
        let word = self.str(start, end);
        let line = word.split(['\n', '\r']).next().unwrap_or("");
        if let Some(at) = line.find("colours") {
            let at = start + offset(at);
            self.add(at, at + 7, TokenClass::Keyword, false);
        }
        let opening = line.get(3..).and_then(|l| l.find("\"\"\"")).map(|at| at + 3);
        let before = word.get(..word.len().saturating_sub(3)).unwrap_or("");
        for at in [opening, before.rfind("\"\"\"")].into_iter().flatten() {
            let at = start + offset(at);
            self.add(at, at + 3, TokenClass::Text, false);
        }
    }

    fn picture(&mut self, picture: &Picture, start: u32) {
        let board = self.classes.drawings.get(&start).is_some_and(|d| matches!(d, Drawing::Board(_)));
        for row in &picture.rows {
            for (at, c) in marks_of(self.text, row.span) {
                let from = row.span.start + at;
                let named = board && c != '.' && c != '?';
                let class = if named { TokenClass::Cell } else { TokenClass::Mark };
                let span = Span { file: self.file, start: from, end: from + offset(c.len_utf8()) };
                self.tokens.push(Token { span, class, declaration: named });
            }
        }
    }

    /// A picture that does not end: every run of marks.
    fn crooked(&mut self, start: u32, end: u32) {
        self.add(start, start.saturating_add(3).min(end), TokenClass::Text, false);
        let mut at = start.saturating_add(3).min(end);
        for word in self.str(at, end).split_inclusive([' ', '\t', '\n', '\r']) {
            let length = offset(word.len());
            let marks = word.trim_end_matches([' ', '\t', '\n', '\r', '"']);
            self.add(at, at + offset(marks.len()), TokenClass::Mark, false);
            let rest = word.get(marks.len()..).unwrap_or("").trim_end();
            if !rest.is_empty() {
                let from = at + offset(marks.len());
                self.add(from, from + offset(rest.len()), TokenClass::Text, false);
            }
            at += length;
        }
    }

    fn script(&mut self, start: u32, end: u32) {
        for (from, to, class, declaration) in script::classes(self.str(start, end)) {
            self.add(start + from, start + to, class, declaration);
        }
    }
}
