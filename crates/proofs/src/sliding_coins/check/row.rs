//! Rows of coins, as the checker holds them.

use std::collections::BTreeMap;

/// The content of a cell, by the number that the puzzle's pieces have; 0 is a free cell.
pub(super) type Colour = u16;

/// Coins on a line: the first of the cells and the last hold one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Row {
    /// The first cell; 0 without coins.
    pub(super) first: i64,
    /// The coins and the free cells between.
    pub(super) cells: Vec<Colour>,
}

/// Where coins must come.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    pub(super) row: Row,
    /// Whether they may lie further left or right.
    pub(super) anywhere: bool,
}

impl Goal {
    /// Whether coins lie as they must.
    pub(super) fn is(&self, row: &Row) -> bool {
        self.row.cells == row.cells && (self.anywhere || self.row.first == row.first)
    }
}

impl Row {
    /// The cell after the last coin.
    pub(super) fn end(&self) -> i64 {
        self.first + i64::try_from(self.cells.len()).unwrap_or(i64::MAX)
    }

    /// The colours of the coins from left to right, with their cells.
    pub(super) fn coins(&self) -> impl Iterator<Item = (i64, Colour)> {
        (self.first..).zip(&self.cells).filter(|(_, held)| **held != 0).map(|(cell, held)| (cell, *held))
    }

    /// How many coins of each colour there are.
    pub(super) fn colours(&self) -> BTreeMap<Colour, u64> {
        let mut counts = BTreeMap::new();
        self.coins().for_each(|(_, held)| *counts.entry(held).or_default() += 1);
        counts
    }

    /// How often each colour lies directly right of each.
    pub(super) fn neighbours(&self) -> BTreeMap<(Colour, Colour), u64> {
        let mut counts = BTreeMap::new();
        for two in self.cells.windows(2) {
            if let [a, b] = two
                && *a != 0
                && *b != 0
            {
                *counts.entry((*a, *b)).or_default() += 1;
            }
        }
        counts
    }

    /// The longest rows of neighbouring cells that all hold coins, or that are all free, from the first coin to the
    /// last: the first cell, the number of cells, and whether they hold coins.
    pub(super) fn runs(&self) -> impl Iterator<Item = (i64, usize, bool)> {
        let mut at = self.first;
        self.cells.chunk_by(|a, b| (*a == 0) == (*b == 0)).map(move |run| {
            let first = at;
            at += i64::try_from(run.len()).unwrap_or(i64::MAX);
            (first, run.len(), run.first().is_some_and(|held| *held != 0))
        })
    }
}
