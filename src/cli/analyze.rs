//! `puzzlec analyze`.

use std::sync::Arc;
use std::time::Instant;

use super::Exit;
use super::args::{AnalyzeArgs, Format};
use super::driver::PuzzleInfo;
use super::inputs::Inputs;
use super::limits::Limits;
use super::output::{Failure, Output};
use super::pick::{Chosen, choose, several};
use super::plan_file::with_plan;
use super::progress::Watch;
use super::worlds;
use puzzlec_analysis::PlanText;
use puzzlec_model::project::SearchPath;
use puzzlec_render::{analyze, json};
use puzzlec_task::Steps;
use puzzlec_theory::FactsRequest;

pub(super) fn run(args: &AnalyzeArgs, search: &SearchPath, output: &Output) -> Result<Exit, Failure> {
    if let Some(game) = worlds::game(&Inputs::gather(std::slice::from_ref(&args.file))) {
        return worlds::analyze(args, &game, output);
    }
    let limits = Limits::new(args.timeout, None, args.memory);
    let chosen = choose(&args.file, args.puzzle.as_deref(), search, output)?;
    let Some(chosen) = chosen else { return Ok(Exit::Errors) };
    let single = args.format == Format::Json || args.goal.is_some() || args.plan.is_some();
    if chosen.puzzles.len() > 1 && single {
        return Err(several(&args.file, &chosen.puzzles));
    }
    chosen.each(output, |puzzle| one(args, &chosen, puzzle, &limits.for_puzzle(), output))
}

/// Analyzes one puzzle.
fn one(
    args: &AnalyzeArgs,
    chosen: &Chosen,
    puzzle: &PuzzleInfo,
    limits: &Limits,
    output: &Output,
) -> Result<Exit, Failure> {
    let (loaded, sets) = (&chosen.loaded, chosen.settings(puzzle, &args.set));
    let watch = Arc::new(Watch::new(&puzzle.name));
    let begun = Instant::now();
    let goal: Option<Vec<String>> = args.goal.as_ref().map(|names| {
        names.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect()
    });
    let context = limits.context(&watch);
    let mut sources = loaded.sources().clone();
    let plan = match &args.plan {
        None => Ok(None),
        Some(path) => {
            let follow = |plan: PlanText<'_>| loaded.follow_plan(puzzle.index, &sets, plan, &context);
            with_plan(path, &args.file, &mut sources, follow)?.map(Some)
        }
    };
    let plan = match plan {
        Ok(plan) => plan,
        Err(errors) => {
            drop(watch);
            if args.format == Format::Json {
                output.print(&json::analyze(&sources, None, &errors))?;
            } else {
                output.warn(&sources, &errors);
            }
            return Ok(Exit::Errors);
        }
    };
    let plan = plan.as_ref().map(|plan| plan as &dyn Steps);
    let request = FactsRequest { goal: goal.as_deref(), plan, brief: false, clock: &|| begun.elapsed() };
    let analyzed = loaded.analyze(puzzle.index, &sets, &request, context.budget());
    // The line of progress must be gone before the answer is written.
    drop(watch);
    let words = |report: &_| analyze::report(report, output.width(), args.times);
    let report = output.answer(analyzed, (args.format, loaded.sources()), words, json::analyze)?;
    Ok(match report {
        None => Exit::Errors,
        Some(_) if limits.cancel.is_cancelled() => Exit::Interrupted,
        Some(_) => Exit::Clean,
    })
}
