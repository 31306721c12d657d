//! Positions as words of bits for the cells of a region.

use rustc_hash::FxHashMap;

use super::game::{Cells, Game};
use crate::search::word::Word;
use puzzlec_model::board::Coord;

/// Cells that coins can reach, numbered.
pub(super) struct Region<W> {
    pub(super) cells: Vec<Coord>,
    /// By cell after how many moves a coin can come there at the soonest, as far as one can tell: the
    /// cells around the start are taken to hold coins as soon as they can.
    pub(super) soonest: Vec<usize>,
    pub(super) beside: Vec<W>,
    touching: usize,
    numbers: FxHashMap<Coord, u16>,
}

impl<W: Word> Region<W> {
    /// The cells that coins can reach from a start within a number of moves; `None` if there are too many.
    pub(super) fn new(game: Game, start: &Cells, moves: usize) -> Option<Self> {
        let mut all = start.clone();
        let mut soonest: FxHashMap<Coord, usize> = start.iter().map(|cell| (*cell, 0)).collect();
        for move_ in 1..=moves {
            let open = game.open(&all);
            if open.is_empty() {
                break;
            }
            if all.len() + open.len() > W::BITS {
                return None;
            }
            soonest.extend(open.iter().map(|cell| (*cell, move_)));
            all.extend(open);
        }
        let cells: Vec<Coord> = all.into_iter().collect();
        let numbers: FxHashMap<Coord, u16> = cells.iter().copied().zip(0..).collect();
        let near = |cell: &Coord| {
            let cells = game.beside(*cell).filter_map(|cell| numbers.get(&cell));
            cells.fold(W::NONE, |set, cell| set | W::cell((*cell).into()))
        };
        let beside = cells.iter().map(near).collect();
        let soonest = cells.iter().map(|cell| soonest.get(cell).copied().unwrap_or(0)).collect();
        (numbers.len() == cells.len()).then_some(Region {
            cells,
            soonest,
            beside,
            touching: game.touching,
            numbers,
        })
    }

    /// The position of coins; nothing where one lies outside.
    pub(super) fn pack(&self, coins: &Cells) -> Option<W> {
        coins.iter().try_fold(W::NONE, |set, cell| Some(set | W::cell((*self.numbers.get(cell)?).into())))
    }

    pub(super) fn cell(&self, number: usize) -> Option<Coord> {
        self.cells.get(number).copied()
    }

    /// The neighbours of a cell.
    pub(super) fn around(&self, cell: usize) -> W {
        self.beside.get(cell).copied().unwrap_or(W::NONE)
    }

    /// Whether a cell has enough neighbours.
    pub(super) fn touched(&self, coins: W, cell: usize) -> bool {
        (self.around(cell) & coins).count() >= self.touching
    }

    /// The free cells with enough neighbours, apart from the moving coin.
    pub(super) fn open(&self, coins: W) -> W {
        let near = coins.places().fold(W::NONE, |near, cell| near | self.around(cell)) & !coins;
        near.places().filter(|cell| self.touched(coins, *cell)).fold(W::NONE, |set, cell| set | W::cell(cell))
    }

    /// Whether a number of moves may be enough from one position to another. Each coin that lies elsewhere takes a
    /// move. Let the first layer be the open cells, the second those that are open once the first is full, and so
    /// on: a coin comes to a layer only after some coin came to the layer before, and if none of the missing coins
    /// does, that takes one more move.
    pub(super) fn is_within(&self, from: W, to: W, moves: usize) -> bool {
        let mut missing = to & !from;
        let (mut all, mut least) = (from, missing.count());
        while least <= moves && !missing.is_none() {
            let open = self.open(all);
            if open.is_none() {
                return false;
            }
            let left = missing & !open;
            least += usize::from(left == missing);
            missing = left;
            all = all | open;
        }
        least <= moves
    }

    /// The same bound on the moves from the start, whose layers are known.
    pub(super) fn least_from_start(&self, start: W, to: W) -> usize {
        let missing = to & !start;
        let soonest = |cell: usize| self.soonest.get(cell).copied().unwrap_or(0);
        // Layers beyond the last bit are merged, which can only lower the bound.
        let layers = missing.places().fold(0_u128, |set, cell| set | 1 << soonest(cell).min(127));
        let last = 128 - layers.leading_zeros();
        let crossed = last.saturating_sub(1).saturating_sub(layers.count_ones());
        missing.count() + crossed as usize
    }
}
