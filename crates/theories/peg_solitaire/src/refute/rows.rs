//! The rows that the counts of every game satisfy (Ramaré 2008, sections 6, 9, 10 and 11).

use super::board::{Jump, Problem};
use super::case::{Case, Occupancy, cells, holds, moves};

/// The rows of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One row per cell: h is a non-negative combination of jumps (section 6).
    Linear,
    /// One row per pair of cells, with y(f, A) >= 0: the simple quadratic test (section 9).
    Simple,
    /// Additionally y(f, A) <= x(f): flatness (section 10).
    Flat,
}

/// x(f), how often a jump is played, or y(f, A), how often while the bystander A holds a peg.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Count {
    /// The index of the jump on its board.
    pub jump: usize,
    /// The bystander.
    pub beside: Option<u8>,
}

/// The reason that a row holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// The sum of the changes of jumps on two cells (or one) is the difference of start and goal: (20).
    Balance(u8, u8),
    /// y(f, A) <= x(f): (21).
    Flat,
    /// p(A), the number of moves during which A holds a peg before or after: (28) and (29).
    Held(u8),
    /// Two cells that never both hold a peg: (30).
    NeverBoth(u8, u8),
    /// Two cells that are never both empty: (30), read backwards.
    NeverNeither(u8, u8),
}

/// low <= sum of terms <= high; all factors are 1 or -1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The reason that it holds.
    pub law: Law,
    /// Columns with their factors.
    pub terms: Vec<(usize, i64)>,
    /// No bound: none.
    pub low: Option<i64>,
    /// No bound: none.
    pub high: Option<i64>,
}

/// The rows of a test of one problem.
#[derive(Clone, Debug)]
pub struct Rows {
    /// The meaning of the columns.
    pub counts: Vec<Count>,
    /// The rows.
    pub rows: Vec<Row>,
    /// By column, its rows.
    pub of: Vec<Vec<usize>>,
}

impl Rows {
    /// All rows of a shape; excluded jumps of the case have no columns.
    pub fn new(problem: &Problem<'_>, case: &Case, shape: Shape, occupancy: Option<&Occupancy>) -> Rows {
        let table = Table::new(problem, case, shape);
        let mut rows = table.balances(problem, shape);
        for (column, count) in table.counts.iter().enumerate() {
            let x = table.column(Count { beside: None, ..*count });
            if let (Shape::Flat, Some(_), Some(x)) = (shape, count.beside, x) {
                let terms = vec![(column, 1), (x, -1)];
                rows.push(Row { law: Law::Flat, terms, low: None, high: Some(0) });
            }
        }
        if let Some(occupancy) = occupancy {
            table.occupied(problem, occupancy, &mut rows);
        }
        let mut of = vec![Vec::new(); table.counts.len()];
        for (at, row) in rows.iter().enumerate() {
            for &(column, _) in &row.terms {
                of.get_mut(column).into_iter().for_each(|rows: &mut Vec<usize>| rows.push(at));
            }
        }
        Rows { counts: table.counts, rows, of }
    }
}

/// The columns, and where they are.
struct Table {
    cells: usize,
    counts: Vec<Count>,
    /// By jump and cell; x(f) is at the index behind the last cell.
    places: Vec<Option<usize>>,
}

impl Table {
    fn new(problem: &Problem<'_>, case: &Case, shape: Shape) -> Table {
        let (cells_, jumps) = (problem.board.cells(), problem.board.jumps());
        let mut table =
            Table { cells: cells_, counts: Vec::new(), places: vec![None; jumps.len() * (cells_ + 1)] };
        case.active(problem).for_each(|(jump, _)| table.add(Count { jump, beside: None }));
        for (index, jump) in jumps.iter().enumerate().filter(|_| shape != Shape::Linear) {
            // Without flatness the columns y remain even if the jump is never played.
            if shape == Shape::Flat && case.of(index).1 == Some(0) {
                continue;
            }
            for cell in cells(problem).filter(|cell| !jump.cells().contains(cell)) {
                table.add(Count { jump: index, beside: Some(cell) });
            }
        }
        table
    }

