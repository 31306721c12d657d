//! The arguments of `puzzlec test`.

use clap::Args;

use crate::cli::args::{Format, WatchArgs, parse_setting};
use crate::cli::limits::{Limits, parse_bytes, parse_number, parse_time};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec test .
  puzzlec test --timeout 10s hard.puzzle
  puzzlec test --format json puzzles/ > results.json
  puzzlec test hard.puzzle --puzzle Far --plan far.plan

A plan is a list of moves as `puzzlec solve --plan short` writes them, one or several a line, with `//` before \
comments, or the output of `puzzlec solve --format json`.")]
pub(in crate::cli) struct TestArgs {
    /// Files, directories (all .puzzle files in them) or `-` for standard input.
    #[arg(default_value = ".")]
    pub(in crate::cli) paths: Vec<String>,
    /// Check the moves in this file, or `-`, instead of the expectations.
    #[arg(long, value_name = "FILE", conflicts_with = "watch")]
    pub(in crate::cli) plan: Option<String>,
    /// The puzzle that the plan is for; optional if the file has only one.
    #[arg(long, value_name = "NAME", requires = "plan")]
    pub(in crate::cli) puzzle: Option<String>,
    /// Set a parameter of the puzzle that the plan is for.
    #[arg(long, value_name = "NAME=VALUE", requires = "plan", value_parser = parse_setting)]
    pub(in crate::cli) set: Vec<(String, i64)>,
    #[command(flatten)]
    pub(in crate::cli) how: TestHow,
    #[command(flatten)]
    pub(in crate::cli) watch: WatchArgs,
}

/// Options for testing expectations.
#[derive(Debug, Args)]
pub(in crate::cli) struct TestHow {
    /// Time limit for each expectation, with all values of its range.
    #[arg(long, value_name = "TIME", default_value = "2m", value_parser = parse_time)]
    pub(in crate::cli) timeout: std::time::Duration,
    /// Time limit for the whole run; the remaining expectations are undecided.
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(in crate::cli) global_timeout: Option<std::time::Duration>,
    /// Limit on the number of positions for each expectation.
    #[arg(long, value_name = "NUMBER", value_parser = parse_number)]
    pub(in crate::cli) states: Option<u64>,
    /// Memory limit for each expectation [default: three quarters of the free memory].
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub(in crate::cli) memory: Option<u64>,
    /// List every expectation, not only those that fail.
    #[arg(long, short)]
    pub(in crate::cli) verbose: bool,
    /// Show the time for each puzzle.
    #[arg(long)]
    pub(in crate::cli) time: bool,
    /// The output format.
    #[arg(long, value_enum, default_value_t)]
    pub(in crate::cli) format: Format,
}

impl TestHow {
    /// As limits that begin now.
    pub(in crate::cli) fn limits(&self) -> Limits {
        Limits::new(Some(self.timeout), self.states, self.memory).for_each(self.global_timeout)
    }
}
