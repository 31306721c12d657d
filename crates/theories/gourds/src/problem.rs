//! Boards of hexagons, gourds that lie on them, and their moves.
//!
//! Cells are axial pairs `(q, r)`; directions are counted counterclockwise from the right: right, up-right, up-left,
//! left, down-left, down-right.

use rustc_hash::FxHashMap;

/// A cell, by its place in [`Board::cells`].
pub type Cell = u32;

/// The label of an end; equal ends have equal labels. The numbers mean nothing else.
pub type Label = u32;

/// No cell, or no gourd.
pub const NONE: u32 = u32::MAX;

/// The steps to the six neighbours of a cell, by direction.
pub const STEPS: [(i32, i32); 6] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];

/// A finite set of cells of the triangular lattice, and which of them are neighbours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    cells: Vec<(i32, i32)>,
    near: Vec<[Cell; 6]>,
}

impl Board {
    /// The board of these cells, which are all different; a cell keeps its place in the list.
    pub fn new(cells: Vec<(i32, i32)>) -> Self {
        let index: FxHashMap<(i32, i32), Cell> =
            cells.iter().zip(0..).map(|(cell, place)| (*cell, place)).collect();
        let near =
            |(q, r): &(i32, i32)| STEPS.map(|(dq, dr)| index.get(&(q + dq, r + dr)).copied().unwrap_or(NONE));
        let near = cells.iter().map(near).collect();
        Board { cells, near }
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there is no cell.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The coordinates of all cells.
    pub fn cells(&self) -> &[(i32, i32)] {
        &self.cells
    }

    /// The neighbours of a cell by direction, [`NONE`] where the board has no cell.
    #[inline]
    pub fn near(&self, cell: Cell) -> &[Cell; 6] {
        self.near.get(cell as usize).unwrap_or(&[NONE; 6])
    }

    /// The neighbours of a cell, in order of direction.
    #[inline]
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.near(cell).iter().copied().filter(|near| *near != NONE)
    }

    /// The direction from a cell to a neighbour.
    #[inline]
    pub fn direction(&self, from: Cell, to: Cell) -> Option<usize> {
        self.near(from).iter().position(|near| *near == to && to != NONE)
    }

    /// Whether two cells are neighbours.
    #[inline]
    pub fn adjacent(&self, a: Cell, b: Cell) -> bool {
        self.direction(a, b).is_some()
    }

    /// The part of the board with these cells, in their order.
    pub fn part(&self, cells: &[Cell]) -> Self {
        Board::new(cells.iter().filter_map(|cell| self.cells.get(*cell as usize).copied()).collect())
    }
}

/// A board of 2n + 1 cells with n gourds and one empty cell. Gourd `g` has the ends `2 g` and `2 g + 1`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Configuration {
    /// By end its cell.
    ends: Vec<Cell>,
    /// By cell its end; [`NONE`] for the empty cell.
    held: Vec<u32>,
    empty: Cell,
}

impl Configuration {
    /// The configuration of gourds whose two ends lie on these cells; nothing if two gourds overlap, the ends of one are
    /// no neighbours, or not exactly one cell is left.
    pub fn new(board: &Board, gourds: &[[Cell; 2]]) -> Option<Self> {
        if board.len() != 2 * gourds.len() + 1 {
            return None;
        }
        let mut held = vec![NONE; board.len()];
        for (gourd, [a, b]) in (0..).zip(gourds) {
            if !board.adjacent(*a, *b) {
                return None;
            }
            for (end, cell) in [(2 * gourd, a), (2 * gourd + 1, b)] {
                if std::mem::replace(held.get_mut(*cell as usize)?, end) != NONE {
                    return None;
                }
            }
        }
        let empty = Cell::try_from(held.iter().position(|end| *end == NONE)?).ok()?;
        Some(Configuration { ends: gourds.as_flattened().to_vec(), held, empty })
    }

    /// The number of gourds.
    pub fn gourds(&self) -> usize {
        self.ends.len() / 2
    }

