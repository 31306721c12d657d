//! Coin-moving: the theory beside code of its own.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

#[path = "coins/poke.rs"]
mod poke;
