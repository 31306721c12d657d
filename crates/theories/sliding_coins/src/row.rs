//! Rows of coins on a line.

/// The colour of a coin, from 1; 0 is a free cell. The first colour of the game of nickels and pennies is that of the
/// coins that lie on the left at the start.
pub type Colour = u8;

/// A free cell.
pub const FREE: Colour = 0;

/// Coins on a line that is endless in both directions.
///
/// Equal rows are equal as values: neither the first nor the last of `cells` is free.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Row {
    /// The cell of the first coin; 0 without coins.
    first: i64,
    cells: Vec<Colour>,
}

/// As many coins as the puzzle says are lifted from `from` and the cells after it, and put on `to` and those after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The first cell that is lifted.
    pub from: i64,
    /// The first cell that is covered.
    pub to: i64,
}

impl Row {
    /// Coins and free cells from a cell on.
    pub fn new(first: i64, mut cells: Vec<Colour>) -> Self {
        while cells.last() == Some(&FREE) {
            cells.pop();
        }
        let free = cells.iter().take_while(|held| **held == FREE).count();
        cells.drain(..free);
        let first = if cells.is_empty() { 0 } else { first + i64::try_from(free).unwrap_or(i64::MAX) };
        Row { first, cells }
    }

    /// The cell of the first coin.
    pub fn first(&self) -> i64 {
        self.first
    }

    /// The cell after the last coin.
    pub fn end(&self) -> i64 {
        self.first + i64::try_from(self.cells.len()).unwrap_or(i64::MAX)
    }

    /// The coins and the free cells between them, from the first coin to the last.
    pub fn cells(&self) -> &[Colour] {
        &self.cells
    }

    /// The colour on a cell.
    #[inline]
    pub fn at(&self, cell: i64) -> Colour {
        let place = usize::try_from(cell.wrapping_sub(self.first)).ok();
        place.and_then(|place| self.cells.get(place)).copied().unwrap_or(FREE)
    }

    /// Whether the coins lie side by side.
    pub fn is_contiguous(&self) -> bool {
        !self.cells.contains(&FREE)
    }

    /// How many coins there are.
    pub fn coins(&self) -> usize {
        self.cells.iter().filter(|held| **held != FREE).count()
    }

    /// How many pairs of neighbouring coins differ in colour.
    pub fn pairs(&self) -> usize {
        let unlike = |two: &&[Colour]| matches!(two, [a, b] if *a != FREE && *b != FREE && a != b);
        self.cells.windows(2).filter(unlike).count()
    }

    /// The same coins, shifted to the right by a number of cells.
    pub fn shifted(&self, by: i64) -> Self {
        Row { first: if self.cells.is_empty() { 0 } else { self.first + by }, cells: self.cells.clone() }
    }
}
