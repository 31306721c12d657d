//! Numbers and hashes of sets, as proofs have them.

use super::field::Field;
use super::word::Word;
use puzzlec_model::board::Coord;

/// The number of sets, and the sum of their hashes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number.
    pub sets: u64,
    /// The sum modulo 2^128.
    pub hash: u128,
}

impl Tally {
    /// Of all sets of a list.
    pub fn of<W: Word>(field: &Field<W>, sets: &[W]) -> Self {
        let hash = sets.iter().fold(0_u128, |sum, set| sum.wrapping_add(field.hash(*set)));
        Tally { sets: sets.len() as u64, hash }
    }
}

/// Where the lanes of a hash begin: digits of pi.
const LANES: [u64; 2] = [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344];

/// The contribution of a coin to both lanes of the hash of a set.
pub fn coin(cell: Coord) -> [u64; 2] {
    let word = u64::from(cell.y.cast_unsigned()) << 32 | u64::from(cell.x.cast_unsigned());
    LANES.map(|lane| mix(lane ^ word))
}

/// The hash of a set, by what its coins add.
pub fn whole([high, low]: [u64; 2]) -> u128 {
    u128::from(mix(high)) << 64 | u128::from(mix(low))
}

/// One step of SplitMix64 (Steele, Lea, Flood 2014).
fn mix(word: u64) -> u64 {
    let z = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
