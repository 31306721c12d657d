//! All least plans.

use rustc_hash::FxHashMap;

use crate::problem::{Cell, Problem};
use puzzlec_theory::meter::{Halted, Meter, Room};

use super::game::{Game, Key, Potential};
use super::goals;
use super::search::estimate;

/// The least plans of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeastPlans {
    /// How many there are; [`u128::MAX`] for as many or more.
    pub count: u128,
    /// The first of them, in a fixed order: the cells moved through.
    pub plans: Vec<Vec<Cell>>,
}

/// The positions that a shortest path may have after each number of moves, each with the number of ways on to a goal.
type Levels<const W: usize> = Vec<FxHashMap<Key<W>, u128>>;

/// The plans with this many moves, the least number, and up to so many of them.
pub(super) fn of_length<const W: usize>(
    problem: &Problem,
    game: &Game,
    length: u64,
    listed: usize,
    meter: &Meter,
) -> Result<LeastPlans, Halted> {
    let targets = goals::positions::<W>(problem, game, meter)?;
    let to = estimate(problem, game, targets.as_deref());
    let mut levels = reached(problem, game, length, &to, meter)?;
    // From the goals backwards the number of ways; positions without any are removed.
    let mut after: Option<FxHashMap<Key<W>, u128>> = None;
    for level in levels.iter_mut().rev() {
        meter.expanded(level.len())?;
        level.retain(|key, ways| {
            *ways = match &after {
                None => goals::is_goal(problem, game, key).into(),
                Some(after) => children(game, key)
                    .filter_map(|(_, next)| after.get(&next))
                    .fold(0, |sum: u128, more| sum.saturating_add(*more)),
            };
            *ways > 0
        });
        after = Some(level.clone());
    }
    let start = game.key::<W>(&problem.start);
    let count = after.and_then(|first| first.get(&start).copied()).unwrap_or(0);
    let mut plans = Vec::new();
    if count > 0 {
        list(game, &levels, &start, &mut Vec::new(), &mut plans, listed);
    }
    Ok(LeastPlans { count, plans })
}

/// All positions one move away, with the cells moved through.
fn children<'k, const W: usize>(
    game: &'k Game,
    key: &'k Key<W>,
) -> impl Iterator<Item = (Cell, Key<W>)> + 'k {
    let empty = game.places.empty(game.slots(key));
    game.moves(key, empty).map(|(slot, cell, step)| (cell, game.after(key, slot, step)))
}

/// By number of moves the positions first reached by as many from which a goal may be near enough.
fn reached<const W: usize>(
    problem: &Problem,
    game: &Game,
    length: u64,
    to: &Potential,
    meter: &Meter,
) -> Result<Levels<W>, Halted> {
    let mut room = Room::new(meter);
    let mut held = 0;
    let mut levels: Levels<W> = vec![FxHashMap::from_iter([(game.key(&problem.start), 0)])];
    for moves in 1..=length {
        let mut next = FxHashMap::default();
        let before = levels.len().checked_sub(2).and_then(|place| levels.get(place));
        let Some(level) = levels.last() else { break };
        for key in level.keys() {
            meter.expanded(1)?;
            for (_, child) in children(game, key) {
                if level.contains_key(&child) || before.is_some_and(|before| before.contains_key(&child)) {
                    continue;
                }
                let slots = game.slots(&child);
                let left = to.of_position(game, slots, game.places.empty(slots));
                if moves + u64::from(left) <= length {
                    next.insert(child, 0);
                }
            }
            room.hold((held + next.len()) * 2 * (W + 16))?;
        }
        held += next.len();
        meter.seen(next.len());
        levels.push(next);
    }
    Ok(levels)
}

/// Lists plans in the order of the moves.
fn list<const W: usize>(
    game: &Game,
    levels: &Levels<W>,
    key: &Key<W>,
    path: &mut Vec<Cell>,
    plans: &mut Vec<Vec<Cell>>,
    most: usize,
) {
    if plans.len() >= most {
        return;
    }
    let Some(level) = levels.get(path.len() + 1) else {
        plans.push(path.clone());
        return;
    };
    let mut next: Vec<(Cell, Key<W>)> =
        children(game, key).filter(|(_, next)| level.contains_key(next)).collect();
    next.sort_unstable();
    for (cell, next) in next {
        path.push(cell);
        list(game, levels, &next, path, plans, most);
        path.pop();
    }
}
