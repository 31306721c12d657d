//! The command line: arguments in, text and an exit code out.

mod args;
mod check;
mod checkpoint;
mod count;
mod driver;
mod explain;
mod explore;
mod export;
mod fix;
mod format;
mod inputs;
mod limits;
mod new;
mod output;
mod pick;
mod progress;
mod solve;
mod test;
mod verify;
mod write;

use std::panic;
use std::process::ExitCode;
use std::thread;

use clap::{CommandFactory, Parser};

use args::{Cli, Command};
use output::{Failure, Output};

/// Parsing and checking follow the nesting of the text, which is bounded, with room to spare.
const STACK: usize = 64 << 20;

/// What a command found, as the number the shell sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// No error, solved, every expectation held.
    Clean = 0,
    /// Errors in sources, or an expectation that does not hold.
    Errors = 1,
    /// The command line makes no sense.
    Usage = 2,
    /// Proved to have no solution.
    Unsolvable = 3,
    /// A limit came first.
    Stopped = 4,
    /// A mistake in this program.
    Internal = 5,
    /// Ctrl-C.
    Interrupted = 130,
}

impl Exit {
    /// The one that tells more, of the exits of several puzzles.
    pub(crate) fn and(self, other: Exit) -> Exit {
        let rank = |exit| match exit {
            Exit::Clean => 0,
            Exit::Unsolvable => 1,
            Exit::Stopped => 2,
            Exit::Errors => 3,
            Exit::Usage => 4,
            Exit::Interrupted => 5,
            Exit::Internal => 6,
        };
        if rank(other) > rank(self) { other } else { self }
    }
}

/// Runs the command of this process.
pub fn main() -> ExitCode {
    panic::set_hook(Box::new(|info| {
        output::complain(&format!(
            "error: puzzlec met a mistake of its own and stops\n  {info}\n\
             Please report it with this text, the command line and the puzzle file."
        ));
    }));
    let work = thread::Builder::new().name("main".to_owned()).stack_size(STACK).spawn(run);
    let exit = match work.map(thread::JoinHandle::join) {
        Ok(Ok(exit)) => exit,
        // The hook has told about it.
        Ok(Err(_)) => Exit::Internal,
        Err(error) => {
            output::complain(&format!("error: cannot start: {error}"));
            Exit::Internal
        }
    };
    ExitCode::from(exit as u8)
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
    let result = match &cli.command {
        Command::Check(args) => check::run(args, &output),
        Command::Solve(args) => solve::run(args, &output),
        Command::Verify(args) => verify::run(args, &output),
        Command::Test(args) => test::run(args, &output),
        Command::Count(args) => count::run(args, &output),
        Command::Explore(args) => explore::run(args, &output),
        Command::Export(args) => export::run(args, &output),
        Command::Fmt(args) => format::run(args, &output),
        Command::Explain(args) => explain::run(args, &output),
        Command::New(args) => new::run(args, &output),
        Command::Completions { shell } => completions(*shell, &output),
    };
    match result {
        Ok(exit) => exit,
        Err(Failure::ClosedPipe) => Exit::Clean,
        Err(Failure::Usage(message)) => {
            output.complain(&message);
            Exit::Usage
        }
        Err(Failure::Other(message)) => {
            output.complain(&message);
            Exit::Errors
        }
    }
}

fn completions(shell: clap_complete::Shell, output: &Output) -> Result<Exit, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "puzzlec", &mut text);
    output.print(&String::from_utf8_lossy(&text))?;
    Ok(Exit::Clean)
}
