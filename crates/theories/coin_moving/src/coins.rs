//! Configurations of coins in a box.

use puzzlec_base::bits;
use puzzlec_model::board::Coord;

/// The four neighbours of a cell, as steps.
pub const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// Which cells of a box hold a coin. The box has its first cell in column 0 and row 0; beyond it there is
/// no coin.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Coins {
    width: i32,
    height: i32,
    /// A whole number of words for every row.
    words: Vec<u64>,
    row: usize,
    count: usize,
}

impl Coins {
    /// The empty configuration in a box of these columns and rows.
    pub fn new(width: i32, height: i32) -> Self {
        let row = usize::try_from(width).unwrap_or(0).div_ceil(64);
        let rows = usize::try_from(height).unwrap_or(0);
        Coins { width, height, words: vec![0; row * rows], row, count: 0 }
    }

    /// Coins on these cells; those outside the box are omitted.
    pub fn on(width: i32, height: i32, cells: impl IntoIterator<Item = Coord>) -> Self {
        let mut coins = Coins::new(width, height);
        cells.into_iter().for_each(|cell| {
            coins.insert(cell);
        });
        coins
    }

    /// Columns of the box.
    pub fn width(&self) -> i32 {
        self.width
    }

    /// Rows of the box.
    pub fn height(&self) -> i32 {
        self.height
    }

    /// The number of coins.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether a cell lies in the box.
    pub fn is_inside(&self, cell: Coord) -> bool {
        (0..self.width).contains(&cell.x) && (0..self.height).contains(&cell.y)
    }

    #[inline]
    fn place(&self, cell: Coord) -> Option<(usize, u64)> {
        if !self.is_inside(cell) {
            return None;
        }
        let (x, y) = (usize::try_from(cell.x).ok()?, usize::try_from(cell.y).ok()?);
        Some((y * self.row + x / 64, 1 << (x % 64)))
    }

    /// Whether a cell holds a coin.
    #[inline]
    pub fn contains(&self, cell: Coord) -> bool {
        let held = self.place(cell).and_then(|(at, bit)| Some(self.words.get(at)? & bit != 0));
        held.unwrap_or(false)
    }

    /// Puts a coin on a cell of the box; false where one was, or no cell.
    pub fn insert(&mut self, cell: Coord) -> bool {
        let Some((at, bit)) = self.place(cell) else { return false };
        let Some(word) = self.words.get_mut(at).filter(|word| **word & bit == 0) else { return false };
        *word |= bit;
        self.count += 1;
        true
    }

    /// Takes the coin from a cell; false where none was.
    pub fn remove(&mut self, cell: Coord) -> bool {
        let Some((at, bit)) = self.place(cell) else { return false };
        let Some(word) = self.words.get_mut(at).filter(|word| **word & bit != 0) else { return false };
        *word &= !bit;
        self.count -= 1;
        true
    }

    /// The number of coins on the neighbours of a cell.
    #[inline]
    pub fn neighbours(&self, cell: Coord) -> usize {
        STEPS.iter().filter(|(x, y)| self.contains(Coord::new(cell.x + x, cell.y + y))).count()
    }

    /// Whether every coin of another configuration is also in this one.
    pub fn includes(&self, other: &Coins) -> bool {
        other.iter().all(|cell| self.contains(cell))
    }

    /// The cells with a coin, row by row.
    pub fn iter(&self) -> impl Iterator<Item = Coord> + '_ {
        let row = self.row.max(1);
        self.words.iter().enumerate().flat_map(move |(at, word)| {
            let (y, first) = (at / row, at % row * 64);
            bits(*word).filter_map(move |bit| {
                Some(Coord::new(i32::try_from(first + bit as usize).ok()?, i32::try_from(y).ok()?))
            })
        })
    }

    /// Whether a move is legal: a coin, a free cell of the box, and two other coins beside it.
    pub fn allows(&self, step: Move) -> bool {
        let beside = |(x, y): &&(i32, i32)| {
            let cell = Coord::new(step.to.x + x, step.to.y + y);
            cell != step.from && self.contains(cell)
        };
        self.contains(step.from)
            && self.is_inside(step.to)
            && !self.contains(step.to)
            && STEPS.iter().filter(beside).count() >= 2
    }

    /// Makes a move without asking whether it is legal.
    pub fn play(&mut self, step: Move) {
        self.remove(step.from);
        self.insert(step.to);
    }
}

/// A coin is put elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Where it lies.
    pub from: Coord,
    /// Its destination.
    pub to: Coord,
}
