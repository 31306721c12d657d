//! Elimination over a prime field.

use std::fmt::Debug;

use super::modular;

/// A dense vector over a prime field, and the form in which it is kept as a row.
pub trait Vector {
    /// A row: a vector whose first entry other than 0 is 1.
    type Row: Clone + Debug;

    /// The vector of zeros.
    fn zero(prime: u64, columns: usize) -> Self;
    /// Adds a number, less than the prime, to an entry.
    fn add(&mut self, column: usize, value: u64);
    /// An entry, less than the prime.
    fn get(&self, column: usize) -> u64;
    /// The first column from `from` on whose entry is not 0.
    fn first(&self, from: usize) -> Option<usize>;
    /// Takes away the multiple of a row that leads at `column` after which the entry there is 0. Returns the
    /// operations that it took.
    fn clear(&mut self, column: usize, row: &Self::Row) -> u64;
    /// The part of a vector from `column` on, divided by its entry there, which is not 0.
    fn row(&self, column: usize) -> Self::Row;
    /// The product with a row that leads at `column`, without the term there.
    fn product(&self, column: usize, row: &Self::Row) -> u64;
    /// The operations that [`Vector::product`] takes.
    fn cost(columns: usize, row: &Self::Row) -> u64;
    /// Makes all entries from `from` on 0.
    fn wipe(&mut self, from: usize);
}

/// Vectors over F2, 64 entries to a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bits(Vec<u64>);

impl Vector for Bits {
    type Row = Bits;

    fn zero(_prime: u64, columns: usize) -> Self {
        Bits(vec![0; columns.div_ceil(64)])
    }

    fn add(&mut self, column: usize, value: u64) {
        if let Some(word) = self.0.get_mut(column / 64) {
            *word ^= (value & 1) << (column % 64);
        }
    }

    fn get(&self, column: usize) -> u64 {
        self.0.get(column / 64).map_or(0, |word| word >> (column % 64) & 1)
    }

    fn first(&self, from: usize) -> Option<usize> {
        let mut words = self.0.iter().enumerate().skip(from / 64);
        let (at, word) = words.next()?;
        let rest = word >> (from % 64) << (from % 64);
        let (at, word) =
            if rest != 0 { (at, rest) } else { words.find(|w| *w.1 != 0).map(|w| (w.0, *w.1))? };
        Some(at * 64 + word.trailing_zeros() as usize)
    }

    fn clear(&mut self, column: usize, row: &Bits) -> u64 {
        let from = column / 64;
        self.0.iter_mut().zip(&row.0).skip(from).for_each(|(a, b)| *a ^= b);
        self.0.len().saturating_sub(from) as u64
    }

    fn row(&self, column: usize) -> Bits {
        let mut row = self.clone();
        row.0.iter_mut().take(column / 64).for_each(|word| *word = 0);
        if let Some(word) = row.0.get_mut(column / 64) {
            *word = *word >> (column % 64) << (column % 64);
        }
        row
    }

    fn product(&self, column: usize, row: &Bits) -> u64 {
        let both = self.0.iter().zip(&row.0).skip(column / 64);
        let common = both.map(|(a, b)| u64::from((a & b).count_ones())).sum::<u64>();
        (common + self.get(column)) % 2
    }

    fn cost(columns: usize, _row: &Bits) -> u64 {
        columns.div_ceil(64) as u64
    }

    fn wipe(&mut self, from: usize) {
        self.0.iter_mut().skip(from / 64).for_each(|word| *word = 0);
    }
}

/// Vectors over a prime field. Rows are sparse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Residues {
    prime: u64,
    entries: Vec<u64>,
}

impl Vector for Residues {
    /// Columns after the leading one with their entries.
    type Row = Vec<(u32, u64)>;

    fn zero(prime: u64, columns: usize) -> Self {
        Residues { prime, entries: vec![0; columns] }
    }

    fn add(&mut self, column: usize, value: u64) {
        if let Some(entry) = self.entries.get_mut(column) {
            *entry = modular::difference(*entry, modular::difference(0, value, self.prime), self.prime);
        }
    }

    fn get(&self, column: usize) -> u64 {
        self.entries.get(column).copied().unwrap_or(0)
    }

    fn first(&self, from: usize) -> Option<usize> {
        let rest = self.entries.get(from..)?;
        rest.iter().position(|entry| *entry != 0).map(|at| from + at)
    }

    fn clear(&mut self, column: usize, row: &Vec<(u32, u64)>) -> u64 {
        let times = self.get(column);
        if let Some(entry) = self.entries.get_mut(column) {
            *entry = 0;
        }
        for (at, by) in row {
            if let Some(entry) = self.entries.get_mut(*at as usize) {
                *entry = modular::difference(*entry, modular::product(times, *by, self.prime), self.prime);
            }
        }
        row.len() as u64
    }

    fn row(&self, column: usize) -> Vec<(u32, u64)> {
        let scale = modular::inverse(self.get(column), self.prime);
        let rest = self.entries.iter().enumerate().skip(column + 1).filter(|(_, entry)| **entry != 0);
        rest.map(|(at, entry)| (at as u32, modular::product(*entry, scale, self.prime))).collect()
    }

