//! Spans: all cells that coins could ever cover.

use super::coins::Coins;
use super::rectangle::Rectangle;
use puzzlec_algebra::UnionFind;
use puzzlec_model::board::Coord;

/// The span of a configuration: its components, rectangles that are at least three steps apart, sorted.
/// No coin ever leaves it (Galliot et al. 2021, 1.9).
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span(pub Vec<Rectangle>);

impl Span {
    /// The component around a cell.
    pub fn component(&self, cell: Coord) -> Option<usize> {
        self.0.iter().position(|rectangle| rectangle.contains(cell))
    }

    /// Whether every coin lies in it.
    pub fn contains_all(&self, coins: &Coins) -> bool {
        coins.iter().all(|cell| self.component(cell).is_some())
    }

    /// Whether it includes another span.
    pub fn includes(&self, other: &Span) -> bool {
        other.0.iter().all(|inner| self.0.iter().any(|outer| outer.includes(*inner)))
    }

    /// The fewest coins with this span (1.15).
    pub fn minimum(&self) -> usize {
        self.0.iter().map(|rectangle| rectangle.minimum()).sum()
    }
}

const FREE: u32 = u32::MAX;

/// Steps to all cells at distance 1 or 2.
const NEAR: [(i32, i32); 12] =
    [(0, -2), (-1, -1), (0, -1), (1, -1), (-2, 0), (-1, 0), (1, 0), (2, 0), (-1, 1), (0, 1), (1, 1), (0, 2)];

/// Computes spans of configurations in one box. Its buffers are reused; the time of a span is proportional to
/// its cells.
#[derive(Clone, Debug)]
pub struct Spans {
    width: i32,
    height: i32,
    /// By cell the rectangle that covers it, or [`FREE`].
    owner: Vec<u32>,
    rectangles: Vec<Rectangle>,
    /// Covered cells whose neighbourhood is still to be processed.
    open: Vec<(Coord, u32)>,
}

impl Spans {
    /// For a box of these columns and rows.
    pub fn new(width: i32, height: i32) -> Self {
        let area = usize::try_from(width).unwrap_or(0) * usize::try_from(height).unwrap_or(0);
        Spans { width, height, owner: vec![FREE; area], rectangles: Vec::new(), open: Vec::new() }
    }

    fn place(&self, cell: Coord) -> Option<usize> {
        let inside = (0..self.width).contains(&cell.x) && (0..self.height).contains(&cell.y);
        let at = i64::from(cell.y) * i64::from(self.width) + i64::from(cell.x);
        usize::try_from(at).ok().filter(|_| inside)
    }

    fn owner(&self, cell: Coord) -> Option<u32> {
        self.owner.get(self.place(cell)?).copied().filter(|owner| *owner != FREE)
    }

    /// The span of coins of the box.
    pub fn span(&mut self, coins: impl IntoIterator<Item = Coord>) -> Span {
        self.owner.fill(FREE);
        self.rectangles.clear();
        self.open.clear();
        for cell in coins {
            let Some(at) = self.place(cell) else { continue };
            let number = u32::try_from(self.rectangles.len()).unwrap_or(FREE);
            if let Some(owner) = self.owner.get_mut(at).filter(|owner| **owner == FREE) {
                *owner = number;
                self.rectangles.push(Rectangle::cell(cell));
                self.open.push((cell, number));
            }
        }
        let mut classes = UnionFind::new(self.rectangles.len());
        while let Some((cell, number)) = self.open.pop() {
            for (x, y) in NEAR {
                let Some(other) = self.owner(Coord::new(cell.x + x, cell.y + y)) else { continue };
                let (one, other) = (classes.root(number), classes.root(other));
                if one != other {
                    classes.join(one, other);
                    self.merge(one.min(other), one.max(other));
                }
            }
        }
        let roots = (0..).zip(&self.rectangles).filter(|(number, _)| classes.root(*number) == *number);
        let mut span: Vec<Rectangle> = roots.map(|(_, rectangle)| *rectangle).collect();
        span.sort_unstable();
        Span(span)
    }

    /// Two rectangles become one: the cells between them are covered.
    fn merge(&mut self, kept: u32, gone: u32) {
        let of = |all: &[Rectangle], number: u32| all.get(number as usize).copied();
        let (Some(one), Some(other)) = (of(&self.rectangles, kept), of(&self.rectangles, gone)) else {
            return;
        };
        let joined = one.join(other);
        if let Some(slot) = self.rectangles.get_mut(kept as usize) {
            *slot = joined;
        }
        // Every cell of a rectangle has an owner: only new cells are processed.
        for y in joined.top..=joined.bottom {
            let mut x = joined.left;
            while x <= joined.right {
                if let Some(inside) = [one, other].iter().find(|r| r.contains(Coord::new(x, y))) {
                    x = inside.right + 1;
                    continue;
                }
                let cell = Coord::new(x, y);
                let at = self.place(cell);
                if let Some(owner) = at.and_then(|at| self.owner.get_mut(at)).filter(|o| **o == FREE) {
                    *owner = kept;
                    self.open.push((cell, kept));
                }
                x += 1;
            }
        }
    }
}
