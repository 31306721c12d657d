//! Coin-moving: a coin goes to any free cell beside two others (Galliot, Gravier and Sivignon 2021).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::print_stdout)]

#[path = "coins/decide.rs"]
mod decide;
