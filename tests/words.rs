//! What the words of the language mean, word by word.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

#[path = "words/rays.rs"]
mod rays;
