//! `puzzlec test --plan`.

use std::sync::Arc;

use super::TestArgs;
use crate::cli::args::{Format, Which};
use crate::cli::exit::Exit;
use crate::cli::limits::Limits;
use crate::cli::output::{Failure, Output};
use crate::cli::pick::{Picked, pick};
use crate::cli::plan_file::with_plan;
use crate::cli::progress::Watch;
use puzzlec_analysis::{KnownLengths, PlanFileReport, PlanText};
use puzzlec_base::diag::Diagnostic;
use puzzlec_model::project::SearchPath;
use puzzlec_render::{counted, json};

/// Checks a plan.
pub(super) fn run(
    args: &TestArgs,
    plan: &str,
    search: &SearchPath,
    output: &Output,
) -> Result<Exit, Failure> {
    let [file] = args.paths.as_slice() else {
        return Err(Failure::Usage("a plan is for one puzzle file".into()));
    };
    let limits = Limits::new(Some(args.how.timeout), args.how.states, args.how.memory);
    let which = Which { file: file.clone(), puzzle: args.puzzle.clone(), set: args.set.clone() };
    let picked = pick(&which, search, output)?;
    let Some(Picked { loaded, puzzle }) = picked else { return Ok(Exit::Errors) };
    let watch = Arc::new(Watch::new(&puzzle.name));
    let context = limits.context(&watch);
    let mut sources = loaded.sources().clone();
    let test = |plan: PlanText<'_>| loaded.test_plan(&puzzle, &which.set, plan, &context);
    let tested = with_plan(plan, file, &mut sources, test)?;
    // The line of progress must be gone before the answer is written.
    drop(watch);
    let (report, mut errors) = match tested {
        Ok(report) => (Some(report), Vec::new()),
        Err(errors) => (None, errors),
    };
    errors.retain(Diagnostic::is_error);
    if args.how.format == Format::Json {
        output.print(&json::test(&sources, &[], report.as_ref(), &errors))?;
    } else {
        output.show(&sources, &errors)?;
        if let Some(report) = &report {
            output.print(&format!("{}\n", said(report)))?;
        }
    }
    Ok(match report {
        Some(_) => Exit::Clean,
        None if limits.cancel.is_cancelled() => Exit::Interrupted,
        None => Exit::of(&errors).and(Exit::Errors),
    })
}

/// A plan and its length beside the known ones, in one line.
fn said(report: &PlanFileReport) -> String {
    let PlanFileReport { plan, puzzle, length, unit, known, .. } = report;
    let solution = format!("{plan}: a solution of `{puzzle}` with {}", counted(*length, unit));
    let KnownLengths { found, at_least, expected } = *known;
    let beside = match (found, at_least) {
        (_, Some(least)) if least >= *length => "none is shorter (proved)".to_owned(),
        (Some(found), Some(least)) if found == least => {
            format!("a shortest one has {} (proved)", counted(found, unit))
        }
        (Some(found), _) if found < *length => format!("one with {} is known", counted(found, unit)),
        _ => match expected {
            Some(n) if n < *length => format!("the puzzle states one with {}", counted(n, unit)),
            _ => match at_least {
                Some(least) if least > 0 => {
                    format!("none has fewer than {} (proved)", counted(least, unit))
                }
                _ => "no shorter one is known".to_owned(),
            },
        },
    };
    format!("{solution}; {beside}")
}
