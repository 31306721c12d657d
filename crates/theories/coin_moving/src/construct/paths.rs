//! Other paths for a chain.

use super::chain::Chain;
use crate::rectangle::Rectangle;
use puzzlec_model::board::Coord;

impl Chain {
    /// The path begins with the first cells of another row up to a column; the front moves there. Negative rows
    /// lie outside the rectangle.
    pub fn relay(&mut self, column: i32, row: i32) {
        let along = (0..column).map(|u| self.global(u, row));
        let cells: Vec<Coord> = along.chain((row..0).map(|v| self.global(column, v))).collect();
        let gone = usize::try_from(column + row.max(0)).unwrap_or(0).min(self.path.len());
        self.path.splice(..gone, cells);
        self.h -= row;
    }

    /// Takes another path with the same ends, by its profile.
    pub fn bend(&mut self, profile: &[i32]) {
        self.path = self.with_profile(profile);
    }

    /// Takes the path of a chain that grew by a cell diagonal to a corner that is no end: over the new corner, between
    /// the ends' corners.
    pub fn widen(&mut self, cell: Coord) {
        let around = self.rectangle().join(Rectangle::cell(cell));
        let (front, back) = (self.front(), self.back());
        let end = |of: Coord, other: Coord| {
            let x = if of.x < other.x { around.left } else { around.right };
            Coord::new(x, if of.y < other.y { around.top } else { around.bottom })
        };
        let (first, last) = (end(front, back), end(back, front));
        let line = |from: Coord, to: Coord| {
            let step = Coord::new((to.x - from.x).signum(), (to.y - from.y).signum());
            let far = (to.x - from.x).abs() + (to.y - from.y).abs();
            (0..far).map(move |at| Coord::new(from.x + at * step.x, from.y + at * step.y))
        };
        let path = line(first, cell).chain(line(cell, last)).chain([last]).collect();
        if let Some(wide) = Chain::along(path) {
            *self = wide;
        }
    }

    /// How far the path must follow the first row for a coin above a column, so many rows above it.
    pub fn reach(&self, column: i32, rows: i32, carried: bool) -> i32 {
        if carried || rows == 1 || column % 2 == 0 { column } else { (column + 1).min(self.w - 1) }
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
