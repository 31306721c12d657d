//! Least plans, and proofs that there is none, by positions from both ends.
//!
//! Where no coin leaves the closure of the start, the closure is the board. Where coins spread, plans with
//! at most so many moves are searched, with more and more moves: after t moves every coin lies where a
//! coin can come within t moves, at most t coins lie elsewhere than in the start, and in a plan of D
//! moves at most D - t lie elsewhere than in the goal. So few positions matter, though the grid has no end.

use rustc_hash::FxHashMap;

use super::game::{Cells, Game};
use super::packed::{Bits, Region};
use crate::theories::coin_moving::coins::Move;
use crate::theories::meter::{Halted, Meter, Room};

/// What a search came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A plan; none is shorter.
    Plan(Vec<Move>),
    /// Every position that matters on one side was seen, and none is an end of the other.
    Exhausted {
        /// On the side of the goals.
        backward: bool,
        /// How many positions there are.
        positions: u64,
    },
    /// There is no plan with so many moves.
    NoneWithin(u32),
    /// There are too many cells.
    TooLarge,
}

/// Searches the closure of the start, on a grid where that has an end.
///
/// # Errors
/// A limit was reached.
pub fn bounded(
    game: Game,
    start: &Cells,
    goals: &[Cells],
    meter: &Meter<'_>,
) -> Result<Outcome, Halted> {
    let closure = if game.spreads() { None } else { game.closure(start, 1024) };
    match closure.map(|cells| cells.len()) {
        Some(..=64) => run::<1>(game, start, goals, None, meter),
        Some(..=256) => run::<4>(game, start, goals, None, meter),
        Some(_) => run::<16>(game, start, goals, None, meter),
        None => Ok(Outcome::TooLarge),
    }
}

/// Searches plans with at most so many moves.
///
/// # Errors
/// A limit was reached.
pub fn within(
    game: Game,
    start: &Cells,
    goals: &[Cells],
    moves: u32,
    meter: &Meter<'_>,
) -> Result<Outcome, Halted> {
    for moves in fewest(start, goals)..=moves {
        let mut found = run::<1>(game, start, goals, Some(moves), meter)?;
        if found == Outcome::TooLarge {
            found = run::<4>(game, start, goals, Some(moves), meter)?;
        }
        if found == Outcome::TooLarge {
            found = run::<16>(game, start, goals, Some(moves), meter)?;
        }
        match found {
            Outcome::Exhausted { .. } | Outcome::NoneWithin(_) => {}
            Outcome::Plan(_) | Outcome::TooLarge => return Ok(found),
        }
    }
    Ok(Outcome::NoneWithin(moves))
}

/// The coins that lie elsewhere than in the nearest goal: each of them has to move.
pub fn fewest(start: &Cells, goals: &[Cells]) -> u32 {
    let apart = goals.iter().map(|goal| goal.difference(start).count()).min();
    apart.and_then(|n| u32::try_from(n).ok()).unwrap_or(0)
}

fn run<const W: usize>(
    game: Game,
    start: &Cells,
    goals: &[Cells],
    moves: Option<u32>,
    meter: &Meter<'_>,
) -> Result<Outcome, Halted> {
    let Some(region) = Region::<W>::new(game, start, moves.unwrap_or(u32::MAX)) else {
        return Ok(Outcome::TooLarge);
    };
    let Some(first) = region.pack(start) else { return Ok(Outcome::TooLarge) };
    let goals: Vec<Bits<W>> = goals.iter().filter_map(|goal| region.pack(goal)).collect();
    if goals.contains(&first) {
        return Ok(Outcome::Plan(Vec::new()));
    }
    let room = Room::new(meter);
    let ahead = Side::new([first]);
    let behind = Side::new(goals.iter().copied());
    Search { region, start: first, goals, moves, ahead, behind, room }.run()
}

/// How a position was found: the cells of the move that leads to it, or from it to the goal.
type Found = (u16, u16);

struct Side<const W: usize> {
    known: FxHashMap<Bits<W>, Found>,
    front: Vec<Bits<W>>,
    depth: u32,
}

impl<const W: usize> Side<W> {
    fn new(ends: impl IntoIterator<Item = Bits<W>>) -> Self {
        let mut front: Vec<Bits<W>> = ends.into_iter().collect();
        front.sort_unstable();
        front.dedup();
        Side { known: front.iter().map(|end| (*end, (0, 0))).collect(), front, depth: 0 }
    }
}

