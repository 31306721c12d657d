//! Numbers of removal orders.

use num_bigint::BigUint;

use puzzlec_theory::meter::{Halted, Meter};

mod closing;
mod gaps;

/// The number of orders in which all coins of a row or ring can be removed; zero if there is none, one for the empty
/// word. With gaps it takes O(n²) additions of numbers of O(n log n) bits for a row and O(n³) for a ring. If the word closes up, every
/// word that can be reached is counted once; their number is exponential in n for most words.
///
/// # Errors
/// A limit was reached.
pub fn orders(heads: &[bool], ring: bool, closing: bool, meter: &Meter<'_>) -> Result<BigUint, Halted> {
    if !super::words::removable(heads, ring, closing) {
        return Ok(BigUint::ZERO);
    }
    match (ring && heads.len() > 2, closing) {
        _ if heads.is_empty() => Ok(1_u8.into()),
        (false, false) => gaps::row(heads, meter),
        (true, false) => gaps::ring(heads, meter),
        (ring, true) => closing::orders(heads, ring, meter),
    }
}

/// The number of orders of parts that are removed independently of each other, by the number of coins and of orders of each
/// part: the product of all, times the number of ways to interleave them.
pub fn interleaved(parts: &[(usize, BigUint)]) -> BigUint {
    let (mut coins, mut orders) = (0_usize, BigUint::from(1_u8));
    for (len, ways) in parts {
        orders *= ways;
        // The binomial coefficient of all coins so far over those of this part.
        for next in 1..=*len {
            orders = orders * (coins + next) / next;
        }
        coins += len;
    }
    orders
}

/// The number of words of n coins that can be removed. Rings are counted with the place of each coin.
pub fn removable_words(n: usize, ring: bool, closing: bool) -> BigUint {
    let one = || BigUint::from(1_u8);
    match (ring, closing, n) {
        (_, _, 0 | 1) => one(),
        (false, false, _) => one() << (n - 1),
        (false, true, _) => (one() << (n + 1)) / 3_u8,
        (true, _, 2) => BigUint::from(2_u8),
        (true, true, _) if n.is_multiple_of(2) => one() << (n - 1),
        (true, ..) => (one() << (n - 1)) - 1_u8,
    }
}
