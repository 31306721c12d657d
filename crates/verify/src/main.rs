//! `puzzlec-verify FILE CERTIFICATE`: the checker of certificates as a program of its own.

use std::fs::File;
use std::io::{self, Read, Write};
use std::process::ExitCode;
use std::thread;

use puzzlec_checker::certificate::Checked;
use puzzlec_model::project::DiskFiles;
use puzzlec_task::SearchContext;

/// A longer file is no certificate and no game, in bytes.
const LONGEST: u64 = 1 << 30;
/// Deeply nested texts need a large stack, in bytes.
const STACK: usize = 64 << 20;

const USAGE: &str = "\
Checks a certificate that `puzzlec solve --certificate` wrote, without any code of a search.

Usage: puzzlec-verify FILE CERTIFICATE

FILE is the file with the puzzle, or a PuzzleScript game. Modules that it uses are looked for beside it.

Exit codes: 0 verified, 1 rejected or unreadable, 2 wrong command line, 4 not decided.
";

fn main() -> ExitCode {
    let work = thread::Builder::new().stack_size(STACK).spawn(run);
    let code = work.ok().and_then(|work| work.join().ok());
    ExitCode::from(code.unwrap_or(5))
}

fn run() -> u8 {
    let words: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["--help" | "-h"] => tell(USAGE, 0),
        ["--version" | "-V"] => tell(concat!("puzzlec-verify ", env!("CARGO_PKG_VERSION"), "\n"), 0),
        [file, certificate] if !file.starts_with("--") => verify(file, certificate),
        _ => complain(USAGE, 2),
    }
}

fn verify(file: &str, certificate: &str) -> u8 {
    let text = match text(certificate) {
        Ok(text) => text,
        Err(error) => return complain(&format!("error: cannot read `{certificate}`: {error}\n"), 1),
    };
    match puzzlec_verify::verify_text(&DiskFiles, file, &text, &SearchContext::unlimited()) {
        Ok((about, checked)) => {
            let code = match checked {
                Checked::Verified(_) => 0,
                Checked::Rejected(_) => 1,
                Checked::Stopped(_) => 4,
            };
            tell(&format!("{}\n", puzzlec_verify::words(&about, &checked)), code)
        }
        Err(lines) => complain(&format!("{}\n", lines.join("\n")), 1),
    }
}

fn text(path: &str) -> io::Result<String> {
    let mut text = String::new();
    let read = File::open(path)?.take(LONGEST + 1).read_to_string(&mut text)? as u64;
    if read > LONGEST { Err(io::Error::other("it is too long")) } else { Ok(text) }
}

/// Names and paths cannot move the cursor.
fn safe(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' { '\u{FFFD}' } else { c }).collect()
}

/// A closed pipe is no reason to complain.
fn tell(text: &str, code: u8) -> u8 {
    let _ = io::stdout().write_all(safe(text).as_bytes());
    code
}

fn complain(text: &str, code: u8) -> u8 {
    let _ = io::stderr().write_all(safe(text).as_bytes());
    code
}
