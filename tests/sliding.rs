//! Sliding coins: on a line, k neighbouring coins move at a time (Lin, Tsai, Tsai and Tsay 2014).
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout
)]

#[path = "sliding/answers.rs"]
mod answers;
#[path = "sliding/bases.rs"]
mod bases;
#[path = "sliding/brute.rs"]
mod brute;
#[path = "sliding/facts.rs"]
mod facts;
#[path = "sliding/paper.rs"]
mod paper;
#[path = "sliding/proofs.rs"]
mod proofs;
#[path = "sliding/recognise.rs"]
mod recognise;
#[path = "sliding/search.rs"]
mod search;
