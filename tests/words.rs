//! The words of the language, one module for each group of constructs.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

#[path = "words/plan.rs"]
mod plan;
//! Words of the language that change how a puzzle is played, one module each.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout
)]

mod words {
    pub mod placing;
}
