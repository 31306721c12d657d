//! From text to tree. Parsing cannot fail: what is wrong becomes a diagnostic and an error node.
//!
//! A text is cut into tokens, the tokens are assembled into items and statements, and each of
//! these is matched alone against a strict rule of the grammar and lowered to the tree. So one
//! mistake makes one diagnostic and leaves every other statement whole.
//!
//! The package owns the grammar, the keywords, the tree and the formatter. It knows neither files nor meaning, and
//! no other package knows pest.

pub mod ast;
pub mod format;
mod grammar;
mod hints;
pub mod keywords;
mod lower;
mod outline;
mod parse;
mod picture;
pub mod samples;
mod strict;
mod token;
mod trivia;

pub use outline::wants_more;
pub use parse::{Parse, parse, parse_again};
pub use picture::{DrawnWall, Mark, Word, draws_walls, layout, layout_maze, layout_words, out_of_step};
pub use picture::{read as read_picture, read_twin};
pub use token::{Lexed, Token, TokenKind, lex};
pub use trivia::{Comment, CommentKind, Trivia};

/// The blanks of the grammar; all other characters are tokens or marks.
pub const BLANKS: [char; 3] = [' ', '\t', '\u{FEFF}'];

/// The text of the grammar.
pub fn grammar() -> &'static str {
    puzzlec_grammar::SOURCE
}
