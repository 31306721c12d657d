//! Words of the language that change how a puzzle is played, one module each.

mod after;
mod counters;
mod edges;
mod games;
mod layers;
mod lists;
mod marks;
mod placing;
#[cfg(feature = "disk")]
mod plan;
mod rays;
mod sets;
mod then;
