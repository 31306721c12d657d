//! Arithmetic modulo large primes.

use num_bigint::BigUint;
use puzzlec_algebra::montgomery::{Field, absolute, fields, is_prime};

#[test]
fn primes() {
    let slow = |n: u64| (2..n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
    for number in 41..5000 {
        assert_eq!(is_prime(number), slow(number), "{number}");
    }
    // Strong pseudoprimes to several bases.
    assert!(!is_prime(3_215_031_751) && !is_prime(3_825_123_056_546_413_051));
    assert!(is_prime((1 << 61) - 1));
}

#[test]
fn arithmetic() {
    let field = fields(1)[0];
    let prime = u128::from(field.prime());
    for (a, b) in [
        (0, 1),
        (1, 1),
        (2, field.prime() - 1),
        (1 << 60, 987_654_321),
        (field.prime() - 1, field.prime() - 2),
    ] {
        let (x, y) = (field.of(a), field.of(b));
        assert_eq!(field.number(x), a);
        assert_eq!(u128::from(field.number(field.product(x, y))), u128::from(a) * u128::from(b) % prime);
        let both = u128::from(field.number(field.products((x, y), (y, y))));
        assert_eq!(
            both,
            (u128::from(a) * u128::from(b) % prime + u128::from(b) * u128::from(b) % prime) % prime
        );
        if a != 0 {
            assert_eq!(field.product(x, field.inverse(x)), field.of(1));
        }
    }
}

#[test]
fn numbers_from_remainders() {
    let fields: Vec<Field> = fields(200);
    assert_eq!(fields.len(), 4);
    let number = BigUint::from(12345_u32).pow(13);
    let remainders = |number: &BigUint| -> Vec<u64> {
        fields.iter().map(|f| (number % f.prime()).iter_u64_digits().next().unwrap_or(0)).collect()
    };
    assert_eq!(absolute(&fields, &remainders(&number)), number);
    let negative: Vec<u64> =
        fields.iter().zip(remainders(&number)).map(|(f, r)| (f.prime() - r) % f.prime()).collect();
    assert_eq!(absolute(&fields, &negative), number);
}
