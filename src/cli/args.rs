//! The command-line arguments and their help.

mod automaton;
mod test;

use std::ffi::OsString;

use clap::{Args, Parser, Subcommand, ValueEnum};
use num_bigint::BigUint;

use super::driver::Wanted;
use super::export::ExportArgs;
use super::import::ImportArgs;
use super::limits::{parse_bytes, parse_number, parse_ordinal, parse_setting, parse_time};
use super::methods::{Method, method};
use super::new::Game;
use super::output::ColorChoice;
use super::play::PlayArgs;
use super::plugin::PluginArgs;
use super::publish::PublishArgs;
use super::render::RenderArgs;
use puzzlec_render::plan::PlanStyle;

pub(super) use automaton::AutomatonArgs;
pub(super) use test::{TestArgs, TestHow};

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
  puzzlec new peg                          write a starter puzzle
  puzzlec check .                          find errors in all puzzle files here
  puzzlec solve my-peg.puzzle              solve its puzzles
  puzzlec test .                           prove the expectations of the puzzles
  puzzlec count my-peg.puzzle              count its positions and solutions
  puzzlec explain P0301                    explain a code and how to fix the error

Exit codes:
  0  no errors, solved, all expectations hold      3  proved to have no solution (--within: so short)
  1  errors, or an expectation does not hold       4  not decided: a limit, or no method
  2  wrong command line                            5  internal error of puzzlec";

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
  puzzlec check --watch --clear puzzles/         check again whenever a file changes
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

