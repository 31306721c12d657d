//! Boards: cells with coordinates, directions, neighbours, names and regions.

mod cells;
mod edges;
mod lines;
mod picture;

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use puzzlec_syntax::Mark;
use puzzlec_syntax::ast::Lattice;

pub use cells::column_letters;
pub use edges::PlaceSort;
pub use lines::{Isometry, Lines};
pub use picture::{draw, numbers};

/// Maximum number of cells of a bounded board.
pub const LARGEST_BOARD: i64 = 1_000_000;

/// Maximum number of cells of a row on an endless line.
pub const LARGEST_ROW: i64 = 10_000_000;

/// The coordinates of a cell. Square boards: column and row, increasing to the right and downwards. Hex and
/// triangle boards: axial coordinates, column + row/2. Lines and rings: the index and 0. Graphs: the vertex's
/// number and 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Coord {
    /// Row, downwards. First, so that coordinates sort in reading order.
    pub y: i32,
    /// Column, or axial column.
    pub x: i32,
}

impl Coord {
    /// The cell of column `x` and row `y`.
    pub fn new(x: i32, y: i32) -> Self {
        Coord { y, x }
    }

    /// The place of the floor piece below a cell of a bounded board. It is no cell of the board, so that one map
    /// from places to contents holds at most one piece and one floor piece for each cell.
    pub fn floor(self) -> Self {
        Coord { y: self.y.wrapping_add(FLOOR), x: self.x }
    }

    /// Whether it is the place of a floor piece.
    pub fn is_floor(self) -> bool {
        (FLOOR / 2..COUNTER).contains(&self.y)
    }

    /// The place of a counter, by its number. It is no cell of the board.
    pub fn counter(number: u16) -> Self {
        Coord { y: COUNTER, x: i32::from(number) }
    }

    /// Whether it is the place of a counter.
    pub fn is_counter(self) -> bool {
        self.y == COUNTER
    }

    /// The cell above the place of a floor piece; any other place itself.
    pub fn cell(self) -> Self {
        if self.is_floor() { Coord { y: self.y.wrapping_sub(FLOOR), x: self.x } } else { self }
    }
}

/// The rows from a cell to the place of its floor piece. A bounded board has at most a million rows.
const FLOOR: i32 = 1 << 30;
/// The row of the places of counters, below all floors.
const COUNTER: i32 = i32::MAX;

/// The adjacency of the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A part of a lattice, or all of it.
    Lattice(Lattice),
    /// A ring of this many cells.
    Ring(i32),
    /// Vertices and edges.
    Graph,
}

/// A direction, by its place in [`Board::directions`].
pub type Direction = u8;

const SQUARE: &[(&str, (i32, i32))] =
    &[("right", (1, 0)), ("down", (0, 1)), ("left", (-1, 0)), ("up", (0, -1))];
const DIAGONAL: &[(&str, (i32, i32))] = &[
    ("right", (1, 0)),
    ("down-right", (1, 1)),
    ("down", (0, 1)),
    ("down-left", (-1, 1)),
    ("left", (-1, 0)),
    ("up-left", (-1, -1)),
    ("up", (0, -1)),
    ("up-right", (1, -1)),
];
const HEX: &[(&str, (i32, i32))] = &[
    ("right", (1, 0)),
    ("up-right", (1, -1)),
    ("up-left", (0, -1)),
    ("left", (-1, 0)),
    ("down-left", (-1, 1)),
    ("down-right", (0, 1)),
];
const LINE: &[(&str, (i32, i32))] = &[("right", (1, 0)), ("left", (-1, 0))];

/// A board.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// The adjacency of its cells.
    pub shape: Shape,
    /// Whether the board is unbounded; then `cells` is empty.
    pub unbounded: bool,
    cells: Vec<Coord>,
    index: FxHashMap<Coord, u32>,
    /// Names that a drawing or a graph gives, each with its cells.
    named: BTreeMap<String, Vec<Coord>>,
    /// Names of the vertices of a graph.
    vertices: Vec<String>,
    /// Neighbours of each vertex of a graph, in order.
    edges: Vec<Vec<u32>>,
    /// The leftmost column.
    left: i32,
    /// Pairs of neighbours with a wall between them, the earlier one first. No step leads from the one to the other.
    walls: BTreeSet<(Coord, Coord)>,
    /// Whether edges and corners are cells.
    edges_are_cells: bool,
}

impl Board {
    /// A bounded board of these cells.
    pub fn new(shape: Shape, cells: impl IntoIterator<Item = Coord>) -> Self {
        let mut cells: Vec<Coord> = cells.into_iter().collect();
        cells.sort_unstable();
        cells.dedup();
        let index =
            cells.iter().enumerate().map(|(i, c)| (*c, u32::try_from(i).unwrap_or(u32::MAX))).collect();
        let left = cells.iter().map(|c| c.x).min().unwrap_or(0);
        Board {
            shape,
            unbounded: false,
            cells,
            index,
            named: BTreeMap::new(),
            vertices: Vec::new(),
            edges: Vec::new(),
            left,
            walls: BTreeSet::new(),
            edges_are_cells: false,
        }
    }

