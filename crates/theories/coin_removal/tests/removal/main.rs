//! Coin removal (Shelton and Siler 2004): the theory beside brute force that shares nothing with it.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout
)]

mod answers;
mod automata;
mod brute;
mod count;
mod facts;
#[path = "../../../support/games.rs"]
mod games;
mod graphs;
mod near;
mod orders;
mod proofs;
mod recognise;
mod starts;
mod states;
mod values;
mod words;
