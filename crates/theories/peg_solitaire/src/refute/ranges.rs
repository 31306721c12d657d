//! Bounds propagation on the counts of a game, one row at a time, and the potential behind an empty range. As
//! all factors are 1 or -1, integer ranges need no rounding: each is a sum of rows and of ranges of the case.

use super::board::Problem;
use super::case::{Case, Weights};
use super::rows::{Count, Law, Rows};

/// No bound from above.
const FREE: i64 = i64::MAX;
/// Ends farther from 0 are discarded, so that sums do not overflow.
const FAR: i64 = 1 << 32;
/// Maximum number of visits per row.
const VISITS: usize = 40;

/// A changed end of a range.
#[derive(Clone, Copy, Debug)]
struct Event {
    column: usize,
    upper: bool,
    before: i64,
    /// The row behind it, and its bound; `None` if it belongs to the case.
    reason: Option<(usize, bool)>,
}

/// A row that cannot be satisfied: its sum is above `high`, or below `low`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict {
    row: usize,
    above: bool,
}

/// The ranges of all columns.
#[derive(Clone, Debug)]
pub struct Ranges<'r> {
    rows: &'r Rows,
    low: Vec<i64>,
    high: Vec<i64>,
    trail: Vec<Event>,
    waiting: Vec<usize>,
    waits: Vec<bool>,
}

/// A sum of ends of ranges, some of them unbounded.
#[derive(Clone, Copy, Default)]
struct Sum {
    finite: i64,
    free: usize,
}

impl Sum {
    fn add(&mut self, factor: i64, end: i64) {
        if end == FREE { self.free += 1 } else { self.finite += factor * end }
    }

    /// The sum without one of its parts; `None` if it is unbounded.
    fn without(self, factor: i64, end: i64) -> Option<i64> {
        match (end == FREE, self.free) {
            (true, 1) => Some(self.finite),
            (false, 0) => Some(self.finite - factor * end),
            _ => None,
        }
    }
}

impl<'r> Ranges<'r> {
    /// Ranges of the case.
    pub fn new(rows: &'r Rows, case: &Case) -> Ranges<'r> {
        let range = |count: &Count| match count.beside {
            None => case.of(count.jump),
            Some(cell) => case.of_beside(count.jump, cell),
        };
        let ranges: Vec<_> = rows.counts.iter().map(range).collect();
        let all = rows.rows.len();
        Ranges {
            rows,
            low: ranges.iter().map(|range| range.0.into()).collect(),
            high: ranges.iter().map(|range| range.1.map_or(FREE, i64::from)).collect(),
            trail: Vec::new(),
            waiting: (0..all).rev().collect(),
            waits: vec![true; all],
        }
    }

    /// The range of a column; no bound from above: none.
    pub fn of(&self, column: usize) -> (i64, Option<i64>) {
        let at = |ends: &[i64]| ends.get(column).copied().unwrap_or_default();
        (at(&self.low), Some(at(&self.high)).filter(|high| *high != FREE))
    }

    /// The open columns.
    pub fn open(&self) -> impl Iterator<Item = usize> {
        (0..self.low.len()).filter(|&column| self.low.get(column) != self.high.get(column))
    }

    /// The rows behind.
    pub fn rows(&self) -> &'r Rows {
        self.rows
    }

    /// A mark for `undo`.
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Reverts the changes since a mark.
    pub fn undo(&mut self, mark: usize) {
        for event in self.trail.drain(mark.min(self.trail.len())..).rev() {
            let ends = if event.upper { &mut self.high } else { &mut self.low };
            ends.get_mut(event.column).into_iter().for_each(|end| *end = event.before);
        }
        self.waiting.drain(..).for_each(|row| {
            self.waits.get_mut(row).into_iter().for_each(|waits| *waits = false);
        });
    }

    /// A bound of the case: at most `at`, or more.
    pub fn assume(&mut self, column: usize, at: i64, more: bool) {
        self.set(column, !more, if more { at + 1 } else { at }, None);
    }

    fn set(&mut self, column: usize, upper: bool, to: i64, reason: Option<(usize, bool)>) {
        let ends = if upper { &mut self.high } else { &mut self.low };
        let Some(end) = ends.get_mut(column) else { return };
        self.trail.push(Event { column, upper, before: *end, reason });
        *end = to;
        for &row in self.rows.of.get(column).into_iter().flatten() {
            if let Some(waits) = self.waits.get_mut(row).filter(|waits| !**waits) {
                *waits = true;
                self.waiting.push(row);
            }
        }
    }

    /// Draws conclusions until there are no more.
    ///
    /// # Errors
    /// A row that cannot be satisfied.
    pub fn propagate(&mut self) -> Result<(), Conflict> {
        let mut left = VISITS * self.rows.rows.len();
        while let Some(row) = self.waiting.pop() {
            self.waits.get_mut(row).into_iter().for_each(|waits| *waits = false);
            left = left.saturating_sub(1);
            if left == 0 {
                return Ok(());
            }
            self.visit(row)?;
        }
        Ok(())
    }

