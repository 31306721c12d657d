//! Certificates: what is written is verified, and what is changed is rejected.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod cases;
mod forged;
mod games;
mod mutated;
mod order;
mod pairs;
mod placed;
mod random;
mod steps;
