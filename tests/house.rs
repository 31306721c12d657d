//! The rules of the house, and documents that must be true.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod contributing;
mod dependencies;
mod editors;
#[path = "support/keys.rs"]
mod keys;
mod manual;
mod tidy;
