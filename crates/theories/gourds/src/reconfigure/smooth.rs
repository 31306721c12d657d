//! Cycles with few sharp turns.

use crate::problem::{Board, Cell, NONE};

/// A cycle by the neighbours of each cell on it.
struct Links<'b> {
    board: &'b Board,
    next: Vec<Cell>,
    last: Vec<Cell>,
}

impl Links<'_> {
    fn next(&self, cell: Cell) -> Cell {
        self.next.get(cell as usize).copied().unwrap_or(NONE)
    }

    fn last(&self, cell: Cell) -> Cell {
        self.last.get(cell as usize).copied().unwrap_or(NONE)
    }

    fn link(&mut self, cell: Cell, next: Cell) {
        if let (Some(after), Some(before)) =
            (self.next.get_mut(cell as usize), self.last.get_mut(next as usize))
        {
            (*after, *before) = (next, cell);
        }
    }

    fn sharp(&self, a: Cell, b: Cell) -> i32 {
        i32::from(self.board.adjacent(a, b))
    }

    /// The sharp turns more with a cell between two consecutive cells.
    fn more(&self, a: Cell, cell: Cell, b: Cell) -> i32 {
        let (before, after) = (self.last(a), self.next(b));
        1 + self.sharp(before, cell) - self.sharp(before, b) + self.sharp(cell, after) - self.sharp(a, after)
    }
}

/// Moves cells at sharp turns to other places of a cycle, as long as fewer turns become sharp: a step of a ring costs one
/// more move at each. The same cells, in the same direction.
pub fn smooth(board: &Board, cycle: &[Cell]) -> Vec<Cell> {
    let mut links = Links { board, next: vec![NONE; board.len()], last: vec![NONE; board.len()] };
    for (cell, next) in cycle.iter().zip(cycle.iter().cycle().skip(1)) {
        links.link(*cell, *next);
    }
    let mut open: Vec<Cell> = cycle.to_vec();
    while let Some(cell) = open.pop() {
        let (a, b) = (links.last(cell), links.next(cell));
        if !board.adjacent(a, b) || cycle.len() < 7 {
            continue;
        }
        links.link(a, b);
        let saved = links.more(a, cell, b);
        let edges = board.neighbours(cell).map(|near| (near, links.next(near)));
        let best = edges
            .filter(|(near, next)| board.adjacent(cell, *next) && *near != cell)
            .min_by_key(|(near, next)| links.more(*near, cell, *next));
        match best.filter(|(near, next)| links.more(*near, cell, *next) < saved) {
            Some((near, next)) => {
                links.link(near, cell);
                links.link(cell, next);
                open.extend(board.neighbours(cell));
                open.extend([links.last(a), a, b, links.next(b)]);
            }
            None => {
                links.link(a, cell);
                links.link(cell, b);
            }
        }
    }
    let first = cycle.first().copied().unwrap_or(NONE);
    let rest = std::iter::successors(Some(first), |cell| Some(links.next(*cell)));
    rest.take(cycle.len()).collect()
}
