//! The command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    puzzlec::cli::main()
}
