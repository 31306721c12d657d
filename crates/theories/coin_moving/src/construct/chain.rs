//! Chains (Definition 2.2) along a monotone path between opposite corners of a rectangle, as those of Proposition 5.8.

use super::hand::HandGame;
use crate::rectangle::Rectangle;
use puzzlec_model::board::Coord;

/// A path of w + h - 1 cells, each beside the next, between opposite corners of a rectangle of w by h cells.
/// Both ends hold a coin, and of two cells in a row at least one does.
///
/// Local cells (u, v) count from the front, `0 <= u < w` and `0 <= v < h`, along the steps `u` and `v`.
#[derive(Clone, Debug)]
pub struct Chain {
    pub(super) path: Vec<Coord>,
    /// One step along the first side.
    pub u: Coord,
    /// One step along the second side.
    pub v: Coord,
    /// Cells along the first side.
    pub w: i32,
    /// Cells along the second side.
    pub h: i32,
}

pub(super) fn plus(a: Coord, b: Coord) -> Coord {
    Coord::new(a.x + b.x, a.y + b.y)
}

pub(super) fn minus(a: Coord, b: Coord) -> Coord {
    Coord::new(a.x - b.x, a.y - b.y)
}

fn negative(a: Coord) -> Coord {
    Coord::new(-a.x, -a.y)
}

impl Chain {
    /// A single coin.
    pub fn single(cell: Coord) -> Self {
        Chain { path: vec![cell], u: Coord::new(1, 0), v: Coord::new(0, 1), w: 1, h: 1 }
    }

    /// Along a path whose ends are opposite corners of its rectangle.
    pub fn along(path: Vec<Coord>) -> Option<Self> {
        let (first, last) = (*path.first()?, *path.last()?);
        let far = minus(last, first);
        let sign = |d: i32| if d < 0 { -1 } else { 1 };
        let (u, v) = (Coord::new(sign(far.x), 0), Coord::new(0, sign(far.y)));
        Some(Chain { path, u, v, w: far.x.abs() + 1, h: far.y.abs() + 1 })
    }

    /// The index of the back.
    #[inline]
    pub fn last(&self) -> i32 {
        i32::try_from(self.path.len()).unwrap_or(0) - 1
    }

    /// Whether the half-perimeter of the rectangle is odd.
    pub fn is_odd(&self) -> bool {
        self.last() % 2 != 0
    }

    /// The fewest coins that hold its span.
    pub fn minimum(&self) -> usize {
        usize::try_from((self.w + self.h + 1) / 2).unwrap_or(0)
    }

    /// A cell of the path.
    #[inline]
    pub fn cell(&self, index: i32) -> Coord {
        let at = usize::try_from(index).ok().and_then(|at| self.path.get(at));
        at.copied().unwrap_or(Coord::new(-1, -1))
    }

    #[inline]
    pub(super) fn set(&mut self, index: i32, cell: Coord) {
        if let Some(slot) = usize::try_from(index).ok().and_then(|at| self.path.get_mut(at)) {
            *slot = cell;
        }
    }

    /// The cells of the path.
    pub fn path(&self) -> &[Coord] {
        &self.path
    }

    /// The front.
    pub fn front(&self) -> Coord {
        self.cell(0)
    }

    /// The back.
    pub fn back(&self) -> Coord {
        self.path.last().copied().unwrap_or(Coord::new(-1, -1))
    }

    /// A cell by its local place.
    #[inline]
    pub fn global(&self, u: i32, v: i32) -> Coord {
        let front = self.front();
        Coord::new(front.x + u * self.u.x + v * self.v.x, front.y + u * self.u.y + v * self.v.y)
    }

    /// The local place of a cell.
    pub fn local(&self, cell: Coord) -> (i32, i32) {
        let far = minus(cell, self.front());
        (far.x * self.u.x + far.y * self.u.y, far.x * self.v.x + far.y * self.v.y)
    }

    /// The rectangle.
    pub fn rectangle(&self) -> Rectangle {
        Rectangle::cell(self.front()).join(Rectangle::cell(self.back()))
    }

