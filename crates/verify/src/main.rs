//! `puzzlec-verify FILE CERTIFICATE`: the checker of certificates as a program of its own.

use std::fs::File;
use std::io::{self, Read, Write};
use std::process::ExitCode;
use std::thread;

use puzzlec_base::diag::Diagnostic;
use puzzlec_base::{Budget, Sources};
use puzzlec_checker::certificate::{Checked, read};
use puzzlec_model::project::{DiskFiles, SearchPath, load};
use puzzlec_task::SearchContext;
use puzzlec_worlds_check::Rejected;

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
    if let Ok(certificate) = serde_json::from_str::<puzzlec_worlds_check::Certificate>(&text) {
        return verify_level(file, &certificate);
    }
    let context = SearchContext::unlimited();
    let document = match read(&text, &Budget::unlimited()) {
        Ok(document) => document,
        Err(checked) => return verdict("", &checked),
    };
    let project = load(&DiskFiles, &[file.to_owned()], &SearchPath::default());
    match puzzlec_verify::verify(&project, &document, &context) {
        Ok(checked) => {
            let set: Vec<String> =
                document.parameters.iter().map(|(name, n)| format!("{name} = {n}")).collect();
            let set = if set.is_empty() { String::new() } else { format!(" ({})", set.join(", ")) };
            verdict(&format!("{}{set}: ", document.puzzle), &checked)
        }
        Err(diagnostics) => {
            let lines: String = diagnostics.iter().map(|d| line(&project.sources, d)).collect();
            complain(&lines, 1)
        }
    }
}

/// A certificate of a level of a PuzzleScript game.
fn verify_level(file: &str, certificate: &puzzlec_worlds_check::Certificate) -> u8 {
    let game = match self::text(file) {
        Ok(text) => text,
        Err(error) => return complain(&format!("error: cannot read `{file}`: {error}\n"), 1),
    };
    let checked = match puzzlec_worlds_check::verify(&game, certificate, &Budget::unlimited()) {
        Ok(claim) => Checked::Verified(claim),
        Err(Rejected::Wrong(why)) => Checked::Rejected(why),
        Err(Rejected::Limit(limit)) => Checked::Stopped(limit.into()),
    };
    verdict(&format!("{}: ", certificate.puzzle), &checked)
}

fn verdict(puzzle: &str, checked: &Checked) -> u8 {
    match checked {
        Checked::Verified(claim) => tell(&format!("verified: {puzzle}{claim}\n"), 0),
        Checked::Rejected(why) => tell(&format!("rejected: {why}\n"), 1),
        Checked::Stopped(stop) => tell(&format!("not decided: {stop}\n"), 4),
    }
}

/// A diagnostic in one line.
fn line(sources: &Sources, diagnostic: &Diagnostic) -> String {
    let span = diagnostic.primary.span;
    let place = sources.get(span.file).map_or_else(String::new, |file| {
        let at = file.line_col(span.start);
        format!("{}:{}:{}: ", file.name, at.line, at.column)
    });
    format!("{place}{} [{}]\n", diagnostic.headline, diagnostic.code.as_str())
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
