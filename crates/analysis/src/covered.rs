//! The cells of a plan: those of the board, or on an unbounded one as many as it needs.

use std::collections::BTreeSet;

use super::{scene, solve};
use puzzlec_base::Budget;
use puzzlec_base::diag::Diagnostic;
use puzzlec_checker::{self as verify, Replayed, Unproved};
use puzzlec_model::Model;
use puzzlec_model::board::Coord;
use puzzlec_search::ground::Ground;
use puzzlec_task::Label;

/// Maximum number of cells of a published board.
pub(super) const MOST_CELLS: usize = 2_000;

/// The reason that a puzzle is not published.
#[derive(Debug)]
pub enum Unpublished {
    /// Errors of the puzzle.
    Errors(Vec<Diagnostic>),
    /// It does not fit a page.
    Unfit(String),
}

impl From<Vec<Diagnostic>> for Unpublished {
    fn from(errors: Vec<Diagnostic>) -> Self {
        Unpublished::Errors(errors)
    }
}

/// The cells of the page if they are not those of the board: on an unbounded one those of the compiled puzzle, or the
/// smallest rectangle around all that the solution covers.
pub(super) fn cells(
    model: &Model,
    ground: Option<&Ground>,
    steps: &[Label],
    budget: &Budget,
) -> Result<Option<Vec<Coord>>, Unpublished> {
    if !model.board.unbounded {
        return Ok(None);
    }
    if let Some(ground) = ground {
        return Ok(Some(ground.cells.clone()));
    }
    let covered = covered(model, steps, budget)?;
    if scene::area(covered.iter()) > MOST_CELLS as u64 {
        return Err(Unpublished::Unfit("its solution needs too large a board".to_owned()));
    }
    Ok(Some(scene::rectangle(covered.iter())))
}

/// The cells of the start, of a drawn goal, and of these steps.
pub(super) fn covered(
    model: &Model,
    steps: &[Label],
    budget: &Budget,
) -> Result<BTreeSet<Coord>, Unpublished> {
    let mut covered: BTreeSet<Coord> = verify::start(model).into_keys().collect();
    covered.extend(scene::drawn_goal(model));
    each_step(model, steps, budget, &mut |step| {
        covered.extend(step.changes().iter().map(|(cell, ..)| *cell));
    })?;
    covered.retain(|cell| !cell.is_counter());
    Ok(covered)
}

/// Replays steps by the rules as written.
pub(super) fn each_step(
    model: &Model,
    labels: &[Label],
    budget: &Budget,
    each: &mut dyn FnMut(&Replayed<'_>),
) -> Result<(), Unpublished> {
    let labels = labels.to_vec();
    verify::replay_first(model, (&labels, labels.len()), budget, each).map_err(|rejected| {
        match rejected.why {
            Unproved::Rejected(why) => Unpublished::Unfit(format!("its solution is not replayed: {why}")),
            Unproved::Stopped(stop) => match solve::reported_stop(model, stop) {
                Ok(stop) => Unpublished::Unfit(stop.to_string()),
                Err(errors) => Unpublished::Errors(errors),
            },
        }
    })
}
