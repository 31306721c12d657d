//! The command line: arguments in, text and an exit code out.

mod analyze;
mod apart;
pub mod args;
mod automaton;
mod cache;
mod check;
mod checkpoint;
mod command;
mod count;
mod drawable;
mod exit;
mod explain;
mod explore;
mod export;
mod external;
pub mod fix;
mod folders;
mod format;
mod generate;
mod guard;
mod import;
mod inputs;
pub mod limits;
mod machine;
mod methods;
mod new;
mod output;
mod owed;
mod pick;
mod plan_file;
mod play;
mod plugin;
mod progress;
mod publish;
mod render;
mod serve;
mod solve;
mod stderr;
mod terminal;
mod test;
mod verify;
mod watch;
pub mod watched;
#[cfg(feature = "distributed")]
mod workers;
mod worlds;
mod write;

use std::ffi::OsString;
use std::io::{self, Write};
use std::panic;
use std::process::ExitCode;
use std::thread;

use clap::{CommandFactory, Parser};

use command::{Cli, Command};
pub use exit::Exit;
use output::{Failure, Output};

/// Parsing and checking follow the nesting of the text, which is bounded, with room to spare.
const STACK: usize = 64 << 20;

/// Runs the command of this process.
pub fn main() -> ExitCode {
    panic::set_hook(Box::new(|info| {
        stderr::line(&format!(
            "error: internal error: puzzlec stops\n  {info}\n\
             Please report it with this text, the command line and the puzzle file."
        ));
    }));
    let work = thread::Builder::new().name("main".to_owned()).stack_size(STACK).spawn(run);
    let exit = match work.map(thread::JoinHandle::join) {
        Ok(Ok(exit)) => exit,
        // The hook has reported it.
        Ok(Err(_)) => {
            settle(Some("internal error of puzzlec"));
            Exit::Internal
        }
        Err(error) => {
            stderr::line(&format!("error: cannot start: {error}"));
            Exit::Internal
        }
    };
    ExitCode::from(exit.code())
}

fn run() -> Exit {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are answers, everything else is a usage error. A closed pipe is no
            // reason to complain.
            let _ = error.print();
            return if error.use_stderr() { Exit::Usage } else { Exit::Clean };
        }
    };
    let output = Output::new(cli.color, cli.width);
    if let Some((kind, files)) = cli.command.document() {
        owed::owe(kind, files);
    }
    let search = plugin::search(cli.plugin);
    let result = match &cli.command {
        Command::Check(args) => check::run(args, &search, &output),
        Command::Solve(args) => solve::run(args, &search, &output),
        Command::Verify(args) => verify::run(args, &search, &output),
        Command::Test(args) => test::run(args, &search, &output),
        Command::Count(args) => count::run(args, &search, &output),
        Command::Automaton(args) => automaton::run(args, &search, &output),
        Command::Analyze(args) => analyze::run(args, &search, &output),
        Command::Explore(args) => explore::run(args, &search, &output),
        Command::Generate(args) => generate::run(args, &search, &output),
        Command::Export(args) => export::run(args, &search, &output),
        Command::Import(args) => import::run(args, &output),
        Command::Play(args) => play::run(args, &search, &output),
        Command::Render(args) => render::run(args, &search, &output),
        Command::Publish(args) => publish::run(args, &search, &output),
        Command::Serve(args) => serve::run(args, &output),
        Command::Fmt(args) => format::run(args, &output),
        Command::Explain(args) => explain::run(args, &output),
        Command::New(args) => new::run(args, &output),
        Command::Plugin(args) => plugin::run(args, &search, &output),
        Command::Lsp { words } => return language_server(words),
        Command::Other(words) => external::run(words),
        Command::Completions { shell } => completions(*shell, &output),
    };
    let (exit, message) = match result {
        Ok(exit) => (exit, None),
        Err(Failure::ClosedPipe) => return Exit::Clean,
        Err(Failure::Usage(message)) => (Exit::Usage, Some(message)),
        Err(Failure::Other(message)) => (Exit::Errors, Some(message)),
    };
    if let Some(message) = &message {
        output.complain(message);
    }
    settle(message.as_deref());
    exit
}

/// Writes the JSON document of a command that has ended without it.
fn settle(error: Option<&str>) {
    guard::disarm();
    if let Some(document) = owed::unfinished(None, error) {
        // The exit code says that something is wrong, whether or not the document can be written.
        let _ = io::stdout().lock().write_all(document.as_bytes());
    }
}

/// The server has messages of its own for what goes wrong in a request.
fn language_server(words: &[OsString]) -> Exit {
    drop(panic::take_hook());
    if puzzlec_lsp::run_stdio(words) { Exit::Clean } else { Exit::Errors }
}

fn completions(shell: clap_complete::Shell, output: &Output) -> Result<Exit, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "puzzlec", &mut text);
    output.data(&String::from_utf8_lossy(&text))?;
    Ok(Exit::Clean)
}
