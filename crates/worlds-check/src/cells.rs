//! Boards as names of objects.

use std::collections::BTreeMap;

/// For each layer of a cell the name of its object.
pub type Cell = BTreeMap<usize, String>;

/// A board.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Board {
    /// Cells in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The cells row by row.
    pub cells: Vec<Cell>,
}

impl Board {
    /// The place of a cell that lies so far from another; none beyond the edge.
    pub(crate) fn beside(&self, place: usize, (dx, dy): (isize, isize)) -> Option<usize> {
        let x = (place % self.width).checked_add_signed(dx).filter(|x| *x < self.width)?;
        let y = (place / self.width).checked_add_signed(dy).filter(|y| *y < self.height)?;
        Some(y * self.width + x)
    }
}

/// The step of a direction.
pub(crate) fn step(direction: &str) -> (isize, isize) {
    match direction {
        "up" => (0, -1),
        "down" => (0, 1),
        "left" => (-1, 0),
        "right" => (1, 0),
        _ => (0, 0),
    }
}
