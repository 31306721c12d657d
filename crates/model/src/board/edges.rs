//! Boards with edges: the faces, the edges between and around them, and the corners are cells.
//!
//! A board of m by n faces consists of points of the square lattice, 2m + 1 by 2n + 1 if no face is missing. Both coordinates of a face
//! are odd, those of a corner are even, and an edge has one of each. So a step leads from a face to an edge, and from an edge to a
//! face or a corner, and everything that walks on a square board walks on this one.

use super::{Board, Coord, Shape, column_letters};
use puzzlec_syntax::ast::Lattice;

/// The sort of a place on a board with edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PlaceSort {
    /// A square.
    Face,
    /// A side of one or two faces.
    Edge,
    /// An end of edges.
    Corner,
}

impl PlaceSort {
    /// The words for the lists of all cells of a sort.
    pub const WORDS: [(&'static str, PlaceSort); 3] =
        [("faces", PlaceSort::Face), ("edges", PlaceSort::Edge), ("corners", PlaceSort::Corner)];

    /// What a word means.
    pub fn of(word: &str) -> Option<PlaceSort> {
        PlaceSort::WORDS.iter().find(|(known, _)| *known == word).map(|(_, sort)| *sort)
    }
}

/// The faces around a corner, in reading order, with the names of their directions from the face on the other side.
const AROUND: [((i32, i32), &str); 4] =
    [((-1, -1), "down-right"), ((1, -1), "down-left"), ((-1, 1), "up-right"), ((1, 1), "up-left")];
/// The faces beside an edge, in reading order, with the directions from them to the edge.
const BESIDE: [((i32, i32), &str); 4] =
    [((0, -1), "down"), ((-1, 0), "right"), ((1, 0), "left"), ((0, 1), "up")];

impl Board {
    /// The board whose faces are the cells of this one, which is a bounded square board without walls. Linear.
    #[must_use]
    pub(crate) fn with_edges(self) -> Board {
        let top = self.cells.first().map_or(0, |cell| cell.y);
        let face = |cell: &Coord| Coord::new(2 * (cell.x - self.left) + 1, 2 * (cell.y - top) + 1);
        let around = |face: Coord| {
            (-1..=1).flat_map(move |y| (-1..=1).map(move |x| Coord::new(face.x + x, face.y + y)))
        };
        let cells = self.cells.iter().flat_map(|cell| around(face(cell)));
        let named = self.named.iter().map(|(name, cells)| (name.clone(), cells.iter().map(face).collect()));
        Board {
            named: named.collect(),
            edges_are_cells: true,
            ..Board::new(Shape::Lattice(Lattice::Square), cells)
        }
    }

    /// Whether edges and corners are cells of the board.
    pub fn has_edges(&self) -> bool {
        self.edges_are_cells
    }

    /// The sort of a place; `None` on a board without edges.
    pub fn sort(&self, cell: Coord) -> Option<PlaceSort> {
        self.edges_are_cells.then_some(match (cell.x % 2 == 0, cell.y % 2 == 0) {
            (false, false) => PlaceSort::Face,
            (true, true) => PlaceSort::Corner,
            _ => PlaceSort::Edge,
        })
    }

    /// Whether a cell is an edge or a corner.
    pub fn is_rim(&self, cell: Coord) -> bool {
        self.sort(cell).is_some_and(|sort| sort != PlaceSort::Face)
    }

    /// The cells of a sort, in reading order; none on a board without edges.
    pub fn places(&self, sort: PlaceSort) -> Vec<Coord> {
        self.cells.iter().copied().filter(|cell| self.sort(*cell) == Some(sort)).collect()
    }

    /// The cells that a short picture draws: the faces of a board with edges, all of another one.
    pub fn whole_cells(&self) -> Vec<Coord> {
        if self.edges_are_cells { self.places(PlaceSort::Face) } else { self.cells.clone() }
    }

    /// The row of a cell, from 1. On a board with edges the rows are those of faces: an edge between two faces of a row is in
    /// this row, and an edge or a corner between two rows is in none.
    pub fn row(&self, cell: Coord) -> Option<i64> {
        let top = self.cells.first().map_or(0, |first| first.y);
        self.numbered(i64::from(cell.y) - i64::from(top))
    }

    /// The column of a cell, from 1, as its row.
    pub fn column(&self, cell: Coord) -> Option<i64> {
        self.numbered(i64::from(cell.x) - i64::from(self.left))
    }

    fn numbered(&self, from: i64) -> Option<i64> {
        match self.edges_are_cells {
            false => Some(from + 1),
            true if from % 2 == 0 => None,
            true => Some((from + 1) / 2),
        }
    }

    /// The name of a cell of a board with edges: a face `b2`, an edge or a corner between two faces `a1-b1` and `a1-b2`, or at
    /// the rim `a1-left` and `a1-up-left`.
    pub(super) fn place_name(&self, cell: Coord) -> String {
        let beside: &[_] = match self.sort(cell) {
            Some(PlaceSort::Corner) => &AROUND,
            Some(PlaceSort::Edge) => &BESIDE,
            _ => return face_name(cell),
        };
        let is_face = |at: Coord| self.contains(at) && !self.is_rim(at);
        let first = beside.iter().find_map(|((x, y), side)| {
            let face = Coord::new(cell.x + x, cell.y + y);
            is_face(face).then_some((face, *side))
        });
        let Some((face, side)) = first else { return format!("({},{})", cell.x, cell.y) };
        let other = Coord::new(2 * cell.x - face.x, 2 * cell.y - face.y);
        match is_face(other) {
            true => format!("{}-{}", face_name(face), face_name(other)),
            false => format!("{}-{side}", face_name(face)),
        }
    }

    /// The cell with a name: that of [`place_name`](Self::place_name), or of any face with a direction.
    pub(super) fn find_place(&self, name: &str) -> Option<Coord> {
        let face = |name: &str| {
            let Coord { x, y } = Board::coordinates(name).filter(|_| !name.starts_with('('))?;
            Some(Coord::new(2 * x + 1, 2 * y + 1)).filter(|face| self.contains(*face))
        };
        let Some((first, second)) = name.split_once('-') else { return face(name) };
        let first = face(first)?;
        let side = AROUND.iter().chain(&BESIDE).find(|(_, side)| *side == second);
        let (x, y) = match side {
            // The way from the place to the face.
            Some(((x, y), _)) => (-x, -y),
            None => {
                let second = face(second)?;
                let (x, y) = (second.x - first.x, second.y - first.y);
                if x.abs() > 2 || y.abs() > 2 || (x, y) == (0, 0) {
                    return None;
                }
                (x / 2, y / 2)
            }
        };
        Some(Coord::new(first.x + x, first.y + y)).filter(|cell| self.contains(*cell))
    }
}

/// The name that a face would have without edges.
fn face_name(face: Coord) -> String {
    format!("{}{}", column_letters(face.x / 2), face.y / 2 + 1)
}