    fn visit(&mut self, at: usize) -> Result<(), Conflict> {
        let Some(row) = self.rows.rows.get(at) else { return Ok(()) };
        let (mut least, mut most) = (Sum::default(), Sum::default());
        for &(column, by) in &row.terms {
            let (low, high) = self.ends(column);
            least.add(by, if by > 0 { low } else { high });
            most.add(by, if by > 0 { high } else { low });
        }
        if least.free == 0 && row.high.is_some_and(|high| least.finite > high) {
            return Err(Conflict { row: at, above: true });
        }
        if most.free == 0 && row.low.is_some_and(|low| most.finite < low) {
            return Err(Conflict { row: at, above: false });
        }
        // Changes in this pass affect only the other sum; a later visit propagates them.
        for &(column, by) in &row.terms {
            let (low, high) = self.ends(column);
            let (near, far) = if by > 0 { (low, high) } else { (high, low) };
            let above = row.high.zip(least.without(by, near)).map(|(high, rest)| (high - rest) * by);
            let below = row.low.zip(most.without(by, far)).map(|(low, rest)| (low - rest) * by);
            let (upper, lower) = if by > 0 { (above, below) } else { (below, above) };
            if let Some(to) = upper.filter(|to| *to < high && *to < FAR) {
                self.set(column, true, to, Some((at, by > 0)));
            }
            if let Some(to) = lower.filter(|to| *to > low && *to < FAR) {
                self.set(column, false, to, Some((at, by < 0)));
            }
        }
        Ok(())
    }

    fn ends(&self, column: usize) -> (i64, i64) {
        let at = |ends: &[i64]| ends.get(column).copied().unwrap_or_default();
        (at(&self.low), at(&self.high))
    }

    /// The weights behind a conflict.
    pub fn explain(&self, problem: &Problem<'_>, conflict: Conflict) -> Option<Weights> {
        self.weights(problem, &[(conflict.row, if conflict.above { 1 } else { -1 })])
    }

    /// A linear combination of rows, including those behind the ranges that it uses. `None` if numbers
    /// overflow.
    pub fn weights(&self, problem: &Problem<'_>, rows: &[(usize, i128)]) -> Option<Weights> {
        let mut total = Total { times: vec![0; self.rows.rows.len()], factors: vec![0; self.low.len()] };
        for &(row, times) in rows {
            total.add(self.rows, row, times)?;
        }
        let mut of_the_case = [vec![false; self.low.len()], vec![false; self.low.len()]];
        for event in self.trail.iter().rev() {
            let [lower, upper] = &mut of_the_case;
            let fixed = (if event.upper { upper } else { lower }).get_mut(event.column)?;
            let factor = *total.factors.get(event.column)?;
            let used = if event.upper { factor < 0 } else { factor > 0 };
            match event.reason {
                None => *fixed = true,
                Some((row, above)) if used && !*fixed => {
                    let times = i128::try_from(factor.unsigned_abs()).ok()?;
                    total.add(self.rows, row, if above { times } else { -times })?;
                }
                Some(_) => {}
            }
        }
        let mut weights = Weights::none(problem.board.cells());
        for (row, &times) in self.rows.rows.iter().zip(&total.times).filter(|(_, times)| **times != 0) {
            match row.law {
                Law::Balance(a, b) => weights.add(a, b, times),
                Law::Held(cell) => weights.add_mu(cell, -times),
                Law::NeverBoth(a, b) | Law::NeverNeither(a, b) => weights.add_together(a, b, -times),
                // The costs of jumps use these at their best.
                Law::Flat => {}
            }
        }
        for (column, (count, &factor)) in self.rows.counts.iter().zip(&total.factors).enumerate() {
            let fixed = of_the_case.get(usize::from(factor < 0)).and_then(|fixed| fixed.get(column));
            if let (Some(cell), Some(true)) = (count.beside, fixed) {
                weights.add_beside(count.jump, cell, -factor);
            }
        }
        Some(weights)
    }
}

/// A sum of rows: how often each, and the factors of the columns in it.
struct Total {
    times: Vec<i128>,
    factors: Vec<i128>,
}

impl Total {
    fn add(&mut self, rows: &Rows, row: usize, times: i128) -> Option<()> {
        let place = self.times.get_mut(row)?;
        *place = small(place.checked_add(times)?)?;
        for &(column, by) in &rows.rows.get(row)?.terms {
            let place = self.factors.get_mut(column)?;
            *place = small(place.checked_add(times.checked_mul(by.into())?)?)?;
        }
        Some(())
    }
}

/// The part that fits into a proof.
fn small(sum: i128) -> Option<i128> {
    i64::try_from(sum).is_ok().then_some(sum)
}