/// The limits of a check.
#[derive(Debug, Args)]
pub(super) struct CheckWithin {
    /// Time limit for all files together, such as 10s, 5m or 1h; remaining checks are skipped.
    #[arg(long, value_name = "TIME", default_value = "2m", value_parser = parse_time)]
    pub(super) timeout: std::time::Duration,
    /// Memory limit, such as 4GiB [default: three quarters of the free memory].
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub(super) memory: Option<u64>,
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
  puzzlec solve central.puzzle                   all puzzles in the file, in order
  puzzlec solve sliding.puzzle Alternate --set n=7 --set k=2
  puzzlec solve hard.puzzle --timeout 10s --memory 2GiB
  puzzlec solve central.puzzle --plan pictures   show every position
  puzzlec solve central.puzzle Central --certificate central.json
  puzzlec solve hard.puzzle --any --why          any solution, and the choice of method
  puzzlec solve hard.puzzle --within 40          a solution of at most 40 moves, or that there is none
  puzzlec solve small.puzzle --all               every shortest solution
  puzzlec solve hard.puzzle Far --checkpoint far.levels
  puzzlec solve hard.puzzle Far --resume far.levels

Labels of answers:
  least         a solution, and none is shorter (proved)
  found         a solution; a shorter one may exist
  impossible    no solution exists, or none within the given length (proved)
  not decided   a limit was reached first; a solution may or may not exist")]
pub(super) struct SolveArgs {
    /// The file, or `-` for standard input.
    pub(super) file: String,
    /// The puzzle; without it, all puzzles in the file are solved in order.
    pub(super) puzzle: Option<String>,
    /// Set a parameter of the puzzle.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_setting)]
    pub(super) set: Vec<(String, i64)>,
    /// Time limit for each puzzle, such as 10s, 5m or 1h.
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(super) timeout: Option<std::time::Duration>,
    /// Limit on the number of positions, such as 5000000 or 5M.
    #[arg(long, value_name = "NUMBER", value_parser = parse_number)]
    pub(super) states: Option<u64>,
    /// Memory limit of the search, such as 4GiB [default: three quarters of the free memory].
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub(super) memory: Option<u64>,
    /// Find a shortest solution and prove that none is shorter (the default).
    #[arg(long, group = "wanted")]
    pub(super) shortest: bool,
    /// Find any solution.
    #[arg(long, group = "wanted")]
    pub(super) any: bool,
    /// Find a solution of at most this length, or prove that there is none.
    #[arg(long, value_name = "LENGTH", group = "wanted", value_parser = parse_number)]
    pub(super) within: Option<u64>,
    /// Count all shortest solutions and list the first ones.
    #[arg(long, group = "wanted")]
    pub(super) all: bool,
    /// The search method, or a method of a theory.
    #[arg(long, default_value = "auto", value_parser = method())]
    pub(super) method: Method,
    /// Explain the choice of method.
    #[arg(long)]
    pub(super) why: bool,
    /// Write a certificate of the answer, for `puzzlec verify`.
    #[arg(long, value_name = "FILE")]
    pub(super) certificate: Option<String>,
    /// Write a page with the answer, its pictures and how it was found.
    #[arg(long, value_name = "FILE")]
    pub(super) report: Option<String>,
    /// Save completed levels to a new file, so that the search can be resumed.
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub(super) checkpoint: Option<String>,
    /// Resume the search from the levels in this file, and save further levels to it.
    #[arg(long, value_name = "FILE")]
    pub(super) resume: Option<String>,
    /// How to show the solution.
    #[arg(long, value_enum, default_value_t)]
    pub(super) plan: Plan,
    /// The output format.
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

impl SolveArgs {
    /// The kind of solution to find.
    pub(super) fn wanted(&self) -> Wanted {
        if self.all {
            Wanted::All
        } else if let Some(most) = self.within {
            Wanted::Within(most)
        } else if self.any {
            Wanted::Any
        } else {
            Wanted::Least
        }
    }
}

/// The display of a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Plan {
    /// Pictures for a short plan, notation for a long one.
    #[default]
    Auto,
    /// Only the length.
    None,
    /// The steps in notation.
    Short,
    /// Every position.
    Pictures,
}

impl From<Plan> for PlanStyle {
    fn from(plan: Plan) -> Self {
        match plan {
            Plan::Auto => PlanStyle::Auto,
            Plan::None => PlanStyle::None,
            Plan::Short => PlanStyle::Short,
            Plan::Pictures => PlanStyle::Pictures,
        }
    }
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec solve central.puzzle Central --certificate central.json
  puzzlec verify central.puzzle central.json
  puzzlec verify central.puzzle central.json --timeout 10m --memory 2GiB

The checker shares no code with the searches; see docs/certificates.md.

Exit codes:
  0  verified      1  rejected, or the puzzle has errors      4  not decided: a limit was reached")]
pub(super) struct VerifyArgs {
    /// The puzzle file, or `-` for standard input.
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
  puzzlec analyze central.puzzle                 the board, and the goal with all tests
  puzzlec analyze one-left.puzzle --goal d4      one of several goals
  puzzlec analyze central.puzzle --plan my.plan  the moves in this file, too; see `puzzlec test --plan`

A theory recognizes its game from the rules, wherever they were written. The report on peg solitaire shows the
classes of the board, the Smith form of the jumps, the tests with their outcomes and times, how often each
jump can be played, depths and heights of the cells, and the weights of the proof.")]
pub(super) struct AnalyzeArgs {
    /// The file, or `-` for standard input.
    pub(super) file: String,
    /// The puzzle; optional if the file has only one.
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
    /// Time limit, such as 10s, 5m or 1h.
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(super) timeout: Option<std::time::Duration>,
    /// The output format.
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec count central.puzzle                   the file's one puzzle
  puzzlec count sliding.puzzle Alternate --set n=7 --set k=2
  puzzlec count large.puzzle --timeout 10m --memory 2GiB --format json
  puzzlec count coins.puzzle Row --starts        with `start row 110?*32`: how many starts are solvable
  puzzlec count coins.puzzle Row --starts --nth 1000

Counts:
  positions     positions reachable from the start, by the least number of moves; a move is one
                action of a rule that changes the position
  stuck         positions without a move
  goals         goal positions
  solutions     sequences of moves from the start to a goal; they may pass through other goals
  games         sequences of moves from the start to a stuck position

If positions can repeat, solutions and games are endless, and only the shortest solutions are counted.
When a limit is reached, or after Ctrl-C, the counts so far are shown.")]
pub(super) struct CountArgs {
    /// The file, or `-` for standard input.
    pub(super) file: String,
    /// The puzzle; optional if the file has only one.
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
  puzzlec explore central.puzzle --depth 6       the positions after up to six moves
  puzzlec explore small.puzzle --dot small.dot   a graph to draw: dot -Tsvg small.dot
  puzzlec explore small.puzzle Corner --csv - > corner.csv

The columns:
  positions     positions first reached after this number of moves; a move is one action of a rule that
                changes the position, whatever the puzzle's measure
  goals, stuck  goals and positions without a move among them
  forward, within, back
                moves from them to the next level, to the same level and to earlier levels

Symmetric positions, and moves, are counted separately.")]
pub(super) struct ExploreArgs {
    /// The file, or `-` for standard input.
    pub(super) file: String,
    /// The puzzle; optional if the file has only one.
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
  puzzlec fmt --check .          for continuous integration: exit code 1 when a file would change
  puzzlec fmt - < my.puzzle      from standard input to standard output")]
pub(super) struct FmtArgs {
    /// Files, directories (all .puzzle files in them) or `-` for standard input.
    #[arg(default_value = ".")]
    pub(super) paths: Vec<String>,
    /// Change nothing; list the files that would change.
    #[arg(long)]
    pub(super) check: bool,
    /// The output format.
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  puzzlec explain P0301\n  puzzlec explain          a list of all codes")]
pub(super) struct ExplainArgs {
    /// The code, such as P0301; without it, all codes are listed.
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
