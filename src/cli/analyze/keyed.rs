//! `puzzlec analyze` with a game.

use std::sync::Arc;
use std::time::Duration;

use super::AnalyzeArgs;
use crate::cli::args::Format;
use crate::cli::exit::Exit;
use crate::cli::limits::Limits;
use crate::cli::output::{Failure, Output};
use crate::cli::progress::Watch;
use crate::cli::worlds::levels::{levels, refuse, several};
use crate::cli::worlds::{GameFile, Stage};
use puzzlec_analysis::keyed;
use puzzlec_render::{analyze, json};

/// The time that a level has, if none is stated.
const EACH: Duration = Duration::from_secs(10);

pub(super) fn run(args: &AnalyzeArgs, file: &GameFile, output: &Output) -> Result<Exit, Failure> {
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
            Format::Human => output.print(&analyze::report(&report, output.width(), false))?,
            Format::Json => output.print(&json::analyze(&file.sources, Some(&report), &[]))?,
        }
        if limits.cancel.is_cancelled() {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(Exit::Clean)
}
