//! Sets of cells as bits.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Not};

/// A set of up to [`Word::BITS`] cells.
pub trait Word:
    Copy + Eq + Hash + Debug + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// Maximum number of cells.
    const BITS: usize;
    /// No cell.
    const NONE: Self;

    /// One cell; `at` is less than [`Word::BITS`].
    fn cell(at: usize) -> Self;
    /// Every cell moves to a place higher by this number.
    fn up(self, by: usize) -> Self;
    /// Every cell moves to a place lower by this number.
    fn down(self, by: usize) -> Self;
    /// The number of cells.
    fn count(self) -> usize;
    /// The lowest place of a cell.
    fn lowest(self) -> Option<usize>;

    /// Whether there is no cell.
    #[inline]
    fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Whether every cell is one of another set.
    #[inline]
    fn within(self, other: Self) -> bool {
        (self & !other).is_none()
    }

    /// The cells as single bits, from the lowest place.
    #[inline]
    fn each(self) -> impl Iterator<Item = Self> {
        let mut left = self;
        std::iter::from_fn(move || {
            let cell = Self::cell(left.lowest()?);
            left = left & !cell;
            Some(cell)
        })
    }

    /// The places of the cells, from the lowest.
    #[inline]
    fn places(self) -> impl Iterator<Item = usize> {
        self.each().filter_map(Self::lowest)
    }
}

macro_rules! integer {
    ($type:ty) => {
        impl Word for $type {
            const BITS: usize = <$type>::BITS as usize;
            const NONE: Self = 0;

            #[inline]
            fn cell(at: usize) -> Self {
                1 << at
            }

            #[inline]
            fn up(self, by: usize) -> Self {
                u32::try_from(by).ok().and_then(|by| self.checked_shl(by)).unwrap_or(0)
            }

            #[inline]
            fn down(self, by: usize) -> Self {
                u32::try_from(by).ok().and_then(|by| self.checked_shr(by)).unwrap_or(0)
            }

            #[inline]
            fn count(self) -> usize {
                self.count_ones() as usize
            }

            #[inline]
            fn lowest(self) -> Option<usize> {
                (self != 0).then(|| self.trailing_zeros() as usize)
            }
        }
    };
}

integer!(u64);
integer!(u128);

/// Sets of 64 `N` cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    fn both(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let mut made = self;
        made.0.iter_mut().zip(other.0).for_each(|(one, other)| *one = f(*one, other));
        made
    }

    fn word(&self, at: Option<usize>) -> u64 {
        at.and_then(|at| self.0.get(at)).copied().unwrap_or(0)
    }
}

impl<const N: usize> BitAnd for Wide<N> {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        self.both(other, |a, b| a & b)
    }
}

impl<const N: usize> BitOr for Wide<N> {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.both(other, |a, b| a | b)
    }
}

impl<const N: usize> Not for Wide<N> {
    type Output = Self;
    fn not(self) -> Self {
        Wide(self.0.map(|word| !word))
    }
}

impl<const N: usize> Word for Wide<N> {
    const BITS: usize = 64 * N;
    const NONE: Self = Wide([0; N]);

    fn cell(at: usize) -> Self {
        let mut made = Self::NONE;
        if let Some(word) = made.0.get_mut(at / 64) {
            *word = 1 << (at % 64);
        }
        made
    }

    fn up(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        let from = |at: usize| self.word(at.checked_sub(words));
        Wide(std::array::from_fn(|at| {
            let carried = if bits == 0 { 0 } else { at.checked_sub(1).map_or(0, from) >> (64 - bits) };
            from(at) << bits | carried
        }))
    }

    fn down(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        let from = |at: usize| self.word(Some(at + words));
        Wide(std::array::from_fn(|at| {
            let carried = if bits == 0 { 0 } else { from(at + 1) << (64 - bits) };
            from(at) >> bits | carried
        }))
    }

    fn count(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    fn lowest(self) -> Option<usize> {
        let (at, word) = self.0.iter().enumerate().find(|(_, word)| **word != 0)?;
        Some(64 * at + word.trailing_zeros() as usize)
    }
}
