//! The second interpreter beside the first.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::print_stdout)]

mod agree;
mod boards;
mod certificates;
mod chance;
mod dead;
mod examples;
mod generate;
mod keys;
