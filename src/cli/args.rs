//! The command-line arguments and their help.

mod automaton;
mod document;
mod solve;
mod test;
mod theme;
mod within;

use std::ffi::OsString;

use clap::{Args, Parser, Subcommand, ValueEnum};
use num_bigint::BigUint;

use super::export::ExportArgs;
use super::generate::GenerateArgs;
use super::import::ImportArgs;
use super::limits::{parse_bytes, parse_number, parse_ordinal, parse_setting, parse_time};
use super::new::Game;
use super::output::ColorChoice;
use super::play::PlayArgs;
use super::plugin::PluginArgs;
use super::publish::PublishArgs;
use super::render::RenderArgs;
use super::serve::ServeArgs;

pub(super) use automaton::AutomatonArgs;
pub(super) use solve::SolveArgs;
pub(super) use test::{TestArgs, TestHow};
pub(super) use theme::theme;
pub(super) use within::{CheckWithin, Within};

/// Write, check, solve and prove puzzles.
#[derive(Debug, Parser)]
#[command(name = "puzzlec", version, about, max_term_width = 100, after_help = EXAMPLES)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,
    /// When to use colours; NO_COLOR also turns them off.
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN", display_order = 900)]
    pub(super) color: ColorChoice,
    /// A plugin folder; its modules take precedence over others. May be given several times.
    #[arg(long, global = true, value_name = "DIR", display_order = 890)]
    pub(super) plugin: Vec<String>,
    /// The width of the output in columns, instead of the terminal's width.
    #[arg(long, global = true, hide = true, value_name = "COLUMNS")]
    pub(super) width: Option<usize>,
}

const EXAMPLES: &str = "\
Examples:
  puzzlec new peg                    write a starter puzzle
  puzzlec check .                    find errors in all puzzle files here
  puzzlec solve my-peg.puzzle        solve its puzzles
  puzzlec test .                     prove the expectations of the puzzles
  puzzlec count my-peg.puzzle        count its positions and solutions
  puzzlec explain P0301              explain a code and how to fix the error

Exit codes:
  0  no errors, solved, all expectations hold
  1  errors, or an expectation does not hold
  2  wrong command line
  3  proved to have no solution, or none within the given length
  4  not decided: a limit, or no method
  5  internal error of puzzlec";

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Find errors in puzzle files.
    Check(CheckArgs),
    /// Solve puzzles.
    Solve(SolveArgs),
    /// Check a certificate written by `solve --certificate`.
    Verify(VerifyArgs),
    /// Prove the expectations of puzzles.
    Test(TestArgs),
    /// Count positions, solutions and games.
    Count(CountArgs),
    /// Find the automaton of the rows that a puzzle can start with.
    Automaton(AutomatonArgs),
    /// Analyze a puzzle with the theory of its game.
    Analyze(AnalyzeArgs),
    /// Show positions level by level, or write them as a graph.
    Explore(ExploreArgs),
    /// Make puzzles from a puzzle with holes.
    Generate(GenerateArgs),
    /// Export a puzzle to another format.
    Export(ExportArgs),
    /// Import puzzles of other tools.
    Import(ImportArgs),
    /// Play a puzzle in the terminal.
    Play(PlayArgs),
    /// Draw a puzzle, or its solution, as a picture or a page to print.
    Render(RenderArgs),
    /// Write a page that shows and plays puzzles.
    Publish(PublishArgs),
    /// Edit, play and solve puzzles in the browser.
    Serve(ServeArgs),
    /// Format puzzle files.
    Fmt(FmtArgs),
    /// Explain a code and how to fix the error.
    Explain(ExplainArgs),
    /// Write a starter puzzle file for a game.
    New(NewArgs),
    /// Write, list, check and test plugins.
    Plugin(PluginArgs),
    /// Run the language server for editors.
    #[command(after_help = "\
It uses the language server protocol over standard input and output.")]
    Lsp {
        /// Arguments from the editor, such as `--stdio`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<OsString>,
    },
    /// Write a completion script for a shell.
    #[command(
        after_help = "Example:\n  puzzlec completions bash > ~/.local/share/bash-completion/completions/puzzlec"
    )]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// `puzzlec NAME` runs the program `puzzlec-NAME`.
    #[command(external_subcommand)]
    Other(Vec<OsString>),
}

/// The format of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people.
    #[default]
    Human,
    /// For programs; see docs/json.md.
    Json,
}

/// The format of diagnostics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum CheckFormat {
    /// For people.
    #[default]
    Human,
    /// For programs; see docs/json.md.
    Json,
    /// SARIF 2.1.0, for code scanners.
    Sarif,
    /// Annotations in a GitHub workflow.
    Github,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec check puzzles/ extra.puzzle
  puzzlec check --fix .
  puzzlec check --watch --clear puzzles/   check again when a file changes
  cat my.puzzle | puzzlec check -")]
