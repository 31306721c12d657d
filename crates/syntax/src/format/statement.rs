//! The tokens of a statement and the comments between them.

use std::ops::Range;

use super::spacing::Context;
use super::{Formatter, INDENT, is_picture, picture};
use crate::{BLANKS, Comment, CommentKind, TokenKind};

impl Formatter<'_> {
    /// Prints the tokens of a slice that parses, on the line begun. The first token is filled up
    /// to `pad` columns.
    pub(super) fn tokens(&mut self, range: Range<usize>, indent: usize, pad: Option<usize>) {
        let mut context = Context::of(self.word(range.start));
        for index in range.clone() {
            let Some(token) = self.token(index) else { return };
            if index > range.start {
                let opens_block = index + 1 == range.end && self.word(index) == "{";
                let fill = pad.filter(|_| index == range.start + 1);
                self.gap(index, indent, &context, opens_block, fill);
            }
            let text = token.text(self.text);
            if is_picture(token) {
                picture::print(&mut self.printer, token, text, indent);
            } else if token.kind == TokenKind::Script {
                self.printer.raw(text);
            } else {
                self.printer.push(text);
            }
            context.pass(text, index.checked_sub(1).map_or("", |i| self.word(i)));
        }
    }

    /// The text between a token and the one before it, in one statement.
    fn gap(
        &mut self,
        index: usize,
        indent: usize,
        context: &Context,
        opens_block: bool,
        fill: Option<usize>,
    ) {
        let (Some(before), Some(token)) =
            (index.checked_sub(1).and_then(|i| self.token(i)), self.token(index))
        else {
            return;
        };
        let trivia = self.trivia;
        let comments = trivia.between(before.end, token.start);
        let mut end = before.end;
        let mut broken = false;
        for comment in comments {
            broken |= self.breaks(end, comment.span.start);
            let ends_line = self.ends_line(comment, token.start);
            if broken {
                self.printer.break_line(indent + INDENT);
                self.printer.raw(&comment.text);
            } else if ends_line {
                self.printer.trail(&comment.text);
            } else {
                self.printer.push(" ");
                self.printer.raw(&comment.text);
            }
            broken = comment.kind != CommentKind::Block;
            end = comment.span.end;
        }
        broken |= self.breaks(end, token.start);
        let text = token.text(self.text);
        if broken && (!opens_block || !comments.is_empty()) {
            let closes = matches!(text, ")" | "]" | "}") || opens_block;
            self.printer.break_line(if closes { indent } else { indent + INDENT });
            return;
        }
        if let Some(width) = fill.filter(|_| comments.is_empty()) {
            let blanks = (width + 1).saturating_sub(before.text(self.text).chars().count());
            self.printer.push(&" ".repeat(blanks.max(1)));
        } else if !comments.is_empty() || context.blank(self.tokens, index, self.text) {
            self.printer.push(" ");
        }
    }

    fn breaks(&self, start: u32, end: u32) -> bool {
        self.str(start, end).contains(['\n', '\r'])
    }

    /// Whether no token stands behind a comment on its line; the next token stands at `next`.
    fn ends_line(&self, comment: &Comment, next: u32) -> bool {
        comment.kind != CommentKind::Block || {
            let rest = self.str(comment.span.end, next);
            let line = rest.split(['\n', '\r']).next().unwrap_or("");
            line.len() < rest.len() && is_blank(line)
        }
    }

    /// The text between two statements: comments and blank lines.
    pub(super) fn between(&mut self, start: u32, end: u32, indent: usize) {
        let trivia = self.trivia;
        let mut from = start;
        for comment in trivia.between(start, end) {
            let space = self.str(from, comment.span.start);
            let lines = count_lines(space);
            if lines > 1 {
                self.printer.blank_line();
            }
            if lines == 0 && !comment.own_line {
                self.printer.trail(&comment.text);
            } else {
                self.printer.start_line(indent);
                self.printer.raw(&comment.text);
                let rest = self.str(comment.span.end, end);
                let line = rest.split(['\n', '\r']).next().unwrap_or("");
                if comment.kind == CommentKind::Block && (line.len() == rest.len() || !is_blank(line)) {
                    self.printer.wait();
                }
            }
            from = comment.span.end;
        }
        if count_lines(self.str(from, end)) > 1 {
            self.printer.blank_line();
        }
    }
}

fn is_blank(line: &str) -> bool {
    line.trim_matches(BLANKS).is_empty()
}

/// Line ends in a text.
fn count_lines(text: &str) -> usize {
    let pairs = text.matches("\r\n").count();
    text.matches(['\n', '\r']).count() - pairs
}
