//! The rules of the house, and documents that must be true.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod contributing;
mod dependencies;
mod editors;
mod manual;
mod tidy;
