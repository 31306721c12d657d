//! The numbers of accepted rows by length: their least linear recurrence and their generating function, exactly.
//!
//! With s states the numbers b(0), b(1), … of accepted rows of 1, 2, … cells satisfy a recurrence of order s (Cayley and
//! Hamilton), so the least one follows from 2s of them (Berlekamp and Massey). It is computed modulo a prime and lifted
//! to whole numbers, and then proved: the errors of the lifted recurrence satisfy the recurrence of order s, so that
//! if s of them in a row are 0, all are. No recurrence is shorter, since it would be one modulo the prime.

use num_bigint::{BigInt, BigUint};
use serde::Serialize;

use puzzlec_algebra::Automaton;
use puzzlec_algebra::automaton::State;

/// A prime, 2^61 - 1.
const PRIME: u128 = (1 << 61) - 1;
/// Automata with more states have no recurrence here.
const MOST_STATES: usize = 200;
/// Numbers that are listed.
const LISTED: usize = 12;

/// The numbers r(1), r(2), … of accepted rows by length.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Recurrence {
    /// The first numbers, in digits.
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
    /// Of an automaton; none if it has too many states, or the coefficients are no small whole numbers.
    pub fn of(automaton: &Automaton) -> Option<Self> {
        let states = automaton.states();
        if states > MOST_STATES {
            return None;
        }
        let numbers = numbers(automaton, (3 * states).max(LISTED));
        let residues: Vec<u128> =
            numbers.iter().take(2 * states).map(|b| u128::try_from(b % PRIME).unwrap_or(0)).collect();
        let coefficients: Option<Vec<i64>> = massey(&residues).into_iter().map(lifted).collect();
        let coefficients = coefficients?;
        let order = coefficients.len();
        let signed: Vec<BigInt> = numbers.iter().map(|b| BigInt::from(b.clone())).collect();
        // Q(x) = 1 - c(1) x - c(2) x^2 - ...; the product with the numbers is a polynomial P of lower degree than the order.
        let mut denominator: Vec<i64> = [1].into_iter().chain(coefficients.iter().map(|c| -c)).collect();
        let product = |at: usize| -> BigInt {
            denominator.iter().zip(signed.iter().take(at + 1).rev()).map(|(q, b)| b * *q).sum()
        };
        let zero = BigInt::from(0);
        if (order..order + states).any(|at| product(at) != zero) {
            return None;
        }
        let numerator: Vec<BigInt> = [zero.clone()].into_iter().chain((0..order).map(product)).collect();
        while denominator.last() == Some(&0) {
            denominator.pop();
        }
        let sum: i64 = denominator.iter().sum();
        let texts = |numbers: &[BigInt]| numbers.iter().map(BigInt::to_string).collect();
        let mut found = Recurrence {
            first: numbers.iter().take(LISTED).map(BigUint::to_string).collect(),
            coefficients,
            constant: 0,
            from: order + 1,
            numerator: texts(&numerator),
            denominator: denominator.iter().map(i64::to_string).collect(),
        };
        // If 1 - x divides the denominator, a shorter recurrence has a constant: the numerator at 1.
        if sum == 0
            && let Ok(constant) = i64::try_from(numerator.iter().sum::<BigInt>())
        {
            let mut partial = 0;
            let quotient: Vec<i64> = denominator
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

/// The numbers of accepted rows of 1, 2, … cells.
fn numbers(automaton: &Automaton, many: usize) -> Vec<BigUint> {
    let states = || 0..State::try_from(automaton.states()).unwrap_or(State::MAX);
    // By state the number of words of a length that lead to it.
    let mut reached: Vec<BigUint> =
        states().map(|state| BigUint::from(u32::from(state == automaton.start()))).collect();
    let mut numbers = Vec::with_capacity(many);
    for _ in 0..many {
        let mut next = vec![BigUint::ZERO; reached.len()];
        for (state, words) in states().zip(&reached) {
            for to in automaton.successors(state) {
                if let Some(sum) = next.get_mut(*to as usize) {
                    *sum += words;
                }
            }
        }
        reached = next;
        let accepted = states().zip(&reached).filter(|(state, _)| automaton.output(*state) != 0);
        numbers.push(accepted.map(|(_, words)| words).sum());
    }
    numbers
}

/// The shortest linear recurrence of residues modulo the prime: b(n) = c(1) b(n-1) + c(2) b(n-2) + ….
fn massey(numbers: &[u128]) -> Vec<u128> {
    let (mut current, mut before): (Vec<u128>, Vec<u128>) = (vec![1], vec![1]);
    // The length of the recurrence, the steps since it became longer, and the discrepancy then.
    let (mut length, mut since, mut last) = (0, 1, 1);
    for at in 0..numbers.len() {
        let terms = current.iter().zip(numbers.iter().take(at + 1).rev());
        let wrong = terms.fold(0, |sum, (c, b)| (sum + c * b) % PRIME);
        if wrong == 0 {
            since += 1;
            continue;
        }
        let factor = wrong * inverse(last) % PRIME;
        let old = current.clone();
        current.resize(current.len().max(before.len() + since), 0);
        for (place, value) in current.iter_mut().skip(since).zip(&before) {
            *place = (*place + PRIME - factor * value % PRIME) % PRIME;
        }
        if 2 * length <= at {
            (length, before, last, since) = (at + 1 - length, old, wrong, 1);
        } else {
            since += 1;
        }
    }
    current.resize(length + 1, 0);
    current.into_iter().skip(1).map(|c| (PRIME - c) % PRIME).collect()
}

/// The inverse modulo the prime (Fermat).
fn inverse(number: u128) -> u128 {
    let (mut power, mut square, mut exponent) = (1, number % PRIME, PRIME - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = power * square % PRIME;
        }
        square = square * square % PRIME;
        exponent >>= 1;
    }
    power
}

/// The whole number nearest to 0 with this residue, if it is small.
fn lifted(residue: u128) -> Option<i64> {
    let signed = i64::try_from(residue).ok()?;
    let signed = if residue > PRIME / 2 { signed - i64::try_from(PRIME).ok()? } else { signed };
    (signed.unsigned_abs() < 1 << 32).then_some(signed)
}