    fn product(&self, _column: usize, row: &Vec<(u32, u64)>) -> u64 {
        row.iter().fold(0, |sum, (at, by)| {
            let term = modular::product(self.get(*at as usize), *by, self.prime);
            modular::difference(sum, modular::difference(0, term, self.prime), self.prime)
        })
    }

    fn cost(_columns: usize, row: &Vec<(u32, u64)>) -> u64 {
        row.len() as u64
    }

    fn wipe(&mut self, from: usize) {
        self.entries.iter_mut().skip(from).for_each(|entry| *entry = 0);
    }
}

/// An echelon form of the span of the inserted vectors.
///
/// Rows lead in the first `leading` columns only; what further columns hold is carried along, which records
/// how rows are made.
#[derive(Clone, Debug)]
pub struct Echelon<V: Vector> {
    prime: u64,
    columns: usize,
    leading: usize,
    /// By column the row that leads there.
    rows: Vec<Option<V::Row>>,
    scratch: V,
    rank: usize,
    work: u64,
}

impl<V: Vector> Echelon<V> {
    /// No rows. The prime is 2 for [`Bits`], and less than 2^32 or [`modular::LARGE`] for [`Residues`].
    pub fn new(prime: u64, columns: usize) -> Self {
        Echelon::carrying(prime, columns, columns)
    }

    /// An empty form with this number of columns, of which the first ones may be pivots.
    pub fn carrying(prime: u64, leading: usize, columns: usize) -> Self {
        let rows = vec![None; leading];
        Echelon { prime, columns, leading, rows, scratch: V::zero(prime, columns), rank: 0, work: 0 }
    }

    /// The dimension of the span.
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// Operations so far: on words over F2, otherwise multiplications; a look at an entry counts a quarter.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Adds a vector: the sum of these entries, each less than the prime. Returns the column in which the new row
    /// leads.
    ///
    /// # Errors
    /// The vector is in the span; what is left of it in the columns that are carried along.
    pub fn insert(
        &mut self,
        entries: impl IntoIterator<Item = (usize, u64)>,
    ) -> Result<usize, Vec<(usize, u64)>> {
        let from = self.reduce(entries);
        let leader = self.scratch.first(from).filter(|column| *column < self.leading);
        let found = match leader {
            Some(column) => {
                let row = self.scratch.row(column);
                self.rows.get_mut(column).into_iter().for_each(|slot| *slot = Some(row.clone()));
                self.rank += 1;
                Ok(column)
            }
            None => Err(self.entries(from)),
        };
        self.scratch.wipe(from);
        found
    }

    /// The residue of a vector modulo the rows: 0 in all pivot columns.
    pub fn remainder(&mut self, entries: impl IntoIterator<Item = (usize, u64)>) -> Vec<(usize, u64)> {
        let from = self.reduce(entries);
        let rest = self.entries(from);
        self.scratch.wipe(from);
        rest
    }

    /// Reduces a vector in the scratch; there is nothing before the column that is returned.
    fn reduce(&mut self, entries: impl IntoIterator<Item = (usize, u64)>) -> usize {
        let mut from = self.columns;
        for (column, value) in entries {
            self.scratch.add(column, value);
            from = from.min(column);
        }
        self.work += self.columns.saturating_sub(from) as u64 / 4;
        let mut next = self.scratch.first(from);
        while let Some(column) = next.filter(|column| *column < self.leading) {
            if let Some(Some(row)) = self.rows.get(column) {
                self.work += self.scratch.clear(column, row);
            }
            next = self.scratch.first(column + 1);
        }
        from
    }

    fn entries(&self, from: usize) -> Vec<(usize, u64)> {
        let mut all = Vec::new();
        let mut next = self.scratch.first(from);
        while let Some(column) = next {
            all.push((column, self.scratch.get(column)));
            next = self.scratch.first(column + 1);
        }
        all
    }

    /// The columns in which no row leads, of those in which rows may lead.
    pub fn free(&self) -> impl Iterator<Item = usize> {
        self.rows.iter().enumerate().filter(|(_, row)| row.is_none()).map(|(column, _)| column)
    }

    /// The operations that a [null vector](Echelon::null_vector) takes at most.
    pub fn null_work(&self) -> u64 {
        let rows: u64 = self.rows.iter().flatten().map(|row| V::cost(self.columns, row)).sum();
        rows + self.columns as u64
    }

    /// The vector of the null space with 1 in this free column and 0 in all others. These vectors are a basis
    /// of the null space of the inserted vectors.
    pub fn null_vector(&self, free: usize) -> V {
        let mut vector = V::zero(self.prime, self.columns);
        vector.add(free, 1);
        for (column, row) in self.rows.iter().enumerate().take(free).rev() {
            if let Some(row) = row {
                let value = vector.product(column, row);
                vector.add(column, modular::difference(0, value, self.prime));
            }
        }
        vector
    }
}
