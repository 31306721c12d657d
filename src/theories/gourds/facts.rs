//! The facts about a puzzle, in sections.

use super::read::{Asked, Game};
use crate::base::Budget;
use crate::base::words::counted;
use crate::theories::{Facts, FactsRequest};

/// The facts about a puzzle.
pub(super) fn facts(game: &Game<'_>, request: &FactsRequest<'_>, _: &Budget) -> Result<Facts, String> {
    if request.goal.is_some() {
        return Err("goals of gourds cannot be chosen by cells".into());
    }
    let gourds = match &game.question {
        Asked::Plan { problem, .. } => problem.start.gourds() as u64,
        Asked::Place(placement) => placement.supply.iter().map(|entry| u64::from(entry.count)).sum(),
    };
    let cells = counted(game.board().len() as u64, "cells");
    let summary = format!("{} on {cells}", counted(gourds, "gourds"));
    Ok(Facts { summary, sections: Vec::new() })
}
