//! The puzzles that a command is about.

use clap::Args;

use crate::cli::limits::parse_setting;

/// A puzzle of a file, or several.
#[derive(Debug, Args)]
pub(in crate::cli) struct Which {
    /// The file, a directory (all .puzzle files in it), or `-` for standard input.
    pub(in crate::cli) file: String,
    /// The puzzle; without it all puzzles, or the only one.
    pub(in crate::cli) puzzle: Option<String>,
    /// Set a parameter of the puzzle.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_setting)]
    pub(in crate::cli) set: Vec<(String, i64)>,
}
