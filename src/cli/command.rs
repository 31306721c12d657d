//! The command line: all commands and their help.

use std::ffi::OsString;

use clap::{Parser, Subcommand};

use super::analyze::AnalyzeArgs;
use super::args::{CheckFormat, Format};
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

impl Command {
    /// The kind of the JSON document that is requested, if one is, and the two files that a certificate's is about.
    pub(super) fn document(&self) -> Option<(&'static str, Option<(String, String)>)> {
        let (json, kind) = match self {
            Command::Check(args) => (args.format == CheckFormat::Json, "check"),
            Command::Solve(args) => (args.format == Format::Json, "solve"),
            Command::Verify(args) => {
                let files = (args.file.clone(), args.certificate.clone());
                return (args.format == Format::Json).then_some(("verify", Some(files)));
            }
            Command::Test(args) => (args.how.format == Format::Json, "test"),
            Command::Count(args) => {
                (args.format == Format::Json, if args.starts { "starts" } else { "count" })
            }
            Command::Automaton(args) => (args.format == Format::Json, "automaton"),
            Command::Analyze(args) => (args.format == Format::Json, "analyze"),
            Command::Explore(args) => (args.format == Format::Json, "explore"),
            Command::Generate(args) => (args.format == Format::Json, "generate"),
            Command::Fmt(args) => (args.format == Format::Json, "fmt"),
            Command::Explain(args) => (args.format == Format::Json, "explain"),
            Command::Plugin(args) => return args.document().map(|kind| (kind, None)),
            Command::Export(_)
            | Command::Import(_)
            | Command::Play(_)
            | Command::Render(_)
            | Command::Publish(_)
            | Command::New(_)
            | Command::Lsp { .. }
            | Command::Completions { .. }
            | Command::Serve(_)
            | Command::Other(_) => return None,
        };
        json.then_some((kind, None))
    }
}
