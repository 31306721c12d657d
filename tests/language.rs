//! The language: syntax, meaning, scripts, messages, other formats, editors.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

#[cfg(feature = "cli")]
mod codes;
mod collections;
mod format;
mod fuzz;
#[cfg(feature = "disk")]
mod hooks;
mod hostile;
mod ide_names;
#[cfg(feature = "disk")]
mod ide_syntax;
mod import;
#[cfg(feature = "disk")]
mod pddl;
mod reading;
mod support;
/// The properties of the fuzz targets.
#[path = "../fuzz/src/lib.rs"]
mod targets;
mod words;
