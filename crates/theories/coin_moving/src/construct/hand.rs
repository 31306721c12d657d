//! The game with coins in hand (Definitions 1.4 to 1.6): pick up a coin, drop a coin.

use std::cell::RefCell;

use super::moves::Step;
use super::subroutine::Subroutines;
use crate::coins::{Coins, STEPS};
use puzzlec_model::board::Coord;
use puzzlec_theory::meter::{Halted, Meter, Room};

/// Empty lines around the box, so that no neighbour is beyond.
const MARGIN: i32 = 2;

/// Why a construction ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// This way leads no further; another may.
    Stuck,
    /// A limit was reached.
    Halted,
}

impl From<Halted> for Stop {
    fn from(_: Halted) -> Self {
        Stop::Halted
    }
}

/// Coins on a board and in hand, and all steps since the start.
#[derive(Debug)]
pub struct HandGame<'m> {
    width: i32,
    cells: Vec<bool>,
    hand: usize,
    free: bool,
    steps: Vec<Step>,
    subroutines: &'m RefCell<Subroutines>,
    room: Room<'m>,
}

impl<'m> HandGame<'m> {
    /// These coins on the board, none in hand. With `free` the steps need not be undone.
    ///
    /// # Errors
    /// The memory is used up.
    pub fn new(
        coins: &Coins,
        free: bool,
        subroutines: &'m RefCell<Subroutines>,
        meter: &'m Meter<'m>,
    ) -> Result<Self, Halted> {
        let mut room = Room::new(meter);
        let width = coins.width() + 2 * MARGIN;
        let area =
            usize::try_from(width).unwrap_or(0) * usize::try_from(coins.height() + 2 * MARGIN).unwrap_or(0);
        room.hold(area)?;
        let cells = vec![false; area];
        let mut game = HandGame { width, cells, hand: 0, free, steps: Vec::new(), subroutines, room };
        coins.iter().for_each(|cell| game.set(cell, true));
        Ok(game)
    }

    #[inline]
    fn place(&self, cell: Coord) -> usize {
        usize::try_from((cell.y + MARGIN) * self.width + cell.x + MARGIN).unwrap_or(usize::MAX)
    }

    /// The cell with a number.
    pub fn cell(&self, place: usize) -> Coord {
        let at = i32::try_from(place).unwrap_or(0);
        let width = self.width.max(1);
        Coord::new(at % width - MARGIN, at / width - MARGIN)
    }

    /// How many numbers of cells there are.
    pub fn places(&self) -> usize {
        self.cells.len()
    }

    #[inline]
    fn set(&mut self, cell: Coord, coin: bool) {
        let place = self.place(cell);
        if let Some(held) = self.cells.get_mut(place) {
            *held = coin;
        }
    }

    /// Whether a cell holds a coin.
    #[inline]
    pub fn has(&self, cell: Coord) -> bool {
        self.cells.get(self.place(cell)).copied().unwrap_or(false)
    }

    /// How many neighbours of a cell hold a coin.
    #[inline]
    pub fn neighbours(&self, cell: Coord) -> usize {
        STEPS.iter().filter(|(x, y)| self.has(Coord::new(cell.x + x, cell.y + y))).count()
    }

    /// Coins in hand.
    #[inline]
    pub fn hand(&self) -> usize {
        self.hand
    }

    /// Whether steps need not be undone.
    pub fn is_free(&self) -> bool {
        self.free
    }

    /// All steps since the start.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Whether both boards hold the same coins.
    pub fn agrees(&self, other: &HandGame<'_>) -> bool {
        self.cells == other.cells
    }

    /// The cells with a coin, row by row.
    pub fn coins(&self) -> impl Iterator<Item = Coord> + '_ {
        let held = self.cells.iter().enumerate().filter(|(_, coin)| **coin);
        held.map(|(place, _)| self.cell(place))
    }

    /// The subroutines that were needed so far.
    pub(super) fn subroutines(&self) -> &'m RefCell<Subroutines> {
        self.subroutines
    }

    /// The meter.
    pub fn meter(&self) -> &'m Meter<'m> {
        self.room.meter()
    }

    fn log(&mut self, cell: Coord, drop: bool) -> Result<(), Stop> {
        if self.steps.len() == self.steps.capacity() {
            let more = self.steps.capacity().max(1024);
            self.room.hold(self.cells.len() + 2 * more * size_of::<Step>())?;
            self.steps.reserve_exact(more);
        }
        self.room.meter().expanded(1)?;
        let place = u32::try_from(self.place(cell)).unwrap_or(0);
        self.steps.push(Step::new(place, drop));
        Ok(())
    }

    /// Sees to it that a cell holds a coin: one that lies there is taken for ours.
    ///
    /// # Errors
    /// No coin in hand, or fewer than two neighbours.
    pub fn put(&mut self, cell: Coord) -> Result<(), Stop> {
        if self.has(cell) {
            return Ok(());
        }
        if self.hand == 0 || self.neighbours(cell) < 2 {
            return Err(Stop::Stuck);
        }
        self.hand -= 1;
        self.set(cell, true);
        self.log(cell, true)
    }

    /// How many steps there were.
    pub fn mark(&self) -> usize {
        self.steps.len()
    }

    /// How many drops there were.
    pub fn drops(&self) -> usize {
        self.steps.iter().filter(|step| step.is_drop()).count()
    }

    /// How many coins were picked up.
    pub fn picks(&self) -> usize {
        self.steps.len() - self.drops()
    }

    /// Takes back all steps since a mark.
    pub fn rewind(&mut self, mark: usize) {
        while self.steps.len() > mark {
            self.undo();
        }
    }

    /// Takes back the last step.
    pub fn undo(&mut self) {
        let Some(step) = self.steps.pop() else { return };
        if let Some(held) = self.cells.get_mut(step.place()) {
            *held = !step.is_drop();
        }
        self.hand = if step.is_drop() { self.hand + 1 } else { self.hand.saturating_sub(1) };
    }

    /// Sees to it that a cell is free, such that [`HandGame::put`] undoes it.
    ///
    /// # Errors
    /// The coin has fewer than two neighbours.
    pub fn pick(&mut self, cell: Coord) -> Result<(), Stop> {
        if self.has(cell) && self.neighbours(cell) < 2 {
            return Err(Stop::Stuck);
        }
        self.take(cell)
    }

    /// Sees to it that a cell is free. This may not be undone.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn take(&mut self, cell: Coord) -> Result<(), Stop> {
        if !self.has(cell) {
            return Ok(());
        }
        self.hand += 1;
        self.set(cell, false);
        self.log(cell, false)
    }
}
