//! What tests share.
#![allow(dead_code)]

pub mod files;
#[cfg(feature = "cli")]
pub mod processes;
pub mod workers;

mod tour;

#[allow(unused_imports)]
pub use tour::*;
