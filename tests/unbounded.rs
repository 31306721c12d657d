//! Unbounded boards: what is said of them is true of the whole board, and the same in a mirror.
//!
//! `PUZZLEC_FUZZ=100000 cargo test --release --test unbounded` tries a hundred thousand puzzles.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

#[path = "unbounded/naive.rs"]
mod naive;
#[path = "unbounded/random.rs"]
mod random;
#[path = "unbounded/text.rs"]
mod text;
