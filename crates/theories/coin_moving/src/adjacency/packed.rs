//! Positions as bits of a region.

use rustc_hash::FxHashMap;

use super::game::{Cells, Game};
use puzzlec_base::bits_of;
use puzzlec_model::board::Coord;

/// A set of cells of a region with at most 64 W cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    pub(super) const NONE: Self = Bits([0; W]);

    pub(super) fn has(&self, cell: u16) -> bool {
        self.0.get(usize::from(cell) / 64).is_some_and(|word| word >> (cell % 64) & 1 == 1)
    }

    pub(super) fn flip(&mut self, cell: u16) {
        if let Some(word) = self.0.get_mut(usize::from(cell) / 64) {
            *word ^= 1 << (cell % 64);
        }
    }

    pub(super) fn with(mut self, cell: u16) -> Self {
        if !self.has(cell) {
            self.flip(cell);
        }
        self
    }

    pub(super) fn without(mut self, cell: u16) -> Self {
        if self.has(cell) {
            self.flip(cell);
        }
        self
    }

    fn zip(mut self, other: &Self, f: impl Fn(u64, u64) -> u64) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(one, other)| *one = f(*one, *other));
        self
    }

    pub(super) fn and(self, other: &Self) -> Self {
        self.zip(other, |one, other| one & other)
    }

    pub(super) fn or(self, other: &Self) -> Self {
        self.zip(other, |one, other| one | other)
    }

    pub(super) fn minus(self, other: &Self) -> Self {
        self.zip(other, |one, other| one & !other)
    }

    pub(super) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub(super) fn iter(self) -> impl Iterator<Item = u16> {
        bits_of(self.0).filter_map(|place| u16::try_from(place).ok())
    }
}

/// Cells that coins can reach, numbered.
pub(super) struct Region<const W: usize> {
    pub(super) cells: Vec<Coord>,
    /// By cell after how many moves a coin can come there at the soonest, as far as one can tell: the
    /// cells around the start are taken to hold coins as soon as they can.
    pub(super) soonest: Vec<u32>,
    pub(super) beside: Vec<Bits<W>>,
    touching: u32,
    numbers: FxHashMap<Coord, u16>,
}

impl<const W: usize> Region<W> {
    /// The cells that coins can reach from a start within a number of moves; `None` if there are too many.
    pub(super) fn new(game: Game, start: &Cells, moves: u32) -> Option<Self> {
        let mut all = start.clone();
        let mut soonest: FxHashMap<Coord, u32> = start.iter().map(|cell| (*cell, 0)).collect();
        for move_ in 1..=moves {
            let open = game.open(&all);
            if open.is_empty() {
                break;
            }
            if all.len() + open.len() > 64 * W {
                return None;
            }
            soonest.extend(open.iter().map(|cell| (*cell, move_)));
            all.extend(open);
        }
        let cells: Vec<Coord> = all.into_iter().collect();
        let numbers: FxHashMap<Coord, u16> = cells.iter().copied().zip(0..).collect();
        let near = |cell: &Coord| {
            let cells = game.beside(*cell).filter_map(|cell| numbers.get(&cell));
            cells.fold(Bits::NONE, |set, cell| set.with(*cell))
        };
        let beside = cells.iter().map(near).collect();
        let soonest = cells.iter().map(|cell| soonest.get(cell).copied().unwrap_or(0)).collect();
        let touching = u32::try_from(game.touching).ok()?;
        (numbers.len() == cells.len()).then_some(Region { cells, soonest, beside, touching, numbers })
    }

    /// The position of coins; nothing where one lies outside.
    pub(super) fn pack(&self, coins: &Cells) -> Option<Bits<W>> {
        coins.iter().try_fold(Bits::NONE, |set, cell| Some(set.with(*self.numbers.get(cell)?)))
    }

    pub(super) fn cell(&self, number: u16) -> Option<Coord> {
        self.cells.get(usize::from(number)).copied()
    }

    /// The neighbours of a cell.
    pub(super) fn around(&self, cell: u16) -> Bits<W> {
        self.beside.get(usize::from(cell)).copied().unwrap_or(Bits::NONE)
    }

    /// Whether a cell has enough neighbours.
    pub(super) fn touched(&self, coins: &Bits<W>, cell: u16) -> bool {
        self.around(cell).and(coins).count() >= self.touching
    }

    /// The free cells with enough neighbours, apart from the moving coin.
    pub(super) fn open(&self, coins: &Bits<W>) -> Bits<W> {
        let near = coins.iter().fold(Bits::NONE, |near, cell| near.or(&self.around(cell))).minus(coins);
        near.iter().filter(|cell| self.touched(coins, *cell)).fold(Bits::NONE, |set, cell| set.with(cell))
    }

    /// The cells that coins can reach, taken to have as many as they like.
    pub(super) fn closure(&self, coins: &Bits<W>) -> Bits<W> {
        let mut all = *coins;
        loop {
            let open = self.open(&all);
            if open == Bits::NONE {
                return all;
            }
            all = all.or(&open);
        }
    }

    /// Whether a number of moves may be enough from one position to another. Each coin that lies elsewhere takes a
    /// move. Besides, let the first layer be the open cells, the second those that are open once the first is
    /// full, and so on: a coin comes to a layer only after some coin came to the layer before, and if none of
    /// the missing coins does, that takes a move more.
    pub(super) fn is_within(&self, from: &Bits<W>, to: &Bits<W>, moves: u32) -> bool {
        let mut missing = to.minus(from);
        let (mut all, mut least) = (*from, missing.count());
        while least <= moves && missing != Bits::NONE {
            let open = self.open(&all);
            if open == Bits::NONE {
                return false;
            }
            let left = missing.minus(&open);
            least += u32::from(left == missing);
            missing = left;
            all = all.or(&open);
        }
        least <= moves
    }

    /// The same bound on the moves from the start, whose layers are known.
    pub(super) fn least_from_start(&self, start: &Bits<W>, to: &Bits<W>) -> u32 {
        let missing = to.minus(start);
        let soonest = |cell: u16| self.soonest.get(usize::from(cell)).copied().unwrap_or(0);
        // Layers beyond the last bit are merged, which can only lower the bound.
        let layers = missing.iter().fold(0_u128, |set, cell| set | 1 << soonest(cell).min(127));
        let last = 128 - layers.leading_zeros();
        let crossed = last.saturating_sub(1).saturating_sub(layers.count_ones());
        missing.count() + crossed
    }
}
