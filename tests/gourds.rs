//! Gourds (Hamersma, van Kreveld, Uno and van der Zanden 2020): the theory beside brute force that shares nothing with it.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout
)]

#[path = "gourds/proofs.rs"]
mod proofs;
