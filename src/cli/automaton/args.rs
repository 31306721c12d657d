//! The arguments of `automaton`.

use clap::Args;
use num_bigint::BigUint;

use crate::cli::args::{Format, Which};
use crate::cli::automaton::parse_index;
use crate::cli::limits::SearchLimits;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec automaton rows.puzzle Closed               states and transitions
  puzzlec automaton rows.puzzle Closed --dot closed.dot
  puzzlec automaton rows.puzzle Closed --accepts 110110
  puzzlec automaton rows.puzzle Closed --count 1000  rows of 1,000 cells
  puzzlec automaton rows.puzzle Closed --nth 5 --length 12
  puzzlec automaton rows.puzzle Closed --against rows.puzzle Gaps")]
pub(in crate::cli) struct AutomatonArgs {
    #[command(flatten)]
    pub(in crate::cli) which: Which,
    /// Write the automaton as a graph in DOT to a file, or to standard output with `-`.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) dot: Option<String>,
    /// Draw the automaton to an SVG file, or with `--theory` that of the theory.
    #[arg(long, short, value_name = "FILE")]
    pub(in crate::cli) output: Option<String>,
    /// Answer for a row, written by its marks. May be given several times.
    #[arg(long, value_name = "ROW", allow_hyphen_values = true)]
    pub(in crate::cli) accepts: Vec<String>,
    /// The number of rows of this length that are solvable or won by the first player.
    #[arg(long, value_name = "LENGTH")]
    pub(in crate::cli) count: Option<usize>,
    /// The row with this number, from 1, of those that are solvable or won; with `--length`.
    #[arg(long, value_name = "NUMBER", value_parser = parse_index, requires = "length")]
    pub(in crate::cli) nth: Option<BigUint>,
    /// The length of the row of `--nth`.
    #[arg(long, value_name = "LENGTH", requires = "nth")]
    pub(in crate::cli) length: Option<usize>,
    /// Compare with the automaton of another puzzle: the shortest row on which they differ.
    #[arg(long, value_names = ["FILE", "PUZZLE"], num_args = 1..=2)]
    pub(in crate::cli) against: Option<Vec<String>>,
    /// Show the states that the puzzle's theory has for these rows, beside those of the smallest automaton.
    #[arg(long)]
    pub(in crate::cli) theory: bool,
    /// Maximum number of states on rows of all contents, gaps included.
    #[arg(long, value_name = "STATES", default_value_t = 100)]
    pub(in crate::cli) most: usize,
    #[command(flatten)]
    pub(in crate::cli) limits: SearchLimits,
    /// The output format.
    #[arg(long, value_enum, default_value_t)]
    pub(in crate::cli) format: Format,
}
