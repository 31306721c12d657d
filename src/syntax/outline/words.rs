//! The words by which statements are told apart.

use super::BlockKind;
use crate::syntax::token::TokenKind;

/// The words with which items begin.
pub const ITEM_WORDS: &[&str] =
    &["edition", "use", "board", "piece", "configuration", "rule", "theory", "puzzle"];

/// The words with which statements of rules begin; a pattern begins with `[`.
pub const RULE_WORDS: &[&str] = &["when", "move", "swap", "shift", "remove", "put", "flip", "close"];

/// The words with which statements of puzzles begin.
pub const PUZZLE_WORDS: &[&str] = &[
    "title",
    "board",
    "rules",
    "start",
    "goal",
    "place",
    "expect",
    "players",
    "measure",
    "window",
    "legal",
    "bound",
    "invariant",
    "check",
    "render",
];

/// The words with which the statements of a block begin.
pub(crate) fn statement_words(kind: BlockKind) -> &'static [&'static str] {
    match kind {
        BlockKind::Rule => RULE_WORDS,
        BlockKind::Puzzle => PUZZLE_WORDS,
    }
}

/// Whether a word at the start of a line goes on with the statement above.
pub(crate) fn holds_together(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "or", "and", "except", "at", "to", "along", "where", "with", "as", "for", "not", "in", "on", "then",
        "by", "from", "is", "towards", "within", "colours", "pieces", "anywhere", "only", "row", "full",
        "every", "per",
    ];
    WORDS.contains(&word)
}

/// Whether a token at the end of a line asks for more on the next.
pub(crate) fn wants_more(kind: TokenKind, text: &str) -> bool {
    const WORDS: &[&str] =
        &["or", "and", "not", "except", "at", "to", "with", "towards", "along", "around", "for", "in", "by"];
    match kind {
        // `.` and `?` are marks, with which a row may end.
        TokenKind::Symbol => text != "." && text != "?",
        TokenKind::Word => WORDS.contains(&text),
        _ => false,
    }
}
