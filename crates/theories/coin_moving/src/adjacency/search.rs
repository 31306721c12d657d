//! Least plans, by positions from both ends: only with it a plan on the endless grid is known to be least
//! where it is longer than the bound, [`fewest`].
//!
//! Plans with at most D moves are searched, with greater and greater D: after t moves every coin lies where a
//! coin can come within t moves, and [`fewest`] bounds the moves between two positions. So a finite number of
//! positions matters, though the grid has no end.

use rustc_hash::FxHashMap;

use super::game::{Cells, Game};
use super::packed::Region;
use crate::coins::Move;
use crate::search::word::{Wide, Word};
use puzzlec_theory::meter::{Halted, Meter, Room};

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchOutcome {
    /// A plan; none is shorter.
    Plan(Vec<Move>),
    /// There is no plan with at most this number of moves.
    NoneWithin,
    /// There are too many cells, or more positions than were allowed.
    TooLarge,
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
        let question = Question { game, start, goals, moves: moves as usize, most, meter };
        let mut found = run::<u64>(&question)?;
        if found.is_none() {
            found = run::<Wide<4>>(&question)?;
        }
        if found.is_none() {
            found = run::<Wide<16>>(&question)?;
        }
        let found = found.unwrap_or(SearchOutcome::TooLarge);
        if found != SearchOutcome::NoneWithin {
            return Ok(found);
        }
    }
    Ok(SearchOutcome::NoneWithin)
}

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

struct Question<'a> {
    game: Game,
    start: &'a Cells,
    goals: &'a [Cells],
    moves: usize,
    most: usize,
    meter: &'a Meter<'a>,
}

/// Nothing where the words are too small for the cells.
fn run<W: Word>(question: &Question<'_>) -> Result<Option<SearchOutcome>, Halted> {
    let Question { game, start, moves, most, .. } = *question;
    let Some(region) = Region::<W>::new(game, start, moves) else { return Ok(None) };
    let Some(first) = region.pack(start) else { return Ok(None) };
    let goals = question.goals.iter().filter_map(|goal| region.pack(goal));
    let goals: Vec<W> = goals.filter(|goal| region.least_from_start(first, *goal) <= moves).collect();
    if goals.contains(&first) {
        return Ok(Some(SearchOutcome::Plan(Vec::new())));
    }
    let room = Room::new(question.meter);
    let (ahead, behind) = (Side::new(&[first]), Side::new(&goals));
    Search { region, start: first, goals, moves, most, ahead, behind, room }.run().map(Some)
}

/// The origin of a position: the cells of the move into it, or from it toward the goal.
type Found = (u16, u16);

struct Side<W> {
    known: FxHashMap<W, Found>,
    front: Vec<W>,
    depth: usize,
}

impl<W: Word> Side<W> {
    fn new(ends: &[W]) -> Self {
        Side { known: ends.iter().map(|end| (*end, (0, 0))).collect(), front: ends.to_vec(), depth: 0 }
    }
}

struct Search<'m, W> {
    region: Region<W>,
    start: W,
    goals: Vec<W>,
    /// Maximum number of moves.
    moves: usize,
    /// Maximum number of positions.
    most: usize,
    ahead: Side<W>,
    behind: Side<W>,
    room: Room<'m>,
}

impl<W: Word> Search<'_, W> {
    fn run(mut self) -> Result<SearchOutcome, Halted> {
        loop {
            let ended = self.ahead.front.is_empty() || self.behind.front.is_empty();
            if ended || self.ahead.depth + self.behind.depth >= self.moves {
                return Ok(SearchOutcome::NoneWithin);
            }
            if self.positions() > self.most {
                return Ok(SearchOutcome::TooLarge);
            }
            let backward = self.behind.front.len() < self.ahead.front.len();
            if let Some(met) = self.level(backward)? {
                return Ok(SearchOutcome::Plan(self.plan(met)));
            }
        }
    }

    fn positions(&self) -> usize {
        self.ahead.known.len() + self.behind.known.len()
    }

    /// One more move on a side; the position where the sides meet.
    fn level(&mut self, backward: bool) -> Result<Option<W>, Halted> {
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
            self.room.hold(positions * (size_of::<(W, Found)>() + 1))?;
            if self.positions() > self.most {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// Adds a position to a side; whether the other side has it.
    fn add(&mut self, backward: bool, position: W, (from, to): (usize, usize)) -> bool {
        let (side, other) =
            if backward { (&mut self.behind, &self.ahead) } else { (&mut self.ahead, &self.behind) };
        let place = |at| u16::try_from(at).unwrap_or(u16::MAX);
        side.known.insert(position, (place(from), place(to)));
        side.front.push(position);
        self.room.meter().seen(1);
        other.known.contains_key(&position)
    }

    fn forth(&mut self, position: W) -> Option<W> {
        let open = self.region.open(position);
        let left = self.moves.saturating_sub(self.ahead.depth);
        for from in position.places() {
            let rest = position & !W::cell(from);
            for to in open.places().filter(|to| self.region.touched(rest, *to)).collect::<Vec<_>>() {
                let next = rest | W::cell(to);
                let near = |goal: &W| self.region.is_within(next, *goal, left);
                if self.ahead.known.contains_key(&next) || !self.goals.iter().any(near) {
                    continue;
                }
                if self.add(false, next, (from, to)) {
                    return Some(next);
                }
            }
        }
        None
    }

    fn back(&mut self, position: W) -> Option<W> {
        let left = self.moves.saturating_sub(self.behind.depth);
        let last: Vec<usize> = position.places().filter(|to| self.region.touched(position, *to)).collect();
        for to in last {
            let rest = position & !W::cell(to);
            for from in 0..self.region.soonest.len() {
                let cell = W::cell(from);
                let late = self.region.soonest.get(from).is_none_or(|soonest| *soonest > left);
                if late || cell.within(position) {
                    continue;
                }
                let before = rest | cell;
                let far = self.region.least_from_start(self.start, before) > left;
                if far || self.behind.known.contains_key(&before) {
                    continue;
                }
                if self.add(true, before, (from, to)) {
                    return Some(before);
                }
            }
        }
        None
    }

    fn plan(&self, met: W) -> Vec<Move> {
        let of = |side: &Side<W>, at: W| {
            let (from, to) = side.known.get(&at).map(|(from, to)| (usize::from(*from), usize::from(*to)))?;
            let step = Move { from: self.region.cell(from)?, to: self.region.cell(to)? };
            Some((step, W::cell(from), W::cell(to)))
        };
        let (mut moves, mut at) = (Vec::new(), met);
        while let Some((step, from, to)) = of(&self.ahead, at).filter(|_| at != self.start) {
            moves.push(step);
            at = at & !to | from;
        }
        moves.reverse();
        at = met;
        while let Some((step, from, to)) = of(&self.behind, at).filter(|_| !self.goals.contains(&at)) {
            moves.push(step);
            at = at & !from | to;
        }
        moves
    }
}
