//! `puzzlec verify` with a game.

use serde::Serialize;

use super::GameFile;
use crate::cli::Exit;
use crate::cli::args::{Format, VerifyArgs};
use crate::cli::output::{Failure, Output};
use puzzlec_base::Budget;
use puzzlec_base::diag::Stop;
use puzzlec_render::{json, plan};
use puzzlec_worlds_check::{Certificate, Rejected, verify as check};

pub(crate) fn verify(
    args: &VerifyArgs,
    file: &GameFile,
    bytes: &[u8],
    budget: &Budget,
    output: &Output,
) -> Result<Exit, Failure> {
    let read = serde_json::from_slice::<Certificate>(bytes);
    let puzzle = read.as_ref().ok().map(|certificate| certificate.puzzle.clone());
    let checked = match &read {
        Ok(certificate) => check(&file.text, certificate, budget),
        Err(why) => Err(Rejected::Wrong(format!("it is not a certificate of a game: {why}"))),
    };
    let (outcome, text, exit) = match checked {
        Ok(claim) => ("verified", claim, Exit::Clean),
        Err(Rejected::Wrong(why)) => ("rejected", why, Exit::Errors),
        Err(Rejected::Limit(limit)) => {
            let stop = Stop::Limit(limit);
            ("stopped", plan::stop(&stop), Exit::stopped(&stop))
        }
    };
    match args.format {
        Format::Human => {
            let line = match (outcome, &puzzle) {
                ("verified", Some(puzzle)) => format!("verified: {puzzle}: {text}"),
                ("stopped", _) => format!("not decided: {text}"),
                _ => format!("{outcome}: {text}"),
            };
            output.print(&format!("{line}\n"))?;
        }
        Format::Json => {
            #[derive(Serialize)]
            struct Verify<'a> {
                file: &'a str,
                certificate: &'a str,
                puzzle: Option<String>,
                parameters: Option<serde_json::Map<String, serde_json::Value>>,
                outcome: &'static str,
                text: String,
            }
            let parameters = puzzle.as_ref().map(|_| serde_json::Map::new());
            let (file, certificate) = (file.name.as_str(), args.certificate.as_str());
            output.print(&json::document(
                "verify",
                Verify { file, certificate, puzzle, parameters, outcome, text },
            ))?;
        }
    }
    Ok(exit)
}
