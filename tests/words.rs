//! The words of the language, one module for each group of constructs.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

#[path = "words/marks.rs"]
mod marks;
