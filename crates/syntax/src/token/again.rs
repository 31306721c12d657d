//! Cutting a text that differs from an earlier one in one place: only the lines about that place
//! are cut anew.
//!
//! The tokens from a boundary on depend on nothing before it but on whether the line is fresh. And
//! what a token is depends on nothing behind the next line, unless something is not closed there.

use super::{Lexed, Lexer, Token, TokenKind};
use crate::trivia::{Comment, CommentKind};
use puzzlec_base::{FileId, Span};

/// A text with its tokens and comments.
#[derive(Clone, Copy)]
pub(crate) struct Cut<'t> {
    pub(crate) text: &'t str,
    pub(crate) tokens: &'t [Token],
    pub(crate) comments: &'t [Comment],
}

/// As [`lex`](super::lex), by what an earlier text of the file was cut into.
pub(crate) fn lex_again(file: FileId, text: &str, earlier: Cut<'_>) -> Lexed {
    let (old, new) = (earlier.text.as_bytes(), text.as_bytes());
    let (same_start, same_end) = (common_start(old, new), common_end(old, new));
    let from = earlier.boundary_before(same_start);
    let mut lexer = Lexer { file, fresh_line: from.fresh, lexed: Lexed::default() };
    lexer.lexed.tokens.extend_from_slice(earlier.tokens.get(..from.tokens).unwrap_or(&[]));
    lexer.lexed.comments.extend_from_slice(earlier.comments.get(..from.comments).unwrap_or(&[]));
    // From here on both texts are the same, so far as the change does not reach into it.
    let tail = (new.len() - same_end).max(same_start);
    let by = i64::try_from(new.len()).unwrap_or(0) - i64::try_from(old.len()).unwrap_or(0);
    let (mut base, mut looked) = (from.at, from.tokens);
    while let Some(end) = lexer.part(text, base) {
        base = end;
        while let Some(token) = lexer.lexed.tokens.get(looked).copied() {
            if token.start as usize >= tail
                && let Some(same) = earlier.token_at(i64::from(token.start) - by)
                && earlier.tokens.get(same).is_some_and(|t| t.first == token.first && begins(t.kind))
                && begins(token.kind)
            {
                lexer.lexed.tokens.truncate(looked);
                lexer.lexed.comments.retain(|c| c.span.start < token.start);
                earlier.append(same, by, &mut lexer.lexed);
                return lexer.lexed;
            }
            looked += 1;
        }
    }
    lexer.lexed
}

/// Bytes that are compared at once.
const STRIDE: usize = 4096;

/// The number of bytes at the start that are the same.
fn common_start(old: &[u8], new: &[u8]) -> usize {
    let strides = old.chunks_exact(STRIDE).zip(new.chunks_exact(STRIDE));
    let same = strides.take_while(|(a, b)| a == b).count() * STRIDE;
    let rest = old.iter().skip(same).zip(new.iter().skip(same));
    same + rest.take_while(|(a, b)| a == b).count()
}

/// The number of bytes at the end that are the same.
fn common_end(old: &[u8], new: &[u8]) -> usize {
    let strides = old.rchunks_exact(STRIDE).zip(new.rchunks_exact(STRIDE));
    let same = strides.take_while(|(a, b)| a == b).count() * STRIDE;
    let rest = old.iter().rev().skip(same).zip(new.iter().rev().skip(same));
    same + rest.take_while(|(a, b)| a == b).count()
}

/// A script is cut together with the word before it.
fn begins(kind: TokenKind) -> bool {
    !matches!(kind, TokenKind::Script | TokenKind::UnclosedScript)
}

/// Where cutting may begin.
struct Boundary {
    at: usize,
    fresh: bool,
    /// So many tokens and comments stand before it.
    tokens: usize,
    comments: usize,
}

impl Cut<'_> {
    /// A boundary before the line above a byte.
    fn boundary_before(&self, changed: usize) -> Boundary {
        let line = |at: usize| {
            let before = self.text.as_bytes().get(..at).unwrap_or(&[]);
            before.iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1)
        };
        let mut at = line(line(changed).saturating_sub(1));
        let open = |t: &Token| {
            matches!(
                t.kind,
                TokenKind::UnclosedPicture | TokenKind::UnclosedScript | TokenKind::CrookedPicture
            )
        };
        let mut fresh = true;
        let mut tokens = self.tokens.partition_point(|t| (t.start as usize) < at);
        let first_open = self.tokens.iter().take(tokens).position(open);
        let inside =
            tokens.checked_sub(1).filter(|i| self.tokens.get(*i).is_some_and(|t| t.end as usize > at));
        if let Some(mut index) = first_open.or(inside) {
            if self.tokens.get(index).is_some_and(|t| !begins(t.kind)) {
                index = index.saturating_sub(1);
            }
            if let Some(token) = self.tokens.get(index) {
                (at, fresh, tokens) = (token.start as usize, token.first, index);
            }
        }
        let mut comments = self.comments.partition_point(|c| (c.span.start as usize) < at);
        // Comments that stand inside the opening line of a picture end before it does.
        let reaches = |c: &Comment| c.span.end as usize > at;
        if let Some(index) = comments.checked_sub(1)
            && let Some(comment) = self.comments.get(index).filter(|c| reaches(c))
        {
            (at, fresh, comments) = (comment.span.start as usize, comment.own_line, index);
            tokens = self.tokens.partition_point(|t| (t.start as usize) < at);
        }
        Boundary { at, fresh, tokens, comments }
    }

    fn token_at(&self, start: i64) -> Option<usize> {
        let start = u32::try_from(start).ok()?;
        self.tokens.binary_search_by_key(&start, |t| t.start).ok()
    }

    /// Adds all from a token on to what a later text was cut into, moved by so many bytes.
    fn append(&self, from: usize, by: i64, lexed: &mut Lexed) {
        let moved = |at: u32| u32::try_from(i64::from(at) + by).unwrap_or(u32::MAX);
        let Some(first) = self.tokens.get(from) else { return };
        let tokens = self.tokens.iter().skip(from);
        lexed.tokens.extend(tokens.map(|t| Token { start: moved(t.start), end: moved(t.end), ..*t }));
        let known = self.comments.partition_point(|c| c.span.start < first.start);
        for comment in self.comments.iter().skip(known) {
            let span =
                Span { start: moved(comment.span.start), end: moved(comment.span.end), ..comment.span };
            if unclosed(comment) {
                lexed.unclosed_comment = Some(Span { end: span.start.saturating_add(2), ..span });
            }
            lexed.comments.push(Comment { span, ..comment.clone() });
        }
    }
}

fn unclosed(comment: &Comment) -> bool {
    comment.kind == CommentKind::Block && (comment.text.len() < 4 || !comment.text.ends_with("*/"))
}
