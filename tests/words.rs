//! The words of the language, one module for each group of constructs.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

#[path = "words/plan.rs"]
mod plan;
