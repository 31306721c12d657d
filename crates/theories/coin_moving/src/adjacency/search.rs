//! Least plans, and proofs that there is none, by positions from both ends.
//!
//! Where no coin leaves the closure of the start, the closure is the board. Where coins spread, plans with
//! at most D moves are searched, with greater and greater D: after t moves every coin lies where a coin can
//! come within t moves, and of two positions each is so many moves from the other at least as
//! [`fewest`] says. So a finite number of positions matters, though the grid has no end.

use rustc_hash::FxHashMap;

use super::game::{Cells, Game, moved, overlaps};
use super::packed::{Bits, Region};
use crate::coins::Move;
use puzzlec_theory::meter::{Halted, Meter, Room};

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchOutcome {
    /// A plan; none is shorter.
    Plan(Vec<Move>),
    /// Every position that matters on one side was seen, and none is an end of the other.
    Exhausted {
        /// On the side of the goals.
        backward: bool,
        /// The number of positions.
        positions: u64,
    },
    /// There is no plan with at most this number of moves.
    NoneWithin(u32),
    /// There are too many cells, or more positions than were allowed; no plan has fewer moves than this.
    TooLarge(u32),
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
) -> Result<SearchOutcome, Halted> {
    let question = Question { game, start, goals, moves: None, most: usize::MAX, meter };
    let closure = if game.spreads() { None } else { game.closure(start, MOST_CELLS) };
    match closure.map(|cells| cells.len()) {
        Some(..=64) => run::<1>(&question),
        Some(..=256) => run::<4>(&question),
        Some(_) => run::<16>(&question),
        None => Ok(SearchOutcome::TooLarge(0)),
    }
}

/// Searches plans up to a number of moves, the shortest first, with a limit on positions.
///
/// # Errors
/// A limit was reached.
pub fn within(
    game: Game,
    start: &Cells,
    goals: &[Cells],
    (moves, most): (u32, usize),
    meter: &Meter<'_>,
) -> Result<SearchOutcome, Halted> {
    let least = goals.iter().map(|goal| fewest(game, start, goal)).min().unwrap_or(u32::MAX);
    for moves in least..=moves {
        let question = Question { game, start, goals, moves: Some(moves), most, meter };
        let mut found = run::<1>(&question)?;
        if found == SearchOutcome::TooLarge(0) {
            found = run::<4>(&question)?;
        }
        if found == SearchOutcome::TooLarge(0) {
            found = run::<16>(&question)?;
        }
        match found {
            SearchOutcome::Exhausted { .. } | SearchOutcome::NoneWithin(_) => {}
            SearchOutcome::Plan(_) => return Ok(found),
            SearchOutcome::TooLarge(_) => return Ok(SearchOutcome::TooLarge(moves)),
        }
    }
    Ok(SearchOutcome::NoneWithin(moves))
}

/// Cells of a region, at most.
const MOST_CELLS: usize = 1024;

/// A number of moves that no plan to a goal is shorter than: coins that lie elsewhere, and
/// layers that must be crossed. Where no plan reaches it, no number is too great.
pub fn fewest(game: Game, start: &Cells, goal: &Cells) -> u32 {
    let mut missing: Cells = goal.difference(start).copied().collect();
    let (mut all, mut least) = (start.clone(), missing.len());
    while !missing.is_empty() {
        let open = game.open(&all);
        if open.is_empty() {
            return u32::MAX;
        }
        let before = missing.len();
        missing.retain(|cell| !open.contains(cell));
        least += usize::from(before == missing.len());
        all.extend(open);
    }
    u32::try_from(least).unwrap_or(u32::MAX)
}

/// The same for a goal that may lie anywhere: where it shares no cell with the start, every coin moves.
pub fn fewest_anywhere(game: Game, start: &Cells, goal: &Cells) -> u32 {
    let least = overlaps(start, goal).into_keys().map(|way| fewest(game, start, &moved(goal, way))).min();
    least.unwrap_or(u32::MAX).min(u32::try_from(start.len()).unwrap_or(u32::MAX))
}

struct Question<'a> {
    game: Game,
    start: &'a Cells,
    goals: &'a [Cells],
    moves: Option<u32>,
    most: usize,
    meter: &'a Meter<'a>,
}

fn run<const W: usize>(question: &Question<'_>) -> Result<SearchOutcome, Halted> {
    let Question { game, start, moves, .. } = *question;
    let Some(region) = Region::<W>::new(game, start, moves.unwrap_or(u32::MAX)) else {
        return Ok(SearchOutcome::TooLarge(0));
    };
    let Some(first) = region.pack(start) else { return Ok(SearchOutcome::TooLarge(0)) };
    let goals: Vec<Bits<W>> = question.goals.iter().filter_map(|goal| region.pack(goal)).collect();
    let goals: Vec<Bits<W>> = match moves {
        Some(moves) => {
            goals.into_iter().filter(|goal| region.least_from_start(&first, goal) <= moves).collect()
        }
        None => goals,
    };
    if goals.contains(&first) {
        return Ok(SearchOutcome::Plan(Vec::new()));
    }
    let room = Room::new(question.meter);
    let ahead = Side::new([first]);
    let behind = Side::new(goals.iter().copied());
    Search { region, start: first, goals, moves, most: question.most, ahead, behind, room }.run()
}

/// The origin of a position: the cells of the move into it, or from it toward the goal.
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
    /// Maximum number of moves.
    moves: Option<u32>,
    /// Maximum number of positions.
    most: usize,
    ahead: Side<W>,
    behind: Side<W>,
    room: Room<'m>,
}

impl<const W: usize> Search<'_, W> {
    fn run(mut self) -> Result<SearchOutcome, Halted> {
        loop {
            for (backward, side) in [(false, &self.ahead), (true, &self.behind)] {
                if side.front.is_empty() {
                    let positions = side.known.len() as u64;
                    return Ok(SearchOutcome::Exhausted { backward, positions });
                }
            }
            let depth = self.ahead.depth + self.behind.depth;
            if let Some(moves) = self.moves.filter(|moves| depth >= *moves) {
                return Ok(SearchOutcome::NoneWithin(moves));
            }
            if self.ahead.known.len() + self.behind.known.len() > self.most {
                return Ok(SearchOutcome::TooLarge(depth));
            }
            let backward = self.behind.front.len() < self.ahead.front.len();
            if let Some(met) = self.level(backward)? {
                return Ok(SearchOutcome::Plan(self.plan(met)));
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
            if self.ahead.known.len() + self.behind.known.len() > self.most {
                return Ok(None);
            }
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
                if self.ahead.known.contains_key(&next) {
                    continue;
                }
                let left = self.moves.map(|moves| moves.saturating_sub(self.ahead.depth));
                let near = |left| self.goals.iter().any(|goal| self.region.is_within(&next, goal, left));
                if !left.is_none_or(near) {
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
            let left = self.moves.map(|moves| moves.saturating_sub(self.behind.depth));
            for (from, soonest) in (0_u16..).zip(&self.region.soonest) {
                if position.has(from) || left.is_some_and(|left| *soonest > left) {
                    continue;
                }
                let before = rest.with(from);
                let far = |left| self.region.least_from_start(&self.start, &before) > left;
                if left.is_some_and(far) || self.behind.known.contains_key(&before) {
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
        let step =
            |(from, to): Found| Some(Move { from: self.region.cell(from)?, to: self.region.cell(to)? });
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
