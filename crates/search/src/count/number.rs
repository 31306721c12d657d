//! Numbers of ways.

use std::fmt;

use serde::{Serialize, Serializer};

use puzzlec_base::words::grouped_digits;

/// A number of games: exact, or an overflow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Number(u128);

impl Number {
    /// The number 1.
    pub const ONE: Number = Number(1);

    /// The number, unless it is 2^128 - 1 or more.
    pub fn exact(self) -> Option<u128> {
        (self.0 != u128::MAX).then_some(self.0)
    }

    /// Adds a number; an overflow stays one.
    #[inline]
    pub fn add(&mut self, more: Number) {
        self.0 = self.0.saturating_add(more.0);
    }

    /// The sum; an overflow stays one.
    pub(super) fn plus(self, other: Number) -> Number {
        Number(self.0.saturating_add(other.0))
    }

    /// The product; an overflow stays one, except by 0.
    pub(super) fn by(self, other: Number) -> Number {
        Number(self.0.saturating_mul(other.0))
    }

    /// A multiple of the number.
    #[inline]
    pub(crate) fn times(self, times: u32) -> Number {
        Number(self.0.saturating_mul(u128::from(times)))
    }

    /// The number, or 2^128 - 1 for an overflow.
    #[inline]
    pub(crate) fn saturated(self) -> u128 {
        self.0
    }

    /// From the number, or 2^128 - 1 for an overflow.
    #[inline]
    pub(crate) fn of_saturated(number: u128) -> Number {
        Number(number)
    }
}

impl From<u64> for Number {
    fn from(number: u64) -> Self {
        Number(u128::from(number))
    }
}

/// With a comma between thousands; an overflow as `more than 2^128`.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(number) = self.exact() else { return f.write_str("more than 2^128") };
        f.write_str(&grouped_digits(&number.to_string()))
    }
}

/// As a string of digits, for readers whose numbers have 53 bits; an overflow as null.
impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.exact().map(|n| n.to_string()).serialize(serializer)
    }
}
