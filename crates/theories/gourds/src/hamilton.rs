//! Cycles through all cells.
//!
//! On a board without holes and cut cells the outline is a simple cycle. Cells beside the cycle are inserted into it one by
//! one; a cell that fits between no two consecutive cells is inserted by laying the cycle again in a small window around
//! it. Boards where this fails are searched.

mod search;
mod window;

use std::collections::VecDeque;

use super::boards::{is_star, runs};
use super::problem::{Board, Cell, NONE};
use puzzlec_theory::meter::{Halted, Meter};
use window::Window;

/// Radii of the windows in which the cycle is laid again.
const RADII: [i32; 3] = [2, 3, 4];

/// Whether the board has an odd number of cells, no cut cell, no hole, and is not the Star of David: on such a board
/// every configuration can be reached from every other (Theorem 4.6). One cell is such a board. Linear time.
pub fn is_proper(board: &Board) -> bool {
    board.len() == 1 || board.len() % 2 == 1 && is_disc(board) && !is_star(board)
}

/// Whether three or more cells hang together without cut cells and holes.
fn is_disc(board: &Board) -> bool {
    let (mut edges, mut triangles) = (0, 0);
    for cell in (0..).take(board.len()) {
        let near = board.near(cell);
        if runs(near.map(|near| near != NONE)) != 1 {
            return false;
        }
        // Each edge is counted in one direction, each triangle at one corner.
        let [right, up_right, up_left, ..] = near.map(|near| usize::from(near != NONE));
        edges += right + up_right + up_left;
        triangles += right * up_right + up_right * up_left;
    }
    board.len() >= 3 && board.len() + triangles == edges + 1 && is_connected(board)
}

fn is_connected(board: &Board) -> bool {
    let mut seen = vec![false; board.len()];
    let mut open = vec![0];
    while let Some(cell) = open.pop() {
        if let Some(seen) = seen.get_mut(cell as usize).filter(|seen| !**seen) {
            *seen = true;
            open.extend(board.neighbours(cell));
        }
    }
    !seen.contains(&false)
}

/// A cycle through all cells, counterclockwise; nothing if there is none. Near-linear time on boards without holes; on
/// others a search, whose time may grow exponentially.
///
/// # Errors
/// A limit was reached.
pub fn cycle(board: &Board, meter: &Meter<'_>) -> Result<Option<Vec<Cell>>, Halted> {
    let Some(outline) = outline(board) else { return Ok(None) };
    let mut line = Line::new(board, &outline);
    if line.insert_all(meter)? {
        return Ok(Some(line.cells()));
    }
    Ok(search::cycle(board, meter)?.map(|cycle| counterclockwise(board, cycle)))
}

/// The outline of a board counterclockwise; nothing if it visits a cell twice or has fewer than three cells.
fn outline(board: &Board) -> Option<Vec<Cell>> {
    let first = (0..).zip(board.cells()).min_by_key(|(_, (q, r))| (*r, *q))?.0;
    let mut seen = vec![false; board.len()];
    let (mut outline, mut cell, mut from) = (Vec::new(), first, 2);
    while !std::mem::replace(seen.get_mut(cell as usize)?, true) {
        outline.push(cell);
        let near = board.near(cell);
        let (direction, next) = (1..=6)
            .map(|turn| (from + turn) % 6)
            .find_map(|side| near.get(side).filter(|near| **near != NONE).map(|near| (side, *near)))?;
        (cell, from) = (next, (direction + 3) % 6);
    }
    // A walk that comes back to the first cell too early leaves a cell out whose turn comes later: a cut cell.
    let whole = cell == first && from == last_side(board, first)?;
    (whole && outline.len() >= 3).then_some(outline)
}

/// The side of the top left cell from which the outline comes back: the one clockwise before the outside.
fn last_side(board: &Board, cell: Cell) -> Option<usize> {
    let near = board.near(cell);
    [0, 5, 4].into_iter().find(|side| near.get(*side).is_some_and(|near| *near != NONE))
}

