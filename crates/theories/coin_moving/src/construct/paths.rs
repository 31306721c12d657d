//! The paths that a chain takes on its way (Lemmas 2.7 and 3.2).

use super::chain::Chain;
use crate::rectangle::Rectangle;
use puzzlec_model::board::Coord;

impl Chain {
    /// How far the path must follow the first row for a coin that hops above a column: to an even one.
    pub fn reach(&self, column: i32) -> i32 {
        (column + column % 2).min(self.w - 1)
    }

    /// The profile of the nearest path that passes a local cell.
    pub fn through(&self, u: i32, v: i32) -> Vec<i32> {
        let moved = |(row, at): (i32, i32)| if row < v { at.min(u) } else { at.max(u) };
        (0..).zip(self.profile()).map(moved).collect()
    }

    /// Cells between the path and the nearest one that passes a local cell.
    pub fn swept(&self, u: i32, v: i32) -> i32 {
        self.through(u, v).iter().zip(self.profile()).map(|(a, b)| (a - b).abs()).sum()
    }

    /// Whether the path is nearer to the corner at the end of the first column than to that of the first row.
    pub fn leans(&self) -> bool {
        2 * self.profile().iter().sum::<i32>() < (self.w - 1) * (self.h - 1)
    }

    /// The profile of the nearest path through two corners of a rectangle inside, and their places on that path.
    pub fn trimmed(&self, to: Rectangle) -> (Vec<i32>, [i32; 2]) {
        let corner = |x, y| self.local(Coord::new(x, y));
        let (one, other) = (corner(to.left, to.top), corner(to.right, to.bottom));
        let (u1, u2) = (one.0.min(other.0), one.0.max(other.0));
        let (v1, v2) = (one.1.min(other.1), one.1.max(other.1));
        let within = |(row, at): (i32, i32)| match row {
            row if row < v1 => at.min(u1),
            row if row < v2 => at.clamp(u1, u2),
            _ => at.max(u2),
        };
        ((0..).zip(self.profile()).map(within).collect(), [u1 + v1, u2 + v2])
    }
}
