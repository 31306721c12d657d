//! Sliding coins: on a line, k neighbouring coins move at a time (Lin, Tsai, Tsai and Tsay 2014).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::print_stdout)]

#[path = "sliding/answers.rs"]
mod answers;
#[path = "sliding/bases.rs"]
mod bases;
#[path = "sliding/proofs.rs"]
mod proofs;
#[path = "sliding/recognise.rs"]
mod recognise;
