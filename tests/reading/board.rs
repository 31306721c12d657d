//! Boards: cells are points of a lattice, vertices of a graph, places of a row or ring.

use std::collections::{BTreeMap, BTreeSet};

/// Column and row; on the hex lattice the axial column. A place of a row and a vertex have row 0.
pub type Cell = (i32, i32);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Square,
    Diagonal,
    Hex,
    Line,
    Ring,
    Graph,
}

const SQUARE: [(&str, Cell); 4] = [("right", (1, 0)), ("down", (0, 1)), ("left", (-1, 0)), ("up", (0, -1))];
const DIAGONAL: [(&str, Cell); 8] = [
    ("right", (1, 0)),
    ("down-right", (1, 1)),
    ("down", (0, 1)),
    ("down-left", (-1, 1)),
    ("left", (-1, 0)),
    ("up-left", (-1, -1)),
    ("up", (0, -1)),
    ("up-right", (1, -1)),
];
const HEX: [(&str, Cell); 6] = [
    ("right", (1, 0)),
    ("up-right", (1, -1)),
    ("up-left", (0, -1)),
    ("left", (-1, 0)),
    ("down-left", (-1, 1)),
    ("down-right", (0, 1)),
];
const ROW: [(&str, Cell); 2] = [("right", (1, 0)), ("left", (-1, 0))];

#[derive(Clone, Debug)]
pub struct Board {
    pub kind: Kind,
    /// In reading order. Of a board without end, those that patterns cover and variables stand for.
    pub cells: Vec<Cell>,
    /// Cells and regions by the names that a picture gives them, and vertices.
    pub names: BTreeMap<String, Vec<Cell>>,
    /// The edges of a graph, both ways.
    pub edges: BTreeSet<(Cell, Cell)>,
    pub endless: bool,
    /// Between pairs of neighbours, in any order.
    pub walls: BTreeSet<(Cell, Cell)>,
    /// Whether it has edges: of a face both coordinates are odd, of a corner none is.
    pub edged: bool,
}

impl Board {
    pub fn new(kind: Kind, mut cells: Vec<Cell>) -> Board {
        if kind != Kind::Graph {
            cells.sort_by_key(|c| (c.1, c.0));
        }
        Board {
            kind,
            cells,
            names: BTreeMap::new(),
            edges: BTreeSet::new(),
            endless: false,
            walls: BTreeSet::new(),
            edged: false,
        }
    }

    /// The board whose faces are the cells of this one.
    pub fn with_edges(&self) -> Board {
        let corner = self.corner();
        let face = |c: &Cell| (2 * (c.0 - corner.0) + 1, 2 * (c.1 - corner.1) + 1);
        let faces: BTreeSet<Cell> = self.cells.iter().map(face).collect();
        let mut cells = Vec::new();
        for (x, y) in (0..=2 * self.cells.len() as i32 + 1)
            .flat_map(|y| (0..=2 * self.cells.len() as i32 + 1).map(move |x| (x, y)))
        {
            if faces.iter().any(|f| (f.0 - x).abs() <= 1 && (f.1 - y).abs() <= 1) {
                cells.push((x, y));
            }
        }
        let mut board = Board::new(Kind::Square, cells);
        board.names =
            self.names.iter().map(|(name, cells)| (name.clone(), cells.iter().map(face).collect())).collect();
        board.edged = true;
        board
    }

    /// Faces where both coordinates are odd, edges where one is, corners where none is.
    pub fn places(&self, odd: usize) -> Vec<Cell> {
        let odds = |c: &Cell| [c.0, c.1].iter().filter(|n| *n % 2 == 1).count();
        self.cells.iter().copied().filter(|c| self.edged && odds(c) == odd).collect()
    }

    /// A ring of which only the first cells are left.
    pub fn shortened(&self, length: usize) -> Board {
        let mut board = self.clone();
        board.cells.truncate(length);
        board
    }

