//! Rows and rings that close up: words are counted level by level.

use std::hash::Hash;
use std::ops::AddAssign;

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use puzzlec_theory::meter::{Halted, Meter, Room};

/// Words of this many coins fit a number of 128 bits.
const BITS: usize = 128;

/// The orders of so many coins, 34! at most, fit a number of 128 bits.
const SMALL: usize = 34;

/// The orders of a row, or of a ring of three coins or more.
pub(super) fn orders(heads: &[bool], ring: bool, meter: &Meter<'_>) -> Result<BigUint, Halted> {
    if heads.len() <= SMALL {
        Ok(by_levels::<u128, u128>(heads, ring, 1, meter)?.into())
    } else if heads.len() <= BITS {
        by_levels::<u128, BigUint>(heads, ring, 1_u8.into(), meter)
    } else {
        by_levels::<Vec<bool>, BigUint>(heads, ring, 1_u8.into(), meter)
    }
}

/// Counts the ways to each word that can be reached. A word, its mirror image and, on a ring, its rotations count as
/// one: their moves correspond.
fn by_levels<W: Word, C: Clone + Default + for<'a> AddAssign<&'a C>>(
    heads: &[bool],
    ring: bool,
    one: C,
    meter: &Meter<'_>,
) -> Result<C, Halted> {
    let mut room = Room::new(meter);
    let bytes = size_of::<(W, C)>() + W::heap(heads.len()) + heads.len();
    let mut level: FxHashMap<W, C> = FxHashMap::default();
    level.insert(W::new(heads), one);
    for len in (1..=heads.len()).rev() {
        let ring = ring && len > 2;
        let mut next: FxHashMap<W, C> = FxHashMap::default();
        for (word, ways) in &level {
            meter.expanded(1)?;
            for coin in (0..len).filter(|coin| word.head(*coin)) {
                let left = word.without(coin, len, ring);
                // Tails alone are a dead end.
                if len > 1 && !left.any() {
                    continue;
                }
                let left = left.least(len - 1, ring && len > 3);
                if next.len() == next.capacity() {
                    room.hold((level.capacity() + 2 * next.len() + 8).saturating_mul(bytes))?;
                }
                *next.entry(left).or_insert_with(|| {
                    meter.seen(1);
                    C::default()
                }) += ways;
            }
        }
        level = next;
    }
    Ok(level.into_values().next().unwrap_or_default())
}

/// Coins in order; true is heads.
trait Word: Clone + Eq + Hash {
    fn new(heads: &[bool]) -> Self;

    /// The bytes on the heap for words of this length.
    fn heap(len: usize) -> usize;

    fn head(&self, coin: usize) -> bool;

    /// Whether a coin shows heads.
    fn any(&self) -> bool;

    /// The word of `len` coins without a coin, its neighbours turned over. A ring has three coins or more.
    fn without(&self, coin: usize, len: usize, ring: bool) -> Self;

    /// The least of the words that a mirror and, for a ring, rotations make of it.
    fn least(self, len: usize, ring: bool) -> Self;
}

/// The neighbours of a coin.
fn neighbours(coin: usize, len: usize, ring: bool) -> [Option<usize>; 2] {
    let left = coin.checked_sub(1).or((ring).then_some(len - 1));
    let right = if coin + 1 < len { Some(coin + 1) } else { ring.then_some(0) };
    [left, right]
}

/// Bit i is coin i.
impl Word for u128 {
    fn new(heads: &[bool]) -> Self {
        heads.iter().rev().fold(0, |word, head| word << 1 | u128::from(*head))
    }

    fn heap(_: usize) -> usize {
        0
    }

    fn head(&self, coin: usize) -> bool {
        self >> coin & 1 == 1
    }

    fn any(&self) -> bool {
        *self != 0
    }

    fn without(&self, coin: usize, len: usize, ring: bool) -> Self {
        let turned =
            neighbours(coin, len, ring).into_iter().flatten().fold(*self, |word, next| word ^ 1 << next);
        let low = (1_u128 << coin) - 1;
        turned & low | turned >> 1 & !low
    }

    fn least(self, len: usize, ring: bool) -> Self {
        let Some(unused) = BITS.checked_sub(len).filter(|_| len > 0) else { return self };
        let mirrored = self.reverse_bits() >> unused;
        let mut least = self.min(mirrored);
        if ring {
            for start in [self, mirrored] {
                let mut word = start;
                for _ in 1..len {
                    word = word >> 1 | (word & 1) << (len - 1);
                    least = least.min(word);
                }
            }
        }
        least
    }
}

impl Word for Vec<bool> {
    fn new(heads: &[bool]) -> Self {
        heads.to_vec()
    }

    fn heap(len: usize) -> usize {
        len
    }

    fn head(&self, coin: usize) -> bool {
        self.get(coin).is_some_and(|head| *head)
    }

    fn any(&self) -> bool {
        self.contains(&true)
    }

    fn without(&self, coin: usize, len: usize, ring: bool) -> Self {
        let mut word = self.clone();
        for next in neighbours(coin, len, ring).into_iter().flatten() {
            if let Some(head) = word.get_mut(next) {
                *head = !*head;
            }
        }
        word.remove(coin);
        word
    }

    fn least(self, len: usize, ring: bool) -> Self {
        let mirrored: Vec<bool> = self.iter().rev().copied().collect();
        let mut least = self.clone().min(mirrored.clone());
        if ring {
            for mut word in [self, mirrored] {
                for _ in 1..len {
                    word.rotate_left(1);
                    if word < least {
                        least.clone_from(&word);
                    }
                }
            }
        }
        least
    }
}
