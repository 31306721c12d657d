//! `puzzlec publish` with a game.

use std::sync::Arc;

use crate::cli::limits::Limits;
use crate::cli::progress::Watch;
use crate::cli::worlds::{GameFile, Stage};
use puzzlec_analysis::{PublishedPuzzle, Unpublished, keyed};

/// A level for a page, with its solution if it is found within the limits.
///
/// # Errors
/// It does not fit a page; in words.
pub(super) fn page(file: &GameFile, stage: &Stage<'_>, limits: &Limits) -> Result<PublishedPuzzle, String> {
    let watch = Arc::new(Watch::new(&stage.1));
    let context = limits.apart(&watch, limits.cancel.clone());
    keyed::publish(file, stage, Some(&context)).map_err(|why| match why {
        Unpublished::Unfit(why) => why,
        Unpublished::Errors(errors) => {
            errors.first().map_or_else(String::new, |error| error.headline.clone())
        }
    })
}
