//! Sets of ways as bits, and lists by way.

/// Some ways: the words of 64 ways in which there are some, rising, each with their bits.
pub(super) type Ways = Vec<(u32, u64)>;

/// Adds a way to one of the sets. No way has a greater number so far.
pub(super) fn insert(sets: &mut [Ways], at: u32, way: u32) {
    let Some(set) = sets.get_mut(at as usize) else { return };
    let (word, bit) = (way / 64, 1 << (way % 64));
    match set.last_mut() {
        Some((last, part)) if *last == word => *part |= bit,
        _ => set.push((word, bit)),
    }
}

/// The ways of a word, rising.
pub(super) fn bits(word: u32, part: u64) -> impl Iterator<Item = u32> {
    puzzlec_base::bits(part).map(move |bit| 64 * word + bit)
}

/// Whether the bit of a way is set.
#[inline]
pub(super) fn held(words: &[u64], way: u32) -> bool {
    words.get(way as usize / 64).is_some_and(|word| word >> (way % 64) & 1 != 0)
}

/// Changes the bit of a way.
#[inline]
pub(super) fn flip(words: &mut [u64], way: u32) {
    if let Some(word) = words.get_mut(way as usize / 64) {
        *word ^= 1 << (way % 64);
    }
}

/// A list of numbers for each way, one after the other in memory.
#[derive(Default)]
pub(super) struct Lists {
    numbers: Vec<u32>,
    /// By way the end of its list.
    ends: Vec<u32>,
}

impl Lists {
    /// Adds the list of the next way.
    pub fn push(&mut self, list: impl Iterator<Item = u32>) {
        self.numbers.extend(list);
        self.ends.push(u32::try_from(self.numbers.len()).unwrap_or(u32::MAX));
    }

    /// The list of a way.
    #[inline]
    pub fn of(&self, way: u32) -> &[u32] {
        let way = way as usize;
        let start = way.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        let end = self.ends.get(way).copied().unwrap_or(0);
        self.numbers.get(start as usize..end as usize).unwrap_or(&[])
    }
}
