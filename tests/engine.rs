//! The engine on tasks built by hand and on random ones, against naive searches written here.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

#[path = "engine/known.rs"]
mod known;
#[path = "engine/naive.rs"]
mod naive;
#[path = "engine/tasks.rs"]
mod tasks;
