//! The construction of plans once more, for the tests of its primitives, which are beside them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

#[allow(dead_code, unused_imports)]
#[path = "../src"]
mod coin_moving {
    mod construct;
}

// What the construction names.
use puzzlec_coin_moving::{coins, decide, extra, poke, problem, rectangle, redundant, span};
