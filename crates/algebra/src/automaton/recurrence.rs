//! The numbers of accepted words by length: their least linear recurrence and their generating function, exactly.
//!
//! With s states the numbers b(0), b(1), … of accepted words of 1, 2, … letters satisfy a recurrence of order s (Cayley and
//! Hamilton), so the least one follows from 2s of them (Berlekamp and Massey). It is computed modulo a prime and lifted
//! to whole numbers, and then proved: the errors of the lifted recurrence satisfy the recurrence of order s, so that
//! if s of them in a row are 0, all are. No recurrence is shorter, since it would be one modulo the prime.

use num_bigint::{BigInt, BigUint};

use super::Automaton;
use super::count::before;
use crate::modular::{LARGE, difference, inverse, product};

/// Automata with more states have no recurrence here.
const MOST_STATES: usize = 200;
/// Numbers that are listed.
const LISTED: usize = 12;

/// The numbers r(1), r(2), … of accepted words by length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recurrence {
    /// The first numbers.
    pub first: Vec<BigUint>,
    /// Each number is the sum of those before it, the last one first, times these.
    pub coefficients: Vec<i64>,
    /// And this.
    pub constant: i64,
    /// The least length for which this holds.
    pub from: usize,
    /// The numerator of the generating function, the sum of r(n) x^n for n >= 1, by exponent.
    pub numerator: Vec<BigInt>,
    /// Its denominator.
    pub denominator: Vec<i64>,
}

impl Recurrence {
    /// Of an automaton; none if it has too many states, or the coefficients are no small whole numbers.
    pub fn of(automaton: &Automaton) -> Option<Self> {
        let states = automaton.states();
        if states > MOST_STATES {
            return None;
        }
        let numbers = numbers(automaton, (3 * states).max(LISTED));
        let residues: Vec<u64> =
            numbers.iter().take(2 * states).map(|b| u64::try_from(b % LARGE).unwrap_or(0)).collect();
        let coefficients: Option<Vec<i64>> = massey(&residues).into_iter().map(lifted).collect();
        let coefficients = coefficients?;
        let order = coefficients.len();
        let signed: Vec<BigInt> = numbers.iter().map(|b| BigInt::from(b.clone())).collect();
        // Q(x) = 1 - c(1) x - c(2) x^2 - ...; the product with the numbers is a polynomial P of lower degree than the order.
        let mut denominator: Vec<i64> = [1].into_iter().chain(coefficients.iter().map(|c| -c)).collect();
        let convolved = |at: usize| -> BigInt {
            denominator.iter().zip(signed.iter().take(at + 1).rev()).map(|(q, b)| b * *q).sum()
        };
        let zero = BigInt::from(0);
        if (order..order + states).any(|at| convolved(at) != zero) {
            return None;
        }
        let numerator: Vec<BigInt> = [zero.clone()].into_iter().chain((0..order).map(convolved)).collect();
        while denominator.last() == Some(&0) {
            denominator.pop();
        }
        let sum: i64 = denominator.iter().sum();
        let mut found = Recurrence {
            first: numbers.iter().take(LISTED).cloned().collect(),
            coefficients,
            constant: 0,
            from: order + 1,
            numerator,
            denominator,
        };
        // If 1 - x divides the denominator, a shorter recurrence has a constant: the numerator at 1.
        if sum == 0
            && let Ok(constant) = i64::try_from(found.numerator.iter().sum::<BigInt>())
        {
            let mut partial = 0;
            let quotient: Vec<i64> = found
                .denominator
                .iter()
                .map(|q| {
                    partial += q;
                    partial
                })
                .collect();
            found.coefficients =
                quotient.iter().skip(1).take(quotient.len().saturating_sub(2)).map(|q| -q).collect();
            found.constant = constant;
            found.from = order.max(1);
        }
        while found.coefficients.last() == Some(&0) {
            found.coefficients.pop();
        }
        Some(found)
    }
}

/// The numbers of accepted words of 1, 2, … letters.
fn numbers(automaton: &Automaton, many: usize) -> Vec<BigUint> {
    let mut row: Vec<BigUint> =
        automaton.outputs().iter().map(|o| BigUint::from(u32::from(*o != 0))).collect();
    let mut numbers = Vec::with_capacity(many);
    for _ in 0..many {
        row = before(automaton, &row);
        numbers.push(row.get(automaton.start() as usize).cloned().unwrap_or_default());
    }
    numbers
}

/// The shortest linear recurrence of residues modulo the prime: b(n) = c(1) b(n-1) + c(2) b(n-2) + ….
fn massey(numbers: &[u64]) -> Vec<u64> {
    let (mut current, mut before): (Vec<u64>, Vec<u64>) = (vec![1], vec![1]);
    // The length of the recurrence, the steps since it became longer, and the discrepancy then.
    let (mut length, mut since, mut last) = (0, 1, 1);
    for at in 0..numbers.len() {
        let terms = current.iter().zip(numbers.iter().take(at + 1).rev());
        let minus = terms.fold(0, |sum, (c, b)| difference(sum, product(*c, *b, LARGE), LARGE));
        if minus == 0 {
            since += 1;
            continue;
        }
        let wrong = difference(0, minus, LARGE);
        let factor = product(wrong, inverse(last, LARGE), LARGE);
        let old = current.clone();
        current.resize(current.len().max(before.len() + since), 0);
        for (place, value) in current.iter_mut().skip(since).zip(&before) {
            *place = difference(*place, product(factor, *value, LARGE), LARGE);
        }
        if 2 * length <= at {
            (length, before, last, since) = (at + 1 - length, old, wrong, 1);
        } else {
            since += 1;
        }
    }
    current.resize(length + 1, 0);
    current.into_iter().skip(1).map(|c| difference(0, c, LARGE)).collect()
}

/// The whole number nearest to 0 with this residue, if it is small.
fn lifted(residue: u64) -> Option<i64> {
    let signed = i64::try_from(residue).ok()?;
    let signed = if residue > LARGE / 2 { signed - i64::try_from(LARGE).ok()? } else { signed };
    (signed.unsigned_abs() < 1 << 32).then_some(signed)
}
