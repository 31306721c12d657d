//! Folding ranges.

use std::sync::Arc;

use super::text::{Text, line_end, line_start, offset, slice, text};
use crate::Analysis;
use puzzlec_base::{FileId, Span};
use puzzlec_script::{ScriptTokenKind as Kind, script_tokens};
use puzzlec_syntax::ast::{Item, ItemKind};
use puzzlec_syntax::{Comment, Token, TokenKind};

/// The kinds of folds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum FoldKind {
    Comment,
    Imports,
    Block,
    Picture,
    Script,
}

/// A range that folds to its first line. The span ends with the last hidden line, so a closing bracket or
/// quote on a line of its own stays visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// From the opening token to the end of the last hidden line.
    pub span: Span,
    /// The kind.
    pub kind: FoldKind,
}

/// The folds of a file, in order.
pub fn folds(analysis: &Analysis, file: FileId) -> Vec<Fold> {
    let mut folder = match text(analysis, file) {
        None => return Vec::new(),
        Some(Text::Script(text)) => {
            let mut folder = Folder { file, text, folds: Vec::new() };
            folder.script(0, offset(text.len()));
            folder
        }
        Some(Text::Puzzle(_, module, text)) => {
            let mut folder = Folder { file, text, folds: Vec::new() };
            folder.imports(&module.parse.file.items);
            folder.comments(&module.parse.trivia.comments);
            folder.tokens(&module.parse.tokens);
            folder
        }
    };
    folder.folds.sort_by_key(|f| (f.span.start, f.span.end));
    folder.folds
}

struct Folder<'t> {
    file: FileId,
    text: &'t str,
    folds: Vec<Fold>,
}

impl<'t> Folder<'t> {
    fn str(&self, start: u32, end: u32) -> &'t str {
        slice(self.text, start, end)
    }

    /// Adds the fold of `start..end` if it hides a line. A closing bracket or quote at `end` stays visible if
    /// it is alone on its line.
    fn add(&mut self, start: u32, end: u32, kind: FoldKind, closed: bool) {
        let mut end = end;
        if closed {
            let line = line_start(self.text, end);
            let before = self.str(line, end).trim_start();
            if matches!(before, "" | "}" | ")" | "]" | "\"\"\"") {
                let above = self.str(start, line.max(start));
                end = start + offset(above.trim_end_matches(['\n', '\r']).len());
            }
        }
        if self.str(start, end).contains(['\n', '\r']) {
            self.folds.push(Fold { span: Span { file: self.file, start, end }, kind });
        }
    }

    /// Neighbouring imports.
    fn imports(&mut self, items: &[Arc<Item>]) {
        let mut run: Option<Span> = None;
        for item in items {
            match (&item.kind, run) {
                (ItemKind::Use(_), None) => run = Some(item.span),
                (ItemKind::Use(_), Some(first)) => run = Some(first.to(item.span)),
                (_, Some(found)) => {
                    self.add(found.start, found.end, FoldKind::Imports, false);
                    run = None;
                }
                (_, None) => {}
            }
        }
        if let Some(found) = run {
            self.add(found.start, found.end, FoldKind::Imports, false);
        }
    }

    /// Comments of several lines, and comments of one kind on neighbouring lines.
    fn comments(&mut self, comments: &[Comment]) {
        let lines = comments.iter().map(|c| (c.span.start, c.span.end, c.own_line, c.is_doc()));
        self.comment_runs(lines.collect());
    }

    fn comment_runs(&mut self, comments: Vec<(u32, u32, bool, bool)>) {
        let mut run: Option<(u32, u32, bool, bool)> = None;
        for (start, end, own_line, doc) in comments {
            if let Some((from, to, true, kind)) = run
                && own_line
                && kind == doc
                && is_one_line_end(self.str(to, start))
            {
                run = Some((from, end, true, doc));
                continue;
            }
            if let Some((from, to, ..)) = run.replace((start, end, own_line, doc)) {
                self.add(from, to, FoldKind::Comment, false);
            }
        }
        if let Some((from, to, ..)) = run {
            self.add(from, to, FoldKind::Comment, false);
        }
    }

    fn tokens(&mut self, tokens: &[Token]) {
        let mut open: Vec<(u32, &str)> = Vec::new();
        for token in tokens {
            let word = token.text(self.text);
            match token.kind {
                TokenKind::Open => open.push((token.start, word)),
                TokenKind::Close => {
                    if let Some(start) = close(&mut open, word) {
                        self.add(start, token.end, FoldKind::Block, true);
                    }
                }
                TokenKind::Picture | TokenKind::Twin | TokenKind::CrookedPicture => {
                    self.add(token.start, token.end, FoldKind::Picture, true);
                }
                TokenKind::UnclosedPicture => {
                    self.add(token.start, token.end, FoldKind::Picture, false);
                }
                TokenKind::Script | TokenKind::UnclosedScript => {
                    self.add(token.start, token.end, FoldKind::Script, token.kind == TokenKind::Script);
                    let end = token.end.saturating_sub(3).max(token.start);
                    self.script(token.start.saturating_add(3).min(end), end);
                }
                _ => {}
            }
        }
    }

    /// The brackets and comments of a script.
    fn script(&mut self, start: u32, end: u32) {
        let text = self.str(start, end);
        let mut open: Vec<(u32, &str)> = Vec::new();
        let mut comments = Vec::new();
        for token in script_tokens(text) {
            let (word, from, to) = (token.text, offset(token.start), offset(token.end()));
            match (token.kind, word) {
                (Kind::Comment | Kind::DocComment, _) => {
                    let before = slice(text, line_start(text, from), from);
                    let doc = token.kind == Kind::DocComment;
                    comments.push((start + from, start + to, before.trim().is_empty(), doc));
                }
                (Kind::Mark, "{" | "(" | "[") => open.push((from, word)),
                (Kind::Mark, "}" | ")" | "]") => {
                    if let Some(opening) = close(&mut open, word) {
                        self.add(start + opening, start + to, FoldKind::Block, true);
                    }
                }
                _ => {}
            }
        }
        self.comment_runs(comments);
    }
}

/// The opening bracket of a closing one: the innermost of its kind; brackets of other kinds in between are
/// skipped.
pub(super) fn close(open: &mut Vec<(u32, &str)>, word: &str) -> Option<u32> {
    let wanted = match word {
        ")" => "(",
        "]" => "[",
        _ => "{",
    };
    let place = open.iter().rposition(|o| o.1 == wanted)?;
    let start = open.get(place)?.0;
    open.truncate(place);
    Some(start)
}

/// Whether a text is blank and has one line end.
fn is_one_line_end(text: &str) -> bool {
    text.trim().is_empty() && line_end(text, 0) < offset(text.len()) && {
        let ends = text.replace("\r\n", "\n");
        ends.matches(['\n', '\r']).count() == 1
    }
}
