//! The part of a board that is still open, and the ways of one gourd alone through it.

use crate::boards::runs;
use crate::problem::{Board, Cell, Configuration, NONE};
use puzzlec_search::kernel::by_levels;

/// No way.
pub const FAR: u16 = u16::MAX;

/// The cells of a board from which no gourds have been peeled.
#[derive(Clone, Debug)]
pub struct Field<'b> {
    /// The whole board.
    pub board: &'b Board,
    /// By cell its open neighbours.
    near: Vec<[Cell; 6]>,
    open: Vec<bool>,
    count: usize,
}

/// A gourd as it lies: the cell of its first end, and the direction of the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lie {
    /// The cell of the first end.
    pub cell: Cell,
    /// The direction of the second end.
    pub side: usize,
}

impl Lie {
    /// Its place in tables.
    #[inline]
    pub fn index(self) -> usize {
        self.cell as usize * 6 + self.side
    }
}

impl<'b> Field<'b> {
    /// The whole board.
    pub fn new(board: &'b Board) -> Self {
        let near = (0..).take(board.len()).map(|cell| *board.near(cell)).collect();
        Field { board, near, open: vec![true; board.len()], count: board.len() }
    }

    /// The number of open cells.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether no cell is open.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The open cells.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..).zip(&self.open).filter(|(_, open)| **open).map(|(cell, _)| cell)
    }

    /// The open neighbours of a cell by direction.
    #[inline]
    pub fn near(&self, cell: Cell) -> &[Cell; 6] {
        self.near.get(cell as usize).unwrap_or(&[NONE; 6])
    }

    /// Whether two cells are neighbours and open.
    #[inline]
    pub fn adjacent(&self, a: Cell, b: Cell) -> bool {
        self.near(a).contains(&b)
    }

    /// Closes two cells.
    pub fn close(&mut self, pair: [Cell; 2]) {
        for cell in pair {
            for near in self.board.neighbours(cell) {
                if let Some(near) = self.near.get_mut(near as usize) {
                    for slot in near.iter_mut().filter(|slot| **slot == cell) {
                        *slot = NONE;
                    }
                }
            }
            if let Some(open) = self.open.get_mut(cell as usize) {
                *open = false;
            }
        }
        self.count -= 2;
    }

    /// Whether the open cells are still without holes and cut cells when these two neighbours are closed.
    pub fn may_close(&self, pair: [Cell; 2]) -> bool {
        let [a, b] = pair;
        let Some(side) = self.near(a).iter().position(|near| *near == b) else { return false };
        let at = |cell: Cell, by: usize| self.near(cell).get((side + by) % 6).copied().unwrap_or(NONE);
        // The eight cells around both, counterclockwise.
        let around = [at(b, 0), at(b, 1), at(b, 2), at(a, 2), at(a, 3), at(a, 4), at(b, 4), at(b, 5)];
        let is_edge = around.contains(&NONE) && runs(around.map(|cell| cell != NONE)) == 1;
        let holds = |cell: &Cell| {
            let near = self.near(*cell).map(|near| near != NONE && !pair.contains(&near));
            runs(near) == 1
        };
        is_edge && around.iter().filter(|cell| **cell != NONE).all(holds)
    }

    /// How a gourd lies.
    pub fn lie(&self, at: &Configuration, gourd: u32) -> Option<Lie> {
        let [cell, other] = at.gourd(gourd);
        Some(Lie { cell, side: self.board.direction(cell, other)? })
    }

    /// How a gourd may lie after one move, if all other cells were empty, and the cell that must be empty for it.
    pub fn moved(&self, lie: Lie) -> impl Iterator<Item = (Lie, Cell)> + '_ {
        let Lie { cell, side } = lie;
        let other = self.near(cell).get(side).copied().unwrap_or(NONE);
        // The second end on the near cell, seen from there.
        let behind = (side + 3) % 6;
        let first = self.near(cell).iter().copied().enumerate().filter(move |(_, to)| *to != other);
        let first = first.filter(|(_, to)| *to != NONE).map(move |(towards, to)| {
            let turned = (towards + 6 - side) % 6;
            let lie = match turned {
                // The second end swings round the first.
                1 | 5 => Lie { cell, side: towards },
                _ => Lie { cell: to, side: (towards + 3) % 6 },
            };
            (lie, to)
        });
        let second = self.near(other).iter().copied().enumerate().filter(move |(_, to)| *to != cell);
        let second = second.filter(|(_, to)| *to != NONE).map(move |(towards, to)| {
            let turned = (towards + 6 - behind) % 6;
            let lie = match turned {
                1 | 5 => Lie { cell: to, side: (towards + 3) % 6 },
                _ => Lie { cell: other, side: towards },
            };
            (lie, to)
        });
        first.chain(second)
    }

    /// A gourd with its ends exchanged.
    pub fn turned(&self, lie: Lie) -> Lie {
        let cell = self.near(lie.cell).get(lie.side).copied().unwrap_or(NONE);
        Lie { cell, side: (lie.side + 3) % 6 }
    }

    /// The board without the closed cells and two more.
    pub fn without(&self, pair: [Cell; 2]) -> Board {
        let cells: Vec<Cell> = self.cells().filter(|cell| !pair.contains(cell)).collect();
        self.board.part(&cells)
    }

    /// By lie the moves that a gourd alone needs from there to a given one; [`FAR`] if there are none.
    pub fn distances(&self, to: Lie) -> Vec<u16> {
        let mut distances = vec![FAR; self.board.len() * 6];
        by_levels(vec![to], |lie, moves, next| {
            let known = distances.get_mut(lie.index()).filter(|known| **known == FAR);
            let Some((known, moves)) = known.zip(u16::try_from(moves).ok()) else { return };
            *known = moves;
            next.extend(self.moved(lie).map(|(lie, _)| lie));
        });
        distances
    }
}
