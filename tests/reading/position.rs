//! Positions: what each cell holds.

use std::collections::{BTreeMap, BTreeSet};

use super::board::Cell;

/// A piece's place in the list of all pieces.
pub type Piece = usize;

/// What a cell holds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Held {
    /// A piece of one cell, and which of its family.
    One(Piece, usize),
    /// A piece of several cells that bends: its cells with their labels, in order from the smaller end.
    Chain(Piece, Vec<(Cell, String)>),
    /// A rigid piece and all its cells.
    Block(Piece, BTreeSet<Cell>),
}

impl Held {
    /// A chain and its reversal are one piece.
    pub fn chain(piece: Piece, mut cells: Vec<(Cell, String)>) -> Held {
        if cells.first().map(|c| c.0) > cells.last().map(|c| c.0) {
            cells.reverse();
        }
        Held::Chain(piece, cells)
    }

    pub fn piece(&self) -> Piece {
        match self {
            Held::One(piece, _) | Held::Chain(piece, _) | Held::Block(piece, _) => *piece,
        }
    }

    /// The same, everything moved by `to`.
    pub fn moved(&self, to: &dyn Fn(Cell) -> Cell) -> Held {
        match self {
            Held::One(..) => self.clone(),
            Held::Chain(piece, cells) => {
                Held::chain(*piece, cells.iter().map(|(c, label)| (to(*c), label.clone())).collect())
            }
            Held::Block(piece, cells) => Held::Block(*piece, cells.iter().map(|c| to(*c)).collect()),
        }
    }

    /// All cells of the piece whose cell this is.
    pub fn cells(&self, at: Cell) -> BTreeSet<Cell> {
        match self {
            Held::One(..) => BTreeSet::from([at]),
            Held::Chain(_, cells) => cells.iter().map(|c| c.0).collect(),
            Held::Block(_, cells) => cells.clone(),
        }
    }
}

/// What every cell holds, and of a ring how many cells are left.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    pub held: BTreeMap<Cell, Held>,
    /// The floor piece below a cell, and which of its family.
    pub floor: BTreeMap<Cell, (Piece, usize)>,
    /// The counters by their names.
    pub counts: BTreeMap<String, i64>,
    pub length: usize,
}

/// What an action moves, as measures ask.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moved {
    /// The first piece: from where to where.
    pub first: Option<(Cell, Cell)>,
    pub pieces: u64,
    /// What the action costs.
    pub cost: u64,
}

impl Moved {
    pub fn add(&mut self, from: Cell, to: Cell) {
        self.first = self.first.or((self.pieces == 0).then_some((from, to)));
        self.pieces += 1;
    }
}

/// A position in which every piece is known from the start of the action to its end.
#[derive(Clone, Debug)]
pub struct Traced {
    pub held: BTreeMap<Cell, (Held, usize)>,
    pub floor: BTreeMap<Cell, (Piece, usize)>,
    pub counts: BTreeMap<String, i64>,
    next: usize,
}

impl Traced {
    /// Each piece with a number of its own.
    pub fn new(position: &Position) -> Traced {
        let mut board = Traced {
            held: BTreeMap::new(),
            floor: position.floor.clone(),
            counts: position.counts.clone(),
            next: 0,
        };
        for (cell, held) in &position.held {
            let known = board.held.iter().find(|(other, (h, _))| h.cells(**other) == held.cells(*cell));
            let number = known.map(|(_, (_, number))| *number);
            match number {
                Some(number) => board.held.insert(*cell, (held.clone(), number)),
                None => {
                    let number = board.number();
                    board.held.insert(*cell, (held.clone(), number))
                }
            };
        }
        board
    }

    /// A number for a new piece.
    pub fn number(&mut self) -> usize {
        self.next += 1;
        self.next
    }

    pub fn position(&self, length: usize) -> Position {
        let held = self.held.iter().map(|(c, (h, _))| (*c, h.clone())).collect();
        Position { held, floor: self.floor.clone(), counts: self.counts.clone(), length }
    }
}
