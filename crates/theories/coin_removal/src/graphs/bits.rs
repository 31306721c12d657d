//! Sets of vertices.

use puzzlec_base::bits_of;

/// A set of numbers below 64 W. Numbers from there on are in no set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    /// The empty set.
    pub(crate) const NONE: Self = Bits([0; W]);

    /// The set of some numbers.
    pub(crate) fn of(numbers: impl IntoIterator<Item = u32>) -> Self {
        let mut all = Self::NONE;
        for number in numbers {
            all.insert(number);
        }
        all
    }

    fn word(number: u32) -> (usize, u64) {
        (number as usize / 64, 1 << (number % 64))
    }

    /// Whether a number is in the set.
    #[inline]
    pub(crate) fn contains(&self, number: u32) -> bool {
        let (word, bit) = Self::word(number);
        self.0.get(word).is_some_and(|word| word & bit != 0)
    }

    /// Adds a number.
    pub(crate) fn insert(&mut self, number: u32) {
        let (word, bit) = Self::word(number);
        self.0.get_mut(word).into_iter().for_each(|word| *word |= bit);
    }

    /// Takes a number out.
    pub(crate) fn remove(&mut self, number: u32) {
        let (word, bit) = Self::word(number);
        self.0.get_mut(word).into_iter().for_each(|word| *word &= !bit);
    }

    /// The numbers in this set and another.
    pub(crate) fn and(self, other: &Self) -> Self {
        self.merged(other, |a, b| a & b)
    }

    /// The numbers in one of two sets.
    pub(crate) fn or(self, other: &Self) -> Self {
        self.merged(other, |a, b| a | b)
    }

    /// The numbers in exactly one of two sets.
    pub(crate) fn xor(self, other: &Self) -> Self {
        self.merged(other, |a, b| a ^ b)
    }

    /// The numbers in this set and not in another.
    pub(crate) fn without(self, other: &Self) -> Self {
        self.merged(other, |a, b| a & !b)
    }

    fn merged(mut self, other: &Self, merge: impl Fn(u64, u64) -> u64) -> Self {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a = merge(*a, b);
        }
        self
    }

    /// Whether no number is in the set.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// How many numbers are in the set.
    pub(crate) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The least number of the set.
    pub(crate) fn first(&self) -> Option<u32> {
        self.numbers().next()
    }

    /// The numbers, in order.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u32> + use<W> {
        bits_of(self.0)
    }
}
