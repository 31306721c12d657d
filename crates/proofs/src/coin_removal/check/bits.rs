//! Sets of coins.

/// A set of numbers less than 64 W.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    pub(super) const NONE: Self = Bits([0; W]);

    pub(super) fn of(coins: impl IntoIterator<Item = usize>) -> Self {
        let mut set = Self::NONE;
        coins.into_iter().for_each(|coin| set.turn(coin, true));
        set
    }

    /// Puts a coin into the set, or takes it out.
    pub(super) fn turn(&mut self, coin: usize, inside: bool) {
        if let Some(word) = self.0.get_mut(coin / 64) {
            let bit = 1 << (coin % 64);
            *word = if inside { *word | bit } else { *word & !bit };
        }
    }

    pub(super) fn has(&self, coin: usize) -> bool {
        self.0.get(coin / 64).is_some_and(|word| word >> (coin % 64) & 1 == 1)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub(super) fn first(&self) -> Option<usize> {
        let (at, word) = self.0.iter().enumerate().find(|(_, word)| **word != 0)?;
        Some(64 * at + word.trailing_zeros() as usize)
    }

    /// The coins in order.
    pub(super) fn coins(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(at, mut word)| {
            std::iter::from_fn(move || {
                let coin = 64 * at + word.trailing_zeros() as usize;
                word &= word.checked_sub(1)?;
                Some(coin)
            })
        })
    }
}