    /// The board of these marks: every mark is a cell, and each but `.` names its cells.
    pub(crate) fn of_marks(lattice: Lattice, marks: &[Mark]) -> Self {
        let mut board = Board::new(Shape::Lattice(lattice), marks.iter().map(|m| Coord::new(m.x, m.y)));
        let mut regions: BTreeMap<char, Vec<Coord>> = BTreeMap::new();
        for mark in marks.iter().filter(|m| m.ch != '.') {
            regions.entry(mark.ch).or_default().push(Coord::new(mark.x, mark.y));
        }
        for (name, mut cells) in regions {
            cells.sort_unstable();
            board.name_cells(name.to_string(), cells);
        }
        board
    }

    /// A graph with these vertices and no edges.
    pub(crate) fn of_vertices(vertices: &[String]) -> Self {
        let n = i32::try_from(vertices.len()).unwrap_or(i32::MAX);
        let mut board = Board::new(Shape::Graph, (0..n).map(|i| Coord::new(i, 0)));
        board.name_vertices(vertices);
        board
    }

    /// A whole lattice.
    pub fn unbounded(lattice: Lattice) -> Self {
        Board { unbounded: true, ..Board::new(Shape::Lattice(lattice), []) }
    }

    /// A row of `n` cells.
    pub fn line(n: i32) -> Self {
        Board::new(Shape::Lattice(Lattice::Line), (0..n).map(|x| Coord::new(x, 0)))
    }

    /// A square board with this side.
    pub fn square(side: i32) -> Self {
        let cells = (0..side).flat_map(|y| (0..side).map(move |x| Coord::new(x, y)));
        Board::new(Shape::Lattice(Lattice::Square), cells)
    }

    /// A circle of `n` cells.
    pub fn ring(n: i32) -> Self {
        Board::new(Shape::Ring(n), (0..n).map(|x| Coord::new(x, 0)))
    }

    /// Makes a ring shorter by its last cell.
    pub fn lose_last(&mut self) {
        if let Shape::Ring(n) = &mut self.shape
            && let Some(last) = self.cells.pop()
        {
            *n -= 1;
            self.index.remove(&last);
        }
    }

    /// Gives a ring the cell back that it lost last.
    pub fn regain_last(&mut self) {
        if let (Shape::Ring(n), Ok(place)) = (&mut self.shape, u32::try_from(self.cells.len())) {
            let last = Coord::new(*n, 0);
            *n += 1;
            self.cells.push(last);
            self.index.insert(last, place);
        }
    }

    /// The cells in reading order; empty for an unbounded board.
    pub fn cells(&self) -> &[Coord] {
        &self.cells
    }

    /// The place of a cell in reading order.
    pub fn index(&self, cell: Coord) -> Option<u32> {
        self.index.get(&cell).copied()
    }

    /// Whether there is a cell at these coordinates.
    pub fn contains(&self, cell: Coord) -> bool {
        if !self.unbounded {
            return self.index.contains_key(&cell);
        }
        cell.y == 0 || self.shape != Shape::Lattice(Lattice::Line)
    }

