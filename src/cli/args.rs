//! What may stand on the command line, with its help.

use std::ffi::OsString;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};

use super::driver::{Method, Wanted, methods};
use super::export::ExportArgs;
use super::limits::{parse_bytes, parse_number, parse_setting, parse_time};
use super::new::Game;
use super::output::ColorChoice;
use super::plugin::PluginArgs;
use crate::render::plan::PlanStyle;

/// Write, check, solve and prove puzzles.
#[derive(Debug, Parser)]
#[command(name = "puzzlec", version, about, max_term_width = 100, after_help = EXAMPLES)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,
    /// When to write colours; NO_COLOR turns them off, too.
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN", display_order = 900)]
    pub(super) color: ColorChoice,
    /// A plugin's folder, whose modules come before those found elsewhere; may be given several times.
    #[arg(long, global = true, value_name = "DIR", display_order = 890)]
    pub(super) plugin: Vec<String>,
    /// The columns of the terminal, where they are not those of yours.
    #[arg(long, global = true, hide = true, value_name = "COLUMNS")]
    pub(super) width: Option<usize>,
}

const EXAMPLES: &str = "\
Examples:
  puzzlec new peg                          a first puzzle to change and solve
  puzzlec check .                          find the mistakes in all puzzle files here
  puzzlec solve my-peg.puzzle              solve its puzzles
  puzzlec test .                           prove what the puzzles expect
  puzzlec count my-peg.puzzle              count its positions and solutions
  puzzlec explain P0301                    what a code means and how to mend it

Exit codes:
  0  no mistakes, solved, all expectations hold    3  proved to have no solution
  1  mistakes, or an expectation does not hold     4  not decided: a limit, or no method for it
  2  wrong command line                            5  a mistake of puzzlec itself";

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Find the mistakes in puzzle files.
    Check(CheckArgs),
    /// Solve puzzles.
    Solve(SolveArgs),
    /// Check a certificate that `solve --certificate` wrote.
    Verify(VerifyArgs),
    /// Prove what puzzles expect.
    Test(TestArgs),
    /// Count positions, solutions and games.
    Count(CountArgs),
    /// Say what the theory of a puzzle's game knows of it.
    Analyze(AnalyzeArgs),
    /// Show the positions level by level, and write them as a graph.
    Explore(ExploreArgs),
    /// Write a puzzle in the language of other programs.
    Export(ExportArgs),
    /// Lay out puzzle files in the one style.
    Fmt(FmtArgs),
    /// Say what a code means and how to mend it.
    Explain(ExplainArgs),
    /// Write a first puzzle file for a game.
    New(NewArgs),
    /// Write, list, check and test plugins.
    Plugin(PluginArgs),
    /// Run the language server, which editors start.
    #[command(after_help = "\
The server is the program `puzzlec-lsp` beside this one, or on PATH. It speaks the language server protocol
over standard input and output.")]
    Lsp {
        /// What the editor passes on, such as `--stdio`.
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

/// How an answer is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people.
    #[default]
    Human,
    /// For programs; see docs/json.md.
    Json,
}

/// How findings are written.
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
  puzzlec check --watch --clear puzzles/         again whenever a file changes
  cat my.puzzle | puzzlec check -")]
pub(super) struct CheckArgs {
    /// Files, directories (all .puzzle files in them) or `-` for standard input.
    #[arg(default_value = ".")]
    pub(super) paths: Vec<String>,
    /// Mend what can be mended without asking.
    #[arg(long)]
    pub(super) fix: bool,
    #[command(flatten)]
    pub(super) within: CheckWithin,
    /// How to write the findings.
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: CheckFormat,
    #[command(flatten)]
    pub(super) watch: WatchArgs,
}

/// What a whole check may take.
#[derive(Debug, Args)]
pub(super) struct CheckWithin {
    /// The time for all files together, such as 10s, 5m or 1h; what is not checked by then is not reported.
    #[arg(long, value_name = "TIME", default_value = "2m", value_parser = parse_time)]
    pub(super) timeout: std::time::Duration,
    /// Stop when so much memory is held, such as 4GiB [default: three quarters of what is free].
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub(super) memory: Option<u64>,
}

