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

    /// Pokes to another chain with the same ends; nothing where the ends differ. About one for each cell
    /// between the two, and one for two cells of the path.
    pub fn pokes_to(&self, goal: &Chain) -> Option<Vec<Move>> {
        if self.ends() != goal.ends() {
            return None;
        }
        let ways = [false, true].into_iter().flat_map(|up| [(up, false), (up, true)]);
        ways.map(|(up, nearest)| self.clone().transformed(goal, up, nearest)).min_by_key(Vec::len)
    }

    /// The pair travels to and fro, and the corners that are free behind it flip without a poke. It goes on to the last
    /// corner to flip in its direction, or each time to the nearest one.
    fn transformed(mut self, goal: &Chain, mut up: bool, nearest: bool) -> Vec<Move> {
        let last = self.path.len().saturating_sub(1);
        let (mut pokes, mut open) = (Vec::new(), (1..last).collect::<Vec<usize>>());
        loop {
            while let Some(at) = open.pop() {
                if self.is_useful(at, goal) && !self.holds(at) {
                    self.flip(at);
                    open.extend([at - 1, at + 1]);
                }
            }
            let useful = |at: &usize| self.is_useful(*at, goal);
            let ahead = |up: bool| {
                if up { (self.pair + 1..last).find(useful) } else { (1..=self.pair).rev().find(useful) }
            };
            let far = |corner: usize, up: bool| if up { corner - self.pair } else { self.pair + 1 - corner };
            let mut found = [up, !up].into_iter().filter_map(|up| Some((ahead(up)?, up)));
            let next = if nearest { found.min_by_key(|(at, up)| far(*at, *up)) } else { found.next() };
            let Some((corner, way)) = next else { break };
            up = way;
            self.carry(if up { corner + 1 } else { corner - 2 }, &mut pokes);
            open.push(corner);
        }
        self.carry(goal.pair, &mut pokes);
        pokes
    }

    /// Whether the path has a corner at a place whose flip brings it nearer to another.
    fn is_useful(&self, at: usize, goal: &Chain) -> bool {
        let last = self.path.len().saturating_sub(1);
        if at < 1 || at >= last {
            return false;
        }
        let (cell, to, next, before) = (self.at(at), goal.at(at), self.at(at + 1), self.at(at - 1));
        let ahead = (to.x - cell.x) * (next.x - cell.x) + (to.y - cell.y) * (next.y - cell.y);
        let straight = (next.x - cell.x, next.y - cell.y) == (cell.x - before.x, cell.y - before.y);
        ahead > 0 && !straight
    }

    /// Whether a coin lies at a place.
    fn holds(&self, at: usize) -> bool {
        at.is_multiple_of(2) == (at <= self.pair)
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

    /// Moves the path to the other side of a free corner.
    fn flip(&mut self, corner: usize) {
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
