//! `puzzlec analyze`, `count` and `explore` with a game.

use std::sync::Arc;

use super::{GameFile, Stage};
use crate::cli::Exit;
use crate::cli::analyze::AnalyzeArgs;
use crate::cli::args::Format;
use crate::cli::count::CountArgs;
use crate::cli::explore::{ExploreArgs, write_explored};
use crate::cli::limits::Limits;
use crate::cli::output::{Failure, Output};
use crate::cli::progress::Watch;
use puzzlec_analysis::keyed;
use puzzlec_base::diag::Stop;
use puzzlec_render::{analyze as analyzed, count as counted, json};

/// The time that a level of an analysis has, if none is stated.
const EACH: std::time::Duration = std::time::Duration::from_secs(10);

/// Answers about levels one after another, up to an interruption.
fn each(
    (file, name, single): (&GameFile, Option<&str>, bool),
    limits: &Limits,
    output: &Output,
    mut answer: impl FnMut(&Stage<'_>, &Limits) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    let levels = levels(file, name, output)?;
    let Some(levels) = levels else { return Ok(Exit::Errors) };
    if single && levels.len() > 1 {
        return Err(several(file, &levels));
    }
    let mut exit = Exit::Clean;
    for (number, stage) in levels.iter().enumerate() {
        if number > 0 {
            output.print("\n")?;
        }
        let limits = if levels.len() > 1 { limits.for_puzzle() } else { limits.clone() };
        exit = exit.and(answer(stage, &limits)?);
        if exit == Exit::Interrupted {
            break;
        }
    }
    Ok(exit)
}

/// The levels of this name, or all; none, after it was said why, if the game has errors.
fn levels<'g>(
    file: &'g GameFile,
    name: Option<&str>,
    output: &Output,
) -> Result<Option<Vec<Stage<'g>>>, Failure> {
    if file.games.is_empty() {
        file.warn(output);
        return Ok(None);
    }
    let levels = file.levels(name).map_err(Failure::Usage)?;
    if levels.is_empty() {
        return Err(Failure::Other(format!("there is no level in `{}`", file.name)));
    }
    Ok(Some(levels))
}

fn several(file: &GameFile, levels: &[Stage<'_>]) -> Failure {
    Failure::Usage(format!("`{}` has {} levels; name one", file.name, levels.len()))
}

/// Refuses the first option of a list that is set.
fn refuse(options: &[(bool, &str)]) -> Result<(), Failure> {
    match options.iter().find(|option| option.0) {
        Some((_, why)) => Err(Failure::Usage(format!("a game of keys does not take {why}"))),
        None => Ok(()),
    }
}

fn ended(stopped: Option<&Stop>) -> Exit {
    stopped.map_or(Exit::Clean, Exit::stopped)
}

pub(crate) fn count(
    args: &CountArgs,
    file: &GameFile,
    limits: &Limits,
    output: &Output,
) -> Result<Exit, Failure> {
    refuse(&[
        (!args.which.set.is_empty(), "`--set`: it has no parameters"),
        (args.starts, "`--starts`: its start is a picture without `?`"),
        (args.disk.is_some(), "`--disk`: its positions are kept in memory"),
    ])?;
    let single = args.format == Format::Json;
    each((file, args.which.puzzle.as_deref(), single), limits, output, |stage, limits| {
        let watch = Arc::new(Watch::new(&stage.1));
        let report = keyed::count(&file.name, stage, &limits.context(&watch));
        // The line of progress must be gone before the answer is written.
        drop(watch);
        match args.format {
            Format::Human => output.print(&counted::report(&report))?,
            Format::Json => output.print(&json::count(&file.sources, Some(&report), &[]))?,
        }
        Ok(ended(report.stopped.as_ref()))
    })
}

pub(crate) fn explore(args: &ExploreArgs, file: &GameFile, output: &Output) -> Result<Exit, Failure> {
    refuse(&[(!args.which.set.is_empty(), "`--set`: it has no parameters")])?;
    let graph = args.dot.is_some() || args.csv.is_some();
    let limits = args.limits();
    let single = graph || args.format == Format::Json;
    each((file, args.which.puzzle.as_deref(), single), &limits, output, |stage, limits| {
        let watch = Arc::new(Watch::new(&stage.1));
        let mut report = keyed::explore(&file.name, stage, (args.depth, graph), &limits.context(&watch));
        drop(watch);
        write_explored(args, &mut report, &file.sources, output)?;
        Ok(ended(report.stopped.as_ref()))
    })
}

pub(crate) fn analyze(args: &AnalyzeArgs, file: &GameFile, output: &Output) -> Result<Exit, Failure> {
    refuse(&[
        (!args.which.set.is_empty(), "`--set`: it has no parameters"),
        (args.goal.is_some(), "`--goal`: it has one goal"),
        (args.plan.is_some(), "`--plan`: `puzzlec play --keys` shows the boards of a plan"),
    ])?;
    let Some(levels) = levels(file, args.which.puzzle.as_deref(), output)? else { return Ok(Exit::Errors) };
    let mut games: Vec<Vec<Stage<'_>>> = Vec::new();
    for stage in levels {
        match games.last_mut() {
            Some(game) if game.first().is_some_and(|first| std::ptr::eq(first.0, stage.0)) => {
                game.push(stage)
            }
            _ => games.push(vec![stage]),
        }
    }
    if args.format == Format::Json && games.len() > 1 {
        return Err(several(file, &games.concat()));
    }
    let limits = Limits::new(args.within.timeout.or(Some(EACH)), None, args.within.memory);
    for (number, stages) in games.iter().enumerate() {
        if number > 0 {
            output.print("\n")?;
        }
        let context = |name: &str| limits.for_puzzle().context(&Arc::new(Watch::new(name)));
        let report = keyed::analyze(file, stages, &context);
        match args.format {
            Format::Human => output.print(&analyzed::report(&report, output.width(), false))?,
            Format::Json => output.print(&json::analyze(&file.sources, Some(&report), &[]))?,
        }
        if limits.cancel.is_cancelled() {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(Exit::Clean)
}
