//! Cycles of an odd number of cells, round which gourds follow each other.

use super::Side;
use crate::problem::{Board, Cell, NONE};
use puzzlec_theory::meter::{Halted, Meter};

/// A cycle of cells, counterclockwise, without cells inside. A configuration is aligned with it if the empty cell is on
/// it and the others are paired by gourds in their order.
#[derive(Clone, Debug)]
pub struct Ring {
    cells: Vec<Cell>,
    /// By cell its place; [`NONE`] off the ring.
    places: Vec<u32>,
    /// By place the moves of the step from there: 2 where the empty cell touches the next but one.
    costs: Vec<u8>,
}

/// Round a ring forwards or backwards; gourds go the other way than the empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The empty cell goes counterclockwise.
    Forward,
    /// The empty cell goes clockwise.
    Back,
}

impl Ring {
    /// The ring of these cells.
    pub fn new(board: &Board, cells: Vec<Cell>) -> Self {
        let mut places = vec![NONE; board.len()];
        for (place, cell) in (0..).zip(&cells) {
            if let Some(slot) = places.get_mut(*cell as usize) {
                *slot = place;
            }
        }
        let after = cells.iter().cycle().skip(2);
        let costs = cells.iter().zip(after).map(|(a, b)| 1 + u8::from(board.adjacent(*a, *b))).collect();
        Ring { cells, places, costs }
    }

    /// The cells in their order.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there is no cell.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The cell at a place, counted round and round.
    pub fn at(&self, place: usize) -> Cell {
        self.cells.get(place % self.len().max(1)).copied().unwrap_or(NONE)
    }

    /// The place of a cell.
    pub fn place(&self, cell: Cell) -> Option<usize> {
        self.places.get(cell as usize).filter(|place| **place != NONE).map(|place| *place as usize)
    }

    /// The place `by` cells back.
    pub fn back(&self, place: usize, by: usize) -> usize {
        (place + self.len() - by % self.len().max(1)) % self.len().max(1)
    }

    /// The cells from one to another, both included.
    pub fn arc(&self, from: usize, to: usize) -> Vec<Cell> {
        let count = self.back(to, from) + 1;
        (from..from + count).map(|place| self.at(place)).collect()
    }

    /// Two consecutive cells at a time, all around.
    pub fn sides(&self) -> impl Iterator<Item = [Cell; 2]> + '_ {
        self.cells.iter().zip(self.cells.iter().cycle().skip(1)).map(|(a, b)| [*a, *b])
    }

    /// The moves of a whole turn.
    pub fn turn_cost(&self) -> usize {
        self.costs.iter().map(|cost| usize::from(*cost)).sum()
    }

    fn cost(&self, place: usize) -> usize {
        self.costs.get(place % self.len().max(1)).map_or(1, |cost| usize::from(*cost))
    }
}

impl Side<'_> {
    /// The empty cell goes on by two cells; the gourd there follows into the other direction. Nothing happens off the
    /// ring.
    pub fn step(&mut self, ring: &Ring, way: Way) {
        let hole = self.at.empty();
        let Some(place) = ring.place(hole) else { return };
        let [next, over] = match way {
            Way::Forward => [ring.at(place + 1), ring.at(place + 2)],
            Way::Back => [ring.at(ring.back(place, 1)), ring.at(ring.back(place, 2))],
        };
        if self.board.adjacent(hole, over) {
            self.play(over);
            self.play(hole);
        } else {
            self.play(next);
        }
    }

    /// Turns the ring: every gourd on it goes on by one slot, and the empty cell comes back.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn turn(&mut self, ring: &Ring, way: Way, meter: &Meter<'_>) -> Result<(), Halted> {
        for _ in 0..ring.len() {
            self.step(ring, way);
        }
        meter.expanded(ring.len())
    }

    /// The empty cell goes to a cell of the ring, in the direction with fewer moves.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn walk(&mut self, ring: &Ring, to: Cell, meter: &Meter<'_>) -> Result<(), Halted> {
        let (Some(from), Some(to)) = (ring.place(self.at.empty()), ring.place(to)) else { return Ok(()) };
        let steps =
            |apart: usize| if apart.is_multiple_of(2) { apart / 2 } else { apart.midpoint(ring.len()) };
        let (forward, back) = (steps(ring.back(to, from)), steps(ring.back(from, to)));
        let ahead: usize = (0..forward).map(|step| ring.cost(from + 2 * step)).sum();
        // A step back from a place costs as much as the step forward to it.
        let behind: usize = (1..=back).map(|step| ring.cost(ring.back(from, 2 * step))).sum();
        let (way, count) = if ahead <= behind { (Way::Forward, forward) } else { (Way::Back, back) };
        for _ in 0..count {
            self.step(ring, way);
        }
        meter.expanded(count)
    }

    /// Aligns the configuration with a ring through all cells (Lemma 4.3): gourds that do not lie along the ring follow
    /// the empty cell onto it. O(n²) moves.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn align(&mut self, ring: &Ring, meter: &Meter<'_>) -> Result<(), Halted> {
        let mut aligned = 0;
        while aligned < self.at.gourds() {
            let Some(place) = ring.place(self.at.empty()) else { return Ok(()) };
            let [next, over] = [ring.at(place + 1), ring.at(place + 2)];
            if self.at.partner(next) == over {
                aligned += 1;
                self.step(ring, Way::Forward);
            } else {
                aligned = 0;
                self.play(next);
            }
            meter.expanded(1)?;
        }
        Ok(())
    }

    /// The gourds on a ring that the configuration is aligned with, from the empty cell on.
    pub fn row(&self, ring: &Ring) -> Vec<u32> {
        let Some(place) = ring.place(self.at.empty()) else { return Vec::new() };
        (0..ring.len() / 2).map(|slot| self.at.end(ring.at(place + 2 * slot + 1)) / 2).collect()
    }
}
