//! The words of the language, one module for each group of constructs.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout
)]

mod words {
    pub mod layers;
    pub mod placing;
    pub mod plan;
}
