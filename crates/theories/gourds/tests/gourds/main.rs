//! Gourds (Hamersma, van Kreveld, Uno and van der Zanden 2020): boards, plans, proofs.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout
)]

mod answers;
mod boards;
mod farthest;
#[path = "../../../../../examples/gourds/hardness/generate.rs"]
mod formulas;
mod free;
#[path = "../../../support/games.rs"]
mod games;
mod generate;
mod hardness;
mod holes;
mod least;
mod placement;
mod proofs;
mod recognise;
mod rings;
mod trees;
