//! Gourds: pieces of two cells on boards of hexagons (Hamersma, van Kreveld, Uno and van der Zanden 2020).
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout
)]

#[path = "../examples/gourds/hardness/generate.rs"]
mod generate;
#[path = "gourds/hardness.rs"]
mod hardness;
#[path = "gourds/placement.rs"]
mod placement;
