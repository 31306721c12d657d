//! Shorter plans from longer ones.

use super::game::{Cells, Game, play};
use super::search::{Outcome, within};
use crate::theories::coin_moving::coins::Move;
use crate::theories::meter::{Halted, Meter};

/// Moves that are looked at together, at most; with more coins than this none are.
const WINDOW: usize = 7;
const MOST_COINS: usize = 40;
/// With more moves than this nothing is done: each move costs a replay.
const MOST_MOVES: usize = 5_000;

/// A plan for the same puzzle, no longer than a given one. Leaves out moves to cells where a coin only waits,
/// and looks for least plans between positions that are a few moves apart.
///
/// # Errors
/// A limit was reached.
pub fn shorten(
    game: Game,
    start: &Cells,
    goal: &Cells,
    mut moves: Vec<Move>,
    meter: &Meter<'_>,
) -> Result<Vec<Move>, Halted> {
    if moves.len() > MOST_MOVES {
        return Ok(moves);
    }
    loop {
        let before = moves.len();
        moves = drop_stops(game, start, goal, moves, meter)?;
        if start.len() <= MOST_COINS {
            moves = windows(game, start, moves, meter)?;
        }
        if moves.len() == before {
            return Ok(moves);
        }
    }
}

/// Leaves out moves, later ones first, whose coin can as well wait where it was.
fn drop_stops(
    game: Game,
    start: &Cells,
    goal: &Cells,
    mut moves: Vec<Move>,
    meter: &Meter<'_>,
) -> Result<Vec<Move>, Halted> {
    let mut at = moves.len();
    while at > 0 {
        at -= 1;
        meter.expanded(moves.len())?;
        let Some(tried) = without(&moves, at) else { continue };
        if game.solves(start, goal, &tried) {
            moves = tried;
            at = at.min(moves.len());
        }
    }
    Ok(moves)
}

/// The plan without a move: its coin goes on later from where it was.
fn without(moves: &[Move], at: usize) -> Option<Vec<Move>> {
    let gone = *moves.get(at)?;
    let mut kept = moves.to_vec();
    kept.remove(at);
    let next = kept.get_mut(at..)?.iter_mut().find(|step| step.from == gone.to);
    if let Some(step) = next {
        step.from = gone.from;
    }
    kept.retain(|step| step.from != step.to);
    Some(kept)
}

fn windows(
    game: Game,
    start: &Cells,
    mut moves: Vec<Move>,
    meter: &Meter<'_>,
) -> Result<Vec<Move>, Halted> {
    let mut coins = start.clone();
    let mut at = 0;
    while at < moves.len() {
        let end = moves.len().min(at + WINDOW);
        let mut then = coins.clone();
        moves.get(at..end).into_iter().flatten().for_each(|step| play(&mut then, *step));
        let shorter = u32::try_from(end - at - 1).unwrap_or(0);
        if let Outcome::Plan(found) = within(game, &coins, &[then], shorter, meter)? {
            moves.splice(at..end, found);
        }
        if let Some(step) = moves.get(at) {
            play(&mut coins, *step);
        }
        at += 1;
    }
    Ok(moves)
}
