//! Boards as names of objects, and how their cells lie.

use std::collections::{BTreeMap, BTreeSet};

/// For each layer of a cell the name of its object.
pub type Cell = BTreeMap<usize, String>;

/// A board.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Board {
    /// Cells in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The cells row by row.
    pub cells: Vec<Cell>,
}

/// What the cells of a board are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Tiles {
    #[default]
    Squares,
    /// In every second column of a row, those of the next row between them.
    Hexagons,
    Row,
    Ring,
}

/// How the cells of a board lie.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    pub(crate) tiles: Tiles,
    /// Places that are no cells.
    pub(crate) holes: BTreeSet<usize>,
}

impl Layout {
    /// The directions in their order.
    pub(crate) fn directions(&self) -> &'static [&'static str] {
        match self.tiles {
            Tiles::Squares => &["up", "down", "left", "right"],
            Tiles::Hexagons => &["right", "up-right", "up-left", "left", "down-left", "down-right"],
            Tiles::Row | Tiles::Ring => &["right", "left"],
        }
    }

    /// A direction turned to the left so many times.
    pub(crate) fn turned(&self, direction: &str, turns: usize) -> &'static str {
        let circle = match self.tiles {
            Tiles::Squares => &["up", "left", "down", "right"],
            _ => self.directions(),
        };
        let at = circle.iter().position(|d| *d == direction).unwrap_or(0);
        circle.get((at + turns) % circle.len()).copied().unwrap_or("right")
    }

    /// The opposite direction.
    pub(crate) fn against(&self, direction: &str) -> &'static str {
        self.turned(direction, self.directions().len() / 2)
    }

    /// The next cell in a direction; none beyond the edge.
    pub(crate) fn beside(&self, board: &Board, place: usize, direction: &str) -> Option<usize> {
        let wide = if self.tiles == Tiles::Hexagons { 2 } else { 1 };
        let (dx, dy) = match direction {
            "up" => (0, -1),
            "down" => (0, 1),
            "left" => (-wide, 0),
            "right" => (wide, 0),
            "up-right" => (1, -1),
            "up-left" => (-1, -1),
            "down-left" => (-1, 1),
            "down-right" => (1, 1),
            _ => return None,
        };
        let (mut x, y) = (place % board.width, place / board.width);
        if self.tiles == Tiles::Ring {
            x = if dx > 0 { (x + 1) % board.width } else { (x + board.width - 1) % board.width };
        } else {
            x = x.checked_add_signed(dx).filter(|x| *x < board.width)?;
        }
        let y = y.checked_add_signed(dy).filter(|y| *y < board.height)?;
        Some(y * board.width + x).filter(|place| !self.holes.contains(place))
    }

    /// The cells line by line, as patterns that are read in a direction are tried: along lines to the right, downwards or
    /// to the lower right or left; rows from the top, other lines from the left.
    pub(crate) fn lines(&self, board: &Board, direction: &str) -> Vec<usize> {
        let forward = match direction {
            "left" => "right",
            "up" => "down",
            "up-left" => "down-right",
            "up-right" => "down-left",
            forward => forward,
        };
        let count = board.cells.len();
        if self.tiles == Tiles::Ring {
            return (0..count).collect();
        }
        let back = self.against(forward);
        let first = |place: &usize| !self.holes.contains(place) && self.beside(board, *place, back).is_none();
        let mut firsts: Vec<usize> = (0..count).filter(first).collect();
        if forward != "right" {
            firsts.sort_by_key(|place| (place % board.width, place / board.width));
        }
        let line = |first: usize| std::iter::successors(Some(first), |at| self.beside(board, *at, forward));
        firsts.into_iter().flat_map(line).collect()
    }
}
