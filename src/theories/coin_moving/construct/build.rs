//! From the two sides to a plan.

use std::cell::RefCell;

use super::chain::Chain;
use super::choose::{Chooser, redundant};
use super::ends::between_ends;
use super::game::{Game, Step, Stop};
use super::grow::Order;
use super::moves::moves;
use super::sides::{self, Grown};
use super::windows::Windows;
use crate::theories::coin_moving::coins::Move;
use crate::theories::coin_moving::problem::Problem;
use crate::theories::meter::Meter;

/// The shortest plan over some choices.
pub fn build(problem: &Problem, meter: &Meter<'_>) -> Result<Option<Vec<Move>>, Stop> {
    let windows = RefCell::new(Windows::default());
    let Some(pair) = redundant(&problem.goal) else {
        return between_ends(problem, &windows, meter);
    };
    let mut chooser = Chooser::new(&problem.start, &problem.goal, meter);
    let sets = chooser.sets()?;
    let mut best: Option<Vec<Move>> = None;
    for set in sets {
        let goal = sides::goal(&problem.goal, pair, Order(0), &windows, meter)?;
        let start = sides::start(&problem.start, &set, Order(0), &windows, meter);
        let tried = start.and_then(|start| matched(start, &goal));
        match tried {
            Ok(moves) if best.as_ref().is_none_or(|best| moves.len() < best.len()) => best = Some(moves),
            Ok(_) | Err(Stop::Stuck) => {}
            Err(Stop::Halted) => return Err(Stop::Halted),
        }
    }
    if best.is_none() {
        return between_ends(problem, &windows, meter);
    }
    Ok(best)
}

/// Cuts the chains of the start down to those of the goal, and plays both sides.
fn matched(start: Grown<'_>, goal: &Grown<'_>) -> Result<Vec<Move>, Stop> {
    let Grown { mut game, chains } = start;
    let inside = |chain: &Chain| -> Vec<&Chain> {
        goal.chains.iter().filter(|inner| chain.rectangle().includes(inner.rectangle())).collect()
    };
    let mut parts: Vec<(Chain, Vec<&Chain>)> =
        chains.into_iter().map(|chain| (inside(&chain), chain)).map(|(to, chain)| (chain, to)).collect();
    // Chains without a target give coins to the others.
    parts.sort_by_key(|(_, targets)| targets.len());
    for (chain, targets) in parts {
        match targets.as_slice() {
            [] => chain.path().iter().try_for_each(|cell| game.take(*cell))?,
            [target] => {
                let trimmed = game.trim(chain, target.rectangle())?;
                game.follow(trimmed, target)?;
            }
            _ => game.split(chain, &goal.game, &targets)?,
        }
    }
    if !game.agrees(&goal.game) {
        return Err(Stop::Stuck);
    }
    let steps: Vec<Step> = game
        .steps()
        .iter()
        .copied()
        .chain(goal.game.steps().iter().rev().map(|step| step.inverse()))
        .collect();
    Ok(plain(&game, &steps))
}

/// The moves of steps.
pub(super) fn plain(game: &Game<'_>, steps: &[Step]) -> Vec<Move> {
    let cell = |place: u32| game.cell(usize::try_from(place).unwrap_or(0));
    let ways = moves(steps, game.places());
    ways.into_iter().map(|(from, to)| Move { from: cell(from), to: cell(to) }).collect()
}
