//! Sliding coins: on a line, k neighbouring coins move at a time (Lin, Tsai, Tsai and Tsay 2014).
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout
)]

mod answers;
mod bases;
mod brute;
mod every;
mod facts;
#[path = "../../../support/games.rs"]
mod games;
mod near;
mod paper;
mod proofs;
mod recognise;
mod search;
