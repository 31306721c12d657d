//! `puzzlec-lsp`: the language server over standard input and output.

use std::process::ExitCode;

fn main() -> ExitCode {
    puzzlec_lsp::run_stdio()
}
