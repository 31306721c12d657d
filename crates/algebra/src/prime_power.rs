//! Linear equations modulo a power of a prime, with few entries in a row.
//!
//! Modulo p^k an entry divides another if p divides it at most as often. Pivots are chosen in the order of this
//! number, so that a pivot divides all entries that are left; among these, a column with few entries and a short row
//! are taken first, which keeps the rows of grids short.

use std::collections::BTreeSet;

/// A column with its entry, from 1 to below the modulus; the entries of a row are in the order of columns.
pub type Entry = (u32, u32);

/// Equations, eliminated once, to be solved for any right side.
#[derive(Clone, Debug)]
pub struct Elimination {
    ring: Ring,
    height: usize,
    width: usize,
    pivots: Vec<Pivot>,
    steps: Vec<Step>,
    /// Rows that became 0.
    idle: Vec<u32>,
    /// Columns without a pivot.
    free: Vec<u32>,
}

/// A vector of the kernel. Every vector of the kernel is the sum of one multiple, from 0 to below `order`, of each
/// generator, in one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generator {
    /// The vector, by column.
    pub vector: Vec<u32>,
    /// The number of multiples.
    pub order: u32,
}

/// Arithmetic modulo p^k.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ring {
    prime: u32,
    exponent: u32,
    modulus: u32,
}

#[derive(Clone, Debug)]
struct Pivot {
    row: u32,
    column: u32,
    /// The highest power of the prime that divides the entry.
    power: u32,
    /// The inverse of the rest of the entry.
    inverse: u32,
    /// The other entries of the row, each divisible by `power`: in columns that are free or of later pivots.
    others: Vec<Entry>,
}

/// A multiple of a row is subtracted from another one.
#[derive(Clone, Copy, Debug)]
struct Step {
    from: u32,
    row: u32,
    times: u32,
}

impl Ring {
    fn product(self, a: u32, b: u32) -> u32 {
        (u64::from(a) * u64::from(b) % u64::from(self.modulus)) as u32
    }

    /// `a - b * times`.
    fn less(self, a: u32, b: u32, times: u32) -> u32 {
        (a + self.modulus - self.product(b, times)) % self.modulus
    }

    /// The highest power of the prime that divides a number other than 0.
    fn power(self, number: u32) -> u32 {
        let mut power = 1;
        while number.is_multiple_of(power * self.prime) {
            power *= self.prime;
        }
        power
    }

    /// The inverse of a number that the prime does not divide: its power with one less than the number of units.
    fn inverse(self, number: u32) -> u32 {
        let mut rest = self.modulus / self.prime * (self.prime - 1) - 1;
        let (mut result, mut square) = (1 % self.modulus, number % self.modulus);
        while rest > 0 {
            if rest & 1 == 1 {
                result = self.product(result, square);
            }
            square = self.product(square, square);
            rest >>= 1;
        }
        result
    }
}

impl Elimination {
    /// Eliminates the rows of a matrix with `width` columns modulo `prime` to the power of `exponent`, which is below
    /// 2^16. `poll` receives the number of entries that were looked at and may end the work.
    ///
    /// # Errors
    /// The error of `poll`.
    pub fn new<E>(
        (prime, exponent): (u32, u32),
        width: usize,
        rows: Vec<Vec<Entry>>,
        poll: &mut dyn FnMut(u64) -> Result<(), E>,
    ) -> Result<Self, E> {
        let ring = Ring { prime, exponent, modulus: prime.saturating_pow(exponent) };
        let height = rows.len();
        let mut work = Work::new(ring, width, rows);
        for power in (0..exponent).map(|k| prime.saturating_pow(k)) {
            work.eliminate(power, poll)?;
        }
        let Work { rows, pivots, steps, open, .. } = work;
        let idle = (0..).zip(&rows).filter(|(_, row)| row.is_some()).map(|(row, _)| row).collect();
        let free = (0..).zip(&open).filter(|(_, open)| **open).map(|(column, _)| column).collect();
        Ok(Elimination { ring, height, width, pivots, steps, idle, free })
    }

    /// The number of pivots.
    pub fn rank(&self) -> usize {
        self.pivots.len()
    }