fn counterclockwise(board: &Board, mut cycle: Vec<Cell>) -> Vec<Cell> {
    let place = |cell: &Cell| board.cells().get(*cell as usize).copied().unwrap_or_default();
    let next = cycle.iter().cycle().skip(1);
    let across = |(a, b)| {
        let ((q, r), (other_q, other_r)): ((i32, i32), (i32, i32)) = (place(a), place(b));
        i64::from(q) * i64::from(other_r) - i64::from(other_q) * i64::from(r)
    };
    // Rows are counted downwards.
    if cycle.iter().zip(next).map(across).sum::<i64>() > 0 {
        cycle.reverse();
    }
    cycle
}

/// A cycle through some of the cells.
struct Line<'b> {
    board: &'b Board,
    /// By cell the next one; [`NONE`] off the cycle.
    next: Vec<Cell>,
    first: Cell,
    /// Cells off the cycle that may fit in.
    open: VecDeque<Cell>,
}

impl<'b> Line<'b> {
    fn new(board: &'b Board, cells: &[Cell]) -> Self {
        let first = cells.first().copied().unwrap_or(NONE);
        let mut line = Line { board, next: vec![NONE; board.len()], first, open: VecDeque::new() };
        for (cell, next) in cells.iter().zip(cells.iter().cycle().skip(1)) {
            line.link(*cell, *next);
        }
        for cell in cells {
            line.open_around(*cell);
        }
        line
    }

    fn next(&self, cell: Cell) -> Cell {
        self.next.get(cell as usize).copied().unwrap_or(NONE)
    }

    fn link(&mut self, cell: Cell, next: Cell) {
        if let Some(link) = self.next.get_mut(cell as usize) {
            *link = next;
        }
    }

    fn open_around(&mut self, cell: Cell) {
        let next = |cell: &Cell| self.next.get(*cell as usize).copied().unwrap_or(NONE);
        self.open.extend(self.board.neighbours(cell).filter(|near| next(near) == NONE));
    }

    fn cells(&self) -> Vec<Cell> {
        let mut cells = vec![self.first];
        let mut cell = self.next(self.first);
        while cell != self.first && cell != NONE {
            cells.push(cell);
            cell = self.next(cell);
        }
        cells
    }

    /// Inserts all cells; says whether that succeeded.
    fn insert_all(&mut self, meter: &Meter<'_>) -> Result<bool, Halted> {
        let mut stuck = Vec::new();
        loop {
            while let Some(cell) = self.open.pop_front() {
                meter.expanded(1)?;
                if self.next(cell) == NONE && !self.insert(cell) {
                    stuck.push(cell);
                }
            }
            let Some(cell) = stuck.pop() else { break };
            if self.next(cell) == NONE && !self.lay_again(cell, meter)? {
                return Ok(false);
            }
        }
        Ok(!self.next.contains(&NONE))
    }

    /// Inserts a cell between two consecutive neighbours.
    fn insert(&mut self, cell: Cell) -> bool {
        let board = self.board;
        let mut before = board.neighbours(cell).map(|near| (near, self.next(near)));
        let Some((before, after)) = before.find(|(_, after)| *after != NONE && board.adjacent(cell, *after))
        else {
            return false;
        };
        self.link(before, cell);
        self.link(cell, after);
        self.open_around(cell);
        true
    }

    /// Lays the cycle again in a window around a cell, and through that cell.
    fn lay_again(&mut self, cell: Cell, meter: &Meter<'_>) -> Result<bool, Halted> {
        for radius in RADII {
            let window = Window::new(self.board, cell, radius, &self.next);
            let Some(links) = window.lay(meter)? else { continue };
            for (cell, next) in &links {
                self.link(*cell, *next);
            }
            for (cell, _) in links {
                self.open_around(cell);
            }
            return Ok(true);
        }
        Ok(false)
    }
}
