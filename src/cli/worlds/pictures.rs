//! `puzzlec publish` and `render` with a game.

use std::sync::Arc;

use super::{GameFile, Stage};
use crate::cli::limits::Limits;
use crate::cli::output::{Failure, Output};
use crate::cli::progress::Watch;
use puzzlec_analysis::{IllustratedAnswer, IllustratedPuzzle, PublishedPuzzle, Unpublished, keyed};

/// A level for a page, with its solution if it is found within the limits.
///
/// # Errors
/// It does not fit a page; in words.
pub(crate) fn page(file: &GameFile, stage: &Stage<'_>, limits: &Limits) -> Result<PublishedPuzzle, String> {
    let watch = Arc::new(Watch::new(&stage.1));
    let context = limits.apart(&watch, limits.cancel.clone());
    keyed::publish(file, stage, Some(&context)).map_err(|why| match why {
        Unpublished::Unfit(why) => why,
        Unpublished::Errors(errors) => {
            errors.first().map_or_else(String::new, |error| error.headline.clone())
        }
    })
}

/// What is drawn of a level: its start, or with a plan the board after each key of a solution.
pub(crate) enum Drawn {
    Still(Box<IllustratedPuzzle>),
    Plan(Box<IllustratedAnswer>),
}

/// The level that a picture is wanted of; none, after it was said why, if the game has errors.
///
/// # Errors
/// There is no such level, or several and none is named.
pub(crate) fn render(
    file: &GameFile,
    (name, plan): (Option<&str>, bool),
    limits: &Limits,
    output: &Output,
) -> Result<Option<Drawn>, Failure> {
    if file.games.is_empty() {
        file.warn(output);
        return Ok(None);
    }
    let levels = file.levels(name).map_err(Failure::Usage)?;
    let stage = match levels.as_slice() {
        [stage] => stage,
        [] => return Err(Failure::Other(format!("there is no level in `{}`", file.name))),
        all => return Err(Failure::Usage(format!("`{}` has {} levels; name one", file.name, all.len()))),
    };
    if !plan {
        return Ok(Some(Drawn::Still(Box::new(keyed::illustrated(file, stage)))));
    }
    let watch = Arc::new(Watch::new(&stage.1));
    let answer = keyed::illustrated_answer(file, stage, &limits.context(&watch));
    // The line of progress must be gone before anything else is written.
    drop(watch);
    Ok(Some(Drawn::Plan(Box::new(answer.map_err(Failure::Other)?))))
}
