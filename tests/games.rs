//! The theories of the games and the mathematics below them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod algebra;
mod coins;
mod gourds;
mod lights;
mod peg;
mod placement;
mod removal;
mod sliding;

/// The construction of plans once more, for the tests of its primitives, which are beside them.
#[allow(dead_code, unused_imports)]
#[path = "../src/theories/coin_moving"]
mod coin_moving {
    mod construct;
}

// What the construction names.
use puzzlec::{base, model, theories};