    /// A solution for a right side, by row. Time grows with the entries of the eliminated rows.
    ///
    /// # Errors
    /// There is none: weights of the rows such that the weighted sum of the rows is 0, and that of the right side is not.
    pub fn solve(&self, right: &[u32]) -> Result<Vec<u32>, Vec<u32>> {
        let ring = self.ring;
        let mut right = right.to_vec();
        right.resize(self.height, 0);
        for step in &self.steps {
            let from = at(&right, step.from);
            if let Some(slot) = right.get_mut(step.row as usize).filter(|_| from != 0) {
                *slot = ring.less(*slot, from, step.times);
            }
        }
        let idle = self.idle.iter().map(|row| (*row, ring.modulus));
        let pivots = self.pivots.iter().map(|pivot| (pivot.row, pivot.power));
        let wrong = idle.chain(pivots).find(|(row, power)| !at(&right, *row).is_multiple_of(*power));
        if let Some((row, power)) = wrong {
            return Err(self.weights(row, ring.modulus / power));
        }
        let mut solution = vec![0; self.width];
        self.complete(&mut solution, &right, self.pivots.len());
        Ok(solution)
    }

    /// The weights of the rows as given that make a multiple of an eliminated row.
    fn weights(&self, row: u32, times: u32) -> Vec<u32> {
        let mut weights = vec![0; self.height];
        weights.get_mut(row as usize).into_iter().for_each(|slot| *slot = times);
        for step in self.steps.iter().rev() {
            let weight = at(&weights, step.row);
            if let Some(slot) = weights.get_mut(step.from as usize).filter(|_| weight != 0) {
                *slot = self.ring.less(*slot, weight, step.times);
            }
        }
        weights
    }

    /// Sets the entries of the first pivots so that their equations hold, from the last one on.
    fn complete(&self, solution: &mut [u32], right: &[u32], first: usize) {
        let ring = self.ring;
        for pivot in self.pivots.iter().take(first).rev() {
            let rest = pivot.others.iter().fold(at(right, pivot.row), |rest, (column, entry)| {
                match at(solution, *column) {
                    0 => rest,
                    value => ring.less(rest, *entry, value),
                }
            });
            let value = ring.product(rest / pivot.power, pivot.inverse) % (ring.modulus / pivot.power);
            solution.get_mut(pivot.column as usize).into_iter().for_each(|slot| *slot = value);
        }
    }

    /// The vectors that solve the equations with a right side of 0, in the order of their columns: those of free
    /// columns first.
    pub fn kernel(&self) -> Vec<Generator> {
        let generator = |column: u32, value: u32, order: u32, first: usize| {
            let mut vector = vec![0; self.width];
            vector.get_mut(column as usize).into_iter().for_each(|slot| *slot = value);
            self.complete(&mut vector, &[], first);
            Generator { vector, order }
        };
        let free = self.free.iter().map(|column| generator(*column, 1, self.ring.modulus, self.pivots.len()));
        let divided = self.pivots.iter().enumerate().filter(|(_, pivot)| pivot.power > 1);
        let divided = divided.map(|(place, pivot)| {
            generator(pivot.column, self.ring.modulus / pivot.power, pivot.power, place)
        });
        free.chain(divided).collect()
    }

    /// By generator of the kernel, in their order, the number of its multiples. Costs little.
    pub fn orders(&self) -> impl Iterator<Item = u32> + '_ {
        let divided = self.pivots.iter().map(|pivot| pivot.power).filter(|power| *power > 1);
        self.free.iter().map(|_| self.ring.modulus).chain(divided)
    }
}

fn at(vector: &[u32], place: u32) -> u32 {
    vector.get(place as usize).copied().unwrap_or(0)
}

/// An elimination that is under way.
struct Work {
    ring: Ring,
    /// The rows without a pivot.
    rows: Vec<Option<Vec<Entry>>>,
    /// By column its rows, with some that have it no longer.
    columns: Vec<Vec<u32>>,
    /// By column the number of its rows.
    counts: Vec<u32>,
    /// The columns without a pivot.
    open: Vec<bool>,
    /// Columns to be looked at, by the number of their rows.
    queue: BTreeSet<(u32, u32)>,
    pivots: Vec<Pivot>,
    steps: Vec<Step>,
}

impl Work {
    fn new(ring: Ring, width: usize, rows: Vec<Vec<Entry>>) -> Self {
        let mut columns = vec![Vec::new(); width];
        for (place, row) in (0..).zip(&rows) {
            for (column, _) in row {
                columns
                    .get_mut(*column as usize)
                    .into_iter()
                    .for_each(|rows: &mut Vec<u32>| rows.push(place));
            }
        }
        let counts = columns.iter().map(|rows| u32::try_from(rows.len()).unwrap_or(u32::MAX)).collect();
        let rows = rows.into_iter().map(Some).collect();
        let (open, queue) = (vec![true; width], BTreeSet::new());
        Work { ring, rows, columns, counts, open, queue, pivots: Vec::new(), steps: Vec::new() }
    }

