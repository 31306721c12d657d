//! The command-line arguments and their help.

mod document;
mod theme;
mod which;
mod within;

use std::ffi::OsString;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::analyze::AnalyzeArgs;
use super::automaton::AutomatonArgs;
use super::check::CheckArgs;
use super::count::CountArgs;
use super::explain::ExplainArgs;
use super::explore::ExploreArgs;
use super::export::ExportArgs;
use super::format::FmtArgs;
use super::generate::GenerateArgs;
use super::import::ImportArgs;
use super::new::NewArgs;
use super::output::ColorChoice;
use super::play::PlayArgs;
use super::plugin::PluginArgs;
use super::publish::PublishArgs;
use super::render::RenderArgs;
use super::serve::ServeArgs;
use super::solve::SolveArgs;
use super::test::TestArgs;
use super::verify::VerifyArgs;

pub(super) use theme::theme;
pub(super) use which::Which;
pub(super) use within::{CheckWithin, SearchLimits, Within};

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
