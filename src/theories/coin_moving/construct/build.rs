//! From the two sides to a plan.

use std::cell::RefCell;

use super::chain::Chain;
use super::choose::{Chooser, redundant};
use super::ends::between_ends;
use super::game::{Game, Step, Stop};
use super::grow::Growth;
use super::moves::moves;
use super::sides::{self, Grown};
use super::windows::Windows;
use crate::model::board::Coord;
use crate::theories::coin_moving::coins::Move;
use crate::theories::coin_moving::problem::Problem;
use crate::theories::meter::Meter;

/// How chains grow, in the order in which it is tried.
const GROWTHS: [Growth; 3] = [Growth(0), Growth(6), Growth(12)];
/// Longer plans than this are not tried anew.
const MOST_STEPS: usize = 2_000_000;

/// The shortest plan over some choices.
pub fn build(problem: &Problem, meter: &Meter<'_>) -> Result<Option<Vec<Move>>, Stop> {
    let windows = RefCell::new(Windows::default());
    let mut best: Option<Vec<Move>> = None;
    if let Some(pair) = redundant(&problem.goal) {
        let sets = Chooser::new(&problem.start, &problem.goal, meter).sets()?;
        if let Some(set) = sets.first() {
            let goal = |growth| sides::goal(&problem.goal, pair, growth, &windows, meter);
            let start = |set: &[Coord], growth| sides::start(&problem.start, set, growth, &windows, meter);
            let mut goals = Vec::new();
            goals.extend(fine(goal(Growth(0)))?);
            let mut chosen = set;
            for set in &sets {
                let mut starts = Vec::new();
                starts.extend(fine(start(set, Growth(0)))?);
                let count = best.as_ref().map(Vec::len);
                best = shortest(best, &mut starts, &goals)?;
                if best.as_ref().map(Vec::len) != count {
                    chosen = set;
                }
            }
            let steps = best.as_ref().map_or(usize::MAX, |best| best.len() * 5);
            let mut starts = Vec::new();
            for growth in GROWTHS.into_iter().skip(1).filter(|_| steps <= MOST_STEPS) {
                starts.extend(fine(start(chosen, growth))?);
                goals.extend(fine(goal(growth))?);
            }
            best = shortest(best, &mut starts, &goals)?;
        }
    }
    if best.is_none() {
        return between_ends(problem, &windows, meter);
    }
    Ok(best)
}

/// What did not get stuck.
fn fine<T>(tried: Result<T, Stop>) -> Result<Option<T>, Stop> {
    match tried {
        Ok(made) => Ok(Some(made)),
        Err(Stop::Stuck) => Ok(None),
        Err(Stop::Halted) => Err(Stop::Halted),
    }
}

/// The shortest of a plan and all that match one of the starts with one of the goals.
fn shortest(
    mut best: Option<Vec<Move>>,
    starts: &mut [Grown<'_>],
    goals: &[Grown<'_>],
) -> Result<Option<Vec<Move>>, Stop> {
    for start in starts {
        for goal in goals {
            let mark = start.game.mark();
            let tried = fine(matched(start, goal))?;
            start.game.rewind(mark);
            best = [best, tried].into_iter().flatten().min_by_key(Vec::len);
        }
    }
    Ok(best)
}

/// Cuts the chains of the start down to those of the goal, and plays both sides.
fn matched(start: &mut Grown<'_>, goal: &Grown<'_>) -> Result<Vec<Move>, Stop> {
    let Grown { game, chains } = start;
    let inside = |chain: &Chain| -> Vec<&Chain> {
        goal.chains.iter().filter(|inner| chain.rectangle().includes(inner.rectangle())).collect()
    };
    let mut parts: Vec<(Chain, Vec<&Chain>)> =
        chains.iter().map(|chain| (chain.clone(), inside(chain))).collect();
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
    Ok(plain(game, &steps))
}

/// The moves of steps.
pub(super) fn plain(game: &Game<'_>, steps: &[Step]) -> Vec<Move> {
    let cell = |place: u32| game.cell(usize::try_from(place).unwrap_or(0));
    let ways = moves(steps, game.places());
    ways.into_iter().map(|(from, to)| Move { from: cell(from), to: cell(to) }).collect()
}