struct Search<'m, const W: usize> {
    region: Region<W>,
    start: Bits<W>,
    goals: Vec<Bits<W>>,
    /// Only plans with at most so many moves.
    moves: Option<u32>,
    ahead: Side<W>,
    behind: Side<W>,
    room: Room<'m>,
}

impl<const W: usize> Search<'_, W> {
    fn run(mut self) -> Result<Outcome, Halted> {
        loop {
            for (backward, side) in [(false, &self.ahead), (true, &self.behind)] {
                if side.front.is_empty() {
                    let positions = side.known.len() as u64;
                    return Ok(Outcome::Exhausted { backward, positions });
                }
            }
            let depth = self.ahead.depth + self.behind.depth;
            if let Some(moves) = self.moves.filter(|moves| depth >= *moves) {
                return Ok(Outcome::NoneWithin(moves));
            }
            let backward = self.behind.front.len() < self.ahead.front.len();
            if let Some(met) = self.level(backward)? {
                return Ok(Outcome::Plan(self.plan(met)));
            }
        }
    }

    /// One more move on a side; the position where the sides meet.
    fn level(&mut self, backward: bool) -> Result<Option<Bits<W>>, Halted> {
        let side = if backward { &mut self.behind } else { &mut self.ahead };
        let front = std::mem::take(&mut side.front);
        side.depth += 1;
        for position in front {
            self.room.meter().expanded(1)?;
            let met = if backward { self.back(position) } else { self.forth(position) };
            if met.is_some() {
                return Ok(met);
            }
            let positions = self.ahead.known.capacity() + self.behind.known.capacity();
            self.room.hold(positions * (size_of::<(Bits<W>, Found)>() + 1))?;
        }
        Ok(None)
    }

    fn forth(&mut self, position: Bits<W>) -> Option<Bits<W>> {
        let open = self.region.open(&position);
        for from in position.iter() {
            let rest = position.without(from);
            if self.moves.is_none() {
                // After the move the closure is that of the coins that stay.
                let closure = self.region.closure(&rest);
                if self.goals.iter().all(|goal| goal.minus(&closure) != Bits::NONE) {
                    continue;
                }
            }
            for to in open.iter().filter(|to| self.region.touched(&rest, *to)) {
                let next = rest.with(to);
                let apart = || self.goals.iter().map(|goal| goal.minus(&next).count()).min().unwrap_or(0);
                let far = self.moves.is_some_and(|moves| apart() + self.ahead.depth > moves);
                if far || self.ahead.known.contains_key(&next) {
                    continue;
                }
                self.ahead.known.insert(next, (from, to));
                self.ahead.front.push(next);
                self.room.meter().seen(1);
                if self.behind.known.contains_key(&next) {
                    return Some(next);
                }
            }
        }
        None
    }

    fn back(&mut self, position: Bits<W>) -> Option<Bits<W>> {
        for to in position.iter().filter(|to| self.region.touched(&position, *to)) {
            let rest = position.without(to);
            let apart = rest.minus(&self.start).count();
            let left = self.moves.map(|moves| moves.saturating_sub(self.behind.depth));
            // Where so many coins lie elsewhere that one more is too many, the coin comes from a cell of the start.
            let near = left.is_some_and(|left| apart >= left);
            if left.is_some_and(|left| apart > left) {
                continue;
            }
            for from in (0_u16..).zip(&self.region.soonest) {
                let (from, soonest) = from;
                let late = left.is_some_and(|left| *soonest > left) || near && !self.start.has(from);
                if late || position.has(from) {
                    continue;
                }
                let before = rest.with(from);
                if self.behind.known.contains_key(&before) {
                    continue;
                }
                self.behind.known.insert(before, (from, to));
                self.behind.front.push(before);
                self.room.meter().seen(1);
                if self.ahead.known.contains_key(&before) {
                    return Some(before);
                }
            }
        }
        None
    }

    fn plan(&self, met: Bits<W>) -> Vec<Move> {
        let step = |(from, to): Found| Some(Move { from: self.region.cell(from)?, to: self.region.cell(to)? });
        let mut moves = Vec::new();
        let mut at = met;
        while at != self.start {
            let Some(found) = self.ahead.known.get(&at) else { break };
            moves.extend(step(*found));
            at = at.without(found.1).with(found.0);
        }
        moves.reverse();
        at = met;
        while !self.goals.contains(&at) {
            let Some(found) = self.behind.known.get(&at) else { break };
            moves.extend(step(*found));
            at = at.without(found.0).with(found.1);
        }
        moves
    }
}
