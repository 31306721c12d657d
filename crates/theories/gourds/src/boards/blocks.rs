//! Cut cells, and the blocks between them.

use super::super::problem::{Board, Cell};

/// The cells without which the board falls into more parts, in order. Linear.
pub fn cut_cells(board: &Board) -> Vec<Cell> {
    let mut count = vec![0_u32; board.len()];
    for cell in blocks(board).iter().flatten() {
        count.get_mut(*cell as usize).into_iter().for_each(|count| *count += 1);
    }
    (0..).zip(count).filter(|(_, count)| *count > 1).map(|(cell, _)| cell).collect()
}

/// The blocks of a board: its largest parts without cut cells of their own, and its single cells. Two blocks share at most
/// one cell. Each is sorted. Linear, by the algorithm of Hopcroft and Tarjan.
pub fn blocks(board: &Board) -> Vec<Vec<Cell>> {
    let mut search = BlockSearch {
        board,
        order: vec![0; board.len()],
        low: vec![0; board.len()],
        time: 0,
        open: Vec::new(),
        blocks: Vec::new(),
    };
    for root in 0..board.len() as Cell {
        if search.order(root) == 0 {
            search.from(root);
        }
    }
    search.blocks
}

struct BlockSearch<'b> {
    board: &'b Board,
    /// By cell when it was found, from 1; 0 before.
    order: Vec<u32>,
    /// By cell the earliest cell that it or its descendants touch.
    low: Vec<u32>,
    time: u32,
    /// Cells whose block is not complete.
    open: Vec<Cell>,
    blocks: Vec<Vec<Cell>>,
}

impl BlockSearch<'_> {
    fn order(&self, cell: Cell) -> u32 {
        self.order.get(cell as usize).copied().unwrap_or(0)
    }

    fn low(&self, cell: Cell) -> u32 {
        self.low.get(cell as usize).copied().unwrap_or(0)
    }

    fn lower(&mut self, cell: Cell, to: u32) {
        self.low.get_mut(cell as usize).into_iter().for_each(|low| *low = to.min(*low));
    }

    fn find(&mut self, cell: Cell) {
        self.time += 1;
        self.order.get_mut(cell as usize).into_iter().for_each(|slot| *slot = self.time);
        self.low.get_mut(cell as usize).into_iter().for_each(|slot| *slot = self.time);
        self.open.push(cell);
    }

    fn from(&mut self, root: Cell) {
        self.find(root);
        // Each cell on the way with the direction to look in next.
        let mut way = vec![(root, 0_usize)];
        while let Some((cell, direction)) = way.last_mut() {
            let (here, towards) = (*cell, *direction);
            *direction += 1;
            if let Some(near) = self.board.near(here).get(towards).copied() {
                if self.board.cells().get(near as usize).is_none() {
                    continue;
                }
                match self.order(near) {
                    0 => {
                        self.find(near);
                        way.push((near, 0));
                    }
                    order => self.lower(here, order),
                }
                continue;
            }
            way.pop();
            let Some((parent, _)) = way.last().copied() else { break };
            self.lower(parent, self.low(here));
            if self.low(here) >= self.order(parent) {
                let from = self.open.iter().rposition(|open| *open == here).unwrap_or(0);
                let mut block = self.open.split_off(from);
                block.push(parent);
                block.sort_unstable();
                self.blocks.push(block);
            }
        }
        self.open.clear();
        if self.board.neighbours(root).next().is_none() {
            self.blocks.push(vec![root]);
        }
    }
}
