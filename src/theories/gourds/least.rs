//! Least plans and lower bounds.

mod all;
mod assignment;
mod distances;
mod game;
mod goals;
mod missed;
mod places;
mod search;
mod shorten;
mod side;

use crate::theories::meter::{Halted, Meter};

use super::problem::{Cell, Problem};
pub use all::LeastPlans;
use assignment::FAR;
pub use distances::{Distances, distances};
use game::{Game, width};
use places::Places;
use search::Search;
pub use shorten::shorten;

/// The result of a search for a least plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A plan with the least number of moves: the cells moved through.
    Plan(Vec<Cell>),
    /// Every plan has more moves than allowed.
    Longer,
    /// There is no plan.
    None,
    /// The board or the number of gourds is too large for this search.
    TooLarge,
}

/// A lower bound on the length of all plans: the sum over the gourds of the least number of moves that each makes itself,
/// with whatever moves of the others; [`u64::MAX`] if that shows that there is no plan. Alike gourds are assigned to their places
/// where the goal leaves no choice of places. On boards that are too large for [`least`], each gourd is alone on the board.
///
/// # Errors
/// A limit was reached.
pub fn lower_bound(problem: &Problem, meter: &Meter) -> Result<u64, Halted> {
    let alone = distances::sum(problem, meter)?;
    let Some(places) = Places::new(&problem.board, meter)? else { return Ok(alone) };
    let game = Game::new(&places, &problem.labels);
    if width(problem) > 32 {
        return Ok(alone);
    }
    let targets = goals::positions::<32>(problem, &game, meter)?;
    if targets.as_ref().is_some_and(Vec::is_empty) {
        return Ok(u64::MAX);
    }
    let estimate = search::estimate(problem, &game, targets.as_deref());
    let start = game.key::<32>(&problem.start);
    let slots = game.slots(&start);
    let sum = estimate.of_position(&game, slots, places.empty(slots));
    Ok(if sum < FAR { alone.max(sum.into()) } else { u64::MAX })
}

/// A least plan of at most `most` moves. `proved` receives every lower bound on the length of all plans as it is proved, in
/// rising order. The answer does not depend on the number of threads. Boards of at most 63 cells, 127 pairs of
/// neighbours and 30 gourds.
///
/// # Errors
/// A limit was reached.
pub fn least(
    problem: &Problem,
    most: Option<u64>,
    meter: &Meter,
    proved: &mut dyn FnMut(u64),
) -> Result<Outcome, Halted> {
    let Some(places) = Places::new(&problem.board, meter)? else { return Ok(Outcome::TooLarge) };
    let game = Game::new(&places, &problem.labels);
    match width(problem) {
        8 => run::<8>(problem, &game, most, meter, proved),
        16 => run::<16>(problem, &game, most, meter, proved),
        24 => run::<24>(problem, &game, most, meter, proved),
        32 => run::<32>(problem, &game, most, meter, proved),
        _ => Ok(Outcome::TooLarge),
    }
}

/// All plans of a problem with `length` moves, which must be the least number: how many there are, and the first `listed` of
/// them. Nothing if the board is too large for [`least`].
///
/// # Errors
/// A limit was reached.
pub fn least_plans(
    problem: &Problem,
    length: u64,
    listed: usize,
    meter: &Meter,
) -> Result<Option<LeastPlans>, Halted> {
    let Some(places) = Places::new(&problem.board, meter)? else { return Ok(None) };
    let game = Game::new(&places, &problem.labels);
    Ok(Some(match width(problem) {
        8 => all::of_length::<8>(problem, &game, length, listed, meter)?,
        16 => all::of_length::<16>(problem, &game, length, listed, meter)?,
        24 => all::of_length::<24>(problem, &game, length, listed, meter)?,
        32 => all::of_length::<32>(problem, &game, length, listed, meter)?,
        _ => return Ok(None),
    }))
}

fn run<const W: usize>(
    problem: &Problem,
    game: &Game,
    most: Option<u64>,
    meter: &Meter,
    proved: &mut dyn FnMut(u64),
) -> Result<Outcome, Halted> {
    match Search::<W>::new(problem, game, most, meter)? {
        Some(mut search) => search.run(meter, proved),
        None => Ok(Outcome::None),
    }
}
