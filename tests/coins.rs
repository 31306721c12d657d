//! Coin-moving: a coin goes to any free cell beside two others (Galliot, Gravier and Sivignon 2021).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

#[path = "coins/poke.rs"]
mod poke;
#[path = "coins/poking.rs"]
mod poking;
#[path = "coins/recognise.rs"]
mod recognise;
#[path = "coins/spare.rs"]
mod spare;
#[path = "coins/variants.rs"]
mod variants;
