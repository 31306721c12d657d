//! The cells of a board of hexagons by number, in reading order.

use std::collections::BTreeSet;

use puzzlec_checker::Unproved;
use puzzlec_model::board::{Board, Direction, Shape};
use puzzlec_syntax::ast::Lattice;

/// A cell, by its place in reading order.
pub(super) type Cell = usize;

/// The number of directions. The opposite of a direction is three further.
pub(super) const TURN: usize = 6;

/// The neighbours of all cells.
pub(super) struct Grid<'a> {
    board: &'a Board,
    near: Vec<[Option<Cell>; TURN]>,
}

impl<'a> Grid<'a> {
    /// The cells of a board.
    ///
    /// # Errors
    /// The board is not a bounded one of hexagons.
    pub(super) fn of(board: &'a Board) -> Result<Self, Unproved> {
        let hexagons = matches!(board.shape, Shape::Lattice(Lattice::Hex | Lattice::Triangle));
        if !hexagons || board.unbounded || board.directions().len() != TURN {
            return Err(Unproved::wrong("the board is no bounded one of hexagons"));
        }
        let mut near = Vec::with_capacity(board.cells().len());
        for cell in board.cells() {
            let mut own = [None; TURN];
            for (direction, place) in (0..).zip(&mut own) {
                let next = board.step(*cell, direction).and_then(|next| board.index(next));
                *place = next.and_then(|next| usize::try_from(next).ok());
            }
            near.push(own);
        }
        Ok(Grid { board, near })
    }

    pub(super) fn len(&self) -> usize {
        self.near.len()
    }

    /// The neighbours of a cell with their directions.
    pub(super) fn near(&self, cell: Cell) -> impl Iterator<Item = (usize, Cell)> + '_ {
        let all = self.near.get(cell).into_iter().flatten().enumerate();
        all.filter_map(|(direction, next)| Some((direction, (*next)?)))
    }

    /// The neighbours of a cell.
    pub(super) fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.near(cell).map(|(_, next)| next)
    }

    /// The neighbour of a cell in a direction.
    pub(super) fn step(&self, cell: Cell, direction: usize) -> Option<Cell> {
        *self.near.get(cell)?.get(direction)?
    }

    /// The direction from a cell to a neighbour.
    pub(super) fn direction(&self, from: Cell, to: Cell) -> Option<usize> {
        self.near(from).find(|(_, next)| *next == to).map(|(direction, _)| direction)
    }

    pub(super) fn adjacent(&self, a: Cell, b: Cell) -> bool {
        self.direction(a, b).is_some()
    }

    /// A cell by its name.
    ///
    /// # Errors
    /// There is none, or there are several.
    pub(super) fn cell(&self, name: &str) -> Result<Cell, Unproved> {
        let found = self.board.find(name);
        let found = found.as_deref().and_then(|all| if let [one] = all { Some(*one) } else { None });
        // A drawing may give one name to several cells: then the first that bears it.
        let cell = found.filter(|cell| self.board.name(*cell) == name);
        let place =
            cell.and_then(|cell| self.board.index(cell)).and_then(|place| usize::try_from(place).ok());
        let place =
            place.or_else(|| self.board.cells().iter().position(|cell| self.board.name(*cell) == name));
        place.ok_or_else(|| Unproved::Rejected(format!("the puzzle has no cell `{name}`")))
    }

    /// Different cells by their names.
    ///
    /// # Errors
    /// There is no such cell, or one is named twice.
    pub(super) fn cells(&self, names: &[String]) -> Result<Vec<Cell>, Unproved> {
        let cells = names.iter().map(|name| self.cell(name)).collect::<Result<Vec<_>, _>>()?;
        if cells.iter().collect::<BTreeSet<_>>().len() != cells.len() {
            return Err(Unproved::wrong("it names a cell twice"));
        }
        Ok(cells)
    }

    /// The triples of cells u, v, w where v touches the other two; u comes before w.
    pub(super) fn triples(&self) -> impl Iterator<Item = [Cell; 3]> + '_ {
        (0..self.len()).flat_map(move |v| {
            let pairs = self.neighbours(v).flat_map(move |u| self.neighbours(v).map(move |w| (u, w)));
            pairs.filter(|(u, w)| u < w).map(move |(u, w)| [u, v, w])
        })
    }
}

/// The opposite direction.
pub(super) fn opposite(direction: usize) -> usize {
    (direction + TURN / 2) % TURN
}

/// A direction of the model by its number.
pub(super) fn named(direction: usize) -> Direction {
    Direction::try_from(direction).unwrap_or(Direction::MAX)
}