    fn offsets(&self) -> &'static [(&'static str, (i32, i32))] {
        match self.shape {
            Shape::Lattice(Lattice::Square) => SQUARE,
            Shape::Lattice(Lattice::SquareDiagonal) => DIAGONAL,
            Shape::Lattice(Lattice::Hex | Lattice::Triangle) => HEX,
            Shape::Lattice(Lattice::Line) | Shape::Ring(_) => LINE,
            Shape::Graph => &[],
        }
    }

    /// The names of its directions, in cyclic order.
    pub fn directions(&self) -> impl ExactSizeIterator<Item = &'static str> {
        self.offsets().iter().map(|d| d.0)
    }

    /// The direction with this name.
    pub fn direction(&self, name: &str) -> Option<Direction> {
        self.offsets().iter().position(|d| d.0 == name).and_then(|d| Direction::try_from(d).ok())
    }

    /// The direction's name.
    pub fn direction_name(&self, direction: Direction) -> &'static str {
        self.offsets().get(usize::from(direction)).map_or("?", |d| d.0)
    }

    /// A direction turned by this many places, in cyclic order.
    pub fn turn(&self, direction: Direction, by: i64) -> Direction {
        let n = i64::try_from(self.offsets().len()).unwrap_or(1).max(1);
        Direction::try_from((i64::from(direction) + by.rem_euclid(n)).rem_euclid(n)).unwrap_or(0)
    }

    /// The change of coordinates by a step in a direction.
    pub fn delta(&self, direction: Direction) -> (i32, i32) {
        self.offsets().get(usize::from(direction)).map_or((0, 0), |d| d.1)
    }

    /// The cell one step on, if the board has it.
    pub fn step(&self, cell: Coord, direction: Direction) -> Option<Coord> {
        let (_, (dx, dy)) = self.offsets().get(usize::from(direction))?;
        let x = cell.x.checked_add(*dx)?;
        let y = cell.y.checked_add(*dy)?;
        let next = match self.shape {
            Shape::Ring(n) => Coord::new(x.rem_euclid(n.max(1)), 0),
            _ => Coord::new(x, y),
        };
        (self.contains(next) && !self.is_walled(cell, next)).then_some(next)
    }

    /// Pairs of neighbours with a wall between them, the earlier one in reading order first.
    pub fn walls(&self) -> &BTreeSet<(Coord, Coord)> {
        &self.walls
    }

    /// Whether a wall stands between two cells.
    pub fn is_walled(&self, a: Coord, b: Coord) -> bool {
        !self.walls.is_empty() && self.walls.contains(&(a.min(b), a.max(b)))
    }

    /// Puts up a wall between two cells.
    pub(crate) fn wall(&mut self, a: Coord, b: Coord) {
        self.walls.insert((a.min(b), a.max(b)));
    }

    /// The cell at this number of steps, if every step stays on the board. The cost is at most one walk
    /// across the board.
    pub fn steps(&self, cell: Coord, direction: Direction, steps: u64) -> Option<Coord> {
        let (_, (dx, dy)) = self.offsets().get(usize::from(direction))?;
        match self.shape {
            Shape::Ring(n) => {
                let n = i64::from(n.max(1));
                let round = i64::try_from(steps % n.unsigned_abs()).ok()?;
                let x = (i64::from(cell.x) + i64::from(*dx) * round).rem_euclid(n);
                Some(Coord::new(i32::try_from(x).ok()?, 0)).filter(|c| self.contains(*c))
            }
            _ if self.unbounded => {
                let by = i32::try_from(steps).ok()?;
                let x = cell.x.checked_add(dx.checked_mul(by)?)?;
                Some(Coord::new(x, cell.y.checked_add(dy.checked_mul(by)?)?))
            }
            // A straight walk visits no cell twice, so it leaves the board at the latest after all its cells.
            _ => (0..steps).try_fold(cell, |at, _| self.step(at, direction)),
        }
    }

    /// The number of cells of the longest straight run: on a ring all of them, on a graph one. Linear in the
    /// cells.
    pub fn longest_run(&self) -> i64 {
        if let Shape::Ring(n) = self.shape {
            return i64::from(n);
        }
        let mut longest = i64::from(!self.cells.is_empty());
        for d in (0..self.offsets().len()).filter_map(|d| Direction::try_from(d).ok()) {
            let (dx, dy) = self.delta(d);
            let first = |c: &&Coord| {
                let before = Coord::new(c.x - dx, c.y - dy);
                !self.contains(before) || self.step(before, d) != Some(**c)
            };
            for cell in self.cells.iter().filter(first) {
                let run = std::iter::successors(Some(*cell), |at| self.step(*at, d)).count();
                longest = longest.max(i64::try_from(run).unwrap_or(i64::MAX));
            }
        }
        longest
    }

    /// The neighbouring cells, each once, without the cell itself; in order of direction, or of
    /// vertices.
    pub fn neighbours(&self, cell: Coord) -> Vec<Coord> {
        if self.shape == Shape::Graph {
            let near = usize::try_from(cell.x).ok().and_then(|i| self.edges.get(i));
            let cells = near.into_iter().flatten();
            return cells.filter_map(|i| self.cells.get(*i as usize).copied()).collect();
        }
        let mut near: Vec<Coord> = Vec::new();
        for d in 0..self.offsets().len() {
            let next = Direction::try_from(d).ok().and_then(|d| self.step(cell, d));
            if let Some(next) = next.filter(|n| *n != cell && !near.contains(n)) {
                near.push(next);
            }
        }
        near
    }

    /// The distance of two points of the lattice in steps (through points that may be no cells); in a graph
    /// the length of a shortest path, by breadth-first search.
    pub fn distance(&self, a: Coord, b: Coord) -> Option<i64> {
        let (dx, dy) = (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y));
        match self.shape {
            Shape::Lattice(Lattice::Square | Lattice::Line) => Some(dx.abs() + dy.abs()),
            Shape::Lattice(Lattice::SquareDiagonal) => Some(dx.abs().max(dy.abs())),
            Shape::Lattice(Lattice::Hex | Lattice::Triangle) => {
                Some(dx.abs().max(dy.abs()).max((dx + dy).abs()))
            }
            Shape::Ring(n) => Some(dx.abs().min(i64::from(n) - dx.abs())),
            Shape::Graph => self.walk(a, b),
        }
    }

    fn walk(&self, a: Coord, b: Coord) -> Option<i64> {
        let mut seen = std::collections::BTreeSet::from([a]);
        let mut level = vec![a];
        let mut steps = 0;
        while !level.is_empty() {
            if seen.contains(&b) {
                return Some(steps);
            }
            level = level.iter().flat_map(|c| self.neighbours(*c)).filter(|c| seen.insert(*c)).collect();
            steps += 1;
        }
        None
    }
}
