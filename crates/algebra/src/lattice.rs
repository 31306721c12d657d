//! Lattices of integer vectors, by the Smith form.

/// The integer combinations of some vectors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lattice {
    /// The invariant factors, each dividing the next, all positive: as many as the rank.
    pub factors: Vec<i128>,
    /// Weights u and moduli d: h is in the lattice if and only if u.h = 0 (mod d) for all of them, as integers for
    /// d = 0.
    pub tests: Vec<(Vec<i128>, i128)>,
}

impl Lattice {
    /// The lattice spanned by the columns of a matrix. `None` on overflow of 128 bits.
    ///
    /// About the product of both sizes and the smaller one in time.
    pub fn of_columns(rows: Vec<Vec<i128>>) -> Option<Lattice> {
        let count = rows.len();
        let left = (0..count).map(|i| (0..count).map(|j| i128::from(i == j)).collect()).collect();
        let mut smith = Smith { rows, left };
        let mut factors = Vec::new();
        while factors.len() < count {
            let Some(factor) = smith.step(factors.len())? else { break };
            factors.push(factor);
        }
        let moduli = factors.clone().into_iter().chain(std::iter::repeat(0));
        let tests = smith.left.into_iter().zip(moduli).filter(|(_, modulus)| *modulus != 1);
        let tests = tests.map(|(weights, modulus)| (centred(weights, modulus), modulus)).collect();
        Some(Lattice { factors, tests })
    }

    /// A test, weights and modulus, that separates this vector from the lattice. A test whose sums overflow
    /// 128 bits counts as passed.
    pub fn separating(&self, vector: &[i128]) -> Option<&(Vec<i128>, i128)> {
        self.tests.iter().find(|(weights, modulus)| {
            let terms = weights.iter().zip(vector).map(|(weight, entry)| weight.checked_mul(*entry));
            let sum = terms.into_iter().try_fold(0i128, |sum, term| sum.checked_add(term?));
            sum.is_some_and(|sum| if *modulus == 0 { sum != 0 } else { sum % modulus != 0 })
        })
    }
}

/// A matrix with the row operations done on it; columns are combined without a record.
struct Smith {
    rows: Vec<Vec<i128>>,
    left: Vec<Vec<i128>>,
}

/// row - times * other, unless it overflows.
fn reduce(row: &mut [i128], other: &[i128], times: i128) -> Option<()> {
    for (value, &by) in row.iter_mut().zip(other) {
        *value = value.checked_sub(times.checked_mul(by)?)?;
    }
    Some(())
}

impl Smith {
    fn at(&self, row: usize, column: usize) -> i128 {
        self.rows.get(row).and_then(|row| row.get(column)).copied().unwrap_or(0)
    }

    /// The entry of least size other than 0 from `done` on.
    fn pivot(&self, done: usize) -> Option<(usize, usize)> {
        let rows = self.rows.iter().enumerate().skip(done);
        let entries =
            rows.flat_map(|(i, row)| row.iter().enumerate().skip(done).map(move |(j, v)| (i, j, *v)));
        let best = entries.filter(|entry| entry.2 != 0).min_by_key(|entry| entry.2.unsigned_abs());
        best.map(|(row, column, _)| (row, column))
    }

    fn subtract_row(&mut self, from: usize, other: usize, times: i128) -> Option<()> {
        for matrix in [&mut self.rows, &mut self.left] {
            let by = matrix.get(other)?.clone();
            reduce(matrix.get_mut(from)?, &by, times)?;
        }
        Some(())
    }

    fn subtract_column(&mut self, from: usize, other: usize, times: i128) -> Option<()> {
        for row in &mut self.rows {
            let by = *row.get(other)?;
            let value = row.get_mut(from)?;
            *value = value.checked_sub(times.checked_mul(by)?)?;
        }
        Some(())
    }

    /// Brings the pivot to the diagonal and clears its row and column; its value, or none at the end.
    fn step(&mut self, done: usize) -> Option<Option<i128>> {
        loop {
            let Some((row, column)) = self.pivot(done) else { return Some(None) };
            self.rows.swap(done, row);
            self.left.swap(done, row);
            self.rows.iter_mut().for_each(|values| values.swap(done, column));
            let pivot = self.at(done, done);
            for row in done + 1..self.rows.len() {
                self.subtract_row(row, done, self.at(row, done) / pivot)?;
            }
            let columns = self.rows.first().map_or(0, Vec::len);
            for column in done + 1..columns {
                let times = self.at(done, column) / pivot;
                if times != 0 {
                    self.subtract_column(column, done, times)?;
                }
            }
            let below = (done + 1..self.rows.len()).any(|row| self.at(row, done) != 0);
            if below || (done + 1..columns).any(|column| self.at(done, column) != 0) {
                continue;
            }
            // An entry that the pivot does not divide: its row joins, a smaller pivot follows.
            let rest = self.rows.iter().enumerate().skip(done + 1);
            let rough =
                rest.filter(|(_, row)| row.iter().any(|value| value % pivot != 0)).map(|(i, _)| i).next();
            match rough {
                Some(row) => self.subtract_row(done, row, -1)?,
                None => return Some(Some(pivot.checked_abs()?)),
            }
        }
    }
}

/// The same row modulo d, entries of least size.
fn centred(row: Vec<i128>, modulus: i128) -> Vec<i128> {
    if modulus == 0 {
        return row;
    }
    let centred = |value: i128| {
        let value = value.rem_euclid(modulus);
        if value > modulus / 2 { value - modulus } else { value }
    };
    row.into_iter().map(centred).collect()
}
