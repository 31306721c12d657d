//! Coin-moving: a coin goes to any free cell beside two others (Galliot, Gravier and Sivignon 2021).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::print_stdout)]

#[path = "coins/answers.rs"]
mod answers;
#[path = "coins/construct.rs"]
mod construct;
#[path = "coins/decide.rs"]
mod decide;
#[path = "coins/facts.rs"]
mod facts;
#[path = "coins/poke.rs"]
mod poke;
#[path = "coins/poking.rs"]
mod poking;
#[path = "coins/recognise.rs"]
mod recognise;
#[path = "coins/search.rs"]
mod search;
#[path = "coins/spare.rs"]
mod spare;
#[path = "coins/variants.rs"]
mod variants;
