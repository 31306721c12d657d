//! A row that moves change in place.

use super::bound::{Kinds, Pair, Stock};
use super::game::{Prepared, signed};
use crate::row::{Colour, FREE, Move, Row};

/// Cells of a line on which moves are made and taken back.
#[derive(Debug)]
pub(super) struct Board<'g> {
    game: &'g Prepared<'g>,
    kinds: &'g Kinds,
    /// The cell of the line that is the first of `cells`.
    base: i64,
    cells: Vec<Colour>,
    stock: Stock,
    /// The block that moves.
    block: Vec<Colour>,
}

/// A run of coins: from the first cell to the one after the last.
pub(super) type Run = (i64, i64);

impl<'g> Board<'g> {
    pub(super) fn new(game: &'g Prepared<'g>, row: &Row) -> Self {
        let kinds = &game.kinds;
        let mut stock = kinds.empty();
        for two in row.cells().windows(2) {
            if let [a, b] = two {
                kinds.add(&mut stock, (*a, *b));
            }
        }
        let (base, cells) = (row.first(), row.cells().to_vec());
        Board { game, kinds, base, cells, stock, block: Vec::new() }
    }

    /// The row.
    pub(super) fn row(&self) -> Row {
        Row::new(self.base, self.cells.clone())
    }

    /// The colour on a cell.
    #[inline]
    pub(super) fn at(&self, cell: i64) -> Colour {
        let place = usize::try_from(cell - self.base).ok();
        place.and_then(|place| self.cells.get(place)).copied().unwrap_or(FREE)
    }

    /// How many neighbours are missing to the nearest goal.
    #[inline]
    pub(super) fn missing(&self) -> usize {
        self.stock.missing()
    }

    /// How many fewer are missing after a move. At most two.
    #[inline]
    pub(super) fn gain(&mut self, step: Move) -> isize {
        let before = self.missing();
        let (lost, made) = self.pairs(step);
        for pair in lost {
            self.kinds.remove(&mut self.stock, pair);
        }
        for pair in made {
            self.kinds.add(&mut self.stock, pair);
        }
        let after = self.missing();
        for pair in made {
            self.kinds.remove(&mut self.stock, pair);
        }
        for pair in lost {
            self.kinds.add(&mut self.stock, pair);
        }
        before.cast_signed() - after.cast_signed()
    }

    /// The neighbours that a move parts, and those that it brings together.
    fn pairs(&self, Move { from, to }: Move) -> ([Pair; 2], [Pair; 2]) {
        let k = signed(self.game.k);
        // Cells of the block are free for neighbours of where it lands.
        let left = |cell: i64| if (from..from + k).contains(&cell) { FREE } else { self.at(cell) };
        let (first, last) = (self.at(from), self.at(from + k - 1));
        (
            [(self.at(from - 1), first), (last, self.at(from + k))],
            [(left(to - 1), first), (last, left(to + k))],
        )
    }

    /// Makes a move that the rule allows.
    pub(super) fn play(&mut self, step: Move) {
        let (lost, made) = self.pairs(step);
        for pair in lost {
            self.kinds.remove(&mut self.stock, pair);
        }
        for pair in made {
            self.kinds.add(&mut self.stock, pair);
        }
        self.widen(step.to);
        let place = |cell: i64| usize::try_from(cell - self.base).unwrap_or(usize::MAX);
        let (from, to, k) = (place(step.from), place(step.to), self.game.k);
        self.block.clear();
        if let Some(block) = self.cells.get_mut(from..from + k) {
            self.block.extend_from_slice(block);
            block.fill(FREE);
        }
        if let Some(block) = self.cells.get_mut(to..to + k) {
            block.copy_from_slice(&self.block);
        }
    }

    /// Takes a move back.
    pub(super) fn unplay(&mut self, step: Move) {
        self.play(Move { from: step.to, to: step.from });
    }

    /// Makes room for a block.
    fn widen(&mut self, to: i64) {
        let end = to + signed(self.game.k) - self.base;
        if to < self.base {
            let more = usize::try_from(self.base - to).unwrap_or(0) + self.cells.len();
            self.cells.splice(0..0, std::iter::repeat_n(FREE, more));
            self.base -= signed(more);
        } else if end > signed(self.cells.len()) {
            let len = usize::try_from(end).unwrap_or(0) + self.cells.len();
            self.cells.resize(len, FREE);
        }
    }

    /// The runs of coins, from left to right.
    pub(super) fn runs(&self, runs: &mut Vec<Run>) {
        runs.clear();
        let mut begun = None;
        for (cell, held) in (self.base..).zip(&self.cells) {
            match (begun, *held == FREE) {
                (None, false) => begun = Some(cell),
                (Some(first), true) => {
                    runs.push((first, cell));
                    begun = None;
                }
                _ => {}
            }
        }
        if let Some(first) = begun {
            runs.push((first, self.base + signed(self.cells.len())));
        }
    }

    /// Whether the row is a goal.
    pub(super) fn is_goal(&self) -> bool {
        if self.missing() > 0 {
            return false;
        }
        let row = self.row();
        self.game.goals.iter().any(|goal| goal.is(&row))
    }
}
