//! Numbers that only grow, of fixed size.

use num_bigint::BigUint;

/// What a sweep adds up by state.
pub trait Tally: Clone {
    /// One.
    fn one() -> Self;
    /// Adds another; returns false if the sum does not fit.
    fn add(&mut self, other: &Self) -> bool;
    /// The number.
    fn total(&self) -> BigUint;
}

/// Nothing is counted.
impl Tally for () {
    fn one() -> Self {}

    fn add(&mut self, (): &Self) -> bool {
        true
    }

    fn total(&self) -> BigUint {
        BigUint::from(1_u32)
    }
}

/// A number of `L` words, the lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Wide<const L: usize>([u64; L]);

impl<const L: usize> Tally for Wide<L> {
    fn one() -> Self {
        let mut words = [0; L];
        if let Some(first) = words.first_mut() {
            *first = 1;
        }
        Wide(words)
    }

    fn add(&mut self, other: &Self) -> bool {
        let mut carry = false;
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            let (sum, one) = a.overflowing_add(*b);
            let (sum, two) = sum.overflowing_add(u64::from(carry));
            (*a, carry) = (sum, one || two);
        }
        !carry
    }

    fn total(&self) -> BigUint {
        BigUint::from_slice(
            &self.0.iter().flat_map(|word| [*word as u32, (word >> 32) as u32]).collect::<Vec<_>>(),
        )
    }
}
