//! All plans with at most some number of moves.
//!
//! A move moves one gourd. A gourd needs at least as many moves of its own as if the other gourds were alike: for every
//! near-perfect matching and place of the gourd in it, a table has the number of moves that it makes on the way to a
//! position that fits the goal as far as this gourd and the empty cell tell, where moves of other gourds cost nothing. The sum
//! over all gourds bounds the moves that are left. A position from which no plan of some number of moves was found is
//! remembered with that number, by all that distinguishes positions.

use std::collections::VecDeque;

use super::game::Start;
use super::goal::Target;
use super::grid::{Cell, Grid};
use super::matchings::{Link, Matchings, Position};
use puzzlec_base::{Budget, Progress};
use puzzlec_checker::Unproved;

/// Positions between two looks at the budget.
const STEPS: u64 = 1 << 12;

/// Positions that are remembered, at most.
const REMEMBERED: usize = 1 << 20;

/// Longer plans are not tried.
const LONGEST: u64 = 1 << 8;

/// In a table: no way to the goal.
const NEVER: u8 = u8::MAX;

/// A position by number, and the moves that do not suffice from there, plus one; 0 for none.
type Entry = (u128, u16);

/// The search for a plan.
pub(super) struct Exhaust<'a> {
    grid: &'a Grid<'a>,
    start: &'a Start,
    target: &'a Target,
    matchings: &'a Matchings,
    /// By kind, then by matching and cell of a first end, the moves that a gourd still needs.
    tables: Vec<Vec<u8>>,
    remembered: Vec<Entry>,
    seen: u64,
    budget: &'a Budget,
}

impl<'a> Exhaust<'a> {
    pub(super) fn new(
        grid: &'a Grid<'a>,
        start: &'a Start,
        target: &'a Target,
        matchings: &'a Matchings,
        budget: &'a Budget,
    ) -> Result<Self, Unproved> {
        let mut trial = Exhaust {
            grid,
            start,
            target,
            matchings,
            tables: Vec::new(),
            remembered: Vec::new(),
            seen: 0,
            budget,
        };
        let table = (matchings.len() * grid.len()) as u64;
        let remembered = (matchings.len() << 10).min(REMEMBERED);
        let bytes = start.kinds.len() as u64 * table + (remembered * size_of::<Entry>()) as u64;
        budget.poll(&Progress { bytes, ..Progress::default() })?;
        for kind in 0..start.kinds.len() {
            let table = trial.table(kind)?;
            trial.tables.push(table);
        }
        trial.remembered = vec![(0, 0); remembered];
        Ok(trial)
    }

    fn fits(&self, kind: usize, place: [Cell; 2]) -> bool {
        self.start.kinds.get(kind).is_some_and(|kind| self.target.fits(self.grid, kind, place))
    }

    /// By matching and cell of a first end, the number of moves that a gourd of a kind makes at least.
    fn table(&self, kind: usize) -> Result<Vec<u8>, Unproved> {
        let cells = self.grid.len();
        let mut table = vec![NEVER; self.matchings.len() * cells];
        let mut queue = VecDeque::new();
        for (number, position) in self.matchings.carried.iter().enumerate() {
            if !self.target.may_be_empty(position.empty) {
                continue;
            }
            for (end, cell) in (0_u16..).zip(&position.ends) {
                let first = usize::from(*cell);
                if self.fits(kind, [first, position.cell(end ^ 1)]) {
                    set(&mut table, number * cells + first, 0);
                    queue.push_back((number, first, 0));
                }
            }
        }
        let mut looked = 0;
        while let Some((number, first, moves)) = queue.pop_front() {
            looked += 1;
            if looked % STEPS == 0 {
                self.budget.poll(&Progress::default())?;
            }
            // A shorter way was found later.
            if table.get(number * cells + first).is_none_or(|known| *known < moves) {
                continue;
            }
            let Some(empty) = self.matchings.carried.get(number).map(|p| p.empty) else { continue };
            for link in self.links(number) {
                let (after, own) = self.moved(empty, link, first);
                let needs = moves.saturating_add(u8::from(own)).min(NEVER - 1);
                let place = link.to * cells + after;
                if table.get(place).is_some_and(|known| needs < *known) {
                    set(&mut table, place, needs);
                    if own {
                        queue.push_back((link.to, after, needs))
                    } else {
                        queue.push_front((link.to, after, needs))
                    }
                }
            }
        }
        Ok(table)
    }

