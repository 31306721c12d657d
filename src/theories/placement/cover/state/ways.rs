//! Sets of ways as bits.

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
pub(super) fn bits(word: u32, mut part: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = (part != 0).then(|| part.trailing_zeros())?;
        part &= part - 1;
        Some(64 * word + lowest)
    })
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
