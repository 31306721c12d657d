//! Goals that are one configuration of coins.

use std::collections::BTreeSet;

use crate::model::board::{Board, Coord};
use crate::model::expr::{Cell, Cells, Test};
use crate::model::goal::{Drawn, Goal};
use crate::model::piece::{ContentId, Pieces, Selector};

/// The cells that hold the coins where the goal is reached with this number of coins; nothing for a goal with
/// a choice. They may be more or fewer than there are coins: then it is never reached.
pub(super) fn coins(
    goal: &Goal,
    board: &Board,
    pieces: &Pieces,
    coin: ContentId,
    count: usize,
) -> Option<Vec<Coord>> {
    let mut demands =
        Demands { board, pieces, coin, coins: BTreeSet::new(), free: BTreeSet::new(), closed: None };
    demands.read(goal)?;
    let Demands { coins, free, closed, .. } = demands;
    // What must be empty and hold a coin, too, is no configuration.
    if !coins.is_disjoint(&free) || closed.as_ref().is_some_and(|only| !coins.is_subset(only)) {
        return None;
    }
    let said = |cell: &Coord| coins.contains(cell) || free.contains(cell);
    let all_said = match &closed {
        Some(only) => only.iter().all(said),
        None => !board.unbounded && board.cells().iter().all(said),
    };
    (all_said || coins.len() >= count).then(|| coins.into_iter().collect())
}

/// What a goal demands of cells.
struct Demands<'a> {
    board: &'a Board,
    pieces: &'a Pieces,
    coin: ContentId,
    coins: BTreeSet<Coord>,
    free: BTreeSet<Coord>,
    /// All other cells must be empty.
    closed: Option<BTreeSet<Coord>>,
}

impl Demands<'_> {
    fn read(&mut self, goal: &Goal) -> Option<()> {
        match goal {
            Goal::Drawn(drawn) => self.drawn(drawn),
            Goal::Test(test) => self.test(test),
            Goal::All(parts) => parts.iter().try_for_each(|part| self.read(part)),
            Goal::Asked(_) | Goal::Any(_) => None,
        }
    }

    fn drawn(&mut self, drawn: &Drawn) -> Option<()> {
        if drawn.anywhere {
            return None;
        }
        for (cell, held) in &drawn.cells {
            match held.as_slice() {
                // `?`
                [] => {}
                [0] => {
                    self.free.insert(*cell);
                }
                [held] if *held == self.coin => {
                    self.coins.insert(*cell);
                }
                _ => return None,
            }
        }
        if drawn.rest_empty { self.close(drawn.cells.keys().copied().collect()) } else { Some(()) }
    }

    fn test(&mut self, test: &Test) -> Option<()> {
        match test {
            Test::Fixed(true) => Some(()),
            Test::And(parts) => parts.iter().try_for_each(|part| self.test(part)),
            Test::Holds(cells, selector) => self.holds(cells, selector),
            _ => None,
        }
    }

    fn holds(&mut self, cells: &Cells, selector: &Selector) -> Option<()> {
        let empty = *selector == Selector::empty();
        if !empty && self.pieces.matching(selector) != [self.coin] {
            return None;
        }
        match cells {
            Cells::All if empty => self.close(BTreeSet::new()),
            Cells::Except(all, but) if empty && **all == Cells::All => self.close(fixed(but)?),
            cells => {
                let cells = fixed(cells)?;
                if !cells.iter().all(|cell| self.board.contains(*cell)) {
                    return None;
                }
                if empty {
                    self.free.extend(cells)
                } else {
                    self.coins.extend(cells)
                }
                Some(())
            }
        }
    }

    /// All cells but these must be empty. One such demand is enough.
    fn close(&mut self, but: BTreeSet<Coord>) -> Option<()> {
        self.closed.replace(but).is_none().then_some(())
    }
}

fn fixed(cells: &Cells) -> Option<BTreeSet<Coord>> {
    match cells {
        Cells::One(Cell::Fixed(cell)) => Some([*cell].into()),
        Cells::Fixed(cells) => Some(cells.iter().copied().collect()),
        Cells::Join(parts) => parts.iter().map(fixed).try_fold(BTreeSet::new(), |mut all, part| {
            all.extend(part?);
            Some(all)
        }),
        _ => None,
    }
}
