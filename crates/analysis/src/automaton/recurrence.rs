//! The numbers of accepted rows by length, for people and programs.

use num_bigint::{BigInt, BigUint};
use serde::Serialize;

use puzzlec_algebra::{Automaton, automaton};

/// The numbers r(1), r(2), … of accepted rows by length: an [`automaton::Recurrence`] with large numbers in digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Recurrence {
    /// The first numbers.
    pub first: Vec<String>,
    /// Each number is the sum of those before it, the last one first, times these.
    pub coefficients: Vec<i64>,
    /// And this.
    pub constant: i64,
    /// The least length for which this holds.
    pub from: usize,
    /// The numerator of the generating function, the sum of r(n) x^n for n >= 1, by exponent.
    pub numerator: Vec<String>,
    /// Its denominator.
    pub denominator: Vec<String>,
}

impl Recurrence {
    /// Of an automaton, if it has one.
    pub fn of(automaton: &Automaton) -> Option<Self> {
        let found = automaton::Recurrence::of(automaton)?;
        Some(Recurrence {
            first: found.first.iter().map(BigUint::to_string).collect(),
            coefficients: found.coefficients,
            constant: found.constant,
            from: found.from,
            numerator: found.numerator.iter().map(BigInt::to_string).collect(),
            denominator: found.denominator.iter().map(i64::to_string).collect(),
        })
    }
}
