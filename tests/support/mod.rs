//! What tests share.
#![allow(dead_code)]

pub mod files;
pub mod keys;
#[cfg(feature = "cli")]
pub mod processes;
pub mod workers;

mod tour;

/// Whether random and exhaustive tests take all of their cases.
pub fn long() -> bool {
    std::env::var_os("PUZZLEC_FUZZ").is_some()
}

#[allow(unused_imports)]
pub use tour::*;