/// Whether a command runs again as files change.
#[derive(Debug, Args)]
pub(super) struct WatchArgs {
    /// Go on, and run again what a change of a file concerns.
    #[arg(long, short)]
    pub(super) watch: bool,
    /// Clear the screen before each run.
    #[arg(long, requires = "watch")]
    pub(super) clear: bool,
    /// Look at the files now and then, where the system does not tell of changes.
    #[arg(long, requires = "watch")]
    pub(super) poll: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec solve central.puzzle                   all puzzles of the file, in order
  puzzlec solve sliding.puzzle Alternate --set n=7 --set k=2
  puzzlec solve hard.puzzle --timeout 10s --memory 2GiB
  puzzlec solve central.puzzle --plan pictures   every position
  puzzlec solve central.puzzle Central --certificate central.json
  puzzlec solve hard.puzzle --any --why          any solution, and how it was searched for
  puzzlec solve small.puzzle --all               every shortest solution
  puzzlec solve hard.puzzle Far --checkpoint far.levels
  puzzlec solve hard.puzzle Far --resume far.levels     after it ended, for whatever reason

The answer is labelled:
  least         a solution, and none is shorter (proved)
  found         a solution; a shorter one may exist
  impossible    there is none (proved)
  not decided   a limit came first; the puzzle may have a solution or not")]
pub(super) struct SolveArgs {
    /// The file, or `-` for standard input.
    pub(super) file: String,
    /// The puzzle; without it all puzzles of the file are solved in order.
    pub(super) puzzle: Option<String>,
    /// Give a parameter of the puzzle a value.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_setting)]
    pub(super) set: Vec<(String, i64)>,
    /// Stop each puzzle after this time, such as 10s, 5m or 1h.
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(super) timeout: Option<std::time::Duration>,
    /// Stop after so many positions, such as 5000000 or 5M.
    #[arg(long, value_name = "NUMBER", value_parser = parse_number)]
    pub(super) states: Option<u64>,
    /// Stop when the search holds so much memory, such as 4GiB [default: three quarters of what is free].
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub(super) memory: Option<u64>,
    /// Find a shortest solution and prove that none is shorter; this is the default.
    #[arg(long, group = "wanted")]
    pub(super) shortest: bool,
    /// Find any solution.
    #[arg(long, group = "wanted")]
    pub(super) any: bool,
    /// Find all shortest solutions: count them and list the first ones.
    #[arg(long, group = "wanted")]
    pub(super) all: bool,
    /// How to search, or by which method of a theory to decide.
    #[arg(long, default_value = "auto", value_parser = method())]
    pub(super) method: Method,
    /// Say why it was searched for as it was.
    #[arg(long)]
    pub(super) why: bool,
    /// Write a certificate of the answer, which `puzzlec verify` checks.
    #[arg(long, value_name = "FILE")]
    pub(super) certificate: Option<String>,
    /// Keep completed levels in a new file, to go on from after an end of any kind.
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub(super) checkpoint: Option<String>,
    /// Go on from the levels in this file, and keep further ones there.
    #[arg(long, value_name = "FILE")]
    pub(super) resume: Option<String>,
    /// How to show the solution.
    #[arg(long, value_enum, default_value_t)]
    pub(super) plan: Plan,
    /// How to write the answer.
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

/// Reads the name of a method.
fn method() -> impl TypedValueParser<Value = Method> {
    let names = methods().into_iter().map(|(name, about, _)| PossibleValue::new(name).help(about));
    PossibleValuesParser::new(names).map(|given| {
        let found = methods().into_iter().find(|(name, ..)| *name == given);
        found.map_or(Method::Auto, |(_, _, method)| method)
    })
}

impl SolveArgs {
    /// Which solution is asked for.
    pub(super) fn wanted(&self) -> Wanted {
        if self.all {
            Wanted::All
        } else if self.any {
            Wanted::Any
        } else {
            Wanted::Least
        }
    }
}

/// How a plan is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Plan {
    /// Pictures for a short one, notation for a long one.
    #[default]
    Auto,
    /// Only its length.
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

The checker shares no code with the searches; docs/certificates.md says what it checks.

Exit codes:
  0  verified      1  rejected, or the puzzle has mistakes      4  not decided: a limit came first")]
pub(super) struct VerifyArgs {
    /// The puzzle file, or `-` for standard input.
    pub(super) file: String,
    /// The certificate.
    pub(super) certificate: String,
    /// Stop after this time, such as 10s, 5m or 1h.
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(super) timeout: Option<std::time::Duration>,
    /// Stop when the check holds so much memory, such as 4GiB [default: three quarters of what is free].
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub(super) memory: Option<u64>,
    /// How to write what came of it.
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec test .
  puzzlec test --timeout 10s hard.puzzle
  puzzlec test --format json puzzles/ > results.json")]
pub(super) struct TestArgs {
    /// Files, directories (all .puzzle files in them) or `-` for standard input.
    #[arg(default_value = ".")]
    pub(super) paths: Vec<String>,
    #[command(flatten)]
    pub(super) how: TestHow,
    #[command(flatten)]
    pub(super) watch: WatchArgs,
}

/// How expectations are tested.
#[derive(Debug, Args)]
pub(super) struct TestHow {
    /// The time for one expectation, all values of its range together.
    #[arg(long, value_name = "TIME", default_value = "2m", value_parser = parse_time)]
    pub(super) timeout: std::time::Duration,
    /// The time for all expectations of the run together; those that are left are undecided.
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(super) global_timeout: Option<std::time::Duration>,
    /// The positions for one expectation.
    #[arg(long, value_name = "NUMBER", value_parser = parse_number)]
    pub(super) states: Option<u64>,
    /// The memory for one expectation [default: three quarters of what is free].
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub(super) memory: Option<u64>,
    /// List every expectation, not only those that do not hold.
    #[arg(long, short)]
    pub(super) verbose: bool,
    /// Say how long each puzzle took.
    #[arg(long)]
    pub(super) time: bool,
    /// How to write the results.
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec analyze central.puzzle                 the board, and the goal with all tests
  puzzlec analyze one-left.puzzle --goal d4      one of several goals

A theory knows its game by the rules, whoever wrote them. That of peg solitaire says: the classes of the
board, the Smith form of its jumps, which test rules a goal out and in what time, how often each jump can be
played, depths and heights of the cells, and the weights of the proof.")]
pub(super) struct AnalyzeArgs {
    /// The file, or `-` for standard input.
    pub(super) file: String,
    /// The puzzle; a file with just one needs no name.
    pub(super) puzzle: Option<String>,
    /// Give a parameter of the puzzle a value.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_setting)]
    pub(super) set: Vec<(String, i64)>,
    /// The goal to look at, where there are several: the cells that hold a piece.
    #[arg(long, value_name = "CELLS")]
    pub(super) goal: Option<String>,
    /// Stop after this time, such as 10s, 5m or 1h.
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(super) timeout: Option<std::time::Duration>,
    /// How to write what is known.
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec count central.puzzle                   the file's one puzzle
  puzzlec count sliding.puzzle Alternate --set n=7 --set k=2
  puzzlec count large.puzzle --timeout 10m --memory 2GiB --format json

What is counted:
  positions     what the moves can make of the start, by the least number of moves; a move is one
                action of a rule that changes the position
  stuck         positions in which nothing can move
  goals         positions that are a goal
  solutions     sequences of moves from the start that end in a goal; they may pass through others
  games         sequences of moves from the start that end where nothing can move

Where positions can repeat there is no end of solutions and games: only the shortest solutions are
counted then. When a limit comes first or at Ctrl-C, the numbers so far are shown.")]
pub(super) struct CountArgs {
    /// The file, or `-` for standard input.
    pub(super) file: String,
    /// The puzzle; a file with just one needs no name.
    pub(super) puzzle: Option<String>,
    /// Give a parameter of the puzzle a value.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_setting)]
    pub(super) set: Vec<(String, i64)>,
    /// Stop after this time, such as 10s, 5m or 1h.
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(super) timeout: Option<std::time::Duration>,
    /// Stop after so many positions, such as 5000000 or 5M; those that symmetries make alike count once.
    #[arg(long, value_name = "NUMBER", value_parser = parse_number)]
    pub(super) states: Option<u64>,
    /// Stop when so much memory is held, such as 4GiB [default: three quarters of what is free].
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub(super) memory: Option<u64>,
    /// How to write the numbers.
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
  positions     first reached after so many moves; a move is one action of a rule that changes the
                position, whatever the puzzle's measure
  goals, stuck  how many of them are goals, and in how many nothing can move
  forward, within, back
                moves from them to the next level, to the same level and to earlier ones

Every position counts by itself, and so does every move.")]
pub(super) struct ExploreArgs {
    /// The file, or `-` for standard input.
    pub(super) file: String,
    /// The puzzle; a file with just one needs no name.
    pub(super) puzzle: Option<String>,
    /// Give a parameter of the puzzle a value.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_setting)]
    pub(super) set: Vec<(String, i64)>,
    /// Look at most so many moves far.
    #[arg(long, value_name = "MOVES")]
    pub(super) depth: Option<u32>,
    /// Write all positions and moves as a graph in the language DOT, `-` for standard output.
    #[arg(long, value_name = "FILE")]
    pub(super) dot: Option<String>,
    /// Write all positions and moves as comma-separated values, `-` for standard output.
    #[arg(long, value_name = "FILE")]
    pub(super) csv: Option<String>,
    /// Stop after this time, such as 10s, 5m or 1h.
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(super) timeout: Option<std::time::Duration>,
    /// Stop after so many positions, such as 5000000 or 5M [default: 100k for a graph].
    #[arg(long, value_name = "NUMBER", value_parser = parse_number)]
    pub(super) states: Option<u64>,
    /// Stop when so much memory is held, such as 4GiB [default: three quarters of what is free].
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub(super) memory: Option<u64>,
    /// How to write the levels.
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
    /// Change nothing; name the files that are not laid out so.
    #[arg(long)]
    pub(super) check: bool,
    /// How to write what was done.
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  puzzlec explain P0301\n  puzzlec explain          a list of all codes")]
pub(super) struct ExplainArgs {
    /// The code, such as P0301; without it all codes are listed.
    pub(super) code: Option<String>,
    /// How to write the page.
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
    /// The file's name, without `.puzzle` [default: my- and the game].
    pub(super) name: Option<String>,
}
