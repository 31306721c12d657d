//! Tests of games, their turns and their search.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::print_stdout)]

mod authors;
mod cases;
mod mutated;
mod shapes;
mod speed;
