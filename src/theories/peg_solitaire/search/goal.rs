//! Goals: positions by cells with pegs, cells without, and the number of pegs.

use super::board::{Cells, PegBoard};

/// Any position that has pegs on `full`, none on `empty`, and between `least` and `most` pegs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Goal {
    /// Cells with pegs.
    pub full: Cells,
    /// Cells without pegs.
    pub empty: Cells,
    /// The least number of pegs.
    pub least: u32,
    /// The greatest number of pegs.
    pub most: u32,
}

impl Goal {
    /// Just this position.
    pub fn exactly(cells: Cells, board: &PegBoard) -> Goal {
        let pegs = cells.count_ones();
        Goal { full: cells, empty: board.all() & !cells, least: pegs, most: pegs }
    }

    /// Any position with this number of pegs.
    pub fn pegs(pegs: u32) -> Goal {
        Goal { full: 0, empty: 0, least: pegs, most: pegs }
    }

    /// Is the goal reached here?
    pub fn holds(&self, at: Cells) -> bool {
        let pegs = at.count_ones();
        at & self.full == self.full && at & self.empty == 0 && self.least <= pegs && pegs <= self.most
    }

    /// The image under a symmetry of the board.
    pub fn moved(&self, symmetry: &[u8]) -> Goal {
        Goal {
            full: PegBoard::moved(symmetry, self.full),
            empty: PegBoard::moved(symmetry, self.empty),
            ..*self
        }
    }

    fn free(&self, board: &PegBoard) -> Vec<Cells> {
        let cells = (0..board.cells()).map(|cell| 1 << cell);
        cells.filter(|cell| cell & (self.full | self.empty) == 0).collect()
    }

    /// How many pegs stand on free cells: from, to. None: no position fits.
    fn more(&self, board: &PegBoard) -> Option<(usize, usize)> {
        let held = self.full.count_ones();
        let free = (board.all() & !self.full & !self.empty).count_ones();
        let (from, to) = (self.least.saturating_sub(held), self.most.checked_sub(held)?.min(free));
        let fits = self.full & self.empty == 0 && self.full & !board.all() == 0 && from <= to;
        fits.then_some((from as usize, to as usize))
    }

    /// All positions of the goal; none when they are more than `most`.
    pub fn positions(&self, board: &PegBoard, most: usize) -> Option<Vec<Cells>> {
        let Some((from, to)) = self.more(board) else { return Some(Vec::new()) };
        let free = self.free(board);
        let mut count: usize = 0;
        for pegs in from..=to {
            count = count.checked_add(choices(free.len(), pegs, most)?).filter(|&sum| sum <= most)?;
        }
        let mut found = Vec::with_capacity(count);
        for pegs in from..=to {
            fill(&free, pegs, self.full, &mut found);
        }
        Some(found)
    }

    /// A lower bound of the weight of every position of the goal; none when there is no position.
    pub fn least_weight(&self, board: &PegBoard, weights: &[i64]) -> Option<i64> {
        let (from, to) = self.more(board)?;
        let weight = |at: Cells| weights.iter().enumerate().filter(move |(cell, _)| at >> cell & 1 == 1);
        let held: i64 = weight(self.full).map(|(_, &own)| own).sum();
        let mut free: Vec<i64> =
            weight(board.all() & !self.full & !self.empty).map(|(_, &own)| own).collect();
        free.sort_unstable();
        let forced: i64 = free.iter().take(from).sum();
        let wanted: i64 = free.iter().take(to).skip(from).filter(|own| **own < 0).sum();
        Some(held + forced + wanted)
    }
}

/// n over k, none when it is more than `most`.
fn choices(n: usize, k: usize, most: usize) -> Option<usize> {
    let mut count: usize = 1;
    for step in 0..k.min(n - k) {
        count = count.checked_mul(n - step)? / (step + 1);
        if count > most {
            return None;
        }
    }
    Some(count)
}

fn fill(free: &[Cells], pegs: usize, held: Cells, found: &mut Vec<Cells>) {
    if pegs == 0 {
        found.push(held);
    } else if let [first, rest @ ..] = free
        && pegs <= free.len()
    {
        fill(rest, pegs - 1, held | first, found);
        fill(rest, pegs, held, found);
    }
}
