//! Rows and rings that close up.

use super::super::words::parity_sum;
use super::{Moves, PartValue, least_absent};
use puzzlec_search::kernel::Table;
use puzzlec_theory::meter::{Halted, Meter};

/// The most coins of a ring.
const LONGEST: usize = 64;

/// By Lemma 2 every play from a row with a head ends at an odd number of tails if its parity sum is 2 modulo 3, and
/// else at an even number. So all plays are of one parity, and the value is 1 if they are odd.
pub(super) fn row(heads: &[bool]) -> PartValue {
    if !heads.contains(&true) {
        return PartValue { value: 0, moves: Moves::Listed(Vec::new()) };
    }
    let left = u64::from(parity_sum(heads).rem_euclid(3) == 2);
    let value = (heads.len() as u64 + left) % 2;
    PartValue { value, moves: Moves::Alike(1 - value) }
}

/// The value of a ring by all positions that can arise, up to rotation and reflection. Nothing for more than
/// [`LONGEST`] coins.
pub(super) fn ring(heads: &[bool], meter: &Meter<'_>) -> Result<Option<PartValue>, Halted> {
    if heads.len() > LONGEST {
        return Ok(None);
    }
    let word = heads.iter().rev().fold(0, |word, heads| word << 1 | u64::from(*heads));
    let mut rings = Rings(Table::new(meter));
    let mut moves = Vec::new();
    for coin in (0..heads.len()).filter(|coin| word >> coin & 1 == 1) {
        let after = Ring { word, size: heads.len() }.without(coin);
        moves.push((coin as u32, u64::from(rings.value(after)?)));
    }
    Ok(Some(PartValue::new(moves)))
}

/// Coins in a ring; bit i is set if coin i shows heads.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Ring {
    word: u64,
    size: usize,
}

impl Ring {
    /// After a coin is removed. The coin after it becomes coin 0.
    fn without(self, coin: usize) -> Ring {
        let size = self.size - 1;
        let mut word = self.rotated(coin + 1).word & ones(size);
        if size > 0 {
            // With two coins the other one is both neighbours, and turns once.
            word ^= 1 | 1 << (size - 1);
        }
        Ring { word, size }
    }

    /// The same coins from coin `first` on.
    fn rotated(self, first: usize) -> Ring {
        let first = first % self.size;
        let word = match first {
            0 => self.word,
            first => (self.word >> first | self.word << (self.size - first)) & ones(self.size),
        };
        Ring { word, ..self }
    }

    /// The least word among those of all rotations and reflections.
    fn least(self) -> Ring {
        if self.size == 0 {
            return self;
        }
        let mirrored = Ring { word: self.word.reverse_bits() >> (64 - self.size), ..self };
        let turns = (0..self.size).flat_map(|first| [self.rotated(first).word, mirrored.rotated(first).word]);
        Ring { word: turns.min().unwrap_or(self.word), ..self }
    }
}

fn ones(size: usize) -> u64 {
    if size < 64 { (1 << size) - 1 } else { u64::MAX }
}

/// The values of rings.
struct Rings<'m>(Table<'m, Ring, u8>);

impl Rings<'_> {
    /// Recursive, at most [`LONGEST`] deep.
    fn value(&mut self, ring: Ring) -> Result<u8, Halted> {
        let ring = ring.least();
        if ring.word == 0 {
            return Ok(0);
        }
        if let Some(value) = self.0.get(ring) {
            return Ok(value);
        }
        self.0.meter().expanded(1)?;
        let mut values = Vec::new();
        for coin in (0..ring.size).filter(|coin| ring.word >> coin & 1 == 1) {
            values.push(u64::from(self.value(ring.without(coin))?));
        }
        // At most 64 coins can be removed.
        let value = least_absent(values.into_iter()) as u8;
        self.0.meter().seen(1);
        self.0.insert(ring, value)?;
        Ok(value)
    }
}
