//! `puzzlec verify`.

use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;

use clap::Args;

use super::args::Format;
use super::exit::Exit;
use super::inputs::Inputs;
use super::limits::Within;
use super::output::{Failure, Output};
use super::progress::Watch;
use super::worlds;
use puzzlec_analysis::Analysis;
use puzzlec_analysis::keyed::About;
use puzzlec_checker::certificate::{self, Checked};
use puzzlec_model::project::SearchPath;
use puzzlec_render::{json, plan};
use puzzlec_task::SearchContext;
use puzzlec_task::certificate::CertificateFile;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec solve central.puzzle Central --certificate central.json
  puzzlec verify central.puzzle central.json
  puzzlec verify central.puzzle central.json --timeout 10m --memory 2GiB

The checker shares no code with the searches; see docs/certificates.md.

Exit codes:
  0  verified
  1  rejected, or the puzzle has errors
  4  not decided: a limit was reached")]
pub(super) struct VerifyArgs {
    /// The file, a directory (all .puzzle files in it), or `-` for standard input.
    pub(super) file: String,
    /// The certificate.
    pub(super) certificate: String,
    #[command(flatten)]
    pub(super) within: Within,
    /// The output format.
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

/// A longer file is no certificate.
const LONGEST: u64 = 1 << 30;

pub(super) fn run(args: &VerifyArgs, search: &SearchPath, output: &Output) -> Result<Exit, Failure> {
    let limits = args.within.limits();
    let bytes = bytes(&args.certificate)
        .map_err(|error| Failure::Other(format!("cannot read `{}`: {error}", args.certificate)))?;
    let watch = Arc::new(Watch::new(&args.certificate));
    let context = limits.context(&watch);
    let game = Some(&args.file).filter(|file| *file != "-").and_then(|file| worlds::game(file));
    let wrong = |why: &str| Checked::Rejected(format!("it is not a certificate: {why}"));
    let (of, checked) = match String::from_utf8(bytes) {
        Ok(text) if text.len() as u64 > LONGEST => (None, wrong("it is too long")),
        Ok(text) => match game {
            Some(game) => worlds::verify(&game.text, &text, context.budget()),
            None => match certificate::read(&text, context.budget()) {
                Ok(document) => match check(args, &document, search, &context, output)? {
                    Some(checked) => (Some((document.puzzle, document.parameters)), checked),
                    None => return Ok(Exit::Errors),
                },
                Err(checked) => (None, checked),
            },
        },
        Err(_) => (None, wrong("it is not UTF-8")),
    };
    drop(watch);
    let (line, exit) = match &checked {
        Checked::Verified(claim) => {
            let of = of.as_ref().map_or_else(String::new, named);
            (format!("verified: {of}: {claim}"), Exit::Clean)
        }
        Checked::Rejected(why) => (format!("rejected: {why}"), Exit::Errors),
        Checked::Stopped(stop) => (format!("not decided: {}", plan::stop(stop)), Exit::stopped(stop)),
    };
    match args.format {
        Format::Human => output.print(&format!("{line}\n"))?,
        Format::Json => {
            output.print(&json::verify(&args.file, &args.certificate, of.as_ref(), &checked))?;
        }
    }
    Ok(exit)
}

/// As `Alternate (k = 2, n = 6)`.
fn named((puzzle, parameters): &About) -> String {
    let values: Vec<String> = parameters.iter().map(|(name, n)| format!("{name} = {n}")).collect();
    if values.is_empty() { puzzle.clone() } else { format!("{puzzle} ({})", values.join(", ")) }
}

fn bytes(path: &str) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    // A file that grows by doubling takes twice its size.
    let expected = file.metadata()?.len().min(LONGEST + 1);
    let mut bytes = Vec::with_capacity(usize::try_from(expected).unwrap_or(0));
    file.take(LONGEST + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Checks the certificate; `None` if the puzzle has errors, which are reported.
fn check(
    args: &VerifyArgs,
    document: &CertificateFile,
    search: &SearchPath,
    context: &SearchContext,
    output: &Output,
) -> Result<Option<Checked>, Failure> {
    let inputs = Inputs::gather(std::slice::from_ref(&args.file));
    let loaded = Analysis::load_with(&inputs, &inputs.paths, search);
    let puzzles = loaded.puzzles();
    let Some(puzzle) = puzzles.iter().find(|p| p.name == document.puzzle) else {
        let faults = loaded.faults();
        if faults.iter().any(|d| d.is_error()) {
            output.warn(loaded.sources(), &faults);
            return Ok(None);
        }
        let text = format!("it is for a puzzle `{}`, which `{}` does not have", document.puzzle, args.file);
        return Ok(Some(Checked::Rejected(text)));
    };
    let checked = loaded.verify(puzzle, document, context);
    match checked {
        Ok(checked) => Ok(Some(checked)),
        Err(diagnostics) => {
            output.warn(loaded.sources(), &diagnostics);
            Ok(None)
        }
    }
}
