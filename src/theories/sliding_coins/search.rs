//! Exact search.

mod board;
mod bound;
mod deepening;
mod game;
mod reasons;
mod table;
mod tally;

use super::problem::Problem;
use super::row::Move;
use crate::theories::meter::{Halted, Meter};
use deepening::Deepening;
use game::Game;

pub use tally::Plans;

/// Tables are extended whenever the search has looked at as many rows.
const TABLE: usize = 1 << 10;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// No goal has the coins of the start.
    Coins,
    /// No move is possible at the start.
    NoMove,
    /// All coins move at once, so that their order stays.
    Together,
    /// All coins but one move at once, so that their circular order stays.
    Circular,
    /// The number of coins on the cells of each residue modulo k stays: a block covers one cell of each.
    Residues,
    /// A closed set of positions has all goals, and not the start.
    Closed {
        /// How many positions.
        positions: u64,
        /// Modulo which number the lengths of gaps are alike; none where gaps have their lengths.
        period: Option<u64>,
    },
}

/// A least plan.
///
/// # Errors
/// A limit was reached.
pub fn search(problem: &Problem, within: Option<u64>, meter: &Meter<'_>) -> Result<Outcome, Halted> {
    let game = Game::new(problem);
    Ok(match least(&game, within, meter)? {
        Least::Plan(moves, _) => Outcome::Plan { moves, least: true },
        Least::None(outcome) => outcome,
    })
}

/// The length of a least plan and the number of those; none where there is no plan.
///
/// # Errors
/// A limit was reached.
pub fn count(problem: &Problem, meter: &Meter<'_>) -> Result<Option<(u64, Plans)>, Halted> {
    let game = Game::new(problem);
    let Least::Plan(moves, mut search) = least(&game, None, meter)? else { return Ok(None) };
    let plans = search.count(moves.len())?;
    Ok(Some((moves.len() as u64, plans)))
}

/// The least plans, in the order of their moves, until `each` returns false; nothing where there is no plan. Of
/// infinitely many plans ([`Plans::Infinite`]) finitely many are listed.
///
/// # Errors
/// A limit was reached.
pub fn all(
    problem: &Problem,
    meter: &Meter<'_>,
    each: &mut dyn FnMut(&[Move]) -> bool,
) -> Result<(), Halted> {
    let game = Game::new(problem);
    match least(&game, None, meter)? {
        Least::Plan(moves, mut search) => search.list(moves.len(), each),
        Least::None(_) => Ok(()),
    }
}

/// The end of a search for a least plan.
enum Least<'g> {
    /// A plan, and the search that found it.
    Plan(Vec<Move>, Deepening<'g>),
    None(Outcome),
}

fn least<'g>(game: &'g Game<'g>, within: Option<u64>, meter: &'g Meter<'g>) -> Result<Least<'g>, Halted> {
    let mut search = Deepening::new(game, meter);
    if let Some(plan) = search.plan(0)? {
        return Ok(Least::Plan(plan, search));
    }
    if let Some(reason) = reasons::reason(game) {
        return Ok(Least::None(Outcome::Unsolvable(reason)));
    }
    let mut saved = 0;
    for moves in search.board.missing().div_ceil(2).max(1).. {
        if let Some(within) = within.filter(|within| moves as u64 > *within) {
            return Ok(Least::None(Outcome::NotWithin(within)));
        }
        let looked = search.looked;
        if let Some(plan) = search.plan(moves)? {
            return Ok(Least::Plan(plan, search));
        }
        saved += search.looked - looked;
        if saved >= TABLE {
            if let Some(reason) = search.refine(saved)? {
                return Ok(Least::None(Outcome::Unsolvable(reason)));
            }
            saved = 0;
        }
    }
    Err(Halted)
}
