//! Plans as steps of the puzzle.

use super::super::read::{Cells, Game, label};
use super::super::words::{Removal, Taken};
use puzzlec_model::board::Coord;
use puzzlec_task::Label;
use puzzlec_task::Steps;

/// The removal of the coins of a part.
pub(super) enum Order {
    /// Of a row or ring, generated on each iteration.
    Word(Removal),
    /// These coins, one after the other.
    Listed(Vec<u32>),
}

/// The removal of all parts, one part after the other.
///
/// If the row closes up, a move changes the cells of the coins after it alone. So the last part is removed first, and no
/// coin of a part that is still whole has moved. Of a ring with gaps, the part that goes on from the last cell to the
/// first is removed when all others are gone.
pub(super) struct Walk {
    closing: bool,
    parts: Vec<(Order, Cells)>,
    /// The part that goes on over the end of a ring.
    over: Option<Over>,
}

/// A part of a closing ring whose coins lie on its last cells and on its first ones.
#[derive(Clone, Copy)]
struct Over {
    part: usize,
    /// How many of its coins lie on the last cells.
    last: u32,
    /// How many cells the ring has when only this part is left.
    cells: u32,
}

impl Walk {
    /// The walk that removes the parts of a puzzle in these orders.
    pub fn new(game: &Game<'_>, orders: Vec<Order>) -> Self {
        let parts = &game.problem.parts;
        let over = game.over().map(|(part, last)| {
            let others = parts.iter().enumerate().filter(|(at, _)| *at != part);
            let gone: usize = others.map(|(_, other)| other.heads.len()).sum();
            let cells = game.board().cells().len().saturating_sub(gone);
            Over { part, last, cells: u32::try_from(cells).unwrap_or(u32::MAX) }
        });
        let parts = orders.into_iter().zip(game.cells().iter().cloned()).collect();
        Walk { closing: game.problem.closing, parts, over }
    }

    fn coins<'a>(&self, order: &'a Order) -> Box<dyn Iterator<Item = Taken> + 'a> {
        match order {
            Order::Word(removal) => Box::new(removal.coins()),
            Order::Listed(coins) => Box::new(coins.iter().map(|coin| Taken { coin: *coin, place: *coin })),
        }
    }

    /// The cells of the coins of a part, in the order of their removal.
    fn cells<'a>(
        &'a self,
        at: usize,
        (order, cells): &'a (Order, Cells),
    ) -> Box<dyn Iterator<Item = Coord> + 'a> {
        let taken = self.coins(order);
        match self.over.filter(|over| over.part == at) {
            None => Box::new(taken.filter_map(|taken| cells.cell(taken.place))),
            Some(mut over) => Box::new(taken.filter_map(move |taken| {
                let cell = match taken.place.checked_sub(over.last) {
                    Some(cell) => cell,
                    None => {
                        let cell = over.cells - over.last + taken.place;
                        over.last -= 1;
                        cell
                    }
                };
                over.cells -= 1;
                Some(Coord::new(i32::try_from(cell).ok()?, 0))
            })),
        }
    }
}

impl Steps for Walk {
    fn labels(&self) -> Box<dyn Iterator<Item = Label> + '_> {
        let all = self.parts.iter().enumerate();
        if !self.closing {
            return Box::new(all.flat_map(|(at, part)| self.cells(at, part)).map(label));
        }
        let over = self.over.and_then(|over| self.parts.get(over.part).map(|part| (over.part, part)));
        let whole = all.rev().filter(move |(at, _)| over.is_none_or(|(over, _)| over != *at));
        Box::new(whole.chain(over).flat_map(|(at, part)| self.cells(at, part)).map(label))
    }
}
