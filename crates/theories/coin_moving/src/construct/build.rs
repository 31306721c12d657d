//! The whole plan (Corollary 2.8): the start becomes chains, these become the goal's (3.1, 3.3, 4.8), and the
//! goal is made of them.

use std::cell::RefCell;

use super::chain::Chain;
use super::choose::Chooser;
use super::hand::{HandGame, Stop};
use super::moves::{Step, moves};
use super::sides::{self, Grown};
use super::subroutine::Subroutines;
use crate::coins::Move;
use crate::problem::Problem;
use crate::rectangle::Rectangle;
use crate::redundant::two_redundant;
use puzzlec_model::board::Coord;
use puzzlec_theory::meter::Meter;

/// The shortest plan over the coins that are taken first, the corners between which chains grow, and the part
/// of the goal that becomes chains (Corollary 2.8, Theorems 3.3 and 4.8); nothing where none is found.
pub fn build(problem: &Problem, meter: &Meter<'_>) -> Result<Option<Vec<Move>>, Stop> {
    let Problem { start, goal, .. } = problem;
    let subroutines = RefCell::new(Subroutines::default());
    let Some(redundant) = two_redundant(goal) else { return Ok(None) };
    let around = Rectangle::around(goal.iter()).ok_or(Stop::Stuck)?;
    let between = |sets: &[Vec<Coord>], goals: &[Grown<'_>]| {
        let mut best = None;
        for (turned, set) in
            [false, true].into_iter().flat_map(|turned| sets.iter().map(move |set| (turned, set)))
        {
            match sides::start(start, set, turned, around, &subroutines, meter) {
                Ok(start) => best = shortest(best, start, goals)?,
                Err(Stop::Stuck) => {}
                Err(Stop::Halted) if best.is_some() => break,
                Err(Stop::Halted) => return Err(Stop::Halted),
            }
            if best.is_some() && meter.is_late() {
                break;
            }
        }
        Ok(best.map(|best: Plan| best.moves))
    };
    let chooser = Chooser::new(start, goal, meter);
    let sets = chooser.sets()?;
    let mut goals: Vec<Grown<'_>> =
        fine(sides::core(goal, redundant, &subroutines, meter))?.into_iter().collect();
    if !goals.is_empty()
        && let Some(plan) = between(&sets, &goals)?
    {
        return Ok(Some(plan));
    }
    for turned in [false, true] {
        goals.extend(fine(sides::goal(goal, redundant, turned, &subroutines, meter))?);
    }
    match between(&sets, &goals)? {
        None => between(&chooser.others()?, &goals),
        plan => Ok(plan),
    }
}

/// Moves, and the drops that they were made of.
struct Plan {
    moves: Vec<Move>,
    drops: usize,
}

/// What did not get stuck.
fn fine<T>(tried: Result<T, Stop>) -> Result<Option<T>, Stop> {
    match tried {
        Ok(made) => Ok(Some(made)),
        Err(Stop::Stuck) => Ok(None),
        Err(Stop::Halted) => Err(Stop::Halted),
    }
}

/// The best of a plan and all that match a start with one of the goals.
fn shortest(mut best: Option<Plan>, mut start: Grown<'_>, goals: &[Grown<'_>]) -> Result<Option<Plan>, Stop> {
    for goal in goals {
        let sides = start.game.drops() + goal.game.picks();
        if best.as_ref().is_some_and(|best| sides >= best.drops) {
            continue;
        }
        if best.is_some() && start.game.meter().is_late() {
            break;
        }
        let mark = start.game.mark();
        let tried = match fine(matched(&mut start, goal)) {
            Err(Stop::Halted) if best.is_some() => break,
            tried => tried?,
        };
        start.game.rewind(mark);
        best = [best, tried].into_iter().flatten().min_by_key(|plan| plan.moves.len());
    }
    Ok(best)
}

/// Cuts the chains of the start down to those of the goal, and plays both sides.
fn matched(start: &mut Grown<'_>, goal: &Grown<'_>) -> Result<Plan, Stop> {
    let Grown { game, chains } = start;
    let inside = |chain: &Chain| -> Vec<&Chain> {
        goal.chains.iter().filter(|inner| chain.rectangle().includes(inner.rectangle())).collect()
    };
    let mut parts: Vec<(Chain, Vec<&Chain>)> =
        chains.iter().map(|chain| (chain.clone(), inside(chain))).collect();
    // Chains without a target give coins to the others.
    parts.sort_by_key(|(_, targets)| targets.len());
    for (chain, targets) in parts {
        game.split(chain, &goal.game, &targets)?;
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
    Ok(Plan { moves: plain(game, &steps), drops: game.drops() + goal.game.picks() })
}

/// The moves of steps.
pub(super) fn plain(game: &HandGame<'_>, steps: &[Step]) -> Vec<Move> {
    let cell = |place: u32| game.cell(usize::try_from(place).unwrap_or(0));
    let ways = moves(steps, game.places());
    ways.into_iter().map(|(from, to)| Move { from: cell(from), to: cell(to) }).collect()
}
