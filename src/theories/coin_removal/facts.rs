//! The facts about a puzzle, in sections.

use super::read::Game;
use crate::base::Budget;
use crate::base::words::counted;
use crate::theories::{Facts, FactsRequest};

/// The facts about a puzzle.
pub(super) fn facts(game: &Game<'_>, request: &FactsRequest<'_>, _: &Budget) -> Result<Facts, String> {
    if request.goal.is_some() {
        return Err("the goal of coin removal is an empty board".into());
    }
    Ok(Facts { summary: counted(game.coins(), "coins"), sections: Vec::new() })
}