    /// Front and back change places.
    pub fn reverse(&mut self) {
        self.path.reverse();
        (self.u, self.v) = (negative(self.u), negative(self.v));
    }

    /// The sides change places.
    pub fn transpose(&mut self) {
        std::mem::swap(&mut self.u, &mut self.v);
        std::mem::swap(&mut self.w, &mut self.h);
    }

    /// A line counts from its other end, on the same side: its ends are opposite corners either way.
    pub fn mirror_line(&mut self) {
        if self.h == 1 {
            self.path.reverse();
            self.u = negative(self.u);
        } else if self.w == 1 {
            self.path.reverse();
            self.v = negative(self.v);
        }
    }

    /// A line sees the cells beside it on its other side.
    pub fn turn_line(&mut self) {
        if self.w == 1 {
            self.u = negative(self.u);
        } else if self.h == 1 {
            self.v = negative(self.v);
        }
    }

    /// For each of the h - 1 steps along the second side the column u where the path makes it. Never falls.
    pub fn profile(&self) -> Vec<i32> {
        let mut profile = Vec::with_capacity(self.path.len());
        let mut column = 0;
        for (one, next) in self.path.iter().zip(self.path.iter().skip(1)) {
            if minus(*next, *one) == self.u {
                column += 1;
            } else {
                profile.push(column);
            }
        }
        profile
    }

    /// The cells of the path with another profile and the same ends.
    pub fn with_profile(&self, profile: &[i32]) -> Vec<Coord> {
        let mut cells = Vec::with_capacity(self.path.len());
        let mut from = 0;
        for (row, to) in (0..).zip(profile.iter().copied().chain([self.w - 1])) {
            cells.extend((from..=to).map(|u| self.global(u, row)));
            from = to;
        }
        cells
    }

    /// The front moves to a new corner `(u, v)`, `u <= 0` and `v <= 0`; first along the second side.
    pub fn prepend(&mut self, u: i32, v: i32) {
        let front = self.front();
        let mut cells = vec![front];
        for _ in v..0 {
            cells.push(minus(cells.last().copied().unwrap_or(front), self.v));
        }
        for _ in u..0 {
            cells.push(minus(cells.last().copied().unwrap_or(front), self.u));
        }
        cells.reverse();
        cells.pop();
        self.path.splice(0..0, cells);
        self.w -= u;
        self.h -= v;
    }

    /// Forgets so many cells at the front, which lie along the second side.
    pub fn shorten_front(&mut self, cells: i32) {
        self.path.drain(..usize::try_from(cells).unwrap_or(0).min(self.path.len()));
        self.h -= cells;
    }

    /// Forgets the back, the last cell along the second side.
    pub fn shorten_back(&mut self) {
        self.path.pop();
        self.h -= 1;
    }

    /// Forgets the back, such that the rectangle loses its last row and its last column.
    pub fn shorten_corner(&mut self) {
        self.path.truncate(self.path.len().saturating_sub(2));
        (self.w, self.h) = (self.w - 1, self.h - 1);
    }

    /// Keeps the path from one place to another.
    pub fn cut(&mut self, first: i32, last: i32) {
        let at = |index: i32| usize::try_from(index).unwrap_or(0);
        self.path.truncate(at(last + 1));
        self.path.drain(..at(first).min(self.path.len()));
        let far = minus(self.back(), self.front());
        let along = |step: Coord| far.x * step.x + far.y * step.y + 1;
        (self.w, self.h) = (along(self.u), along(self.v));
    }

    /// The places i where cells i and i + 1 both hold a coin.
    pub fn pairs(&self, game: &HandGame<'_>) -> Vec<i32> {
        let mut pairs = Vec::new();
        let mut before = false;
        for (index, cell) in (-1..).zip(&self.path) {
            let held = game.has(*cell);
            if before && held {
                pairs.push(index);
            }
            before = held;
        }
        pairs
    }

    /// Whether two cells in a row, or an end, lack a coin.
    pub fn is_damaged(&self, game: &HandGame<'_>) -> bool {
        let mut before = false;
        for cell in &self.path {
            let held = game.has(*cell);
            if !held && !before {
                return true;
            }
            before = held;
        }
        !before
    }
}
