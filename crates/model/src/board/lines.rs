//! Rows, columns, diagonals and regions of a board, and the symmetries of its lattice.

use std::collections::BTreeMap;

use super::{Board, Coord, Shape};
use puzzlec_syntax::ast::Lattice;

/// The lists of cells that a word names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// `rows`.
    Rows,
    /// `columns`.
    Columns,
    /// `diagonals`.
    Diagonals,
    /// `regions`.
    Regions,
}

impl Lines {
    /// All words.
    pub const WORDS: [(&'static str, Lines); 4] = [
        ("rows", Lines::Rows),
        ("columns", Lines::Columns),
        ("diagonals", Lines::Diagonals),
        ("regions", Lines::Regions),
    ];

    /// What a word means.
    pub fn of(word: &str) -> Option<Lines> {
        Lines::WORDS.iter().find(|(known, _)| *known == word).map(|(_, lines)| *lines)
    }
}

impl Board {
    /// The lists of cells of a bounded board, each in reading order; none if the board has no such lines.
    ///
    /// A row has the cells of one row of the coordinates, whether or not cells lie between them, and a column likewise.
    /// On the square lattice the diagonals go in both directions; on the hexagonal one they are the third
    /// direction of lines beside rows and columns. A region has at least two cells. On a board with edges all of them consist of faces.
    pub fn lines(&self, lines: Lines) -> Vec<Vec<Coord>> {
        let group = |keys: &[fn(&Coord) -> i32]| {
            let mut found = Vec::new();
            for key in keys {
                let mut lists: BTreeMap<i32, Vec<Coord>> = BTreeMap::new();
                let faces = self.cells.iter().filter(|cell| !self.is_rim(**cell));
                faces.for_each(|cell| lists.entry(key(cell)).or_default().push(*cell));
                found.extend(lists.into_values());
            }
            found
        };
        match (lines, self.shape) {
            (Lines::Regions, _) => self.named.values().filter(|cells| cells.len() > 1).cloned().collect(),
            (_, Shape::Graph) => Vec::new(),
            (Lines::Rows, _) => group(&[|cell| cell.y]),
            (_, Shape::Ring(_) | Shape::Lattice(Lattice::Line)) => Vec::new(),
            (Lines::Columns, _) => group(&[|cell| cell.x]),
            (Lines::Diagonals, Shape::Lattice(Lattice::Hex | Lattice::Triangle)) => {
                group(&[|cell| cell.x + cell.y])
            }
            (Lines::Diagonals, _) => group(&[|cell| cell.y - cell.x, |cell| cell.x + cell.y]),
        }
    }
}

/// A turn of a lattice about the origin, possibly after a reflection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Isometry {
    /// The number of steps of the turn, each to the next direction.
    pub turns: u8,
    /// Whether it first mirrors from left to right.
    pub mirrors: bool,
    lattice: Lattice,
}

impl Isometry {
    /// All of them; first the one that changes nothing.
    pub fn all(lattice: Lattice) -> Vec<Isometry> {
        let turns = match lattice {
            Lattice::Square | Lattice::SquareDiagonal => 4,
            Lattice::Hex | Lattice::Triangle => 6,
            Lattice::Line => 2,
        };
        let both = [false, true].into_iter();
        both.flat_map(|mirrors| (0..turns).map(move |turns| Isometry { turns, mirrors, lattice })).collect()
    }

    /// The image of a point.
    pub fn of(self, point: Coord) -> Coord {
        let Coord { mut x, mut y } = point;
        let slanted = matches!(self.lattice, Lattice::Hex | Lattice::Triangle);
        if self.mirrors {
            x = if slanted { -x - y } else { -x };
        }
        for _ in 0..self.turns {
            (x, y) = match self.lattice {
                Lattice::Square | Lattice::SquareDiagonal => (-y, x),
                Lattice::Hex | Lattice::Triangle => (x + y, -x),
                Lattice::Line => (-x, y),
            };
        }
        Coord::new(x, y)
    }
}