    /// The empty cell.
    #[inline]
    pub fn empty(&self) -> Cell {
        self.empty
    }

    /// The end on a cell: twice its gourd, and 1 for the second end; [`NONE`] for the empty cell.
    #[inline]
    pub fn end(&self, cell: Cell) -> u32 {
        self.held.get(cell as usize).copied().unwrap_or(NONE)
    }

    /// The cell of an end.
    #[inline]
    pub fn cell(&self, end: u32) -> Cell {
        self.ends.get(end as usize).copied().unwrap_or(NONE)
    }

    /// The cells of a gourd's ends.
    #[inline]
    pub fn gourd(&self, gourd: u32) -> [Cell; 2] {
        [self.cell(2 * gourd), self.cell(2 * gourd + 1)]
    }

    /// The cell of the other end of the gourd on a cell; [`NONE`] for the empty cell.
    #[inline]
    pub fn partner(&self, cell: Cell) -> Cell {
        match self.end(cell) {
            NONE => NONE,
            end => self.cell(end ^ 1),
        }
    }

    /// Plays the one move through a neighbour of the empty cell: if the other end of its gourd touches the empty cell,
    /// that end moves there, a pivot; otherwise the gourd follows the end on this cell, a slide or a turn. The cell that the
    /// gourd leaves is empty then, and the move through the same cell takes it back. Says whether there is such a move.
    #[inline]
    pub fn play(&mut self, board: &Board, through: Cell) -> bool {
        let (end, hole) = (self.end(through), self.empty);
        if end == NONE || !board.adjacent(hole, through) {
            return false;
        }
        let left = self.cell(end ^ 1);
        if board.adjacent(hole, left) {
            self.put(end ^ 1, hole);
        } else {
            self.put(end, hole);
            self.put(end ^ 1, through);
        }
        if let Some(held) = self.held.get_mut(left as usize) {
            *held = NONE;
        }
        self.empty = left;
        true
    }

    #[inline]
    fn put(&mut self, end: u32, cell: Cell) {
        if let Some(place) = self.ends.get_mut(end as usize) {
            *place = cell;
        }
        if let Some(held) = self.held.get_mut(cell as usize) {
            *held = end;
        }
    }
}

/// Gourds that are alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Supply {
    /// The labels of their ends.
    pub labels: [Label; 2],
    /// How many there are.
    pub count: u32,
}

/// An end as it may lie on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lying {
    /// Its label.
    pub label: Label,
    /// The label of the other end.
    pub other: Label,
    /// The direction of the other end.
    pub towards: u8,
}

/// The allowed contents of a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// Whether it may be empty.
    pub empty: bool,
    /// The ends that may lie there, in order; nothing for all.
    pub ends: Option<Vec<Lying>>,
}

impl Wish {
    /// Any content.
    pub fn any() -> Self {
        Wish { empty: true, ends: None }
    }

    /// Whether this end may lie there.
    pub fn allows(&self, end: Lying) -> bool {
        self.ends.as_ref().is_none_or(|all| all.binary_search(&end).is_ok())
    }
}

/// By cell the contents that a goal allows.
pub type Target = Vec<Wish>;

/// Gourds to be moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The board.
    pub board: Board,
    /// The start.
    pub start: Configuration,
    /// By end its label. Gourds with the same labels are alike.
    pub labels: Vec<Label>,
    /// The goals, of which one is enough.
    pub goals: Vec<Target>,
}

/// Gourds to be laid on a board, from nothing. Cells may remain empty where the goal allows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The board.
    pub board: Board,
    /// The gourds, all of which are laid; no two entries have the same labels.
    pub supply: Vec<Supply>,
    /// The goals, of which one is enough.
    pub goals: Vec<Target>,
}

/// A gourd as it was laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Laid {
    /// Its place in the supply.
    pub entry: u32,
    /// The cells of its first and of its second label.
    pub cells: [Cell; 2],
}
