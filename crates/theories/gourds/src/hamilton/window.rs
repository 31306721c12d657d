//! The part of a cycle in a window, laid again so that it visits one cell more.

use crate::problem::{Board, Cell, NONE};
use puzzlec_base::bits;
use puzzlec_theory::meter::{Halted, Meter};

/// Steps of one search; those that are needed are below a tenth of it.
const STEPS: u32 = 100_000;

/// The cells of a cycle within a distance of one cell, and that cell. The cycle passes through the window in paths; new
/// paths between the same ends leave it one cycle.
pub struct Window {
    cells: Vec<Cell>,
    /// By place in the window its neighbours there, as bits.
    near: Vec<u64>,
    /// The places where each path comes in and where it leaves.
    paths: Vec<(usize, usize)>,
    /// The next cells of those where paths leave.
    after: Vec<Cell>,
}

/// A search for new paths.
struct PathSearch<'w, 'm> {
    window: &'w Window,
    /// The places that are no ends of paths, as bits.
    inner: u64,
    left: u32,
    /// The places in the order of the paths.
    order: Vec<usize>,
    meter: &'m Meter<'m>,
}

impl Window {
    /// The window around a cell, in a cycle that is given by the next cell of each.
    pub fn new(board: &Board, centre: Cell, radius: i32, next: &[Cell]) -> Self {
        let next = |cell: Cell| next.get(cell as usize).copied().unwrap_or(NONE);
        let mut cells = vec![centre];
        let mut ring = vec![centre];
        for _ in 0..radius {
            let mut outer = Vec::new();
            for near in ring.iter().flat_map(|cell| board.neighbours(*cell)) {
                if next(near) != NONE && !cells.contains(&near) {
                    cells.push(near);
                    outer.push(near);
                }
            }
            ring = outer;
        }
        // More cells than bits lie in no window of these radii.
        cells.truncate(64);
        let place = |cell: Cell| cells.iter().position(|other| *other == cell);
        let bits =
            |cell: &Cell| board.neighbours(*cell).filter_map(place).fold(0, |bits, place| bits | 1 << place);
        let near = cells.iter().map(bits).collect();
        let entered: Vec<Cell> = cells.iter().map(|cell| next(*cell)).collect();
        let (mut paths, mut after) = (Vec::new(), Vec::new());
        for (first, cell) in cells.iter().enumerate() {
            if *cell == centre || entered.contains(cell) {
                continue;
            }
            let mut last = first;
            let mut beyond = next(*cell);
            while let Some(place) = place(beyond) {
                (last, beyond) = (place, next(beyond));
            }
            paths.push((first, last));
            after.push(beyond);
        }
        Window { cells, near, paths, after }
    }

    /// New links that visit all cells of the window; nothing if there are none, the search grew too long, or the cycle
    /// never leaves the window.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn lay(&self, meter: &Meter<'_>) -> Result<Option<Vec<(Cell, Cell)>>, Halted> {
        let Some((first, _)) = self.paths.first() else { return Ok(None) };
        let all = u64::MAX >> (64 - self.cells.len());
        let ends = self.paths.iter().fold(0, |ends, (first, last)| ends | 1 << first | 1 << last);
        let mut search =
            PathSearch { window: self, inner: all & !ends, left: STEPS, order: Vec::new(), meter };
        if !search.extend(0, *first, all & !(1 << first))? {
            return Ok(None);
        }
        let cell = |place: usize| self.cells.get(place).copied().unwrap_or(NONE);
        let mut links = Vec::with_capacity(self.cells.len());
        let mut ends = self.paths.iter().zip(&self.after);
        let mut end = ends.next();
        for (place, following) in search.order.iter().zip(search.order.iter().skip(1).chain([&usize::MAX])) {
            let next = match end {
                Some(((_, last), after)) if last == place => {
                    end = ends.next();
                    *after
                }
                _ => cell(*following),
            };
            links.push((cell(*place), next));
        }
        Ok(Some(links))
    }
}

impl PathSearch<'_, '_> {
    /// Extends a path from a place through the free ones, then lays the next paths.
    fn extend(&mut self, path: usize, head: usize, free: u64) -> Result<bool, Halted> {
        let Some((_, last)) = self.window.paths.get(path).copied() else { return Ok(false) };
        self.meter.expanded(1)?;
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            return Ok(false);
        }
        let kept = self.order.len();
        self.order.push(head);
        if head == last {
            let next = self.window.paths.get(path + 1);
            if match next {
                Some((first, _)) => self.extend(path + 1, *first, free & !(1 << first))?,
                None => free == 0,
            } {
                return Ok(true);
            }
        } else if self.is_open(head, free) {
            for way in bits(self.near(head) & free & (self.inner | 1 << last)) {
                let way = way as usize;
                if self.extend(path, way, free & !(1 << way))? {
                    return Ok(true);
                }
            }
        }
        self.order.truncate(kept);
        Ok(false)
    }

    fn near(&self, place: usize) -> u64 {
        self.window.near.get(place).copied().unwrap_or(0)
    }

    /// Whether every free place that is no end of a path has two neighbours left.
    fn is_open(&self, head: usize, free: u64) -> bool {
        let left = free | 1 << head;
        bits(free & self.inner).all(|place| (self.near(place as usize) & left).count_ones() >= 2)
    }
}
