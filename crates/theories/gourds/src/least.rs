//! Least plans and lower bounds.

mod all;
mod beam;
mod distances;
mod game;
mod goals;
mod missed;
mod nearest;
mod pairs;
mod places;
mod search;
mod shorten;
mod side;

use puzzlec_theory::meter::{Halted, Meter};

use super::problem::{Cell, Problem};
pub use all::LeastPlans;
pub use distances::{Distances, distances};
use game::{Gourds, width};
use nearest::Nearest;
use places::Places;
use search::LeastSearch;
pub use shorten::shorten;

/// A search that holds more positions than this starts again with estimates of gourds in pairs.
const PAIRED: usize = 1 << 18;

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
    let near = Nearest::new(problem, Places::new(&problem.board, meter)?, meter)?;
    Ok(near.and_then(|near| near.sum(&problem.board, &problem.start)).unwrap_or(u64::MAX))
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
    let game = Gourds::new(&places, &problem.labels);
    match width(problem) {
        8 => run::<8>(problem, &game, most, meter, proved),
        16 => run::<16>(problem, &game, most, meter, proved),
        24 => run::<24>(problem, &game, most, meter, proved),
        32 => run::<32>(problem, &game, most, meter, proved),
        _ => Ok(Outcome::TooLarge),
    }
}

/// Short plans by beam search on boards of any size, each shorter than the ones before and than `below` moves, as they are found.
/// The beam widens fourfold from one position, until a beam with fewer moves than the shortest plan could hold more than `held`
/// positions, a plan is least by its lower bound or a limit is near.
///
/// # Errors
/// A limit was reached.
pub fn short_plans(
    problem: &Problem,
    below: u64,
    held: u64,
    meter: &Meter,
    found: &mut dyn FnMut(Vec<Cell>),
) -> Result<(), Halted> {
    let Some(near) = Nearest::new(problem, Places::new(&problem.board, meter)?, meter)? else {
        return Ok(());
    };
    let at_least = near.sum(&problem.board, &problem.start).unwrap_or(u64::MAX);
    let (mut below, mut width) = (below, 1);
    while below.saturating_mul(width as u64) <= held && below > at_least && !meter.is_late() {
        if let Some(plan) = beam::plan(problem, &near, width, below, meter)? {
            below = plan.len() as u64;
            found(plan);
        }
        width *= 4;
    }
    Ok(())
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
    let game = Gourds::new(&places, &problem.labels);
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
    game: &Gourds,
    most: Option<u64>,
    meter: &Meter,
    proved: &mut dyn FnMut(u64),
) -> Result<Outcome, Halted> {
    let Some(mut search) = LeastSearch::<W>::new(problem, game, most, meter)? else {
        return Ok(Outcome::None);
    };
    let mut bound = 0;
    let proved = &mut |at_least| {
        if at_least > bound {
            bound = at_least;
            proved(at_least);
        }
    };
    if let Some(outcome) = search.run(Some(PAIRED), meter, proved)? {
        return Ok(outcome);
    }
    if let Some(paired) = search.paired(meter)? {
        search = paired;
    }
    Ok(search.run(None, meter, proved)?.unwrap_or(Outcome::Longer))
}
