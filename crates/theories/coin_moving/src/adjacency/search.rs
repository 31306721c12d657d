//! Least plans, by positions from both ends: only with it a plan on the endless grid is known to be least
//! where it is longer than the bound, [`fewest`].
//!
//! Plans with at most D moves are searched, with greater and greater D: after t moves every coin lies where a
//! coin can come within t moves, and [`fewest`] bounds the moves between two positions. So a finite number of
//! positions matters, though the grid has no end.

use std::ops::Range;

use super::game::{Cells, Game};
use super::packed::Region;
use crate::coins::Move;
use crate::search::word::{Wide, Word};
use puzzlec_search::kernel::Table;
use puzzlec_theory::meter::{Halted, Meter};

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
    let (ahead, behind) = (Side::new(&[first], question.meter)?, Side::new(&goals, question.meter)?);
    SpreadSearch { region, start: first, goals, moves, most, ahead, behind }.run().map(Some)
}

/// The cells of the move into a position, or from it toward the goal.
type Step = (u16, u16);

struct Side<'m, W> {
    found: Table<'m, W, (u32, Step)>,
    /// The numbers of the last level.
    level: Range<u32>,
    depth: usize,
}

impl<'m, W: Word> Side<'m, W> {
    fn new(ends: &[W], meter: &'m Meter<'m>) -> Result<Self, Halted> {
        let mut found = Table::new(meter);
        for end in ends {
            found.insert(*end, (found.len() as u32, (0, 0)))?;
        }
        let level = 0..found.len() as u32;
        Ok(Side { found, level, depth: 0 })
    }

    /// Adds a position that a move leads to; whether it is new.
    fn add(&mut self, position: W, from: u32, cells: (usize, usize)) -> Result<bool, Halted> {
        let place = |at| u16::try_from(at).unwrap_or(u16::MAX);
        let new = self.found.insert(position, (from, (place(cells.0), place(cells.1))))?;
        self.found.meter().seen(usize::from(new));
        Ok(new)
    }
}

struct SpreadSearch<'m, W> {
    region: Region<W>,
    start: W,
    goals: Vec<W>,
    /// Maximum number of moves.
    moves: usize,
    /// Maximum number of positions.
    most: usize,
    ahead: Side<'m, W>,
    behind: Side<'m, W>,
}

impl<W: Word> SpreadSearch<'_, W> {
    fn run(mut self) -> Result<SearchOutcome, Halted> {
        loop {
            // The last level may be incomplete then.
            if self.positions() > self.most {
                return Ok(SearchOutcome::TooLarge);
            }
            let ended = self.ahead.level.is_empty() || self.behind.level.is_empty();
            if ended || self.ahead.depth + self.behind.depth >= self.moves {
                return Ok(SearchOutcome::NoneWithin);
            }
            let backward = self.behind.level.len() < self.ahead.level.len();
            if let Some(met) = self.level(backward)? {
                return Ok(SearchOutcome::Plan(self.plan(met)));
            }
        }
    }

    fn positions(&self) -> usize {
        self.ahead.found.len() + self.behind.found.len()
    }

    /// One more move on a side, unless there are too many positions; the position where the sides meet.
    fn level(&mut self, backward: bool) -> Result<Option<W>, Halted> {
        let side = if backward { &mut self.behind } else { &mut self.ahead };
        let level = side.level.clone();
        side.depth += 1;
        for number in level.clone() {
            if self.positions() > self.most {
                break;
            }
            let met = if backward { self.back(number)? } else { self.forth(number)? };
            if met.is_some() {
                return Ok(met);
            }
        }
        let side = if backward { &mut self.behind } else { &mut self.ahead };
        side.level = level.end..side.found.len() as u32;
        Ok(None)
    }

    fn forth(&mut self, number: u32) -> Result<Option<W>, Halted> {
        self.ahead.found.meter().expanded(1)?;
        let Some((position, _)) = self.ahead.found.at(number) else { return Ok(None) };
        let open = self.region.open(position);
        let left = self.moves.saturating_sub(self.ahead.depth);
        for from in position.places() {
            let rest = position & !W::cell(from);
            for to in open.places().filter(|to| self.region.touched(rest, *to)) {
                let next = rest | W::cell(to);
                let near = |goal: &W| self.region.is_within(next, *goal, left);
                if self.ahead.found.contains(next) || !self.goals.iter().any(near) {
                    continue;
                }
                if self.ahead.add(next, number, (from, to))? && self.behind.found.contains(next) {
                    return Ok(Some(next));
                }
            }
        }
        Ok(None)
    }

    fn back(&mut self, number: u32) -> Result<Option<W>, Halted> {
        self.behind.found.meter().expanded(1)?;
        let Some((position, _)) = self.behind.found.at(number) else { return Ok(None) };
        let left = self.moves.saturating_sub(self.behind.depth);
        for to in position.places().filter(|to| self.region.touched(position, *to)) {
            let rest = position & !W::cell(to);
            for from in 0..self.region.soonest.len() {
                let cell = W::cell(from);
                let late = self.region.soonest.get(from).is_none_or(|soonest| *soonest > left);
                if late || cell.within(position) {
                    continue;
                }
                let before = rest | cell;
                if self.region.least_from_start(self.start, before) > left {
                    continue;
                }
                if self.behind.add(before, number, (from, to))? && self.ahead.found.contains(before) {
                    return Ok(Some(before));
                }
            }
        }
        Ok(None)
    }

    /// The plan through the position where the sides meet.
    fn plan(&self, met: W) -> Vec<Move> {
        let way = |side: &Side<W>| side.found.number(met).map(|number| side.found.way(number));
        let [ahead, behind] = [&self.ahead, &self.behind].map(|side| way(side).unwrap_or_default());
        let cell = |place: u16| self.region.cell(place.into());
        let steps = ahead.into_iter().chain(behind.into_iter().rev());
        steps.filter_map(|(from, to)| Some(Move { from: cell(from)?, to: cell(to)? })).collect()
    }
}
