//! Constructs of the language, each from its text to certificates, plans and messages.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

#[path = "words/after.rs"]
mod after;
