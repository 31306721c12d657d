//! Words of bits for positions: 64 bits where the board is small enough.

use super::board::Cells;
use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor};

/// A word that holds a position.
pub trait Word:
    Copy + Eq + Ord + Debug + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    /// No pegs.
    const ZERO: Self;
    /// From a set of cells that fits.
    fn of(cells: Cells) -> Self;
    /// The set of cells.
    fn cells(self) -> Cells;
    /// Well mixed bits; the high ones are the best.
    fn mixed(self) -> u64;
    /// The eleven bits from a place on.
    fn eleven(self, from: u32) -> usize;
}

/// 2^64 divided by the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl Word for u64 {
    const ZERO: u64 = 0;

    fn of(cells: Cells) -> u64 {
        cells as u64
    }

    fn cells(self) -> Cells {
        Cells::from(self)
    }

    fn mixed(self) -> u64 {
        (self ^ (self >> 29)).wrapping_mul(GOLDEN)
    }

    fn eleven(self, from: u32) -> usize {
        (self >> from) as usize & 2047
    }
}

impl Word for u128 {
    const ZERO: u128 = 0;

    fn of(cells: Cells) -> u128 {
        cells
    }

    fn cells(self) -> Cells {
        self
    }

    fn mixed(self) -> u64 {
        (self as u64 ^ ((self >> 64) as u64).wrapping_mul(GOLDEN)).mixed()
    }

    fn eleven(self, from: u32) -> usize {
        (self >> from) as usize & 2047
    }
}
