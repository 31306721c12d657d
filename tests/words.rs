//! Words of the language that change how a puzzle is played, one module each.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod words {
    pub mod after;
    pub mod counters;
    pub mod layers;
    pub mod marks;
    pub mod placing;
    pub mod plan;
    pub mod rays;
    pub mod then;
}
