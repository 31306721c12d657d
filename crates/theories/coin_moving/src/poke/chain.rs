//! Minimum chains with an adjacent pair: which pokes reach which (Galliot et al. 2021, 5.8 and 5.9), and how.

use super::{Minimum, distance};
use crate::coins::Move;
use puzzlec_model::board::Coord;

/// A minimum chain with an adjacent pair. It runs from one corner of its rectangle to the opposite one without a
/// step back, two steps from coin to coin, but one step within the pair (5.8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// All cells from end to end, one step from each to the next. The first end has the lower column, in a single
    /// column the lower row.
    path: Vec<Coord>,
    /// Where in the path the pair begins: an even number. Up to it the coins lie on even places, behind it on
    /// odd ones.
    pair: usize,
}

impl Chain {
    /// A configuration as a chain, if it is one.
    pub fn of(minimum: &Minimum) -> Option<Self> {
        [1, -1].into_iter().find_map(|down| Chain::along(minimum.coins().iter().collect(), down))
    }

    /// Coins as a chain to the right, and down or up.
    pub(super) fn along(mut coins: Vec<Coord>, down: i32) -> Option<Self> {
        coins.sort_unstable_by_key(|cell| (cell.x + down * cell.y, cell.x));
        let mut path: Vec<Coord> = coins.first().copied().into_iter().collect();
        let mut pair = None;
        for (from, to) in coins.iter().zip(coins.iter().skip(1)) {
            let (right, ahead) = (to.x - from.x, down * (to.y - from.y));
            match (right, ahead) {
                (1, 0) | (0, 1) if pair.is_none() => pair = Some(path.len() - 1),
                (2, 0) | (1, 1) => path.push(Coord::new(from.x + 1, from.y)),
                (0, 2) => path.push(Coord::new(from.x, from.y + down)),
                _ => return None,
            }
            path.push(*to);
        }
        Some(Chain { path, pair: pair? })
    }

    /// The two ends, the first of the path first. Pokes reach all chains of these ends and nothing else (5.9).
    pub fn ends(&self) -> [Coord; 2] {
        let first = self.path.first().copied().unwrap_or(Coord::new(0, 0));
        [first, self.path.last().copied().unwrap_or(first)]
    }

    /// Pokes to another chain with the same ends; nothing where the ends differ. Their number grows with the area
    /// between the two and with the length.
    pub fn pokes_to(mut self, goal: &Chain) -> Option<Vec<Move>> {
        if self.ends() != goal.ends() {
            return None;
        }
        let mut pokes = Vec::new();
        let (mut now, then) = (self.rises(), goal.rises());
        for (row, to) in then.iter().enumerate().rev() {
            while let Some(at) = now.get_mut(row).filter(|at| **at < *to) {
                let corner = row + *at + 1;
                *at += 1;
                self.flip(corner, &mut pokes);
            }
        }
        for (row, to) in then.iter().enumerate() {
            while let Some(at) = now.get_mut(row).filter(|at| **at > *to) {
                let corner = row + *at;
                *at -= 1;
                self.flip(corner, &mut pokes);
            }
        }
        self.carry(goal.pair, &mut pokes);
        Some(pokes)
    }

    /// By row, the column where the path leaves it, counted from the first end.
    fn rises(&self) -> Vec<usize> {
        let steps = self.path.iter().zip(self.path.iter().skip(1)).enumerate();
        let leaves = steps.filter(|(_, (from, to))| from.x == to.x).map(|(at, _)| at);
        leaves.enumerate().map(|(row, at)| at - row).collect()
    }

    fn at(&self, place: usize) -> Coord {
        self.path.get(place).copied().unwrap_or(Coord::new(0, 0))
    }

    /// Moves the pair along the path.
    fn carry(&mut self, to: usize, pokes: &mut Vec<Move>) {
        while self.pair < to {
            pokes.push(Move { from: self.at(self.pair + 1), to: self.at(self.pair + 2) });
            self.pair += 2;
        }
        while self.pair > to {
            pokes.push(Move { from: self.at(self.pair), to: self.at(self.pair - 1) });
            self.pair -= 2;
        }
    }

    /// Moves the path to the other side of a corner, after the pair is moved so that the cell is free.
    fn flip(&mut self, corner: usize, pokes: &mut Vec<Move>) {
        let pair =
            if corner.is_multiple_of(2) { self.pair.min(corner - 2) } else { self.pair.max(corner + 1) };
        self.carry(pair, pokes);
        let (before, after) = (self.at(corner - 1), self.at(corner + 1));
        if let Some(cell) = self.path.get_mut(corner) {
            *cell = Coord::new(before.x + after.x - cell.x, before.y + after.y - cell.y);
        }
    }
}

/// The coins of some chain between two cells at an odd distance, through a third cell in their rectangle, where the
/// pair is, with its other coin on the way to `to`. The cell is at an even distance from `from`.
pub(super) fn through(from: Coord, cell: Coord, to: Coord) -> Vec<Coord> {
    let before = line(from, cell).into_iter().step_by(2);
    before.chain(line(cell, to).into_iter().skip(1).step_by(2)).collect()
}

/// A way from one cell to another, first along the row.
fn line(from: Coord, to: Coord) -> Vec<Coord> {
    let mut cell = from;
    let mut cells = Vec::with_capacity(distance(from, to) as usize + 1);
    cells.push(cell);
    while cell != to {
        if cell.x == to.x {
            cell.y += (to.y - cell.y).signum();
        } else {
            cell.x += (to.x - cell.x).signum();
        }
        cells.push(cell);
    }
    cells
}
