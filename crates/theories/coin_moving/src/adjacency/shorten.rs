//! Shorter plans from constructed ones: least in all puzzles of three and four coins that the tests compare,
//! and for triangles that are turned upside down.

use super::game::{Cells, Game, play};
use super::search::{SearchOutcome, within};
use crate::coins::Move;
use puzzlec_theory::meter::{Halted, Meter};

/// Moves and positions of one local search; with more coins than this there is none.
const WINDOW: usize = 7;
const MOST_POSITIONS: usize = 1_000;
const MOST_COINS: usize = 32;
/// With more moves than this nothing is done: each move costs a replay.
const MOST_MOVES: usize = 5_000;

/// A plan for the same puzzle, not longer than a given one. It omits moves to cells where a coin only waits,
/// and replaces parts of a few moves by shortest ones.
///
/// # Errors
/// A limit was reached.
pub fn shorten(
    game: Game,
    start: &Cells,
    mut moves: Vec<Move>,
    meter: &Meter<'_>,
) -> Result<Vec<Move>, Halted> {
    if moves.len() > MOST_MOVES {
        return Ok(moves);
    }
    loop {
        let before = moves.len();
        moves = drop_stops(game, start, moves, meter)?;
        if start.len() <= MOST_COINS {
            moves = windows(game, start, moves, meter)?;
        }
        if moves.len() == before {
            return Ok(moves);
        }
    }
}

/// Omits moves, later ones first, whose coin can wait in its old place instead.
fn drop_stops(
    game: Game,
    start: &Cells,
    mut moves: Vec<Move>,
    meter: &Meter<'_>,
) -> Result<Vec<Move>, Halted> {
    let mut coins = start.clone();
    moves.iter().for_each(|step| play(&mut coins, *step));
    let mut at = moves.len();
    while at > 0 {
        at -= 1;
        meter.expanded(1)?;
        let Some(stop) = moves.get(at).copied() else { continue };
        play(&mut coins, Move { from: stop.to, to: stop.from });
        let Some(on) = moves.iter().skip(at + 1).position(|step| step.from == stop.to) else { continue };
        let on = at + 1 + on;
        let next = moves.get(on).map(|step| Move { from: stop.from, to: step.to });
        let between: Vec<Move> = moves.get(at + 1..on).into_iter().flatten().copied().chain(next).collect();
        let mut then = coins.clone();
        // Beyond the next move of the coin the positions are the same.
        let fits = between.iter().filter(|step| step.from != step.to).all(|step| {
            let legal = game.allows(&then, *step);
            play(&mut then, *step);
            legal
        });
        if fits {
            moves.splice(at..=on, between.into_iter().filter(|step| step.from != step.to));
        }
    }
    Ok(moves)
}

fn windows(game: Game, start: &Cells, mut moves: Vec<Move>, meter: &Meter<'_>) -> Result<Vec<Move>, Halted> {
    let mut coins = start.clone();
    let mut at = 0;
    while at < moves.len() {
        let end = moves.len().min(at + WINDOW);
        let mut then = coins.clone();
        moves.get(at..end).into_iter().flatten().for_each(|step| play(&mut then, *step));
        let shorter = u32::try_from(end - at - 1).unwrap_or(0);
        if let SearchOutcome::Plan(found) = within(game, &coins, &[then], (shorter, MOST_POSITIONS), meter)? {
            moves.splice(at..end, found);
        }
        if let Some(step) = moves.get(at) {
            play(&mut coins, *step);
        }
        at += 1;
    }
    Ok(moves)
}
