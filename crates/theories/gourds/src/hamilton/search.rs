//! An exhaustive search for a cycle through all cells: edges are chosen and ruled out, with all that follows.

use crate::problem::{Board, Cell, NONE};
use puzzlec_theory::meter::{Halted, Meter, Room};

/// A partial choice of edges, that form paths.
#[derive(Clone)]
struct Choice {
    /// By cell the directions of its chosen edges, as bits.
    chosen: Vec<u8>,
    /// Those that are neither chosen nor ruled out.
    open: Vec<u8>,
    /// By the end of a path its other end; a cell without chosen edges is a path.
    far: Vec<Cell>,
    /// The number of chosen edges.
    edges: usize,
}

/// A cycle through all cells; nothing if there is none. Exponential time.
///
/// # Errors
/// A limit was reached.
pub fn cycle(board: &Board, meter: &Meter<'_>) -> Result<Option<Vec<Cell>>, Halted> {
    let mut room = Room::new(meter);
    let cells = || (0..).take(board.len());
    let sides = |cell| {
        (0..).zip(board.near(cell)).fold(0, |bits, (side, near)| bits | u8::from(*near != NONE) << side)
    };
    let open = cells().map(sides).collect();
    let mut first = Choice { chosen: vec![0; board.len()], open, far: cells().collect(), edges: 0 };
    if board.len() < 3 || !first.settle(board, cells().collect()) {
        return Ok(None);
    }
    let mut stack = vec![first];
    while let Some(choice) = stack.pop() {
        meter.expanded(1)?;
        room.hold(stack.len() * board.len() * 6)?;
        if choice.edges == board.len() {
            return Ok(Some(choice.cells(board)));
        }
        if !choice.is_connected(board) {
            continue;
        }
        let Some((cell, side)) = choice.branch(board) else { continue };
        let mut without = choice.clone();
        without.rule_out(board, cell, side);
        let near = board.near(cell).get(side).copied().unwrap_or(NONE);
        if without.settle(board, vec![cell, near]) {
            stack.push(without);
        }
        let mut with = choice;
        if with.choose(board, cell, side) && with.settle(board, vec![cell, near]) {
            stack.push(with);
        }
    }
    Ok(None)
}

impl Choice {
    fn chosen(&self, cell: Cell) -> u8 {
        self.chosen.get(cell as usize).copied().unwrap_or(0)
    }

    fn open(&self, cell: Cell) -> u8 {
        self.open.get(cell as usize).copied().unwrap_or(0)
    }

    fn far(&self, cell: Cell) -> Cell {
        self.far.get(cell as usize).copied().unwrap_or(NONE)
    }

    fn rule_out(&mut self, board: &Board, cell: Cell, side: usize) {
        let near = board.near(cell).get(side).copied().unwrap_or(NONE);
        for (cell, side) in [(cell, side), (near, (side + 3) % 6)] {
            if let Some(open) = self.open.get_mut(cell as usize) {
                *open &= !(1 << side);
            }
        }
    }

    /// Chooses an open edge; false if it closes a cycle too early.
    fn choose(&mut self, board: &Board, cell: Cell, side: usize) -> bool {
        let near = board.near(cell).get(side).copied().unwrap_or(NONE);
        if self.far(cell) == near && self.edges + 1 < board.len() {
            return false;
        }
        self.rule_out(board, cell, side);
        for (cell, side) in [(cell, side), (near, (side + 3) % 6)] {
            if let Some(chosen) = self.chosen.get_mut(cell as usize) {
                *chosen |= 1 << side;
            }
        }
        let ends = [self.far(cell), self.far(near)];
        for (end, far) in [(ends[0], ends[1]), (ends[1], ends[0])] {
            if let Some(place) = self.far.get_mut(end as usize) {
                *place = far;
            }
        }
        self.edges += 1;
        true
    }

    /// Draws all consequences from these cells on; false if there is no cycle.
    fn settle(&mut self, board: &Board, mut cells: Vec<Cell>) -> bool {
        while let Some(cell) = cells.pop() {
            let (chosen, open) = (self.chosen(cell).count_ones(), self.open(cell).count_ones());
            let near = |side: u32| board.near(cell).get(side as usize).copied().unwrap_or(NONE);
            let sides = |bits: u8| (0..6).filter(move |side| bits >> side & 1 == 1);
            if chosen > 2 || chosen + open < 2 {
                return false;
            }
            if chosen == 2 && open > 0 {
                for side in sides(self.open(cell)) {
                    self.rule_out(board, cell, side as usize);
                    cells.push(near(side));
                }
            } else if chosen + open == 2 && open > 0 {
                for side in sides(self.open(cell)) {
                    if !self.choose(board, cell, side as usize) {
                        return false;
                    }
                    cells.push(near(side));
                }
                cells.push(cell);
            } else if chosen == 1 && self.edges + 1 < board.len() {
                // The two ends of a path must not meet yet.
                if let Some(side) =
                    board.direction(cell, self.far(cell)).filter(|s| self.open(cell) >> s & 1 == 1)
                {
                    self.rule_out(board, cell, side);
                    cells.extend([cell, self.far(cell)]);
                }
            }
        }
        true
    }

    /// Whether the edges that are left join all cells.
    fn is_connected(&self, board: &Board) -> bool {
        let mut seen = vec![false; board.len()];
        let mut cells = vec![0];
        while let Some(cell) = cells.pop() {
            let Some(seen) = seen.get_mut(cell as usize).filter(|seen| !**seen) else { continue };
            *seen = true;
            let left = self.chosen(cell) | self.open(cell);
            let near = board.near(cell).iter().enumerate();
            cells.extend(near.filter(|(side, _)| left >> side & 1 == 1).map(|(_, near)| *near));
        }
        !seen.contains(&false)
    }

    /// An open edge to decide: at the end of a path if there is one, with the fewest open edges.
    fn branch(&self, board: &Board) -> Option<(Cell, usize)> {
        let open = (0..).take(board.len()).filter(|cell| self.open(*cell) != 0);
        let cell = open.min_by_key(|cell| (self.chosen(*cell) == 0, self.open(*cell).count_ones()))?;
        Some((cell, self.open(cell).trailing_zeros() as usize))
    }

    /// The cells in order of the chosen edges.
    fn cells(&self, board: &Board) -> Vec<Cell> {
        let (mut cells, mut cell, mut from) = (Vec::with_capacity(board.len()), 0, NONE);
        for _ in 0..board.len() {
            cells.push(cell);
            let near = board.near(cell).iter().enumerate();
            let mut next = near.filter(|(side, near)| self.chosen(cell) >> side & 1 == 1 && **near != from);
            (from, cell) = (cell, next.next().map_or(NONE, |(_, near)| *near));
        }
        cells
    }
}
