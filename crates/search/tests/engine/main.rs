//! The engine on tasks built by hand and on random ones, against naive searches written here.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod agree;
mod bounds;
mod classes;
mod commuting;
mod count;
mod explore;
mod invariants;
mod kernel;
mod known;
mod limits;
mod naive;
mod order;
mod parts;
mod patterns;
mod peers;
mod pieces;
mod random;
mod renamed;
mod resume;
mod sorted;
mod store;
mod symmetry;
mod tasks;
mod within;

/// How many random cases: those of the default run, or of one with `PUZZLEC_FUZZ`.
fn cases(usual: u32, long: u32) -> u32 {
    if std::env::var_os("PUZZLEC_FUZZ").is_some() { long } else { usual }
}
