//! `puzzlec analyze`.

mod keyed;

use std::sync::Arc;
use std::time::Instant;

use clap::Args;

use super::args::{Format, Which};
use super::exit::Exit;
use super::limits::{Limits, Within};
use super::output::{Failure, Output};
use super::pick::{Chosen, choose, several};
use super::plan_file::with_plan;
use super::progress::Watch;
use super::worlds;
use puzzlec_analysis::{PlanText, PuzzleInfo};
use puzzlec_model::project::SearchPath;
use puzzlec_render::{analyze, json};
use puzzlec_task::Steps;
use puzzlec_theory::FactsRequest;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  puzzlec analyze central.puzzle                 the board and the goal
  puzzlec analyze one-left.puzzle --goal d4      one of several goals
  puzzlec analyze central.puzzle --plan my.plan  the moves in this file, too

A theory recognizes its game from the rules, wherever they were written. The report on peg solitaire shows the \
classes of the board, the Smith form of the jumps, the tests with their outcomes, how often each jump can be played, \
depths and heights of the cells, and the weights of the proof. `puzzlec test --help` describes files of moves.")]
pub(super) struct AnalyzeArgs {
    #[command(flatten)]
    pub(super) which: Which,
    /// One of several goals, given by the cells that hold a piece.
    #[arg(long, value_name = "CELLS")]
    pub(super) goal: Option<String>,
    /// Also analyze the moves in this file, or `-`, which must be a solution.
    #[arg(long, value_name = "FILE")]
    pub(super) plan: Option<String>,
    /// Show how long each test took.
    #[arg(long)]
    pub(super) times: bool,
    #[command(flatten)]
    pub(super) within: Within,
    /// The output format.
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

pub(super) fn run(args: &AnalyzeArgs, search: &SearchPath, output: &Output) -> Result<Exit, Failure> {
    if let Some(game) = worlds::game(&args.which.file) {
        return keyed::run(args, &game, output);
    }
    let limits = args.within.limits();
    let chosen = choose(&args.which, search, output)?;
    let Some(chosen) = chosen else { return Ok(Exit::Errors) };
    let single = args.format == Format::Json || args.goal.is_some() || args.plan.is_some();
    if chosen.puzzles.len() > 1 && single {
        return Err(several(&args.which.file, &chosen.puzzles));
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
    let (loaded, sets) = (&chosen.loaded, chosen.settings(puzzle, &args.which.set));
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
            let follow = |plan: PlanText<'_>| loaded.follow_plan(puzzle, &sets, plan, &context);
            with_plan(path, &args.which.file, &mut sources, follow)?.map(Some)
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
    let analyzed = loaded.analyze(puzzle, &sets, &request, context.budget());
    // The line of progress must be gone before the answer is written.
    drop(watch);
    let words = |report: &_| analyze::report(report, output.width(), args.times);
    let report = output.answer(analyzed, args.format, loaded.sources(), words, json::analyze)?;
    Ok(match report {
        None => Exit::Errors,
        Some(_) if limits.cancel.is_cancelled() => Exit::Interrupted,
        Some(_) => Exit::Clean,
    })
}
