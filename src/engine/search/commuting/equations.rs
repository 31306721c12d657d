//! Linear equations modulo a small prime, solved for many right-hand sides.

use super::Meter;
use crate::base::Limit;

/// Equations in reduced form.
pub(super) struct Equations {
    prime: u8,
    /// The unknowns.
    width: usize,
    /// By row its pivot's column.
    pivots: Vec<usize>,
    /// By row the combination of equations that makes it; the last ones make rows of zeros.
    made_of: Vec<Vec<u8>>,
    /// What can be added to any solution.
    null_space: Vec<Vec<u8>>,
}

impl Equations {
    /// Reduces the equations `sum of x * column = right-hand side`, with so many rows.
    ///
    /// Cubic in their number.
    ///
    /// # Errors
    /// The limit that came first.
    pub(super) fn new(
        prime: u8,
        height: usize,
        columns: &[&[(usize, u8)]],
        meter: &mut Meter,
    ) -> Result<Self, Limit> {
        let width = columns.len();
        let bytes = (height * (width + height)) as u64;
        meter.grow(bytes)?;
        let mut rows = vec![vec![0_u8; width + height]; height];
        for (at, column) in columns.iter().enumerate() {
            for (row, by) in *column {
                if let Some(x) = rows.get_mut(*row).and_then(|r| r.get_mut(at)) {
                    *x = *by;
                }
            }
        }
        for (at, row) in rows.iter_mut().enumerate() {
            if let Some(x) = row.get_mut(width + at) {
                *x = 1;
            }
        }
        let mut pivots = Vec::new();
        for column in 0..width {
            meter.steps(bytes)?;
            let top = pivots.len();
            let entry = |row: &Vec<u8>| row.get(column).copied().unwrap_or(0);
            let Some(found) = rows.iter().skip(top).position(|r| entry(r) != 0) else { continue };
            rows.swap(top, top + found);
            let Some(pivot) = rows.get_mut(top) else { continue };
            let by = inverse(entry(pivot), prime);
            scale(pivot, by, prime);
            let pivot = pivot.clone();
            for (at, row) in rows.iter_mut().enumerate() {
                let times = entry(row);
                if at != top && times != 0 {
                    add(row, prime - times, &pivot, prime);
                }
            }
            pivots.push(column);
        }
        let null_space = (0..width)
            .filter(|column| pivots.binary_search(column).is_err())
            .map(|free| {
                let mut vector = vec![0; width];
                for (row, pivot) in rows.iter().zip(&pivots) {
                    if let (Some(to), Some(x)) = (vector.get_mut(*pivot), row.get(free)) {
                        *to = (prime - x) % prime;
                    }
                }
                if let Some(one) = vector.get_mut(free) {
                    *one = 1;
                }
                vector
            })
            .collect();
        let made_of = rows.into_iter().map(|r| r.into_iter().skip(width).collect()).collect();
        Ok(Equations { prime, width, pivots, made_of, null_space })
    }

    /// The dimension of the null space.
    pub(super) fn nullity(&self) -> u32 {
        u32::try_from(self.null_space.len()).unwrap_or(u32::MAX)
    }

    /// Calls `f` with every solution for a right-hand side.
    ///
    /// # Errors
    /// The limit that came first.
    pub(super) fn solutions(
        &self,
        right: &[u8],
        meter: &mut Meter,
        mut f: impl FnMut(&[u8]),
    ) -> Result<(), Limit> {
        let p = u32::from(self.prime);
        let mut solution = vec![0_u8; self.width];
        for (at, row) in self.made_of.iter().enumerate() {
            let value = row.iter().zip(right).map(|(a, b)| u32::from(*a) * u32::from(*b)).sum::<u32>() % p;
            match self.pivots.get(at).and_then(|pivot| solution.get_mut(*pivot)) {
                Some(x) => *x = u8::try_from(value).unwrap_or(0),
                None if value != 0 => return Ok(()),
                None => {}
            }
        }
        // A counter in base p; adding a vector p times changes nothing.
        let mut counter = vec![0_u8; self.null_space.len()];
        loop {
            meter.steps(self.width as u64)?;
            f(&solution);
            let mut done = true;
            for (digit, vector) in counter.iter_mut().zip(&self.null_space) {
                add(&mut solution, 1, vector, self.prime);
                *digit = (*digit + 1) % self.prime;
                if *digit != 0 {
                    done = false;
                    break;
                }
            }
            if done {
                return Ok(());
            }
        }
    }
}

fn scale(row: &mut [u8], by: u8, prime: u8) {
    row.iter_mut().for_each(|x| *x = *x * by % prime);
}

fn add(to: &mut [u8], times: u8, row: &[u8], prime: u8) {
    to.iter_mut().zip(row).for_each(|(x, y)| *x = (*x + times * y) % prime);
}

/// The number that gives 1 when multiplied with this one, which is not 0.
fn inverse(of: u8, prime: u8) -> u8 {
    (1..prime).find(|x| of * x % prime == 1).unwrap_or(1)
}
