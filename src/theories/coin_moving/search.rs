//! Exact search: a least plan, any plan, or that there is none.

mod backward;
mod closure;
mod field;
mod forward;
mod join;
mod plan;
mod table;
mod word;

use super::coins::Move;
use super::problem::Problem;
use super::span::Spans;
use crate::theories::meter::{Halted, Meter};
use backward::Backward;
use closure::End;
use field::{Field, places};
use forward::Forward;
use plan::Put;
use word::{Wide, Word};

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
    Unsolvable(Exhausted),
    /// The span has more cells than the search can pack.
    TooLarge,
}

/// Which side has no more configurations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exhausted {
    /// The side.
    pub side: Side,
    /// How many configurations, or sets of coins, it has.
    pub sets: usize,
}

/// A side of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// All configurations that the start reaches by moves after which the span still includes the goal.
    Start,
    /// Sets of coins of which one lies in every configuration that leads to the goal.
    Goal,
}

/// A least plan, or any, or that there is none. Time and memory grow with the number of configurations, which
/// is exponential in the number of coins.
///
/// # Errors
/// A limit was reached.
pub fn search(problem: &Problem, least: bool, meter: &Meter<'_>) -> Result<Outcome, Halted> {
    let (start, goal) = (&problem.start, &problem.goal);
    let span = Spans::new(start.width(), start.height()).span(start.iter());
    match places(&span) {
        _ if start.len() != goal.len() || !span.contains_all(goal) => {
            Ok(Outcome::Unsolvable(Exhausted { side: Side::Start, sets: 0 }))
        }
        ..=64 => Field::<u64>::new(problem, &span).map_or(Ok(Outcome::TooLarge), |f| run(&f, least, meter)),
        ..=128 => Field::<u128>::new(problem, &span).map_or(Ok(Outcome::TooLarge), |f| run(&f, least, meter)),
        ..=512 => {
            Field::<Wide<8>>::new(problem, &span).map_or(Ok(Outcome::TooLarge), |f| run(&f, least, meter))
        }
        _ => Field::<Wide<64>>::new(problem, &span).map_or(Ok(Outcome::TooLarge), |f| run(&f, least, meter)),
    }
}

fn run<'a, W: Word>(field: &'a Field<W>, least: bool, meter: &'a Meter<'a>) -> Result<Outcome, Halted> {
    let exhausted = |side, sets: Vec<W>| Ok(Outcome::Unsolvable(Exhausted { side, sets: sets.len() }));
    let moves = match closure::search(field, meter)? {
        End::Start(sets) => return exhausted(Side::Start, sets),
        End::Goal(sets) => return exhausted(Side::Goal, sets),
        End::Plan(way, puts) => plan::moves(field, &way, &puts).unwrap_or_default(),
    };
    if !least {
        return Ok(Outcome::Plan { moves, least: false });
    }
    let shorter = shorter(field, u32::try_from(moves.len()).unwrap_or(u32::MAX), meter)?;
    Ok(Outcome::Plan { moves: shorter.unwrap_or(moves), least: true })
}

/// A least plan, if one has fewer moves than these.
fn shorter<'a, W: Word>(
    field: &'a Field<W>,
    fewer: u32,
    meter: &'a Meter<'a>,
) -> Result<Option<Vec<Move>>, Halted> {
    let Some(most) = fewer.checked_sub(1) else { return Ok(None) };
    let mut forward = Forward::new(field, meter)?;
    let mut backward = Backward::new(field, meter)?;
    while forward.level + backward.level < most {
        // No configuration of any level contains a set of any, so only the last of both are compared.
        if forward.latest.len() <= backward.latest.len() {
            forward.step(most)?;
        } else {
            backward.step(most)?;
        }
        let met = join::contained(&mut backward.latest, &mut forward.latest, W::BITS, meter)?;
        if let Some((set, coins)) = met {
            let puts = backward.way(set).into_iter().map(|(coins, cell)| Put { coins, cell });
            return Ok(plan::moves(field, &forward.way(coins), &puts.collect::<Vec<_>>()));
        }
        if forward.latest.is_empty() || backward.latest.is_empty() {
            break;
        }
    }
    Ok(None)
}
