//! Gourds (Hamersma, van Kreveld, Uno and van der Zanden 2020): boards, plans, proofs.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout
)]

#[path = "gourds/answers.rs"]
mod answers;
#[path = "gourds/boards.rs"]
mod boards;
#[path = "../examples/gourds/hardness/generate.rs"]
mod formulas;
#[path = "gourds/free.rs"]
mod free;
#[path = "gourds/generate.rs"]
mod generate;
#[path = "gourds/hardness.rs"]
mod hardness;
#[path = "gourds/holes.rs"]
mod holes;
#[path = "gourds/least.rs"]
mod least;
#[path = "gourds/placement.rs"]
mod placement;
#[path = "gourds/proofs.rs"]
mod proofs;
#[path = "gourds/recognise.rs"]
mod recognise;
#[path = "gourds/rings.rs"]
mod rings;
