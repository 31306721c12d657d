//! `puzzlec solve` with a game.

use std::mem;
use std::sync::{Arc, PoisonError};

use super::SolveArgs;
use crate::cli::args::Format;
use crate::cli::exit::Exit;
use crate::cli::limits::Limits;
use crate::cli::methods::Method;
use crate::cli::output::{Failure, Output};
use crate::cli::owed::{self, Reports};
use crate::cli::progress::Watch;
use crate::cli::worlds::GameFile;
use crate::cli::worlds::levels::refuse;
use puzzlec_analysis::{Answer, keyed};
use puzzlec_render::certificate;
use puzzlec_render::{json, plan};
use puzzlec_search::Wanted;

pub(super) fn run(
    args: &SolveArgs,
    file: &GameFile,
    limits: &Limits,
    output: &Output,
) -> Result<Exit, Failure> {
    check_options(args)?;
    let reports = Reports::default();
    owed::reports(&reports);
    let (mut exit, mut errors) = (Exit::Clean, Vec::new());
    if file.games.is_empty() {
        errors = file.warn(output);
        exit = Exit::Errors;
    } else {
        let levels = file.levels(args.which.puzzle.as_deref()).map_err(Failure::Usage)?;
        if levels.is_empty() {
            return Err(Failure::Other(format!("there is no level in `{}`", file.name)));
        }
        if args.certificate.is_some() && levels.len() > 1 {
            let message =
                format!("a certificate covers one level; name it: `{}` has {}", file.name, levels.len());
            return Err(Failure::Usage(message));
        }
        let several = levels.len() > 1;
        let within = match args.wanted() {
            Wanted::Within(most) => Some(most),
            _ => None,
        };
        for (number, stage) in levels.iter().enumerate() {
            let (game, name, level) = stage;
            let limits = if several { limits.for_puzzle() } else { limits.clone() };
            owed::begin();
            let watch = Arc::new(Watch::new(name));
            let solved =
                keyed::solve(file, stage, within, args.certificate.is_some(), &limits.context(&watch));
            // The line of progress must be gone before the answer is written.
            drop(watch);
            let (report, proof) = solved.map_err(Failure::Other)?;
            let ended = Exit::answered(&report.answer);
            let answered = !matches!(report.answer, Answer::Stopped { .. });
            exit = exit.and(ended);
            if args.format == Format::Human {
                let gap = if number > 0 { "\n" } else { "" };
                let words =
                    plan::report(&report, args.plan.into(), args.why, output.width(), output.is_coloured());
                output.print(&format!("{gap}{words}"))?;
            }
            reports.lock().unwrap_or_else(PoisonError::into_inner).push(report);
            limits.hold();
            match (&args.certificate, proof) {
                (Some(path), Some(searched)) => {
                    let document =
                        puzzlec_worlds::certificate::Certificate::new(game, (name, level), &searched);
                    output.file(path, &file.sources, |file| certificate::write(&document, file))?;
                }
                (Some(_), None) => {
                    output.say("no certificate is written: there is no answer to prove");
                    exit = exit.and(if answered { Exit::Errors } else { ended });
                }
                (None, _) => {}
            }
            if ended == Exit::Interrupted {
                break;
            }
        }
    }
    if args.format == Format::Json {
        let reports = mem::take(&mut *reports.lock().unwrap_or_else(PoisonError::into_inner));
        output.print(&json::solve(&file.sources, &reports, &errors))?;
    }
    Ok(exit)
}

/// Options that no search of a game has.
fn check_options(args: &SolveArgs) -> Result<(), Failure> {
    refuse(&[
        (!args.which.set.is_empty(), "`--set`: a game has no parameters"),
        (args.all, "`--all`: only one shortest solution of a game is found"),
        (args.explain, "`--explain`: only placements have steps of reason"),
        (args.report.is_some(), "`--report`: there is no page for a game"),
        (
            args.checkpoint.is_some() || args.resume.is_some(),
            "`--checkpoint`: the search of a game is not saved",
        ),
        (
            !matches!(args.method, Method::Auto | Method::Breadth),
            "`--method`: games are searched breadth first",
        ),
    ])
}
