//! Exact search: least plans on an endless or a bounded line, their number, or the reason why there is none.
//!
//! Depth first with a bound on the number of moves, which grows by one until a plan is found. Rows may have any number
//! of colours and gaps. On an endless line no window is searched: what follows shows which gaps are alike.
//!
//! **Slack.** Two coins side by side are neighbours; their kind is the ordered pair of their colours. A row *lacks*
//! as many neighbours of a goal as it would need to have every kind as often as the goal. A move keeps the neighbours
//! within its block, parts some, and brings together at most those at the two ends of the block where it lands. So if
//! the block lands beside c coins (0, 1 or 2), the row lacks at most c fewer after the move. The *deficit* of the move
//! is 2 less that difference: at least 2 - c, and never negative. If r moves are left and a row lacks m neighbours of
//! the nearest goal, the deficits of a plan add up to at most s = 2r - m, the *slack*; with s < 0 there is no plan.
//!
//! **Gaps.** A gap is a maximal run of free cells between coins, or between a coin and the end of a bounded line. Let h
//! be the most free cells that lie between the coins of a goal. *A row with a gap of g >= k·min(r, s + 1) + h + 1 cells
//! is solved by exactly r moves if and only if the row is whose gap has one cell more.*
//!
//! Take a plan of r moves, and let u be the number of maximal runs of cells of the gap that no move has covered; at
//! first u = 1. A move that covers a new cell and lands beside c coins changes u by at most 1 - c: a cell with a coin is
//! no uncovered cell, so a run that meets the block ends with the block where it lands beside a coin. With c = 2 such
//! runs vanish, with c = 1 at most one is left of at least one, and with c = 0 at most two are. So the deficit of the
//! move is at least 1 more than the change of u. Other moves do not change u. Hence at most s + 1 moves cover
//! new cells, and at most r moves at all; they cover at most k·min(r, s + 1) cells, and h + 1 cells or more are never
//! covered. One of those lies outside the coins of the goal that is reached. No block ever holds that cell, so that it can
//! be taken out of the line, or a cell be put beside it, and every move remains legal by either rule and every coin
//! lies as before relative to the others of the goal. Both directions of the claim follow.
//!
//! Where a goal has its place on the line, cells are taken out and put in only outside the cells from the first such
//! goal to the last, so that the claim holds for the part of a gap left of these, and for that right of them. It holds
//! for each gap by itself, and by repetition for all together. So rows that agree when gaps are cut to that length
//! are solved by exactly r moves together or not at all (`Prepared::key`), which is what the table of dead rows
//! keeps; and of the places where a block touches no coin in a wide gap those suffice that leave less than that length on one
//! side (`Extent::Enough`). All rows and moves of the search are those of the line: plans need no translation.
//!
//! **Counting.** Plans are counted as sequences of moves. In a gap between coins there are finitely many places for a block,
//! and all of them are counted. Beyond the last coin, from a certain distance on, all places are alike by the claim: if
//! one of them leads to a plan, the others do, and there are infinitely many plans; otherwise none of them counts. Every
//! other number is exact. (Equivalently: the number is infinite if some plan of the least length never covers a cell
//! that lies between covered cells outside the start and the goal.)
//!
//! **Impossible.** The [reasons](Reason) are invariants, and sets of positions in which gaps count modulo a number.

mod board;
mod bound;
mod deepening;
mod game;
mod reasons;
mod table;
mod tally;

use super::problem::Problem;
use super::row::Move;
use deepening::Deepening;
use game::{Extent, Prepared};
use puzzlec_theory::meter::{Halted, Meter};

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
    /// There is none with at most this number of moves.
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
        /// The modulus of the lengths of gaps; `None` if lengths are exact.
        period: Option<u64>,
    },
}

/// A least plan.
///
/// # Errors
/// A limit was reached.
pub fn search(problem: &Problem, within: Option<u64>, meter: &Meter<'_>) -> Result<Outcome, Halted> {
    let game = Prepared::new(problem);
    Ok(match least(&game, within, meter)? {
        Least::Plan(moves, _) => Outcome::Plan { moves, least: true },
        Least::None(outcome) => outcome,
    })
}

/// The length of a least plan and the number of least plans; `None` if there is no plan.
///
/// # Errors
/// A limit was reached.
pub fn count(problem: &Problem, meter: &Meter<'_>) -> Result<Option<(u64, Plans)>, Halted> {
    let game = Prepared::new(problem);
    let Least::Plan(moves, mut search) = least(&game, None, meter)? else { return Ok(None) };
    let plans = search.count(moves.len())?;
    Ok(Some((moves.len() as u64, plans)))
}

/// The least plans, in the order of their moves, until `each` returns false; none if there is no plan. Of
/// infinitely many plans ([`Plans::Infinite`]) finitely many are listed.
///
/// # Errors
/// A limit was reached.
pub fn all(
    problem: &Problem,
    meter: &Meter<'_>,
    each: &mut dyn FnMut(&[Move]) -> bool,
) -> Result<(), Halted> {
    let game = Prepared::new(problem);
    match least(&game, None, meter)? {
        Least::Plan(moves, mut search) => search.plans(moves.len(), Extent::All, each),
        Least::None(_) => Ok(()),
    }
}

/// The end of a search for a least plan.
enum Least<'g> {
    /// A plan, and the search that found it.
    Plan(Vec<Move>, Deepening<'g>),
    None(Outcome),
}

fn least<'g>(game: &'g Prepared<'g>, within: Option<u64>, meter: &'g Meter<'g>) -> Result<Least<'g>, Halted> {
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
