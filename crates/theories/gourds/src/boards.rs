//! What a board is: holes, cut cells, leaves, colours, barriers, and the triangles inside a ring.

mod blocks;
mod dual;
mod matching;
mod shape;

pub use blocks::{blocks, cut_cells};
pub use dual::{DualTree, dual_tree};
pub use matching::{AlternatingTree, Matching};
pub use shape::{Divider, Gates, LONG};

use super::problem::{Board, Cell, NONE};
use puzzlec_theory::meter::{Halted, Meter};

/// The structure of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The number of cells.
    pub cells: usize,
    /// Whether all cells are connected.
    pub connected: bool,
    /// The cells without which the board falls into more parts, in order.
    pub cut_cells: Vec<Cell>,
    /// The cells with one neighbour, in order.
    pub leaves: Vec<Cell>,
    /// The number of bounded regions without cells.
    pub holes: usize,
    /// Whether the neighbours of each cell are connected among themselves.
    pub locally_connected: bool,
    /// Whether some cell has six neighbours.
    pub inner_cell: bool,
    /// Whether it is the Star of David of 13 cells.
    pub star: bool,
    /// The number of cells of each of the three colours, which differ on the three cells of every triangle.
    pub colours: [usize; 3],
    /// The number of cells that a maximum matching leaves free: 1 where gourds can cover all cells but one.
    pub exposed: usize,
    /// Cells whose removal leaves more odd components than they are, by one: `exposed` is 1, and none of these cells is
    /// ever empty. Nothing where there are none.
    pub barrier: Option<Vec<Cell>>,
    /// The cells that no maximum matching leaves free, in order.
    pub never_empty: Vec<Cell>,
}

impl Report {
    /// Whether the number of cells is odd.
    pub fn is_odd(&self) -> bool {
        self.cells % 2 == 1
    }

    /// Whether the board is connected and remains so without any one of its cells; at least three cells.
    pub fn is_two_connected(&self) -> bool {
        self.connected && self.cells > 2 && self.cut_cells.is_empty()
    }

    /// Whether gourds can cover the board without any one of its cells.
    pub fn is_factor_critical(&self) -> bool {
        self.exposed == 1 && self.never_empty.is_empty()
    }

    /// Whether one colour has more than half of the cells.
    pub fn is_very_unbalanced(&self) -> bool {
        self.colours.iter().any(|count| 2 * count > self.cells)
    }
}

/// The structure of a board. Near-linear, but for a maximum matching, which is quadratic at worst.
///
/// # Errors
/// A limit was reached.
pub fn report(board: &Board, meter: &Meter<'_>) -> Result<Report, Halted> {
    let degree = |cell: Cell| board.neighbours(cell).count();
    let cells = || 0..board.len() as Cell;
    let degrees: usize = cells().map(degree).sum();
    let triangles = cells().map(|cell| triangles_of(board, cell).count()).sum::<usize>() / 3;
    let parts = parts(board, |_| true).len();
    let mut colours = [0; 3];
    for (q, r) in board.cells() {
        colours.get_mut((q - r).rem_euclid(3) as usize).into_iter().for_each(|count| *count += 1);
    }
    let matching = Matching::maximum(board, |_| true, meter)?;
    let free: Vec<Cell> = matching.exposed().collect();
    let mut empty = vec![false; board.len()];
    for root in &free {
        let tree = matching.tree(board, *root, meter)?;
        for cell in cells().filter(|cell| tree.reaches(*cell)) {
            empty.get_mut(cell as usize).into_iter().for_each(|slot| *slot = true);
        }
    }
    let is_empty = |cell: &Cell| empty.get(*cell as usize).copied().unwrap_or(false);
    let never_empty: Vec<Cell> = cells().filter(|cell| !is_empty(cell)).collect();
    let beside =
        never_empty.iter().copied().filter(|cell| board.neighbours(*cell).any(|near| is_empty(&near)));
    let barrier: Vec<Cell> = beside.collect();
    Ok(Report {
        cells: board.len(),
        connected: parts <= 1,
        cut_cells: cut_cells(board),
        leaves: cells().filter(|cell| degree(*cell) == 1).collect(),
        // Euler's formula: what is neither a triangle nor the outside.
        holes: (degrees / 2 + parts).saturating_sub(board.len() + triangles),
        locally_connected: is_locally_connected(board),
        inner_cell: has_inner_cell(board),
        star: is_star(board),
        colours,
        exposed: free.len(),
        barrier: (free.len() == 1 && !barrier.is_empty()).then_some(barrier),
        never_empty,
    })
}

/// The triangles that contain a cell: their other two cells, counterclockwise.
pub fn triangles_of(board: &Board, cell: Cell) -> impl Iterator<Item = [Cell; 2]> {
    let near = *board.near(cell);
    let next = near.into_iter().cycle().skip(1);
    near.into_iter().zip(next).filter(|(a, b)| *a != NONE && *b != NONE).map(|(a, b)| [a, b])
}

/// Whether the neighbours of each cell are connected among themselves.
pub fn is_locally_connected(board: &Board) -> bool {
    (0..board.len() as Cell).all(|cell| runs(board.near(cell).map(|near| near != NONE)) <= 1)
}

/// Whether some cell has six neighbours.
pub fn has_inner_cell(board: &Board) -> bool {
    (0..board.len() as Cell).any(|cell| board.neighbours(cell).count() == 6)
}

/// The number of runs of cells around a cell, from which of its neighbours are there; six are one run.
pub fn runs<const N: usize>(near: [bool; N]) -> usize {
    let ends = near.iter().zip(near.iter().cycle().skip(1)).filter(|(here, next)| **here && !**next).count();
    if ends == 0 { usize::from(near.contains(&true)) } else { ends }
}

/// The connected parts of the cells of a set, each in order of discovery.
pub fn parts(board: &Board, within: impl Fn(Cell) -> bool) -> Vec<Vec<Cell>> {
    let mut seen = vec![false; board.len()];
    let mut visit = |cell: Cell| {
        within(cell) && seen.get_mut(cell as usize).is_some_and(|slot| !std::mem::replace(slot, true))
    };
    let mut parts = Vec::new();
    for first in 0..board.len() as Cell {
        if !visit(first) {
            continue;
        }
        let mut part = vec![first];
        let mut at = 0;
        while let Some(cell) = part.get(at).copied() {
            at += 1;
            part.extend(board.neighbours(cell).filter(|near| visit(*near)));
        }
        parts.push(part);
    }
    parts
}

/// Whether a board is the Star of David: a cell, its six neighbours, and the six cells that touch two of these.
pub fn is_star(board: &Board) -> bool {
    let has = |(q, r): (i32, i32), centre: (i32, i32)| {
        let (q, r) = (q - centre.0, r - centre.1);
        let away = q.abs().max(r.abs()).max((q + r).abs());
        away <= 1 || away == 2 && (q - r) % 3 == 0
    };
    board.len() == 13
        && board.cells().iter().any(|centre| board.cells().iter().all(|cell| has(*cell, *centre)))
}
