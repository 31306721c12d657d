//! Boards of peg solitaire: cells, jumps and their symmetries (Ramaré 2008, section 2).

use super::symmetry::symmetries;

/// A set of cells: bit i is cell i. At most 128 cells.
pub type Cells = u128;

/// The most cells a board may have.
pub const MOST_CELLS: usize = 128;

/// P jumps over Q to R: f = P + Q - R.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Jump {
    /// P, the cell of the peg that jumps.
    pub from: u8,
    /// Q, the cell of the peg that is removed.
    pub over: u8,
    /// R, the cell where the peg lands.
    pub to: u8,
}

/// The set of one cell.
pub fn one(cell: u8) -> Cells {
    1u128.checked_shl(u32::from(cell)).unwrap_or(0)
}

impl Jump {
    /// {P,Q}: must hold pegs before, are empty after.
    pub fn takes(self) -> Cells {
        one(self.from) | one(self.over)
    }

    /// {R}: empty before, a peg after.
    pub fn fills(self) -> Cells {
        one(self.to)
    }

    /// {P,Q,R}.
    pub fn touches(self) -> Cells {
        self.takes() | self.fills()
    }

    /// May the jump be played here?
    pub fn legal(self, at: Cells) -> bool {
        at & self.touches() == self.takes()
    }

    /// The position after the jump, which must be legal.
    pub fn play(self, at: Cells) -> Cells {
        at ^ self.touches()
    }

    /// Could the last jump have been this one?
    pub fn undoable(self, at: Cells) -> bool {
        at & self.touches() == self.fills()
    }

    /// The position before the jump, when it can have been the last one.
    pub fn undo(self, at: Cells) -> Option<Cells> {
        self.undoable(at).then(|| at ^ self.touches())
    }

    /// P, Q, R.
    pub fn cells(self) -> [u8; 3] {
        [self.from, self.over, self.to]
    }
}

/// A board: its number of cells, its jumps, and the permutations of cells that preserve the set of jumps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PegBoard {
    cells: usize,
    jumps: Vec<Jump>,
    symmetries: Vec<Vec<u8>>,
}

/// Is `goal` reachable from `start`?
#[derive(Clone, Copy, Debug)]
pub struct Problem<'b> {
    /// The board S.
    pub board: &'b PegBoard,
    /// I, the pegs at the beginning.
    pub start: Cells,
    /// J, the pegs at the end.
    pub goal: Cells,
}

impl PegBoard {
    /// `None` for a board without cells, with more than 128 cells, or with a jump out of range or with
    /// repeated cells.
    pub fn new(cells: usize, mut jumps: Vec<Jump>) -> Option<PegBoard> {
        let wrong = |jump: &Jump| {
            jump.cells().iter().any(|&cell| usize::from(cell) >= cells) || jump.touches().count_ones() != 3
        };
        if cells == 0 || cells > MOST_CELLS || jumps.iter().any(wrong) {
            return None;
        }
        jumps.sort_unstable();
        jumps.dedup();
        let symmetries = symmetries(cells, &jumps);
        Some(PegBoard { cells, jumps, symmetries })
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// The set of all cells.
    pub fn all(&self) -> Cells {
        Cells::MAX >> (MOST_CELLS - self.cells)
    }

    /// All jumps, sorted.
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps
    }

    /// All permutations of cells that map jumps to jumps (cell i is mapped to entry i), identity first, at
    /// most [`MOST_SYMMETRIES`](super::symmetry::MOST_SYMMETRIES); cells in no jump are fixed.
    pub fn symmetries(&self) -> &[Vec<u8>] {
        &self.symmetries
    }

    /// The image of a set of cells.
    pub fn moved(symmetry: &[u8], at: Cells) -> Cells {
        let images = symmetry.iter().enumerate().filter(|(cell, _)| at >> cell & 1 == 1);
        images.fold(0, |sum, (_, &image)| sum | one(image))
    }

    /// The place of the image of a jump in the list of jumps.
    pub fn image(&self, symmetry: &[u8], jump: Jump) -> Option<usize> {
        let image = |cell: u8| symmetry.get(usize::from(cell)).copied();
        let moved = Jump { from: image(jump.from)?, over: image(jump.over)?, to: image(jump.to)? };
        self.jumps.binary_search(&moved).ok()
    }

    /// A board from a picture: a blank is no cell, every other mark is a cell, row by row; the directions are
    /// (rows, columns) of one step and count both ways.
    pub fn drawn(rows: &[&str], directions: &[(i32, i32)]) -> Option<PegBoard> {
        let mut places = Vec::new();
        for (row, line) in (0i32..).zip(rows) {
            let marks = (0i32..).zip(line.chars());
            places.extend(marks.filter(|(_, mark)| !mark.is_whitespace()).map(|(column, _)| (row, column)));
        }
        if places.len() > MOST_CELLS {
            return None;
        }
        let find = |row: i32, column: i32| {
            places.binary_search(&(row, column)).ok().and_then(|cell| u8::try_from(cell).ok())
        };
        let mut jumps = Vec::new();
        for &(row, column) in &places {
            for &(down, right) in directions {
                let line = [find(row, column), find(row + down, column + right)];
                let end = find(row + 2 * down, column + 2 * right);
                if let ([Some(from), Some(over)], Some(to)) = (line, end)
                    && (down, right) != (0, 0)
                {
                    jumps.push(Jump { from, over, to });
                    jumps.push(Jump { from: to, over, to: from });
                }
            }
        }
        PegBoard::new(places.len(), jumps)
    }
}
