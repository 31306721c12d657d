//! The engine: answers, plans, certificates, limits.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod again;
#[cfg(feature = "disk")]
mod agree;
#[cfg(feature = "cli")]
mod cases;
#[cfg(feature = "disk")]
mod certificates;
#[cfg(feature = "disk")]
mod examples;
mod generate;
#[cfg(feature = "cli")]
mod levels;
#[cfg(feature = "disk")]
mod plans;
mod properties;
mod reasons;
mod render;
#[cfg(feature = "cli")]
mod resume;
mod streams;
mod support;
mod theories;
mod unbounded;
#[cfg(feature = "distributed")]
mod workers;
