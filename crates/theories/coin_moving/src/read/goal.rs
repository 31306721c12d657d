//! Goals as lists of configurations.

use crate::rectangle::Rectangle;
use puzzlec_model::board::{Board, Coord};
use puzzlec_model::expr::{Cells, Test};
use puzzlec_model::goal::{Drawn, Goal};
use puzzlec_model::piece::{ContentId, Pieces, Selector};

/// More goals than this are not treated.
pub(super) const MOST_GOALS: usize = 4096;

/// The source of goals.
pub(super) struct Reader<'a> {
    pub(super) board: &'a Board,
    pub(super) pieces: &'a Pieces,
    pub(super) coin: ContentId,
    /// The smallest rectangle around the start, if there is a coin.
    pub(super) around: Option<Rectangle>,
}

/// The configurations that are a goal, each by the cells with a coin.
#[derive(Default)]
pub(super) struct Goals {
    /// In the order of the puzzle; those of a goal that lies anywhere in reading order. A proof that none is
    /// reached has them in this order.
    pub(super) all: Vec<Vec<Coord>>,
    /// Whether there are more than [`MOST_GOALS`].
    pub(super) too_many: bool,
    /// Whether one may lie anywhere.
    pub(super) anywhere: bool,
}

impl Reader<'_> {
    /// Adds the configurations of a goal; `None` for a goal with an open cell.
    pub(super) fn read(&self, goal: &Goal, goals: &mut Goals) -> Option<()> {
        let mut shapes = Vec::new();
        self.shapes(goal, &mut shapes)?;
        for (coins, anywhere) in shapes {
            if anywhere {
                self.places(&coins, goals);
            } else {
                goals.all.push(coins);
            }
        }
        Some(())
    }

    /// Adds the configurations of a goal as drawn, and whether each may be anywhere; `None` for a goal with
    /// an open cell.
    pub(super) fn shapes(&self, goal: &Goal, shapes: &mut Vec<(Vec<Coord>, bool)>) -> Option<()> {
        match goal {
            Goal::Any(parts) => return parts.iter().try_for_each(|part| self.shapes(part, shapes)),
            Goal::Drawn(drawn) => shapes.push((self.drawn(drawn)?, drawn.anywhere)),
            Goal::Test(test) => shapes.push((self.only(test)?, false)),
            Goal::Callback(_) | Goal::All(_) => return None,
        }
        Some(())
    }

    /// The cells with a coin, where every other cell is empty.
    fn drawn(&self, drawn: &Drawn) -> Option<Vec<Coord>> {
        let mut coins = Vec::new();
        for (cell, held) in &drawn.cells {
            match held.as_slice() {
                [0] => {}
                [held] if *held == self.coin => coins.push(*cell),
                _ => return None,
            }
        }
        let board = self.board;
        let said = |cell: &Coord| drawn.cells.contains_key(cell);
        let closed = drawn.rest_empty || !board.unbounded && board.cells().iter().all(said);
        closed.then_some(coins)
    }

    /// The places of a goal in the smallest rectangle around the start, which no coin leaves.
    fn places(&self, coins: &[Coord], goals: &mut Goals) {
        goals.anywhere = true;
        let Some(own) = Rectangle::around(coins.iter().copied()) else {
            goals.all.push(Vec::new());
            return;
        };
        let Some(around) = self.around else { return };
        for y in 0..=around.height() - own.height() {
            for x in 0..=around.width() - own.width() {
                if goals.all.len() >= MOST_GOALS {
                    goals.too_many = true;
                    return;
                }
                let moved =
                    |c: &Coord| Coord::new(c.x - own.left + around.left + x, c.y - own.top + around.top + y);
                goals.all.push(coins.iter().map(moved).collect());
            }
        }
    }

    /// `only`: the cells that hold coins, where all others are empty.
    fn only(&self, test: &Test) -> Option<Vec<Coord>> {
        let Test::And(tests) = test else { return None };
        let [Test::Holds(Cells::Fixed(cells), coin), Test::Holds(Cells::Except(all, but), rest)] =
            tests.as_slice()
        else {
            return None;
        };
        let closed =
            **all == Cells::All && **but == Cells::Fixed(cells.clone()) && *rest == Selector::empty();
        let mut cells = cells.clone();
        cells.sort_unstable();
        cells.dedup();
        (closed && self.pieces.matching(coin) == [self.coin]).then_some(cells)
    }
}
