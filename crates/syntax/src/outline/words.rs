//! The words by which statements are told apart.

use super::BlockKind;
use crate::keywords::{Joint, Place, joins, words};
use crate::token::TokenKind;

/// The words with which the statements of a block begin.
pub(crate) fn statement_words(kind: BlockKind) -> &'static [&'static str] {
    words(match kind {
        BlockKind::Rule => Place::Rule,
        BlockKind::Puzzle => Place::Puzzle,
    })
}

/// Words of other languages that go on with the statement above.
const FOREIGN: &[&str] = &["from"];

/// Whether a word at the start of a line goes on with the statement above.
pub(crate) fn holds_together(word: &str) -> bool {
    joins(word, Joint::GoesOn) || FOREIGN.contains(&word)
}

/// Whether a token at the end of a line asks for more on the next.
pub fn wants_more(kind: TokenKind, text: &str) -> bool {
    match kind {
        // `.` and `?` are marks, with which a row may end.
        TokenKind::Symbol => text != "." && text != "?",
        TokenKind::Word => joins(text, Joint::Asks),
        _ => false,
    }
}
