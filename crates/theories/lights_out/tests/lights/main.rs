//! Lights out: presses that always add the same, beside brute force that shares nothing with the theory.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout
)]

mod answers;
mod brute;
mod equations;
mod facts;
#[path = "../../../support/games.rs"]
mod games;
mod proofs;
mod recognise;
