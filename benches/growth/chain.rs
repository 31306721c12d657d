//! Chains: coins along a monotone path through a rectangle, no two cells in a row empty, both ends held.

use puzzlec_coin_moving::rectangle::Rectangle;
use puzzlec_model::board::Coord;

/// A unit step.
pub type Step = (i32, i32);

fn opposite(step: Step) -> Step {
    (-step.0, -step.1)
}

/// A chain in a frame of its own: columns from 0 to `width - 1` in direction `across`, rows from 0 to `height - 1` in
/// direction `down`. The path leads from (0, 0) to the opposite corner.
#[derive(Clone, Debug)]
pub struct Chain {
    origin: Coord,
    pub across: Step,
    pub down: Step,
    pub width: i32,
    pub height: i32,
    /// By row but the last: the column in which the path leaves it.
    pub turns: Vec<i32>,
    /// The cells of the path, in the frame.
    pub path: Vec<(i32, i32)>,
}

impl Chain {
    pub fn new(origin: Coord, across: Step, down: Step, width: i32, turns: Vec<i32>) -> Self {
        let mut path = vec![(0, 0)];
        let mut at = 0;
        for (row, turn) in (0..).zip(&turns) {
            path.extend((at + 1..=*turn).map(|column| (column, row)));
            path.push((*turn, row + 1));
            at = *turn;
        }
        let height = turns.len() as i32 + 1;
        path.extend((at + 1..width).map(|column| (column, height - 1)));
        Chain { origin, across, down, width, height, turns, path }
    }

    /// A chain of one coin.
    pub fn of(cell: Coord) -> Self {
        Chain::new(cell, (1, 0), (0, 1), 1, Vec::new())
    }

    /// The index of the last cell of the path.
    pub fn last(&self) -> i32 {
        self.width + self.height - 2
    }

    /// A cell of the frame on the board.
    pub fn cell(&self, u: i32, v: i32) -> Coord {
        let x = self.origin.x + u * self.across.0 + v * self.down.0;
        Coord::new(x, self.origin.y + u * self.across.1 + v * self.down.1)
    }

    /// A cell of the path on the board.
    pub fn at(&self, index: i32) -> Coord {
        let (u, v) = self.path[index as usize];
        self.cell(u, v)
    }

    /// A cell of the board in the frame.
    pub fn local(&self, cell: Coord) -> (i32, i32) {
        let (x, y) = (cell.x - self.origin.x, cell.y - self.origin.y);
        (x * self.across.0 + y * self.across.1, x * self.down.0 + y * self.down.1)
    }

    pub fn rectangle(&self) -> Rectangle {
        Rectangle::cell(self.origin).join(Rectangle::cell(self.cell(self.width - 1, self.height - 1)))
    }

    /// The same coins, from the other end.
    pub fn reverse(&self) -> Self {
        let turns = self.turns.iter().rev().map(|u| self.width - 1 - u).collect();
        let origin = self.cell(self.width - 1, self.height - 1);
        Chain::new(origin, opposite(self.across), opposite(self.down), self.width, turns)
    }

    /// The same coins, columns for rows.
    pub fn transpose(&self) -> Self {
        let across = self.path.windows(2).filter(|pair| pair[0].0 < pair[1].0);
        let turns = across.map(|pair| pair[0].1).collect();
        Chain::new(self.origin, self.down, self.across, self.height, turns)
    }

    /// All frames of the chain. A line has both directions of its short side.
    pub fn frames(&self) -> Vec<Chain> {
        let mut all = vec![self.clone(), self.reverse(), self.transpose(), self.reverse().transpose()];
        for mut other in all.clone() {
            if other.height == 1 {
                other.down = opposite(other.down);
            } else if other.width == 1 {
                other.across = opposite(other.across);
            } else {
                break;
            }
            all.push(other);
        }
        all
    }

    /// The frame of the chain that another chain of the same rectangle has.
    pub fn framed_as(&self, other: &Chain) -> Option<Chain> {
        self.frames().into_iter().find(|frame| {
            frame.origin == other.origin
                && (frame.width, frame.height) == (other.width, other.height)
                && (frame.width == 1 || frame.across == other.across)
                && (frame.height == 1 || frame.down == other.down)
        })
    }

    /// The frame in which a coin near the rectangle is before the first row, diagonal to the first cell, or diagonal to
    /// the end of the first row.
    pub fn facing(&self, coin: Coord) -> Chain {
        let rank = |frame: &Chain| match frame.local(coin) {
            (-1, -1) => Some(0),
            (u, -2 | -1) if (0..frame.width).contains(&u) => Some(1 + u),
            (u, -1) if u == frame.width => Some(i32::MAX),
            _ => None,
        };
        let frames = self.frames().into_iter().filter_map(|frame| Some((rank(&frame)?, frame)));
        frames.min_by_key(|(rank, _)| *rank).unwrap().1
    }

    /// With one cell more before the first row.
    pub fn longer(&self) -> Self {
        let turns = [0].into_iter().chain(self.turns.iter().copied()).collect();
        Chain::new(self.cell(0, -1), self.across, self.down, self.width, turns)
    }

    /// With two cells more, to the cell diagonal to the first.
    pub fn longer_diagonally(&self) -> Self {
        let turns = [0].into_iter().chain(self.turns.iter().map(|u| u + 1)).collect();
        Chain::new(self.cell(-1, -1), self.across, self.down, self.width + 1, turns)
    }

    /// The turns of the path closest to this one that passes a cell.
    pub fn through(&self, u: i32, v: i32) -> Vec<i32> {
        (0..)
            .zip(&self.turns)
            .map(|(row, turn)| if row >= v { (*turn).max(u) } else { (*turn).min(u) })
            .collect()
    }

    /// The cells between this path and another.
    pub fn sweep(&self, turns: &[i32]) -> i32 {
        self.turns.iter().zip(turns).map(|(one, other)| (one - other).abs()).sum()
    }
}
