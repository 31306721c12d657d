//! The words of the language, one module for each group of constructs.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout
)]

#[path = "words/placing.rs"]
pub mod placing;
#[path = "words/plan.rs"]
mod plan;
#[path = "words/rays.rs"]
mod rays;
