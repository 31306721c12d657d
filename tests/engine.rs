//! The engine on tasks built by hand and on random ones, against naive searches written here.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

#[path = "engine/agree.rs"]
mod agree;
#[path = "engine/bounds.rs"]
mod bounds;
#[path = "engine/classes.rs"]
mod classes;
#[path = "engine/commuting.rs"]
mod commuting;
#[path = "engine/count.rs"]
mod count;
#[path = "engine/explore.rs"]
mod explore;
#[path = "engine/invariants.rs"]
mod invariants;
#[path = "engine/known.rs"]
mod known;
#[path = "engine/limits.rs"]
mod limits;
#[path = "engine/naive.rs"]
mod naive;
#[path = "engine/order.rs"]
mod order;
#[path = "engine/random.rs"]
mod random;
#[path = "engine/renamed.rs"]
mod renamed;
#[path = "engine/resume.rs"]
mod resume;
#[path = "engine/symmetry.rs"]
mod symmetry;
#[path = "engine/tasks.rs"]
mod tasks;
#[path = "engine/within.rs"]
mod within;
