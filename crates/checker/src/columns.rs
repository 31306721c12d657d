//! Columns of a row that closes up: which are left, by number.

/// Columns in a block.
const BLOCK: usize = 512;

/// A set of columns, from which columns are taken one by one. Each operation takes a time that grows with the
/// logarithm of the number of columns.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    /// A bit for each column that is left.
    words: Vec<u64>,
    /// Numbers of columns that are left: at i (from 1) those of the blocks before i that are not counted at a smaller
    /// power of two; a Fenwick tree.
    tree: Vec<u32>,
    left: usize,
    all: usize,
}

impl Columns {
    /// Columns 0 to n - 1.
    pub fn new(n: usize) -> Self {
        let mut words = vec![u64::MAX; n.div_ceil(64)];
        if let Some(last) = words.last_mut().filter(|_| !n.is_multiple_of(64)) {
            *last = (1 << (n % 64)) - 1;
        }
        let blocks = n.div_ceil(BLOCK);
        let ends = |block: usize| (block * BLOCK).min(n);
        let count = |at: usize| ends(at) - ends(at - (at & at.wrapping_neg()));
        let tree =
            (0..=blocks).map(|at| if at == 0 { 0 } else { u32::try_from(count(at)).unwrap_or(u32::MAX) });
        Columns { words, tree: tree.collect(), left: n, all: n }
    }

    /// How many were taken.
    pub fn taken(&self) -> usize {
        self.all - self.left
    }

    /// Column number `rank` of those that are left, from 0.
    pub fn select(&self, rank: usize) -> Option<usize> {
        if rank >= self.left {
            return None;
        }
        if self.left == self.all {
            return Some(rank);
        }
        let (mut block, mut rank) = (0, rank);
        let mut step = self.tree.len().next_power_of_two();
        while step > 0 {
            if let Some(count) = self.tree.get(block + step).map(|count| *count as usize)
                && count <= rank
            {
                rank -= count;
                block += step;
            }
            step /= 2;
        }
        let from = block * (BLOCK / 64);
        for (at, word) in self.words.iter().enumerate().skip(from) {
            let count = word.count_ones() as usize;
            if rank < count {
                let cleared = (0..rank).fold(*word, |word, _| word & word.wrapping_sub(1));
                return Some(at * 64 + cleared.trailing_zeros() as usize);
            }
            rank -= count;
        }
        None
    }

    /// Whether a column is left.
    pub fn contains(&self, column: usize) -> bool {
        self.words.get(column / 64).is_some_and(|word| word >> (column % 64) & 1 == 1)
    }

    /// Those that are left, from a column on.
    pub fn from(&self, first: usize) -> impl Iterator<Item = usize> {
        (first..self.all).filter(|column| self.contains(*column))
    }

    /// Takes a column, which is left.
    pub fn take(&mut self, column: usize) {
        self.turn(column, false);
    }

    /// Gives back a column, which was taken.
    pub fn give_back(&mut self, column: usize) {
        self.turn(column, true);
    }

    fn turn(&mut self, column: usize, left: bool) {
        let Some(word) = self.words.get_mut(column / 64) else { return };
        *word ^= 1 << (column % 64);
        self.left = if left { self.left + 1 } else { self.left.saturating_sub(1) };
        let mut at = column / BLOCK + 1;
        while let Some(count) = self.tree.get_mut(at) {
            *count = if left { *count + 1 } else { count.saturating_sub(1) };
            at += at & at.wrapping_neg();
        }
    }
}
