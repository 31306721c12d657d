//! Inputs that once had a wrong answer or none, each with what it must say.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

#[path = "cases/escapes.rs"]
mod escapes;
