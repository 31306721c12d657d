//! The program, from its command line.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

/// Once more, for its tests.
#[allow(dead_code)]
#[path = "../src/cli/apart.rs"]
mod apart;
mod cli;
mod commands;
mod external;
mod extreme;
mod files;
mod gallery;
mod images;
mod json;
mod looks;
/// Once more, for its tests.
#[allow(dead_code)]
#[path = "../src/cli/machine.rs"]
mod machine;
mod matrix;
mod page;
mod papers;
mod pictures;
mod play;
mod plugins;
mod serve;
mod support;
mod terminal;
mod tutorial;
mod watch;
mod watched;

/// The stack of a thread of `apart`.
const STACK: usize = 1 << 20;
