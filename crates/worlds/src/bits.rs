//! Sets of small numbers.

/// A set of small numbers as words of bits: objects of a cell, or marks (five bits for each layer).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// The set of these numbers.
    pub fn of(numbers: impl IntoIterator<Item = usize>) -> Self {
        let mut set = Bits::default();
        numbers.into_iter().for_each(|n| set.insert(n));
        set
    }

    /// Adds a number.
    pub fn insert(&mut self, number: usize) {
        if self.0.len() <= number / 64 {
            self.0.resize(number / 64 + 1, 0);
        }
        if let Some(word) = self.0.get_mut(number / 64) {
            *word |= 1 << (number % 64);
        }
    }

    /// Whether it has a number.
    pub fn contains(&self, number: usize) -> bool {
        self.0.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// Adds all of another set.
    pub fn extend(&mut self, other: &Bits) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    /// Whether it has no number.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Whether a number is in both.
    pub fn meets(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Whether every number is in the other set.
    pub fn within(&self, other: &Bits) -> bool {
        self.iter().all(|n| other.contains(n))
    }

    /// The numbers, rising.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        puzzlec_base::bits_of(self.0.iter().copied()).map(|n| n as usize)
    }

    /// As an array of words; larger numbers are lost.
    pub(crate) fn words<const W: usize>(&self) -> [u64; W] {
        let mut words = [0; W];
        words.iter_mut().zip(&self.0).for_each(|(a, b)| *a = *b);
        words
    }
}