    fn links(&self, matching: usize) -> &'a [Link] {
        self.matchings.links.get(matching).map_or(&[], Vec::as_slice)
    }

    /// Where the first end of a gourd is after a move, and whether the gourd moves.
    fn moved(&self, empty: Cell, link: &Link, first: Cell) -> (Cell, bool) {
        let pivots = self.grid.adjacent(empty, link.left);
        let (u, w) = (link.through, link.left);
        let after = match (first == u, first == w) {
            (true, _) if pivots => u,
            (true, _) => empty,
            (_, true) if pivots => empty,
            (_, true) => u,
            _ => first,
        };
        // Its other end may be the one on u or w: then the first end is on the other of them.
        (after, first == u || first == w)
    }

    /// The moves that are needed at least from a position; nothing if there is no plan.
    fn needs(&self, matching: usize, position: &Position) -> Option<u64> {
        let mut sum = 0;
        for (gourd, end) in self.start.gourds.iter().zip((0_u16..).step_by(2)) {
            let place = matching * self.grid.len() + position.cell(end);
            let needs = self.tables.get(gourd.kind).and_then(|table| table.get(place)).copied();
            sum += needs.filter(|needs| *needs != NEVER).map(u64::from)?;
        }
        Some(sum)
    }

    fn is_goal(&self, position: &Position) -> bool {
        let ends = self.start.gourds.iter().zip((0_u16..).step_by(2));
        self.target.may_be_empty(position.empty)
            && ends
                .into_iter()
                .all(|(gourd, end)| self.fits(gourd.kind, [position.cell(end), position.cell(end + 1)]))
    }

    /// A number that no other position has; nothing if there are too many.
    fn number(&self, matching: usize, position: &Position) -> Option<u128> {
        let choices = 2 * self.start.kinds.len() as u128;
        let mut number = matching as u128;
        for cell in 0..self.grid.len() {
            let Some(end) = position.end(cell) else { continue };
            // Each gourd counts at the first of its cells.
            if position.cell(end ^ 1) < cell {
                continue;
            }
            let gourd = self.start.gourds.get(usize::from(end / 2))?;
            let turned = u128::from(end % 2);
            number = number.checked_mul(choices)?.checked_add(2 * gourd.kind as u128 + turned)?;
        }
        Some(number)
    }

    /// Whether there is a plan of at most this number of moves.
    pub(super) fn has_plan(&mut self, most: u64) -> Result<bool, Unproved> {
        if most > LONGEST {
            return Err(Unproved::too_large(format!("plans of more than {LONGEST} moves are not tried")));
        }
        let mut first = Position::of(self.start, self.grid)?;
        let Some(needs) = self.needs(0, &first) else { return Ok(false) };
        for moves in needs..=most {
            if self.plan_from(0, &mut first, moves, None)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Where a position is remembered.
    fn slot(&self, number: u128) -> usize {
        let mixed = (number ^ number >> 61).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        usize::try_from(mixed >> 96).unwrap_or(0) % self.remembered.len().max(1)
    }

    /// Recursive, as deep as there are moves. The position is afterwards as it was, unless there is a plan.
    fn plan_from(
        &mut self,
        matching: usize,
        position: &mut Position,
        left: u64,
        last: Option<Cell>,
    ) -> Result<bool, Unproved> {
        self.seen += 1;
        if self.seen.is_multiple_of(STEPS) {
            self.budget.poll(&Progress { states: self.seen, ..Progress::default() })?;
        }
        let Some(needs) = self.needs(matching, position).filter(|needs| *needs <= left) else {
            return Ok(false);
        };
        if needs == 0 && self.is_goal(position) {
            return Ok(true);
        }
        if left == 0 {
            return Ok(false);
        }
        let number = self.number(matching, position);
        if let Some(number) = number
            && self
                .remembered
                .get(self.slot(number))
                .is_some_and(|entry| entry.0 == number && u64::from(entry.1) > left)
        {
            return Ok(false);
        }
        for link in self.links(matching) {
            // It would take the last move back, which a shorter plan would leave out.
            if Some(link.through) == last {
                continue;
            }
            position.play(self.grid, link.through);
            if self.plan_from(link.to, position, left - 1, Some(link.through))? {
                return Ok(true);
            }
            // The move through the same cell takes it back.
            position.play(self.grid, link.through);
        }
        if let Some(number) = number {
            let slot = self.slot(number);
            set(&mut self.remembered, slot, (number, u16::try_from(left + 1).unwrap_or(0)));
        }
        Ok(false)
    }
}

fn set<T>(list: &mut [T], at: usize, value: T) {
    if let Some(place) = list.get_mut(at) {
        *place = value;
    }
}