pub(super) struct CheckArgs {
    /// Files, directories (all .puzzle files in them) or `-` for standard input.
    #[arg(default_value = ".")]
    pub(super) paths: Vec<String>,
    /// Apply all safe fixes.
    #[arg(long)]
    pub(super) fix: bool,
    #[command(flatten)]
    pub(super) within: CheckWithin,
    /// The output format.
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: CheckFormat,
    #[command(flatten)]
    pub(super) watch: WatchArgs,
}

/// Options for running a command again when files change.
#[derive(Debug, Args)]
pub(super) struct WatchArgs {
    /// Keep running, and run again when a file changes.
    #[arg(long, short)]
    pub(super) watch: bool,
    /// Clear the screen before each run.
    #[arg(long, requires = "watch")]
    pub(super) clear: bool,
    /// Poll the files, for systems without change notifications.
    #[arg(long, requires = "watch")]
    pub(super) poll: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec solve central.puzzle Central --certificate central.json
  puzzlec verify central.puzzle central.json
  puzzlec verify central.puzzle central.json --timeout 10m --memory 2GiB

The checker shares no code with the searches; see docs/certificates.md.

Exit codes:
  0  verified
  1  rejected, or the puzzle has errors
  4  not decided: a limit was reached")]
pub(super) struct VerifyArgs {
    /// The file, a directory (all .puzzle files in it), or `-` for standard input.
    pub(super) file: String,
    /// The certificate.
    pub(super) certificate: String,
    /// Time limit, such as 10s, 5m or 1h.
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(super) timeout: Option<std::time::Duration>,
    /// Memory limit of the check, such as 4GiB [default: three quarters of the free memory].
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub(super) memory: Option<u64>,
    /// The output format.
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec analyze central.puzzle                 the board and the goal
  puzzlec analyze one-left.puzzle --goal d4      one of several goals
  puzzlec analyze central.puzzle --plan my.plan  the moves in this file, too

A theory recognizes its game from the rules, wherever they were written. The report on peg solitaire shows the \
classes of the board, the Smith form of the jumps, the tests with their outcomes, how often each jump can be played, \
depths and heights of the cells, and the weights of the proof. `puzzlec test --help` describes files of moves.")]
pub(super) struct AnalyzeArgs {
    /// The file, a directory (all .puzzle files in it), or `-` for standard input.
    pub(super) file: String,
    /// The puzzle; without it, all puzzles are analyzed in order.
    pub(super) puzzle: Option<String>,
    /// Set a parameter of the puzzle.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_setting)]
    pub(super) set: Vec<(String, i64)>,
    /// One of several goals, given by the cells that hold a piece.
    #[arg(long, value_name = "CELLS")]
    pub(super) goal: Option<String>,
    /// Also analyze the moves in this file, or `-`, which must be a solution.
    #[arg(long, value_name = "FILE")]
    pub(super) plan: Option<String>,
    /// Show how long each test took.
    #[arg(long)]
    pub(super) times: bool,
    /// Time limit, such as 10s, 5m or 1h.
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(super) timeout: Option<std::time::Duration>,
    /// Memory limit, such as 4GiB [default: three quarters of the free memory].
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub(super) memory: Option<u64>,
    /// The output format.
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec count central.puzzle                  all puzzles in the file
  puzzlec count sliding.puzzle Alternate --set n=7 --set k=2
  puzzlec count large.puzzle --timeout 10m --memory 2GiB --format json
  puzzlec count huge.puzzle Far --disk levels           levels in a folder
  puzzlec count huge.puzzle Far --disk levels --resume  after its last level
  puzzlec count huge.puzzle Far --disk levels --workers hosts.txt
  puzzlec count coins.puzzle Row --starts       with `start row 110 ?*32`
  puzzlec count coins.puzzle Row --starts --nth 1000

Counts:
  positions   positions reachable from the start, by the least number of moves;
              a move is one action of a rule that changes the position
  stuck       positions without a move
  goals       goal positions
  solutions   sequences of moves from the start to a goal; they may pass through
              other goals
  games       sequences of moves from the start to a stuck position

If positions can repeat, solutions and games are endless, and only the shortest solutions are counted. When a limit is reached, or after Ctrl-C, the counts so far are shown.")]
pub(super) struct CountArgs {
    /// The file, a directory (all .puzzle files in it), or `-` for standard input.
    pub(super) file: String,
    /// The puzzle; without it, all puzzles are counted in order.
    pub(super) puzzle: Option<String>,
    /// Set a parameter of the puzzle.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_setting)]
    pub(super) set: Vec<(String, i64)>,
    /// Count positions, too, where a theory would count solutions without them.
    #[arg(long, conflicts_with = "starts")]
    pub(super) positions: bool,
    /// Count the starts that are solvable, or that the first player wins, where `?` is any piece.
    #[arg(long)]
    pub(super) starts: bool,
    /// Write the N-th of these starts, from 1.
    #[arg(long, value_name = "N", requires = "starts", value_parser = parse_ordinal)]
    pub(super) nth: Option<BigUint>,
    /// Count positions with their levels in a folder instead of memory.
    #[arg(long, value_name = "FOLDER", conflicts_with = "starts")]
    pub(super) disk: Option<String>,
    /// Limit on the size of that folder, such as 500GiB.
    #[arg(long, value_name = "SIZE", requires = "disk", value_parser = parse_bytes)]
    pub(super) disk_limit: Option<u64>,
    /// Continue the count in that folder after its last completed level.
    #[arg(long, requires = "disk")]
    pub(super) resume: bool,
    /// Count by several processes: FILE has a line HOST:PORT for each; see docs/scale.md.
    #[cfg(feature = "distributed")]
    #[arg(long, value_name = "FILE", requires = "disk")]
    pub(super) workers: Option<String>,
    /// Be the N-th of these processes, from 1; without it all are started, if all are on this machine.
    #[cfg(feature = "distributed")]
    #[arg(long, value_name = "N", requires = "workers")]
    pub(super) worker: Option<usize>,
    /// Time limit, such as 10s, 5m or 1h.
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(super) timeout: Option<std::time::Duration>,
    /// Limit on the number of positions, such as 5000000 or 5M; symmetric positions count once.
    #[arg(long, value_name = "NUMBER", value_parser = parse_number)]
    pub(super) states: Option<u64>,
    /// Memory limit, such as 4GiB [default: three quarters of the free memory].
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub(super) memory: Option<u64>,
    /// The output format.
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec explore central.puzzle --depth 6      up to six moves from the start
  puzzlec explore small.puzzle --dot small.dot  a graph: dot -Tsvg small.dot
  puzzlec explore small.puzzle Corner --csv - > corner.csv

The columns:
  positions     positions first reached after this number of moves; a move is
                one action of a rule that changes the position, in every measure
  goals, stuck  goals and positions without a move among them
  forward       moves from them to the next level
  within, back  moves from them to the same level and to earlier levels

Symmetric positions, and moves, are counted separately.")]
pub(super) struct ExploreArgs {
    /// The file, a directory (all .puzzle files in it), or `-` for standard input.
    pub(super) file: String,
    /// The puzzle; without it, all puzzles are explored in order.
    pub(super) puzzle: Option<String>,
    /// Set a parameter of the puzzle.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_setting)]
    pub(super) set: Vec<(String, i64)>,
    /// The greatest number of moves from the start.
    #[arg(long, value_name = "MOVES")]
    pub(super) depth: Option<u32>,
    /// Write all positions and moves as a graph in the DOT language; `-` for standard output.
    #[arg(long, value_name = "FILE")]
    pub(super) dot: Option<String>,
    /// Write all positions and moves as comma-separated values; `-` for standard output.
    #[arg(long, value_name = "FILE")]
    pub(super) csv: Option<String>,
    /// Time limit, such as 10s, 5m or 1h.
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(super) timeout: Option<std::time::Duration>,
    /// Limit on the number of positions, such as 5000000 or 5M [default: 100k for a graph].
    #[arg(long, value_name = "NUMBER", value_parser = parse_number)]
    pub(super) states: Option<u64>,
    /// Memory limit, such as 4GiB [default: three quarters of the free memory].
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub(super) memory: Option<u64>,
    /// The output format.
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec fmt .
  puzzlec fmt --check .          exit code 1 if a file would change
  puzzlec fmt - < my.puzzle      from standard input to standard output")]
pub(super) struct FmtArgs {
    /// Files, directories (all .puzzle files in them) or `-` for standard input.
    #[arg(default_value = ".")]
    pub(super) paths: Vec<String>,
    /// Change nothing; list the files that would change.
    #[arg(long)]
    pub(super) check: bool,
    #[command(flatten)]
    pub(super) within: Within,
    /// The output format.
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  puzzlec explain P0301\n  puzzlec explain          a list of all codes\n  puzzlec explain methods  \
                  the methods of `--method`"
)]
pub(super) struct ExplainArgs {
    /// The code, such as P0301, or `methods`; without it, all codes are listed.
    pub(super) code: Option<String>,
    /// The output format.
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec new peg                writes my-peg.puzzle
  puzzlec new sliding tait       writes tait.puzzle")]
pub(super) struct NewArgs {
    /// The game.
    #[arg(value_enum)]
    pub(super) game: Game,
    /// The file name, without `.puzzle` [default: my-GAME].
    pub(super) name: Option<String>,
}
