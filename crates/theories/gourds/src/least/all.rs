//! All least plans.

use std::ops::Range;

use crate::problem::{Cell, Problem};
use puzzlec_search::kernel::Table;
use puzzlec_theory::meter::{Halted, Meter};

use super::game::{Gourds, Key, Potential};
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

/// The positions that a shortest path may have, each with the number of ways on to a goal.
struct Paths<'m, const W: usize> {
    found: Table<'m, Key<W>, u128>,
    /// By number of moves the numbers of the positions.
    levels: Vec<Range<u32>>,
}

impl<const W: usize> Paths<'_, W> {
    /// The ways on from a position after so many moves; 0 where no shortest path has it.
    fn ways(&self, moves: usize, key: &Key<W>) -> u128 {
        let level = self.levels.get(moves).cloned().unwrap_or_default();
        let number = self.found.number(*key).filter(|number| level.contains(number));
        number.and_then(|number| self.found.at(number)).map_or(0, |(_, ways)| ways)
    }
}

/// The plans with this many moves, the least number, and up to so many of them.
pub(super) fn of_length<const W: usize>(
    problem: &Problem,
    game: &Gourds,
    length: u64,
    listed: usize,
    meter: &Meter,
) -> Result<LeastPlans, Halted> {
    let targets = goals::positions::<W>(problem, game, meter)?;
    let to = estimate(problem, game, targets.as_deref());
    let mut paths = reached::<W>(problem, game, length, &to, meter)?;
    // From the goals backwards.
    let last = paths.levels.len() - 1;
    for moves in (0..=last).rev() {
        let level = paths.levels.get(moves).cloned().unwrap_or_default();
        meter.expanded(level.len())?;
        for number in level {
            let Some((key, _)) = paths.found.at(number) else { continue };
            let on = |(_, next): (Cell, Key<W>)| paths.ways(moves + 1, &next);
            let ways = match moves == last {
                true => goals::is_goal(problem, game, &key).into(),
                false => children(game, &key).map(on).fold(0, u128::saturating_add),
            };
            paths.found.set(number, ways);
        }
    }
    let start = game.key::<W>(&problem.start);
    let count = paths.ways(0, &start);
    let mut plans = Vec::new();
    if count > 0 {
        list(game, &paths, &start, &mut Vec::new(), &mut plans, listed);
    }
    Ok(LeastPlans { count, plans })
}

/// All positions one move away, with the cells moved through.
fn children<'k, const W: usize>(
    game: &'k Gourds,
    key: &'k Key<W>,
) -> impl Iterator<Item = (Cell, Key<W>)> + 'k {
    let empty = game.places.empty(game.slots(key));
    game.moves(key, empty).map(|(slot, cell, step)| (cell, game.after(key, slot, step)))
}

/// By number of moves the positions first reached by as many from which a goal may be near enough.
fn reached<'m, const W: usize>(
    problem: &Problem,
    game: &Gourds,
    length: u64,
    to: &Potential,
    meter: &'m Meter<'m>,
) -> Result<Paths<'m, W>, Halted> {
    let mut found = Table::new(meter);
    found.insert(game.key(&problem.start), 0)?;
    let mut level = 0..1;
    let mut levels = vec![level.clone()];
    for moves in 1..=length {
        for number in level.clone() {
            let Some((key, _)) = found.at(number) else { break };
            meter.expanded(1)?;
            for (_, child) in children(game, &key) {
                if found.contains(child) {
                    continue;
                }
                let slots = game.slots(&child);
                let left = to.of_position(game, slots, game.places.empty(slots));
                if moves + u64::from(left) <= length {
                    found.insert(child, 0)?;
                }
            }
        }
        level = level.end..found.len() as u32;
        meter.seen(level.len());
        levels.push(level.clone());
    }
    Ok(Paths { found, levels })
}

/// Lists plans in the order of the moves.
fn list<const W: usize>(
    game: &Gourds,
    paths: &Paths<W>,
    key: &Key<W>,
    path: &mut Vec<Cell>,
    plans: &mut Vec<Vec<Cell>>,
    most: usize,
) {
    if plans.len() >= most {
        return;
    }
    let moves = path.len() + 1;
    if moves == paths.levels.len() {
        plans.push(path.clone());
        return;
    }
    let mut next: Vec<(Cell, Key<W>)> =
        children(game, key).filter(|(_, next)| paths.ways(moves, next) > 0).collect();
    next.sort_unstable();
    for (cell, next) in next {
        path.push(cell);
        list(game, paths, &next, path, plans, most);
        path.pop();
    }
}
