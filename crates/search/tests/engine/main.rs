//! The engine on tasks built by hand and on random ones, against naive searches written here.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod agree;
mod bounds;
mod classes;
mod commuting;
mod count;
mod explore;
mod invariants;
mod known;
mod limits;
mod naive;
mod order;
mod parts;
mod patterns;
mod random;
mod renamed;
mod resume;
mod sorted;
mod store;
mod symmetry;
mod tasks;
mod within;
