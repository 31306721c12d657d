//! Steps of the game with coins in hand, and why they end.

use puzzlec_theory::meter::Halted;

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

/// A coin picked up or dropped on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step(u32);

impl Step {
    /// On the cell with a number.
    pub fn new(place: u32, drop: bool) -> Self {
        Step(place << 1 | u32::from(drop))
    }

    /// Whether the coin is dropped.
    pub fn is_drop(self) -> bool {
        self.0 & 1 != 0
    }

    /// The number of the cell, see [`Game::cell`](super::game::Game::cell).
    pub fn place(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// The same the other way round.
    pub fn inverse(self) -> Self {
        Step(self.0 ^ 1)
    }
}
