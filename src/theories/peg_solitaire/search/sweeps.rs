//! Games with the least number of sweeps: jumps in a row by the same peg count once. Level by level from
//! both ends until a position is known to both.

use super::board::{Cells, PegBoard};
use super::cone::cone;
use super::fan::{Bound, Fan};
use super::field::{Field, pegs};
use super::goal::Goal;
use super::plan::{Plan, settle};
use super::regions::regions;
use super::seek::Limits;
use super::word::Word;
use crate::theories::meter::{Halted, Meter};

/// The answer about sweeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sweeps {
    /// A game with the least number of sweeps.
    Solved {
        /// The jumps of the board by their places in its list.
        game: Vec<usize>,
        /// How many sweeps they are.
        sweeps: usize,
    },
    /// There is no game.
    Impossible,
    /// A limit was reached, or the search ran out of room.
    Stopped {
        /// How many positions it held when it had no more room.
        held: usize,
        /// Every game has more sweeps than this.
        more_than: usize,
    },
}

/// How many sweeps a game has.
pub fn count(board: &PegBoard, game: &[usize]) -> usize {
    let jumps: Vec<_> = game.iter().filter_map(|&place| board.jumps().get(place)).collect();
    let turns = jumps.iter().zip(jumps.iter().skip(1)).filter(|(one, next)| one.to != next.from).count();
    turns + usize::from(!jumps.is_empty())
}

/// A game from the start to any of the goals with the least number of sweeps.
pub fn fewest(board: &PegBoard, start: Cells, goals: &[Goal], limits: &Limits, meter: &Meter) -> Sweeps {
    let start = start & board.all();
    if goals.iter().any(|goal| goal.holds(start)) {
        return Sweeps::Solved { game: Vec::new(), sweeps: 0 };
    }
    let Some(plan) = Plan::new(board, start, goals, limits) else { return Sweeps::Impossible };
    let cone = plan.only_end.and_then(|goal| cone(board, start, goal, meter));
    let refined = match cone {
        Some(cone) if cone.refuted => None,
        Some(cone) => plan.refined(goals, limits, &cone),
        None => Some(plan),
    };
    let Some(plan) = refined else { return Sweeps::Impossible };
    if board.cells() <= 64 {
        run::<u64>(&plan, goals, limits.most_states, meter)
    } else {
        run::<u128>(&plan, goals, limits.most_states, meter)
    }
}

fn run<W: Word>(plan: &Plan, goals: &[Goal], most: usize, meter: &Meter) -> Sweeps {
    let field = Field::<W>::new(plan.board, plan.budgets.clone(), &plan.group);
    let (full, broken) = bounds(plan);
    let first = full.of(W::of(plan.start)).max(1);
    // No game has more sweeps than jumps.
    for limit in first..=pegs(W::of(plan.start)) {
        let stopped = |held| Sweeps::Stopped { held, more_than: limit - 1 };
        match pass(plan, &field, (&full, &broken), limit, most, meter) {
            Ok(Pass::Way(path, end)) => {
                let game = settle(plan.board, plan.start, goals, &plan.group, &path, end);
                return game
                    .map_or(stopped(0), |game| Sweeps::Solved { sweeps: count(plan.board, &game), game });
            }
            Ok(Pass::More) => {}
            Ok(Pass::Never) => return Sweeps::Impossible,
            Ok(Pass::Stopped(held)) => return stopped(held),
            Err(Halted) => return stopped(0),
        }
    }
    Sweeps::Impossible
}

/// Lower bounds ahead and in the mirror.
fn bounds<W: Word>(plan: &Plan) -> (Bound<W>, Bound<W>) {
    let all = regions(plan.board);
    let starts = plan.starts();
    let loose = |region: &Cells| match &plan.ends {
        Some(ends) => ends.iter().all(|&end| end & region != *region),
        None => plan.goals.iter().all(|goal| goal.empty & region != 0),
    };
    let breaks: Vec<Cells> = all.iter().copied().filter(loose).collect();
    let held = |region: &Cells| starts.iter().all(|&start| start & region == *region);
    let begins: Vec<Cells> = all.iter().copied().filter(held).collect();
    (Bound::new(&breaks, false), Bound::new(&begins, true))
}

/// What came out of a search with a limit of sweeps.
enum Pass {
    /// Jumps and the last position, up to a symmetry of the group.
    Way(Vec<usize>, Cells),
    /// More sweeps are needed.
    More,
    Never,
    Stopped(usize),
}

/// Is there a game with `limit` sweeps? It is known that fewer do not do, so only the last level meets.
fn pass<W: Word>(
    plan: &Plan,
    field: &Field<W>,
    (full, broken): (&Bound<W>, &Bound<W>),
    limit: usize,
    most: usize,
    meter: &Meter,
) -> Result<Pass, Halted> {
    let mut ahead = Fan::new(plan, field, vec![W::of(plan.start)], &plan.guard, full, false, meter)?;
    let across = |ends: &Vec<Cells>| ends.iter().map(|&at| field.mirror(W::of(at))).collect();
    let mut behind = match &plan.ends {
        Some(ends) => Some(Fan::new(plan, field, across(ends), &plan.mirror_guard, broken, true, meter)?),
        None => None,
    };
    loop {
        let (depth, held) = behind.as_ref().map_or((0, 0), |behind| (behind.depth(), behind.held()));
        let (depth, held) = (depth + ahead.depth(), held + ahead.held());
        let last = depth + 1 == limit;
        let most = most.saturating_sub(held);
        let met = match &mut behind {
            Some(behind) if behind.forecast() < ahead.forecast() => {
                let wanted = |at| ahead.knows(field.canon.of(field.mirror(at)));
                let met = behind.grow(field, limit, most, last.then_some(&wanted))?;
                met.map(|met| met.map(|at| field.mirror(at)))
            }
            Some(behind) => {
                let wanted = |at| behind.knows(field.canon.of(field.mirror(at)));
                ahead.grow(field, limit, most, last.then_some(&wanted))?
            }
            None => {
                let wanted = |at: W| plan.goals.iter().any(|goal| goal.holds(at.cells()));
                ahead.grow(field, limit, most, last.then_some(&wanted))?
            }
        };
        match met {
            None => return Ok(Pass::Stopped(held)),
            Some(Some(at)) => {
                let way = joined(field, &ahead, behind.as_ref(), at);
                return Ok(way.map_or(Pass::Stopped(held), |(path, end)| Pass::Way(path, end)));
            }
            Some(None) if last => return Ok(Pass::More),
            Some(None) => {}
        }
        // A side that knows all it can reach would have met the other side in fewer sweeps.
        if ahead.dry() || behind.as_ref().is_some_and(Fan::dry) {
            return Ok(Pass::Never);
        }
        if ahead.width() == 0 || behind.as_ref().is_some_and(|behind| behind.width() == 0) {
            return Ok(Pass::More);
        }
    }
}

fn joined<W: Word>(
    field: &Field<W>,
    ahead: &Fan<W>,
    behind: Option<&Fan<W>>,
    at: W,
) -> Option<(Vec<usize>, Cells)> {
    let (mut path, _) = ahead.back(field, at)?;
    path.reverse();
    let Some(behind) = behind else { return Some((path, at.cells())) };
    let (rest, end) = behind.back(field, field.mirror(at))?;
    path.extend(rest);
    Some((path, field.mirror(end).cells()))
}
