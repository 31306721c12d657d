//! Puzzles on which a wrong answer, a false proof or an escape from limits was seen, and their relatives.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

#[path = "cases/answers.rs"]
mod answers;
