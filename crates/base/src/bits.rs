//! The places of the bits that are set.

/// The places of the bits of a word, rising.
#[inline]
pub fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(place)
    })
}

/// The places of the bits of words, rising: 64 places a word.
#[inline]
pub fn bits_of(words: impl IntoIterator<Item = u64>) -> impl Iterator<Item = u32> {
    (0..).zip(words).flat_map(|(at, word)| bits(word).map(move |place| 64 * at + place))
}
