//! Fast arithmetic modulo large primes, and whole numbers from their remainders.

use num_bigint::BigUint;

/// Primes are below this, so that the sum of two products of remainders fits into 128 bits.
const TOP: u64 = 1 << 62;

/// Arithmetic modulo an odd prime below 2^62. Numbers are in Montgomery form: x stands for x / 2^64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    prime: u64,
    /// -1 / prime modulo 2^64.
    inverse: u64,
    /// 2^128 modulo the prime.
    square: u64,
}

impl Field {
    /// The prime.
    pub fn prime(self) -> u64 {
        self.prime
    }

    fn new(prime: u64) -> Self {
        // Newton's iteration doubles the correct bits; an odd number is its own inverse modulo 8.
        let mut inverse = prime;
        for _ in 0..5 {
            inverse = inverse.wrapping_mul(2_u64.wrapping_sub(prime.wrapping_mul(inverse)));
        }
        let wide = u128::from(u64::MAX) % u128::from(prime) + 1;
        let square = (wide * wide % u128::from(prime)) as u64;
        Field { prime, inverse: inverse.wrapping_neg(), square }
    }

    /// A number below 2^126 divided by 2^64.
    #[inline]
    fn reduce(self, wide: u128) -> u64 {
        let factor = (wide as u64).wrapping_mul(self.inverse);
        let sum = (wide + u128::from(factor) * u128::from(self.prime)) >> 64;
        let mut low = sum as u64;
        while low >= self.prime {
            low -= self.prime;
        }
        low
    }

    /// The form of a number.
    #[inline]
    pub fn of(self, number: u64) -> u64 {
        self.product(number % self.prime, self.square)
    }

    /// The number of a form.
    #[inline]
    pub fn number(self, form: u64) -> u64 {
        self.reduce(u128::from(form))
    }

    /// `a b`
    #[inline]
    pub fn product(self, a: u64, b: u64) -> u64 {
        self.reduce(u128::from(a) * u128::from(b))
    }

    /// `a b + c d`
    #[inline]
    pub fn products(self, (a, b): (u64, u64), (c, d): (u64, u64)) -> u64 {
        self.reduce(u128::from(a) * u128::from(b) + u128::from(c) * u128::from(d))
    }

    /// `a + b`
    #[inline]
    pub fn sum(self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        if sum >= self.prime { sum - self.prime } else { sum }
    }

    /// `-a`
    #[inline]
    pub fn minus(self, a: u64) -> u64 {
        if a == 0 { 0 } else { self.prime - a }
    }

    /// `a^n`
    pub fn power(self, a: u64, mut n: u64) -> u64 {
        let (mut result, mut square) = (self.of(1), a);
        while n > 0 {
            if n & 1 == 1 {
                result = self.product(result, square);
            }
            square = self.product(square, square);
            n >>= 1;
        }
        result
    }

    /// `1 / a`, for a number other than 0, by Fermat's theorem.
    pub fn inverse(self, a: u64) -> u64 {
        self.power(a, self.prime - 2)
    }
}

/// Whether a number above 40 is prime: Miller and Rabin's test for the first twelve primes, which is exact below 3.3 *
/// 10^24 (Sorenson and Webster 2015).
pub fn is_prime(number: u64) -> bool {
    let bases = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if bases.iter().any(|base| number.is_multiple_of(*base)) {
        return false;
    }
    // The arithmetic needs an odd number only.
    let field = Field::new(number);
    let (one, minus) = (field.of(1), field.of(number - 1));
    let twos = (number - 1).trailing_zeros();
    bases.iter().all(|base| {
        let mut power = field.power(field.of(*base), (number - 1) >> twos);
        if power == one {
            return true;
        }
        for _ in 0..twos {
            if power == minus {
                return true;
            }
            power = field.product(power, power);
        }
        false
    })
}

/// The fields of the greatest primes below 2^62 whose product has more bits than this.
pub fn fields(bits: u64) -> Vec<Field> {
    let primes = (0..).map(|back| TOP - 1 - 2 * back).filter(|number| is_prime(*number));
    // Each prime is above 2^61.
    primes.take(usize::try_from(bits / 61 + 1).unwrap_or(usize::MAX)).map(Field::new).collect()
}

/// The least absolute value of an integer with these remainders, each below the prime of its field.
pub fn absolute(fields: &[Field], remainders: &[u64]) -> BigUint {
    let (mut value, mut modulus) = (BigUint::from(0_u32), BigUint::from(1_u32));
    for (field, remainder) in fields.iter().zip(remainders) {
        // Garner's step: the value is kept and a multiple of the modulus is added.
        let rest = |number: &BigUint| {
            let rest = number % field.prime;
            field.of(rest.iter_u64_digits().next().unwrap_or(0))
        };
        let missing = field.sum(field.of(*remainder), field.minus(rest(&value)));
        let factor = field.number(field.product(missing, field.inverse(rest(&modulus))));
        value += &modulus * factor;
        modulus *= field.prime;
    }
    let negative = &modulus - &value;
    value.min(negative)
}
