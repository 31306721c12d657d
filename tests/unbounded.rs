//! Unbounded boards: what is said of them is true of the whole board, and the same in a mirror.
//!
//! `PUZZLEC_FUZZ=100000 cargo test --release --test solving unbounded::` tries a hundred thousand puzzles.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::print_stdout)]

mod naive;
mod random;
mod text;
