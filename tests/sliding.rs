//! Sliding coins.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

#[path = "sliding/brute.rs"]
mod brute;

#[path = "sliding/proofs.rs"]
mod proofs;

#[path = "sliding/search.rs"]
mod search;
