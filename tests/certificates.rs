//! Certificates: what is written is verified, and what is changed is rejected.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

#[path = "certificates/cases.rs"]
mod cases;
#[path = "certificates/forged.rs"]
mod forged;
#[path = "certificates/games.rs"]
mod games;
#[path = "certificates/mutated.rs"]
mod mutated;
#[path = "certificates/order.rs"]
mod order;
#[path = "certificates/pairs.rs"]
mod pairs;
#[path = "certificates/placed.rs"]
mod placed;
#[path = "certificates/random.rs"]
mod random;
