//! `puzzlec render` with a game.

use std::sync::Arc;

use crate::cli::limits::Limits;
use crate::cli::output::{Failure, Output};
use crate::cli::progress::Watch;
use crate::cli::worlds::GameFile;
use crate::cli::worlds::levels::several;
use puzzlec_analysis::{IllustratedAnswer, IllustratedPuzzle, keyed};

/// What is drawn of a level: its start, or with a plan the board after each key of a solution.
pub(super) enum Drawn {
    Still(Box<IllustratedPuzzle>),
    Plan(Box<IllustratedAnswer>),
}

/// The level that a picture is wanted of; none, after it was said why, if the game has errors.
///
/// # Errors
/// There is no such level, or several and none is named.
pub(super) fn level(
    file: &GameFile,
    name: Option<&str>,
    plan: bool,
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
        all => return Err(several(file, all)),
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
