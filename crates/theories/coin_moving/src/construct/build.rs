//! From the two sides to a plan.

use std::cell::RefCell;

use super::chain::Chain;
use super::choose::Chooser;
use super::ends::between_ends;
use super::game::{Game, Step, Stop};
use super::grow::Growth;
use super::moves::moves;
use super::sides::{self, Grown};
use super::windows::Windows;
use crate::coins::Move;
use crate::problem::Problem;
use crate::rectangle::Rectangle;
use crate::redundant::two_redundant;
use puzzlec_model::board::Coord;
use puzzlec_theory::meter::Meter;

/// How chains grow, in the order in which it is tried.
const GROWTHS: [i32; 8] = [0, 6, 12, 4, 9, 18, 26, 40];
/// After the first two growths others are tried as long as all plans together have no more drops.
const MOST_DROPS: usize = 60_000;

/// The shortest plan over some choices.
pub fn build(problem: &Problem, meter: &Meter<'_>) -> Result<Option<Vec<Move>>, Stop> {
    let windows = RefCell::new(Windows::default());
    let mut best: Option<Plan> = None;
    if let Some(pair) = two_redundant(&problem.goal) {
        let chooser = Chooser::new(&problem.start, &problem.goal, meter);
        let sets = chooser.sets()?;
        let goal = |growth| fine(sides::goal(&problem.goal, pair, Growth(growth), &windows, meter));
        let mut goals: Vec<Grown<'_>> = goal(0)?.into_iter().collect();
        goals.extend(fine(sides::core(&problem.goal, pair, &windows, meter))?);
        let around = Rectangle::around(problem.goal.iter()).ok_or(Stop::Stuck)?;
        let start = |set: &[Coord], growth| {
            fine(sides::start(&problem.start, set, Growth(growth), around, &windows, meter))
        };
        let mut chosen = None;
        let mut attempt = |set: Vec<Coord>, best: Option<Plan>| -> Result<Option<Plan>, Stop> {
            let mut starts: Vec<Grown<'_>> = match start(&set, 0) {
                Err(Stop::Halted) if best.is_some() => return Ok(best),
                grown => grown?.into_iter().collect(),
            };
            let before = best.as_ref().map(|best| best.moves.len());
            let best = shortest(best, &mut starts, &goals)?;
            if best.as_ref().map(|best| best.moves.len()) != before {
                chosen = Some(set);
            }
            Ok(best)
        };
        for set in sets {
            if best.is_none() || !meter.is_late() {
                best = attempt(set, best)?;
            }
        }
        if best.is_none()
            && let Some(set) = chooser.apart()?
        {
            best = attempt(set, None)?;
        }
        let drops = best.as_ref().map_or(1, |best| best.drops.max(1));
        let mut starts = Vec::new();
        for growth in GROWTHS.into_iter().take((MOST_DROPS / drops).max(2)).skip(1) {
            if best.is_some() && meter.is_late() {
                break;
            }
            let more = chosen.as_ref().map(|set| start(set, growth)).transpose();
            match (more, goal(growth)) {
                (Err(Stop::Halted), _) | (_, Err(Stop::Halted)) if best.is_some() => break,
                (start, goal) => {
                    starts.extend(start?.flatten());
                    goals.extend(goal?);
                }
            }
        }
        best = shortest(best, &mut starts, &goals)?;
    }
    match best {
        Some(best) => Ok(Some(best.moves)),
        None => between_ends(problem, &windows, meter),
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

/// The best of a plan and all that match one of the starts with one of the goals.
fn shortest(
    mut best: Option<Plan>,
    starts: &mut [Grown<'_>],
    goals: &[Grown<'_>],
) -> Result<Option<Plan>, Stop> {
    for start in starts {
        for goal in goals {
            let most = best.as_ref().map(|best| best.drops);
            let sides = start.game.drops() + goal.game.picks();
            if most.is_some_and(|most| sides >= most) {
                continue;
            }
            if best.is_some() && start.game.meter().is_late() {
                return Ok(best);
            }
            let mark = start.game.mark();
            let tried = match fine(matched(start, goal)) {
                Err(Stop::Halted) if best.is_some() => return Ok(best),
                tried => tried?,
            };
            start.game.rewind(mark);
            best = [best, tried].into_iter().flatten().min_by_key(|plan| plan.moves.len());
        }
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
pub(super) fn plain(game: &Game<'_>, steps: &[Step]) -> Vec<Move> {
    let cell = |place: u32| game.cell(usize::try_from(place).unwrap_or(0));
    let ways = moves(steps, game.places());
    ways.into_iter().map(|(from, to)| Move { from: cell(from), to: cell(to) }).collect()
}
