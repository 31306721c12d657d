//! The cells of a task and what lies beyond them.

use std::cell::Cell;

use rustc_hash::FxHashMap;

use crate::model::board::{Board, Coord, Direction};
use crate::model::piece::{Content, ContentId, Pieces, Selector};
use crate::task::{ValueSet, VarId};

/// What a coordinate is to a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    /// A variable.
    Var(VarId),
    /// A cell of the unbounded board beyond the window: always empty.
    Beyond,
    /// No cell.
    Off,
}

/// A board with the cells that are variables.
#[derive(Clone, Debug)]
pub(crate) struct Field<'a> {
    /// The board as the rules see it.
    pub board: &'a Board,
    /// The pieces.
    pub pieces: &'a Pieces,
    /// The cells, in the order of their variables.
    pub cells: Vec<Coord>,
    index: FxHashMap<Coord, VarId>,
    /// How many cells tests have looked at.
    pub looked: Cell<u64>,
}

impl<'a> Field<'a> {
    /// A field of these cells.
    pub fn new(board: &'a Board, pieces: &'a Pieces, cells: Vec<Coord>) -> Self {
        let index = (0..).zip(&cells).map(|(i, c)| (*c, i)).collect();
        Field { board, pieces, cells, index, looked: Cell::new(0) }
    }

    /// What is at a coordinate.
    pub fn spot(&self, cell: Coord) -> Spot {
        match self.index.get(&cell) {
            Some(var) => Spot::Var(*var),
            None if self.board.contains(cell) => Spot::Beyond,
            None => Spot::Off,
        }
    }

    /// The values that a selector speaks of.
    pub fn values(&self, selector: &Selector) -> ValueSet {
        self.pieces.matching(selector).into_iter().collect()
    }

    /// The values that pass a test on contents.
    pub fn values_where(&self, test: impl Fn(&Content) -> bool) -> ValueSet {
        self.pieces.contents().filter(|(_, c)| test(c)).map(|(id, _)| id).collect()
    }

    /// A table that sends each content through a change; contents it does not speak of stay.
    pub fn table(&self, change: impl Fn(&Content) -> Option<Content>) -> Vec<ContentId> {
        self.pieces
            .contents()
            .map(|(id, content)| change(content).and_then(|c| self.pieces.id(&c)).unwrap_or(id))
            .collect()
    }

    /// The direction that leads from a cell to a neighbour.
    pub fn towards(&self, from: Coord, to: Coord) -> Option<Direction> {
        (0..self.board.directions().len())
            .filter_map(|d| Direction::try_from(d).ok())
            .find(|d| self.board.step(from, *d) == Some(to))
    }
}
