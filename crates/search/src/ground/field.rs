//! The cells of a task and the cells beyond them.

use std::cell::{Cell, RefCell};

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use puzzlec_model::board::{Board, Coord, Direction};
use puzzlec_model::piece::{Content, ContentId, Pieces, Selector};
use puzzlec_task::{Condition, Members, Value, ValueSet, VarId, whole};

/// The role of a coordinate in a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    /// A variable.
    Var(VarId),
    /// A cell of the unbounded board beyond the window: always empty.
    Beyond,
    /// A floor that no rule changes: what it holds.
    Still(Value),
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
    /// Cells beyond the border, which patterns and variables cannot cover: always empty.
    pub border: Vec<Coord>,
    /// The first variable of a counter; those of the others follow.
    counters: VarId,
    index: FxHashMap<Coord, Spot>,
    /// Whether there are pieces of several cells.
    pub several: bool,
    /// The number of cells tested so far.
    pub looked: Cell<u64>,
    /// When no move is possible; never while the moves are not known.
    pub stuck: RefCell<Condition>,
    /// The sets whose connected parts are asked for, each once.
    pub sets: RefCell<FxHashSet<Arc<Members>>>,
    /// Which of their members count, each list once.
    pub counted: RefCell<FxHashSet<Arc<[Condition]>>>,
}

impl<'a> Field<'a> {
    /// A field of these cells.
    pub fn new(board: &'a Board, pieces: &'a Pieces, cells: Vec<Coord>) -> Self {
        let index = (0..).zip(&cells).map(|(i, c)| (*c, Spot::Var(i))).collect();
        let counters = VarId::MAX;
        let several = whole::several(pieces);
        Field {
            board,
            pieces,
            cells,
            border: Vec::new(),
            counters,
            index,
            several,
            looked: Cell::new(0),
            stuck: RefCell::new(Condition::False),
            sets: RefCell::default(),
            counted: RefCell::default(),
        }
    }

    /// The same field with a border: cells that rules may act on although none ever holds a piece.
    pub fn with_border(mut self, border: Vec<Coord>) -> Self {
        self.index.extend(border.iter().map(|c| (*c, Spot::Beyond)));
        self.border = border;
        self
    }

    /// The same field with floors: those of these places are the next variables, and what the others hold stays.
    pub fn with_floors(mut self, floors: &[Coord], still: impl IntoIterator<Item = (Coord, Value)>) -> Self {
        let first = VarId::try_from(self.cells.len()).unwrap_or(VarId::MAX);
        self.index.extend((first..).zip(floors).map(|(var, place)| (*place, Spot::Var(var))));
        self.index.extend(still.into_iter().map(|(place, value)| (place, Spot::Still(value))));
        self.counters = VarId::try_from(self.cells.len() + floors.len()).unwrap_or(VarId::MAX);
        let counters = (self.counters..).zip(self.pieces.counter_places());
        self.index.extend(counters.map(|(var, place)| (place, Spot::Var(var))));
        self
    }

    /// The variable of a counter, with the number of its values.
    pub fn counter(&self, number: u16) -> Option<(VarId, Value)> {
        let size = self.pieces.counters.get(usize::from(number))?.size();
        Some((self.counters.checked_add(number.into())?, size))
    }

    /// The number of values of a variable.
    pub fn size(&self, var: VarId) -> Value {
        let number = var.checked_sub(self.counters).and_then(|n| u16::try_from(n).ok());
        let contents = || Value::try_from(self.pieces.contents().len()).unwrap_or(Value::MAX);
        number.and_then(|n| self.counter(n)).map_or_else(contents, |(_, size)| size)
    }

    /// Whether patterns and variables may cover the cell.
    pub fn covers(&self, cell: Coord) -> bool {
        self.index.contains_key(&cell)
    }

    /// The role of a coordinate.
    pub fn spot(&self, cell: Coord) -> Spot {
        match self.index.get(&cell) {
            Some(spot) => *spot,
            // Without floor pieces in play every floor is empty.
            None if cell.is_floor() && self.board.contains(cell.cell()) => Spot::Still(0),
            None if self.board.contains(cell) => Spot::Beyond,
            None => Spot::Off,
        }
    }

    /// The values of a selector.
    pub fn values(&self, selector: &Selector) -> ValueSet {
        self.pieces.matching(selector).into_iter().collect()
    }

    /// The values that pass a test on contents.
    pub fn values_where(&self, test: impl Fn(&Content) -> bool) -> ValueSet {
        self.pieces.contents().filter(|(_, c)| test(c)).map(|(id, _)| id).collect()
    }

    /// The values of a variable that are not among these.
    pub fn others(&self, var: VarId, values: &ValueSet) -> ValueSet {
        (0..self.size(var)).filter(|value| !values.contains(*value)).collect()
    }

    /// The table of a change of contents.
    pub fn table(&self, change: impl Fn(ContentId, &Content) -> ContentId) -> Vec<ContentId> {
        self.pieces.contents().map(|(id, content)| change(id, content)).collect()
    }

    /// The direction from a cell to a neighbour.
    pub fn towards(&self, from: Coord, to: Coord) -> Option<Direction> {
        (0..self.board.directions().len())
            .filter_map(|d| Direction::try_from(d).ok())
            .find(|d| self.board.step(from, *d) == Some(to))
    }
}
