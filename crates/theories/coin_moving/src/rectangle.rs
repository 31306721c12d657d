//! Rectangles of cells.

use puzzlec_model::board::Coord;

/// A rectangle of cells, with its borders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rectangle {
    /// The first row.
    pub top: i32,
    /// The first column.
    pub left: i32,
    /// The last row.
    pub bottom: i32,
    /// The last column.
    pub right: i32,
}

impl Rectangle {
    /// One cell.
    pub fn cell(cell: Coord) -> Self {
        Rectangle { top: cell.y, left: cell.x, bottom: cell.y, right: cell.x }
    }

    /// The smallest rectangle around cells; nothing around none.
    pub fn around(cells: impl IntoIterator<Item = Coord>) -> Option<Self> {
        cells.into_iter().map(Rectangle::cell).reduce(Rectangle::join)
    }

    /// The smallest rectangle around two.
    pub fn join(self, other: Self) -> Self {
        Rectangle {
            top: self.top.min(other.top),
            left: self.left.min(other.left),
            bottom: self.bottom.max(other.bottom),
            right: self.right.max(other.right),
        }
    }

    /// The cells in both; nothing where there are none.
    pub fn meet(self, other: Self) -> Option<Self> {
        let both = Rectangle {
            top: self.top.max(other.top),
            left: self.left.max(other.left),
            bottom: self.bottom.min(other.bottom),
            right: self.right.min(other.right),
        };
        (both.top <= both.bottom && both.left <= both.right).then_some(both)
    }

    /// With so many lines more on each side.
    pub fn grown(self, by: i32) -> Self {
        Rectangle {
            top: self.top - by,
            left: self.left - by,
            bottom: self.bottom + by,
            right: self.right + by,
        }
    }

    /// Columns.
    pub fn width(self) -> i32 {
        self.right - self.left + 1
    }

    /// Rows.
    pub fn height(self) -> i32 {
        self.bottom - self.top + 1
    }

    /// Columns and rows together, m + n in the paper.
    pub fn half_perimeter(self) -> i32 {
        self.width() + self.height()
    }

    /// Whether the half-perimeter is odd.
    pub fn is_odd(self) -> bool {
        self.half_perimeter() % 2 != 0
    }

    /// The fewest coins that span it: ⌈(m + n)/2⌉ (Galliot et al. 2021, 1.15).
    pub fn minimum(self) -> usize {
        usize::try_from((self.half_perimeter() + 1) / 2).unwrap_or(0)
    }

    /// Whether a cell lies in it.
    pub fn contains(self, cell: Coord) -> bool {
        self.includes(Rectangle::cell(cell))
    }

    /// Whether another lies in it.
    pub fn includes(self, other: Self) -> bool {
        self.top <= other.top
            && self.left <= other.left
            && self.bottom >= other.bottom
            && self.right >= other.right
    }

    /// The least number of steps from a cell of one to a cell of the other.
    pub fn distance(self, other: Self) -> i32 {
        let across = (other.left - self.right).max(self.left - other.right).max(0);
        let down = (other.top - self.bottom).max(self.top - other.bottom).max(0);
        across + down
    }

    /// Its cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = Coord> {
        (self.top..=self.bottom).flat_map(move |y| (self.left..=self.right).map(move |x| Coord::new(x, y)))
    }
}