    /// Chooses pivots divisible by this power of the prime and by no higher one. All entries that are left are divisible
    /// by it: a column without a pivot here has none later, as rows are combinations of such rows.
    fn eliminate<E>(&mut self, power: u32, poll: &mut dyn FnMut(u64) -> Result<(), E>) -> Result<(), E> {
        let counts = (0..).zip(&self.counts).zip(&self.open).filter(|(_, open)| **open);
        self.queue = counts.map(|((column, count), _)| (*count, column)).collect();
        while let Some((_, column)) = self.queue.pop_first() {
            let mut having: Vec<(u32, u32, usize)> = Vec::new();
            let rows = self.columns.get_mut(column as usize).map(std::mem::take).unwrap_or_default();
            for place in rows.into_iter().collect::<BTreeSet<u32>>() {
                let Some(Some(row)) = self.rows.get(place as usize) else { continue };
                if let Ok(found) = row.binary_search_by_key(&column, |entry| entry.0) {
                    having.push((place, row.get(found).map_or(0, |entry| entry.1), row.len()));
                }
            }
            let fitting = having.iter().filter(|(_, entry, _)| self.ring.power(*entry) == power);
            let Some(&(place, entry, _)) = fitting.min_by_key(|(place, _, length)| (*length, *place)) else {
                let left = having.into_iter().map(|(place, ..)| place).collect();
                if let Some(rows) = self.columns.get_mut(column as usize) {
                    *rows = left;
                }
                continue;
            };
            let Some(row) = self.rows.get_mut(place as usize).and_then(Option::take) else { continue };
            self.open.get_mut(column as usize).into_iter().for_each(|open| *open = false);
            // Only columns of this row change their numbers of rows.
            let queued: Vec<u32> = row
                .iter()
                .map(|entry| entry.0)
                .filter(|c| self.queue.remove(&(at(&self.counts, *c), *c)))
                .collect();
            row.iter().for_each(|(column, _)| self.count(*column, false));
            let inverse = self.ring.inverse(entry / power);
            let mut looked = 1;
            for (other, entry, length) in having.iter().filter(|(other, ..)| *other != place) {
                let times = self.ring.product(entry / power, inverse);
                self.subtract(*other, &row, times);
                self.steps.push(Step { from: place, row: *other, times });
                looked += (length + row.len()) as u64;
            }
            queued.into_iter().for_each(|column| {
                self.queue.insert((at(&self.counts, column), column));
            });
            let others = row.into_iter().filter(|entry| entry.0 != column).collect();
            self.pivots.push(Pivot { row: place, column, power, inverse, others });
            poll(looked)?;
        }
        Ok(())
    }

    /// Notes that a row has an entry in a column, or has it no longer.
    fn count(&mut self, column: u32, more: bool) {
        if let Some(count) = self.counts.get_mut(column as usize) {
            *count = if more { *count + 1 } else { count.saturating_sub(1) };
        }
    }

    /// Subtracts a multiple of a row from another one.
    fn subtract(&mut self, place: u32, by: &[Entry], times: u32) {
        let Some(row) = self.rows.get_mut(place as usize).and_then(Option::take) else { return };
        let mut sum = Vec::with_capacity(row.len() + by.len());
        let (mut own, mut other) = (row.into_iter().peekable(), by.iter().copied().peekable());
        loop {
            let next = match (own.peek(), other.peek()) {
                (Some(a), Some(b)) if a.0 == b.0 => {
                    let (column, entry) = (a.0, self.ring.less(a.1, b.1, times));
                    own.next();
                    other.next();
                    if entry == 0 {
                        self.count(column, false);
                        continue;
                    }
                    (column, entry)
                }
                (Some(a), Some(b)) if a.0 < b.0 => {
                    let next = *a;
                    own.next();
                    next
                }
                (Some(a), None) => {
                    let next = *a;
                    own.next();
                    next
                }
                (_, Some(b)) => {
                    let (column, entry) = (b.0, self.ring.less(0, b.1, times));
                    other.next();
                    if entry == 0 {
                        continue;
                    }
                    self.count(column, true);
                    self.columns.get_mut(column as usize).into_iter().for_each(|rows| rows.push(place));
                    (column, entry)
                }
                (None, None) => break,
            };
            sum.push(next);
        }
        if let Some(slot) = self.rows.get_mut(place as usize) {
            *slot = Some(sum);
        }
    }
}
