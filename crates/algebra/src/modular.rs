//! Arithmetic modulo a prime, and the fractions that numbers modulo a large prime stand for.

/// The prime that stands in for the rationals: 2^61 - 1.
pub const LARGE: u64 = (1 << 61) - 1;

/// An integer modulo a prime.
pub fn of(number: i64, prime: u64) -> u64 {
    i128::from(number).rem_euclid(i128::from(prime)) as u64
}

/// A product; the prime is [`LARGE`] or below 2^32.
pub fn product(a: u64, b: u64, prime: u64) -> u64 {
    if prime != LARGE {
        return a * b % prime;
    }
    // 2^61 is 1, so that the high part is added to the low one.
    let wide = u128::from(a) * u128::from(b);
    let sum = (wide as u64 & LARGE) + (wide >> 61) as u64;
    if sum >= LARGE { sum - LARGE } else { sum }
}

/// `a - b`.
pub fn difference(a: u64, b: u64, prime: u64) -> u64 {
    if a >= b { a - b } else { a + (prime - b) }
}

/// The inverse of a number other than 0, by Fermat's theorem.
pub fn inverse(a: u64, prime: u64) -> u64 {
    let (mut result, mut square, mut rest) = (1, a, prime - 2);
    while rest > 0 {
        if rest & 1 == 1 {
            result = product(result, square, prime);
        }
        square = product(square, square, prime);
        rest >>= 1;
    }
    result
}

/// The fraction of numbers below 2^30 that a number modulo [`LARGE`] stands for, if there is one.
fn fraction(number: u64) -> Option<(i64, i64)> {
    // Euclid's algorithm, stopped half way (Wang, Guy, Davenport 1982).
    let (mut r, mut s) = ((i128::from(LARGE), i128::from(number)), (0_i128, 1_i128));
    while r.1 >= 1 << 30 {
        let q = r.0 / r.1;
        r = (r.1, r.0 - q * r.1);
        s = (s.1, s.0 - q * s.1);
    }
    let sign = s.1.signum();
    let (top, bottom) = (r.1 * sign, s.1 * sign);
    (bottom > 0 && bottom < 1 << 30).then_some((top as i64, bottom as i64))
}

/// Coprime integers in the same proportion as these numbers modulo [`LARGE`], if there are small ones. The
/// first nonzero one is positive.
pub fn whole(vector: impl IntoIterator<Item = u64>) -> Option<Vec<i64>> {
    let mut fractions = Vec::new();
    let mut common: i64 = 1;
    for number in vector {
        let (top, bottom) = fraction(number)?;
        common = (common / gcd(common, bottom)).checked_mul(bottom)?;
        fractions.push((top, bottom));
    }
    let mut numbers = Vec::with_capacity(fractions.len());
    for (top, bottom) in fractions {
        numbers.push(top.checked_mul(common / bottom)?);
    }
    let divisor = numbers.iter().fold(0, |d, n| gcd(d, *n)).max(1);
    let sign = if numbers.iter().find(|n| **n != 0).is_some_and(|n| *n < 0) { -1 } else { 1 };
    numbers.iter_mut().for_each(|n| *n = *n / divisor * sign);
    // Sums of such numbers fit into 128 bits.
    numbers.iter().all(|n| n.abs() < 1 << 40).then_some(numbers)
}

/// The greatest common divisor, 0 or more. No argument is `i64::MIN`.
pub fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
