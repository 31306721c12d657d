//! Exact search.

mod board;
mod bound;
mod deepening;
mod game;

use super::problem::Problem;
use super::row::Move;
use crate::theories::meter::{Halted, Meter};
use deepening::Deepening;
use game::Game;

/// The answer of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There is a plan.
    Plan {
        /// Its moves.
        moves: Vec<Move>,
        /// Whether no plan is shorter.
        least: bool,
    },
    /// There is none.
    Unsolvable(Reason),
    /// There is none with at most so many moves.
    NotWithin(u64),
}

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// No goal has the coins of the start.
    Coins,
}

/// A least plan.
///
/// # Errors
/// A limit was reached.
pub fn search(problem: &Problem, within: Option<u64>, meter: &Meter<'_>) -> Result<Outcome, Halted> {
    let game = Game::new(problem);
    if game.goals.is_empty() {
        return Ok(Outcome::Unsolvable(Reason::Coins));
    }
    let mut search = Deepening::new(&game, meter);
    for moves in 0.. {
        if within.is_some_and(|within| moves as u64 > within) {
            break;
        }
        if let Some(moves) = search.plan(moves)? {
            return Ok(Outcome::Plan { moves, least: true });
        }
    }
    Ok(Outcome::NotWithin(within.unwrap_or(0)))
}
