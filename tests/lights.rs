//! Lights out: presses that always add the same, beside brute force that shares nothing with the theory.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout
)]

#[path = "lights/answers.rs"]
mod answers;
#[path = "lights/brute.rs"]
mod brute;
#[path = "lights/equations.rs"]
mod equations;
#[path = "lights/facts.rs"]
mod facts;
#[path = "lights/proofs.rs"]
mod proofs;
#[path = "lights/recognise.rs"]
mod recognise;