    fn place(&self, count: Count) -> usize {
        count.jump * (self.cells + 1) + count.beside.map_or(self.cells, usize::from)
    }

    fn add(&mut self, count: Count) {
        let (place, column) = (self.place(count), self.counts.len());
        self.places.get_mut(place).into_iter().for_each(|slot| *slot = Some(column));
        self.counts.push(count);
    }

    fn column(&self, count: Count) -> Option<usize> {
        self.places.get(self.place(count)).copied().flatten()
    }

    fn balances(&self, problem: &Problem<'_>, shape: Shape) -> Vec<Row> {
        let mut rows = Vec::new();
        let mut at = vec![usize::MAX; self.cells * self.cells];
        for a in cells(problem) {
            for b in cells(problem).filter(|&b| b >= a && (shape != Shape::Linear || a == b)) {
                let both = |at| i64::from(holds(at, a.into()) && holds(at, b.into()));
                let right = Some(both(problem.start) - both(problem.goal));
                for place in [(a, b), (b, a)].map(|(a, b)| usize::from(a) * self.cells + usize::from(b)) {
                    at.get_mut(place).into_iter().for_each(|slot| *slot = rows.len());
                }
                rows.push(Row { law: Law::Balance(a, b), terms: Vec::new(), low: right, high: right });
            }
        }
        for (column, count) in self.counts.iter().enumerate() {
            let Some(&Jump { from, over, to }) = problem.board.jumps().get(count.jump) else { continue };
            let (plus, minus) = match count.beside {
                None => ([Some((from, from)), Some((over, over)), Some((from, over))], (to, to)),
                Some(cell) => ([Some((cell, from)), Some((cell, over)), None], (cell, to)),
            };
            let plus = plus.into_iter().flatten().map(|pair| (pair, 1));
            for ((a, b), by) in plus.chain([(minus, -1)]) {
                let place = at.get(usize::from(a) * self.cells + usize::from(b)).copied();
                let row = place.and_then(|place| rows.get_mut(place));
                row.into_iter().for_each(|row| row.terms.push((column, by)));
            }
        }
        rows
    }

    /// The columns with nonzero factor in a sum of p(A): `factor` receives the cells that a jump touches.
    fn sum(&self, problem: &Problem<'_>, of: &[u8], factor: impl Fn(usize) -> i64) -> Vec<(usize, i64)> {
        let mut terms = Vec::new();
        for (column, count) in self.counts.iter().enumerate() {
            let Some(jump) = problem.board.jumps().get(count.jump) else { continue };
            let by = match count.beside {
                Some(cell) => i64::from(of.contains(&cell)),
                None => factor(of.iter().filter(|cell| jump.cells().contains(cell)).count()),
            };
            if by != 0 {
                terms.push((column, by));
            }
        }
        terms
    }

    fn occupied(&self, problem: &Problem<'_>, occupancy: &Occupancy, rows: &mut Vec<Row>) {
        for (cell, &(low, high)) in cells(problem).zip(&occupancy.ranges) {
            let terms = self.sum(problem, &[cell], |touched| i64::from(touched > 0));
            let (low, high) = (Some(low.into()), Some(high.into()));
            rows.push(Row { law: Law::Held(cell), terms, low, high });
        }
        let count = Some(moves(problem));
        // p(A) + p(B) - sum of x(f) over the f that touch both.
        for &(a, b) in &occupancy.never_both {
            let terms = self.sum(problem, &[a, b], |touched| i64::from(touched > 0));
            rows.push(Row { law: Law::NeverBoth(a, b), terms, low: None, high: count });
        }
        // p(A) + p(B) - sum of x(f) over the f that touch one or both.
        for &(a, b) in &occupancy.never_neither {
            let terms = self.sum(problem, &[a, b], |touched| i64::from(touched > 1));
            rows.push(Row { law: Law::NeverNeither(a, b), terms, low: count, high: None });
        }
    }
}
