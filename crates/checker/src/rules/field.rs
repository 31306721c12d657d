//! The cells of a reading and the board about them.

use std::cell::{Cell, RefCell};

use rustc_hash::FxHashMap;

use puzzlec_model::Model;
use puzzlec_model::board::{Board, Coord, Direction};
use puzzlec_model::piece::{Content, Form, Pieces, Selector};
use puzzlec_task::{Condition, Value, ValueSet, VarId};

/// The relation of the cells to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Extent {
    /// The whole board.
    Whole,
    /// A stated window of an unbounded board: patterns and variables stay inside, and all cells beyond stay
    /// empty.
    Window,
    /// A part of an unbounded board that, by claim, no piece leaves.
    Endless,
}

/// The cells of a reading.
pub(super) struct Field<'a> {
    pub(super) board: &'a Board,
    pub(super) pieces: &'a Pieces,
    /// The cells, by their variables.
    pub(super) cells: Vec<Coord>,
    pub(super) extent: Extent,
    /// The variable that holds how many cells a ring has, with that number.
    pub(super) length: Option<(VarId, Value)>,
    /// Whether there are pieces of several cells.
    pub(super) several: bool,
    /// The floors that are variables, in order: all if a rule changes floors, otherwise none.
    pub(super) floors: Vec<Coord>,
    /// The first variable of a counter; those of the others follow.
    counters: VarId,
    /// The floors that stay as they are.
    still: FxHashMap<Coord, Value>,
    index: FxHashMap<Coord, VarId>,
    /// The work on the current test: parts of conditions that were made for lists.
    pub(super) work: Cell<u64>,
    /// When no move is possible, once the moves are read.
    pub(super) stuck: RefCell<Option<Condition>>,
}

/// The kind of a coordinate.
pub(super) enum Spot {
    Var(VarId),
    /// A cell of an endless board beyond those of the reading: empty.
    Beyond,
    /// A floor that no rule changes: what it holds.
    Still(Value),
    /// No cell.
    Off,
}

impl<'a> Field<'a> {
    pub(super) fn new(model: &'a Model, board: &'a Board, cells: Vec<Coord>, extent: Extent) -> Self {
        let start = super::super::start(model);
        let below = if model.pieces.has_floor() { cells.as_slice() } else { &[] };
        let below = below.iter().map(|cell| cell.floor());
        let (floors, still) = match model.changes_floor() {
            true => (below.collect(), FxHashMap::default()),
            false => (Vec::new(), below.map(|at| (at, start.get(&at).copied().unwrap_or(0))).collect()),
        };
        let places = cells.iter().chain(&floors).copied().chain(model.pieces.counter_places());
        let index = places.zip(0..).collect();
        let counters = VarId::try_from(cells.len() + floors.len()).unwrap_or(VarId::MAX);
        Field {
            board,
            pieces: &model.pieces,
            cells,
            extent,
            length: None,
            several: model.pieces.kinds.iter().any(|kind| kind.form != Form::Unit),
            floors,
            counters,
            still,
            index,
            work: Cell::new(0),
            stuck: RefCell::default(),
        }
    }

    /// A ring of the first cells, of this length.
    pub(super) fn shortened<'b>(&'b self, board: &'b Board, length: usize) -> Field<'b> {
        let cells: Vec<Coord> = self.cells.iter().take(length).copied().collect();
        let index = cells.iter().copied().zip(0..).collect();
        let var = VarId::try_from(self.cells.len()).unwrap_or(VarId::MAX);
        let held = Value::try_from(length).unwrap_or(Value::MAX);
        let (pieces, extent, length) = (self.pieces, self.extent, Some((var, held)));
        let (floors, still) = (Vec::new(), FxHashMap::default());
        let (several, counters) = (self.several, VarId::MAX);
        Field {
            board,
            pieces,
            cells,
            extent,
            length,
            several,
            floors,
            counters,
            still,
            index,
            work: Cell::new(0),
            stuck: RefCell::default(),
        }
    }

    pub(super) fn var(&self, cell: Coord) -> Option<VarId> {
        self.index.get(&cell).copied()
    }

    pub(super) fn spot(&self, cell: Coord) -> Spot {
        match self.var(cell) {
            Some(var) => Spot::Var(var),
            None if self.extent != Extent::Whole && !cell.is_floor() && self.board.contains(cell) => {
                Spot::Beyond
            }
            None => match self.still.get(&cell) {
                Some(value) => Spot::Still(*value),
                // No floor piece is in play: the floor of every cell is empty.
                None if cell.is_floor() && self.board.contains(cell.cell()) => Spot::Still(0),
                None => Spot::Off,
            },
        }
    }

    /// The cell, floor or counter of a variable.
    pub(super) fn place(&self, var: VarId) -> Option<Coord> {
        match self.counter_at(var) {
            Some(number) => Some(Coord::counter(number)),
            None => self.cells.iter().chain(&self.floors).nth(var as usize).copied(),
        }
    }

    /// The number of the counter that a variable is.
    fn counter_at(&self, var: VarId) -> Option<u16> {
        let number = u16::try_from(var.checked_sub(self.counters)?).ok()?;
        self.pieces.counters.get(usize::from(number)).map(|_| number)
    }

    /// The values that a variable may have.
    pub(super) fn every(&self, var: VarId) -> ValueSet {
        let counter = self.counter_at(var).and_then(|number| self.pieces.counters.get(usize::from(number)));
        counter.map_or_else(|| self.everything(), |counter| (0..counter.size()).collect())
    }

    /// Whether a start with a content at this place can be a position.
    pub(super) fn has_place(&self, place: Coord) -> bool {
        self.var(place).is_some() || self.still.contains_key(&place)
    }

    /// The number of contents.
    pub(super) fn contents(&self) -> Value {
        Value::try_from(self.pieces.contents().count()).unwrap_or(Value::MAX)
    }

    /// The contents that a cell may have.
    pub(super) fn everything(&self) -> ValueSet {
        (0..self.contents()).collect()
    }

    pub(super) fn matching(&self, selector: &Selector) -> ValueSet {
        self.filtered(|content| selector.matches(content))
    }

    pub(super) fn filtered(&self, fits: impl Fn(&Content) -> bool) -> ValueSet {
        self.pieces.contents().filter(|(_, content)| fits(content)).map(|(id, _)| id).collect()
    }

    pub(super) fn directions(&self) -> impl Iterator<Item = Direction> + use<> {
        (0..self.board.directions().len()).filter_map(|d| Direction::try_from(d).ok())
    }
}
