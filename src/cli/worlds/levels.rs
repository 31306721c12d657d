//! The levels of a game, one after another.

use super::{GameFile, Stage};
use crate::cli::exit::Exit;
use crate::cli::limits::Limits;
use crate::cli::output::{Failure, Output};
use puzzlec_base::diag::Stop;

/// Answers about levels one after another, up to an interruption.
pub(in crate::cli) fn each(
    file: &GameFile,
    name: Option<&str>,
    single: bool,
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
pub(in crate::cli) fn levels<'g>(
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

/// That one of several levels must be named.
pub(in crate::cli) fn several(file: &GameFile, levels: &[Stage<'_>]) -> Failure {
    Failure::Usage(format!("`{}` has {} levels; name one", file.name, levels.len()))
}

/// Refuses the first option of a list that is set.
pub(in crate::cli) fn refuse(options: &[(bool, &str)]) -> Result<(), Failure> {
    match options.iter().find(|option| option.0) {
        Some((_, why)) => Err(Failure::Usage(format!("a game of keys does not take {why}"))),
        None => Ok(()),
    }
}

/// For a report that may have been stopped.
pub(in crate::cli) fn ended(stopped: Option<&Stop>) -> Exit {
    stopped.map_or(Exit::Clean, Exit::stopped)
}