    pub fn directions(&self) -> &'static [(&'static str, Cell)] {
        match self.kind {
            Kind::Square => &SQUARE,
            Kind::Diagonal => &DIAGONAL,
            Kind::Hex => &HEX,
            Kind::Line | Kind::Ring => &ROW,
            Kind::Graph => &[],
        }
    }

    pub fn direction(&self, name: &str) -> Option<usize> {
        self.directions().iter().position(|d| d.0 == name)
    }

    pub fn has(&self, cell: Cell) -> bool {
        self.endless || self.cells.contains(&cell)
    }

    /// The neighbour in a direction, if it is on the board.
    pub fn next(&self, cell: Cell, direction: usize) -> Option<Cell> {
        let (_, by) = self.directions()[direction];
        let mut to = (cell.0 + by.0, cell.1 + by.1);
        if self.kind == Kind::Ring {
            to.0 = to.0.rem_euclid(self.cells.len() as i32);
        }
        let wall = self.walls.contains(&(cell, to)) || self.walls.contains(&(to, cell));
        (self.has(to) && !wall).then_some(to)
    }

    /// So many steps on, backwards where the number is negative.
    pub fn steps(&self, cell: Cell, direction: usize, times: i64) -> Option<Cell> {
        let count = self.directions().len();
        let direction = if times < 0 { (direction + count / 2) % count } else { direction };
        (0..times.abs()).try_fold(cell, |at, _| self.next(at, direction))
    }

    pub fn run(&self, cell: Cell, direction: usize, length: i64) -> Option<Vec<Cell>> {
        let run: Option<Vec<Cell>> = (0..length).map(|n| self.steps(cell, direction, n)).collect();
        run.map(|run| once_each(&run))
    }

    pub fn neighbours(&self, cell: Cell) -> Vec<Cell> {
        let mut found: Vec<Cell> = match self.kind {
            Kind::Graph => self.edges.iter().filter(|e| e.0 == cell).map(|e| e.1).collect(),
            _ => (0..self.directions().len()).filter_map(|d| self.next(cell, d)).collect(),
        };
        found.retain(|c| *c != cell);
        once_each(&found)
    }

    /// As if no cell of the lattice were missing; on a graph along its edges.
    pub fn distance(&self, a: Cell, b: Cell) -> Option<i64> {
        let (x, y) = (b.0 - a.0, b.1 - a.1);
        let steps = match self.kind {
            Kind::Square => x.abs() + y.abs(),
            Kind::Diagonal => x.abs().max(y.abs()),
            Kind::Hex => x.abs().max(y.abs()).max((x + y).abs()),
            Kind::Line => x.abs(),
            Kind::Ring => x.abs().min(self.cells.len() as i32 - x.abs()),
            Kind::Graph => {
                let mut seen = vec![a];
                let (mut from, mut level) = (0, 0);
                while !seen.contains(&b) {
                    let until = seen.len();
                    for at in from..until {
                        let new = self.neighbours(seen[at]);
                        seen.extend(new.into_iter().filter(|c| !seen.contains(c)).collect::<Vec<_>>());
                    }
                    if seen.len() == until {
                        return None;
                    }
                    (from, level) = (until, level + 1);
                }
                level
            }
        };
        Some(i64::from(steps))
    }

    /// The smallest column and row.
    fn corner(&self) -> Cell {
        if self.endless {
            return (0, 0);
        }
        let column = self.cells.iter().map(|c| c.0).min().unwrap_or(0);
        let row = self.cells.iter().map(|c| c.1).min().unwrap_or(0);
        (column, row)
    }

    pub fn row(&self, cell: Cell) -> Option<i64> {
        self.line(cell.1, self.corner().1)
    }

    pub fn column(&self, cell: Cell) -> Option<i64> {
        self.line(cell.0, self.corner().0)
    }

    /// Between two rows or columns of faces there is none.
    fn line(&self, at: i32, first: i32) -> Option<i64> {
        match (self.edged, at % 2) {
            (false, _) => Some(i64::from(at - first + 1)),
            (true, 1) => Some(i64::from(at / 2 + 1)),
            (true, _) => None,
        }
    }

    /// The cells that a name stands for: a region, a drawn name, a coordinate.
    pub fn named(&self, name: &str) -> Option<Vec<Cell>> {
        if let Some(cells) = self.names.get(name) {
            return Some(cells.clone());
        }
        if self.edged {
            return self.edge(name).map(|cell| vec![cell]);
        }
        let letters: String = name.chars().take_while(char::is_ascii_lowercase).collect();
        let row: i32 = name[letters.len()..].parse().ok()?;
        if letters.is_empty() || self.kind == Kind::Graph {
            return None;
        }
        let column = letters.bytes().fold(0, |n, b| n * 26 + i32::from(b - b'a') + 1) - 1;
        let corner = self.corner();
        let y = corner.1 + row - 1;
        let left = match self.kind {
            Kind::Hex if !self.endless => self.cells.iter().filter(|c| c.1 == y).map(|c| c.0).min()?,
            _ => corner.0,
        };
        let cell = (left + column, y);
        self.has(cell).then(|| vec![cell])
    }
}

impl Board {
    /// `b2` is a face; `a1-b1` lies in the middle between two; `a1-left` and `a1-up-left` beside one.
    fn edge(&self, name: &str) -> Option<Cell> {
        let face = |name: &str| {
            let letters: String = name.chars().take_while(char::is_ascii_lowercase).collect();
            let row: i32 = name[letters.len()..].parse().ok()?;
            let column = letters.bytes().fold(0, |n, b| n * 26 + i32::from(b - b'a') + 1);
            (column > 0).then_some((2 * column - 1, 2 * row - 1)).filter(|c| self.has(*c))
        };
        let (first, rest) = name.split_once('-').map_or((name, None), |(first, rest)| (first, Some(rest)));
        let (x, y) = face(first)?;
        let Some(rest) = rest else { return Some((x, y)) };
        let (mut right, mut down) = (0, 0);
        for part in rest.split('-') {
            match part {
                "right" => right += 1,
                "left" => right -= 1,
                "down" => down += 1,
                "up" => down -= 1,
                _ => {
                    let other = face(rest)?;
                    (right, down) = (other.0 - x, other.1 - y);
                    if right.abs() > 2 || down.abs() > 2 || (right, down) == (0, 0) {
                        return None;
                    }
                    (right, down) = (right / 2, down / 2);
                }
            }
        }
        Some((x + right, y + down)).filter(|c| self.has(*c))
    }
}

/// A list without repetitions.
pub fn once_each(cells: &[Cell]) -> Vec<Cell> {
    let mut found = Vec::new();
    for cell in cells {
        if !found.contains(cell) {
            found.push(*cell);
        }
    }
    found
}
