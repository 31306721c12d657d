//! Rectangles and spans, as the checker finds them.

use puzzlec_base::{Budget, Progress};
use puzzlec_checker::Unproved;
use puzzlec_model::board::Coord;

/// A rectangle of cells, with its borders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rect {
    pub(super) top: i64,
    pub(super) left: i64,
    pub(super) bottom: i64,
    pub(super) right: i64,
}

impl Rect {
    pub(super) fn cell(cell: Coord) -> Self {
        let (x, y) = (i64::from(cell.x), i64::from(cell.y));
        Rect { top: y, left: x, bottom: y, right: x }
    }

    pub(super) fn join(self, other: Self) -> Self {
        Rect {
            top: self.top.min(other.top),
            left: self.left.min(other.left),
            bottom: self.bottom.max(other.bottom),
            right: self.right.max(other.right),
        }
    }

    pub(super) fn includes(self, other: Self) -> bool {
        self.join(other) == self
    }

    pub(super) fn holds(self, cell: Coord) -> bool {
        self.includes(Rect::cell(cell))
    }

    /// Its cells.
    pub(super) fn cells(self) -> impl Iterator<Item = Coord> {
        let line = |from: i64, to: i64| (from..=to).filter_map(|at| i32::try_from(at).ok());
        line(self.top, self.bottom)
            .flat_map(move |y| line(self.left, self.right).map(move |x| Coord::new(x, y)))
    }

    /// Columns and rows together.
    pub(super) fn half_perimeter(self) -> i64 {
        self.right - self.left + self.bottom - self.top + 2
    }

    /// Rows between two rectangles, below 0 where both lie in some row.
    pub(super) fn rows_between(self, other: Self) -> i64 {
        (other.top - self.bottom).max(self.top - other.bottom) - 1
    }

    pub(super) fn columns_between(self, other: Self) -> i64 {
        (other.left - self.right).max(self.left - other.right) - 1
    }

    /// Steps from one to the other.
    pub(super) fn distance(self, other: Self) -> i64 {
        (self.rows_between(other) + 1).max(0) + (self.columns_between(other) + 1).max(0)
    }
}

/// The neighbours of a cell.
pub(super) fn beside(cell: Coord) -> impl Iterator<Item = Coord> {
    let steps = [(0, -1), (-1, 0), (1, 0), (0, 1)];
    steps
        .into_iter()
        .filter_map(move |(x, y)| Some(Coord::new(cell.x.checked_add(x)?, cell.y.checked_add(y)?)))
}

/// Whether two of its neighbours hold coins.
pub(super) fn joins(cell: Coord, held: impl Fn(Coord) -> bool) -> bool {
    beside(cell).filter(|next| held(*next)).count() >= 2
}

/// The components of the span of coins: rectangles at least three steps apart, in order. Two rectangles that
/// are nearer span the smallest one around both, so they are joined until there are none.
pub(super) fn span(coins: impl IntoIterator<Item = Coord>, budget: &Budget) -> Result<Vec<Rect>, Unproved> {
    let mut open: Vec<Option<Rect>> = coins.into_iter().map(|coin| Some(Rect::cell(coin))).collect();
    loop {
        let before = open.len();
        open.sort_unstable();
        for at in 0..open.len() {
            if at.is_multiple_of(1 << 10) {
                budget.poll(&Progress::default())?;
            }
            let Some((Some(this), later)) = open.get_mut(at..).and_then(|rest| rest.split_first_mut()) else {
                continue;
            };
            for slot in later {
                match *slot {
                    Some(other) if other.top - this.bottom > 2 => break,
                    Some(other) if this.distance(other) < 3 => {
                        *this = this.join(other);
                        *slot = None;
                    }
                    _ => {}
                }
            }
        }
        open.retain(Option::is_some);
        if open.len() == before {
            let mut components: Vec<Rect> = open.into_iter().flatten().collect();
            components.sort_unstable();
            return Ok(components);
        }
    }
}

/// The component of a span around a rectangle.
pub(super) fn around(span: &[Rect], inner: Rect) -> Option<Rect> {
    span.iter().copied().find(|r| r.includes(inner))
}
