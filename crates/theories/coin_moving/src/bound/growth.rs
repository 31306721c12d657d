//! Cells that coins could cover if none were ever taken away.

use std::collections::VecDeque;

use crate::coins::STEPS;
use crate::problem::Problem;
use crate::span::Spans;
use puzzlec_model::board::Coord;
use puzzlec_theory::meter::{Halted, Meter, Room};

/// Number of cells that are omitted in parallel, each separately.
type Lanes = [u64; 4];

/// The span of the start.
#[derive(Debug)]
pub struct Growth<'m> {
    cells: Vec<Coord>,
    /// By cell its neighbours.
    near: Vec<[Option<u32>; 4]>,
    start: Vec<bool>,
    goal: Vec<usize>,
    _room: Room<'m>,
}

/// Some of the cells.
#[derive(Debug)]
pub struct Marks(Vec<bool>);

impl Marks {
    /// Whether a cell is one of them.
    pub fn contains(&self, cell: usize) -> bool {
        self.0.get(cell).copied().unwrap_or(false)
    }

    /// Adds a cell.
    pub fn insert(&mut self, cell: usize) {
        if let Some(slot) = self.0.get_mut(cell) {
            *slot = true;
        }
    }
}

impl<'m> Growth<'m> {
    /// The span of the start of a problem; nothing where it has more cells.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn new(problem: &Problem, most: usize, meter: &'m Meter<'m>) -> Result<Option<Self>, Halted> {
        let span = Spans::new(problem.start.width(), problem.start.height()).span(problem.start.iter());
        let mut room = Room::new(meter);
        let area: i64 = span.0.iter().map(|r| i64::from(r.width()) * i64::from(r.height())).sum();
        let each = size_of::<Coord>() + size_of::<[Option<u32>; 4]>() + 2 * size_of::<Lanes>() + 4;
        let Some(area) = usize::try_from(area).ok().filter(|area| *area <= most) else { return Ok(None) };
        room.hold(area * each)?;
        let mut cells: Vec<Coord> = span.0.iter().flat_map(|r| r.cells()).collect();
        cells.sort_unstable();
        let number = |cell: Coord| cells.binary_search(&cell).ok();
        let near = |cell: &Coord| {
            STEPS.map(|(x, y)| u32::try_from(number(Coord::new(cell.x + x, cell.y + y))?).ok())
        };
        Ok(Some(Growth {
            near: cells.iter().map(near).collect(),
            start: cells.iter().map(|cell| problem.start.contains(*cell)).collect(),
            goal: problem.goal.iter().filter_map(number).collect(),
            cells,
            _room: room,
        }))
    }

    /// Where a cell lies in the box.
    pub fn cell(&self, number: usize) -> Coord {
        self.cells.get(number).copied().unwrap_or(Coord::new(0, 0))
    }

    /// Whether a cell holds a coin at first.
    pub fn is_start(&self, number: usize) -> bool {
        self.start.get(number).copied().unwrap_or(false)
    }

    /// The neighbours of a cell.
    pub fn near(&self, number: usize) -> impl Iterator<Item = usize> + use<> {
        let near = self.near.get(number).copied().unwrap_or_default();
        near.into_iter().flatten().map(|near| near as usize)
    }

    /// These cells.
    pub fn marks(&self, cells: &[usize]) -> Marks {
        let mut marks = Marks(vec![false; self.cells.len()]);
        cells.iter().for_each(|cell| marks.insert(*cell));
        marks
    }

    /// The cells without which the goal is not covered.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn passed(&self, meter: &Meter<'_>) -> Result<Vec<usize>, Halted> {
        let free: Vec<usize> = (0..self.cells.len()).filter(|n| !self.is_start(*n)).collect();
        let mut passed = Vec::new();
        for lanes in free.chunks(64 * Lanes::default().len()) {
            let covered = self.covered_without(lanes, meter)?;
            let lane = |at: usize| covered.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1);
            passed.extend(lanes.iter().enumerate().filter(|(at, _)| !lane(*at)).map(|(_, n)| *n));
        }
        Ok(passed)
    }

    /// By lane, whether the whole goal is covered when no coin is put on the cell of that lane.
    fn covered_without(&self, barred: &[usize], meter: &Meter<'_>) -> Result<Lanes, Halted> {
        let mut covered = vec![Lanes::default(); self.cells.len()];
        let mut bars = vec![Lanes::default(); self.cells.len()];
        for (at, cell) in barred.iter().enumerate() {
            if let Some(word) = bars.get_mut(*cell).and_then(|bars| bars.get_mut(at / 64)) {
                *word |= 1 << (at % 64);
            }
        }
        let mut waits = vec![false; self.cells.len()];
        let mut open = VecDeque::new();
        let wait = |cell: usize, open: &mut VecDeque<usize>, waits: &mut Vec<bool>| {
            if let Some(slot) = waits.get_mut(cell).filter(|slot| !**slot) {
                *slot = true;
                open.push_back(cell);
            }
        };
        for (cell, slot) in covered.iter_mut().enumerate().filter(|(cell, _)| self.is_start(*cell)) {
            *slot = [u64::MAX; 4];
            self.near(cell).for_each(|near| wait(near, &mut open, &mut waits));
        }
        let mut steps = 0_u32;
        while let Some(cell) = open.pop_front() {
            steps += 1;
            if steps.is_multiple_of(1 << 12) {
                meter.poll()?;
            }
            if let Some(slot) = waits.get_mut(cell) {
                *slot = false;
            }
            if self.is_start(cell) {
                continue;
            }
            let (mut one, mut two) = (Lanes::default(), Lanes::default());
            for near in self.near(cell) {
                let near = covered.get(near).copied().unwrap_or_default();
                for ((one, two), near) in one.iter_mut().zip(&mut two).zip(near) {
                    *two |= *one & near;
                    *one |= near;
                }
            }
            let bars = bars.get(cell).copied().unwrap_or_default();
            two.iter_mut().zip(bars).for_each(|(two, bar)| *two &= !bar);
            if let Some(slot) = covered.get_mut(cell).filter(|slot| **slot != two) {
                *slot = two;
                self.near(cell).for_each(|near| wait(near, &mut open, &mut waits));
            }
        }
        let mut whole = [u64::MAX; 4];
        for cell in &self.goal {
            let covered = covered.get(*cell).copied().unwrap_or_default();
            whole.iter_mut().zip(covered).for_each(|(whole, covered)| *whole &= covered);
        }
        Ok(whole)
    }
}
