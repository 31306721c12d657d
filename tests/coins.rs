//! The theory of coin-moving: its parts against the truth, which the tests find by themselves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::print_stdout)]

#[path = "coins/construct.rs"]
mod construct;
