//! Rows and rings: which can be removed, and how.
//!
//! A word is a row or ring of coins; true is heads. The paper's Propositions 1 and 4 decide words with gaps, its
//! Theorems on the parity sum and on circles decide words that close up. The empty word is removed.

mod plan;

pub use plan::{Coins, Removal, Taken};

/// Whether all coins of a row or ring can be removed. Takes linear time.
pub fn removable(heads: &[bool], ring: bool, closing: bool) -> bool {
    let shown = heads.iter().filter(|head| **head).count();
    match (ring, closing, heads.len()) {
        (_, _, 0) => true,
        (_, _, 1) => shown == 1,
        (false, false, _) => shown % 2 == 1,
        (false, true, _) => shown > 0 && parity_sum(heads).rem_euclid(3) != 2,
        // The two coins of a ring are neighbours once: a row.
        (true, false, 2) => shown == 1,
        (true, false, _) => shown > 0 && shown % 2 == 0,
        (true, true, coins) => shown > 0 && (coins - shown) % 2 == 1,
    }
}

/// The parity sum S of a row: its heads, counted negative behind an odd number of tails, less one if the number of all
/// tails is odd. Removal from a closing row leaves as it is whether S is 2 modulo 3.
pub fn parity_sum(heads: &[bool]) -> i64 {
    let (sum, odd) = heads.iter().fold((0, false), |(sum, odd), head| match (head, odd) {
        (true, false) => (sum + 1, odd),
        (true, true) => (sum - 1, odd),
        (false, _) => (sum, !odd),
    });
    sum - i64::from(odd)
}
