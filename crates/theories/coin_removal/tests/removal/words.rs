//! Rows and rings beside brute force.

use puzzlec_coin_removal::words::{Removal, parity_sum, removable};

use super::brute;

fn words(len: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1_u32 << len).map(move |bits| (0..len).map(|coin| bits >> coin & 1 == 1).collect())
}

/// Plays the plan by the rule; panics where a coin does not show heads or the place is another coin's.
fn replay(word: &[bool], ring: bool, closing: bool) {
    let plan = Removal::new(word, ring, closing).unwrap();
    let mut row = brute::Row::new(word, ring, closing);
    let mut moves = 0;
    for taken in plan.coins() {
        row.take(taken.coin as usize, taken.place as usize);
        moves += 1;
    }
    assert_eq!((moves, plan.len()), (word.len(), word.len()), "{word:?} {ring} {closing}");
    assert!(plan.coins().eq(plan.coins()));
}

fn all(most: usize) {
    for (ring, closing) in [(false, false), (false, true), (true, false), (true, true)] {
        let mut search = brute::Search::new(ring, closing);
        for len in 0..=most {
            for word in words(len) {
                let expected = search.removable(&word);
                assert_eq!(removable(&word, ring, closing), expected, "{word:?} {ring} {closing}");
                assert_eq!(Removal::new(&word, ring, closing).is_some(), expected);
                if expected {
                    replay(&word, ring, closing);
                }
            }
        }
    }
}

#[test]
fn every_short_word_is_decided_and_removed() {
    all(10);
}

#[test]
#[ignore = "a minute without optimisation"]
fn every_word_up_to_16_coins_is_decided_and_removed() {
    all(16);
}

#[test]
fn parity_sums_of_the_paper() {
    let sum = |word: &str| parity_sum(&word.chars().map(|coin| coin == '1').collect::<Vec<_>>());
    assert_eq!(
        [sum("010111"), sum("110110"), sum("111111111011001"), sum("0000"), sum("000")]
            .map(|s| s.rem_euclid(3)),
        [2, 0, 2, 0, 2]
    );
}

#[test]
fn long_words_are_removed() {
    for (ring, closing) in [(false, false), (false, true), (true, false), (true, true)] {
        for (seed, len) in [(1_u64, 3001), (2, 3000), (3, 2999), (4, 2998), (5, 2997)] {
            let mut random = seed;
            let mut word: Vec<bool> = (0..len)
                .map(|_| {
                    random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    random >> 60 > 3
                })
                .collect();
            if !removable(&word, ring, closing) {
                word[0] = !word[0];
            }
            if removable(&word, ring, closing) {
                replay(&word, ring, closing);
            }
        }
    }
}
