//! Numbers of removal orders beside brute force.

use num_bigint::BigUint;
use puzzlec_base::Budget;
use puzzlec_coin_removal::orders::{interleaved, orders, removable_words};
use puzzlec_theory::meter::Meter;

use super::brute;

const VARIANTS: [(bool, bool); 4] = [(false, false), (false, true), (true, false), (true, true)];

fn count(word: &[bool], ring: bool, closing: bool) -> BigUint {
    let budget = Budget::default();
    orders(word, ring, closing, &Meter::new(&budget)).unwrap()
}

fn word(text: &str) -> Vec<bool> {
    text.chars().map(|coin| coin == '1').collect()
}

#[test]
fn short_words() {
    for (ring, closing) in VARIANTS {
        let mut search = brute::Search::new(ring, closing);
        for len in 0..=8 {
            let (mut words, mut sum) = (0_u32, 0);
            for bits in 0..1_u32 << len {
                let word: Vec<bool> = (0..len).map(|coin| bits >> coin & 1 == 1).collect();
                let expected = search.orders(&word);
                assert_eq!(count(&word, ring, closing), expected.into(), "{word:?} {ring} {closing}");
                words += u32::from(expected > 0);
                sum += expected;
            }
            assert_eq!(removable_words(len, ring, closing), words.into(), "{len} {ring} {closing}");
            // Every order is legal for exactly one word.
            assert_eq!(sum, (1..=len as u64).product::<u64>());
        }
    }
}

#[test]
fn heads_that_alternate_with_tails_count_up_and_down_permutations() {
    // In 1 1 1 ... each coin is before or after both of its neighbours: Euler's zigzag numbers.
    let zigzag = [1_u64, 1, 2, 16, 272, 7_936, 353_792, 22_368_256, 1_903_757_312];
    for (half, expected) in zigzag.into_iter().enumerate().skip(1) {
        let len = 2 * half - 1;
        assert_eq!(count(&vec![true; len], false, false), expected.into(), "{len}");
    }
}

#[test]
fn long_words_need_numbers_of_any_size() {
    // One coin shows heads: its sides are removed outwards, in any mixture.
    let mut row = vec![false; 301];
    row[150] = true;
    let mut central = BigUint::from(1_u8);
    for next in 1..=150_u32 {
        central = central * (150 + next) / next;
    }
    assert_eq!(count(&row, false, false), central);
    // A closing row of 40 coins, two of which show heads, has orders beyond 64 bits neither in words nor in numbers.
    let mut closing = vec![false; 140];
    closing[0] = true;
    assert!(count(&closing, false, true) > BigUint::ZERO);
}

#[test]
fn parts_are_interleaved() {
    let part = |text: &str| (text.len(), count(&word(text), false, false));
    assert_eq!(interleaved(&[]), 1_u8.into());
    assert_eq!(interleaved(&[part("1"), part("1"), part("1")]), 6_u8.into());
    assert_eq!(interleaved(&[part("10"), part("111")]), 20_u8.into());
    assert_eq!(interleaved(&[part("10"), part("11")]), 0_u8.into());
    // A gap in a row leaves two parts.
    let mut search = brute::Search::new(false, false);
    let (left, right) = ("1101", "001");
    let both = search.orders(&word(left)) * search.orders(&word(right)) * 35;
    assert_eq!(interleaved(&[part(left), part(right)]), both.into());
}

#[test]
fn words_by_length() {
    let rows: Vec<BigUint> = (1..=8).map(|n| removable_words(n, false, true)).collect();
    assert_eq!(rows, [1_u32, 2, 5, 10, 21, 42, 85, 170].map(BigUint::from));
    for n in 2..200 {
        let next = removable_words(n, false, true) + removable_words(n - 1, false, true) * 2_u8 + 1_u8;
        assert_eq!(removable_words(n + 1, false, true), next);
    }
    assert_eq!(removable_words(10_000, false, true).bits(), 10_000);
}

#[test]
fn limits_end_the_count() {
    let budget = Budget::unlimited().with_states(1000);
    let word: Vec<bool> = (0..40).map(|coin| coin % 7 < 3 || coin == 5).collect();
    assert!(orders(&word, false, true, &Meter::new(&budget)).is_err());
    // Too much memory at the end is known before the work.
    let budget = Budget::unlimited().with_bytes(1 << 40);
    assert!(orders(&vec![true; 999_999], false, false, &Meter::new(&budget)).is_err());
}
