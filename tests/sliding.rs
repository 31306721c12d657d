//! Sliding coins.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

#[path = "sliding/answers.rs"]
mod answers;
#[path = "sliding/brute.rs"]
mod brute;
#[path = "sliding/facts.rs"]
mod facts;
#[path = "sliding/proofs.rs"]
mod proofs;
#[path = "sliding/recognise.rs"]
mod recognise;
#[path = "sliding/search.rs"]
mod search;
