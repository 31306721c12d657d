//! Parts of a plan, constructed anew.

use super::{construct, shorten};
use crate::coins::{Coins, Move};
use crate::problem::Problem;
use puzzlec_theory::meter::{Halted, Meter, Share};

/// Steps of the game that all constructions together may take.
const WORK: Share = Share { expanded: 1 << 20, ..Share::ALL };
/// Shorter parts stay as they are.
const LEAST: usize = 16;
/// At most so often all parts are tried.
const ROUNDS: usize = 2;

/// A plan that is no longer. Parts of it that overlap by a half, from seven eighths of the plan down to 16 moves, are constructed
/// anew, and replaced where that is shorter, until the work allowed is done or a limit is near.
pub fn anew(problem: &Problem, moves: Vec<Move>, meter: &Meter<'_>) -> Vec<Move> {
    let mut best = moves;
    // What was gained before a limit stays.
    let _ = meter.share(WORK, || {
        for _ in 0..ROUNDS {
            let before = best.len();
            round(problem, &mut best, meter)?;
            if best.len() == before {
                break;
            }
        }
        Ok(())
    });
    best
}

/// Tries all parts.
fn round(problem: &Problem, best: &mut Vec<Move>, meter: &Meter<'_>) -> Result<(), Halted> {
    let area = problem.start.width() * problem.start.height();
    let area = usize::try_from(area).unwrap_or(0);
    let mut length = best.len() * 7 / 8;
    while length >= LEAST {
        let mut from = 0;
        while from < best.len() {
            // The choice of the coins that are taken first looks at the board once for each.
            meter.expanded(area.saturating_mul(problem.start.len()))?;
            meter.poll()?;
            let to = (from + length).min(best.len());
            if let Some(next) = part(problem, best, from..to, meter)? {
                *best = shorten(problem, next, meter);
            }
            from = if to < best.len() { from + length / 2 } else { to };
        }
        length = length * 5 / 8;
    }
    Ok(())
}

/// A shorter plan with another way from one position to a later one.
fn part(
    problem: &Problem,
    moves: &[Move],
    part: std::ops::Range<usize>,
    meter: &Meter<'_>,
) -> Result<Option<Vec<Move>>, Halted> {
    let played = |coins: &Coins, moves: &[Move]| {
        let mut coins = coins.clone();
        moves.iter().for_each(|step| coins.play(*step));
        coins
    };
    let (Some(before), Some(inner), Some(after)) =
        (moves.get(..part.start), moves.get(part.clone()), moves.get(part.end..))
    else {
        return Ok(None);
    };
    let start = played(&problem.start, before);
    let goal = played(&start, inner);
    let way = construct(&problem.between(start, goal), meter)?.filter(|way| way.len() < inner.len());
    Ok(way.map(|way| [before, &way, after].concat()))
}
