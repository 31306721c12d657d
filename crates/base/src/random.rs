//! Random numbers that depend on a seed alone.

/// A generator that gives the same numbers on every machine. Copies are independent.
///
/// SplitMix64 with the constants of Vigna (Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, 2014).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers of a seed.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// The numbers of one of many tries with a seed.
    pub fn of_try(seed: u64, number: u64) -> Self {
        Random(Random(seed).draw() ^ number.wrapping_mul(STEP))
    }

    fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`; 0 if there is none.
    pub fn below(&mut self, end: u64) -> u64 {
        // The upper half of a product favours no number by more than `end` of 2^64.
        let product = u128::from(self.draw()) * u128::from(end);
        u64::try_from(product >> 64).unwrap_or(0)
    }

    /// A number from `least` to `most`.
    pub fn between(&mut self, least: u32, most: u32) -> u32 {
        let below = self.below(u64::from(most.saturating_sub(least)) + 1);
        least.saturating_add(u32::try_from(below).unwrap_or(0))
    }

    /// Puts a list in a random order (Fisher and Yates, from the last item on).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            let other = self.below(last as u64 + 1);
            list.swap(last, usize::try_from(other).unwrap_or(last));
        }
    }
}

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
