//! Intervals with the same word.

use super::Span;
use puzzlec_theory::meter::{Halted, Meter};

/// Coins between two polls.
const BATCH: usize = 64;

/// By first coin, a later interval with the same word and value.
pub(super) struct Copies {
    /// The longest length that has one, and where it begins.
    longest: Vec<(u16, u16)>,
}

impl Copies {
    /// O(n²) time: by pairs of coins, how far the words from there agree. The span has at most 65,535 coins.
    pub(super) fn new(span: &Span<'_>, meter: &Meter<'_>) -> Result<Self, Halted> {
        let size = span.heads.len();
        let mut longest = vec![(0, 0); size];
        // How far the word from each coin agrees with that from the current one.
        let mut agree = vec![0u16; size + 1];
        for (first, heads) in span.heads.iter().enumerate().rev() {
            if first % BATCH == 0 {
                meter.poll()?;
            }
            let mut best = (0, 0);
            let mut next = agree.get_mut(first..).unwrap_or_default();
            for (later, other) in (first..).zip(span.heads.get(first..).unwrap_or_default()) {
                let [entry, rest @ ..] = next else { break };
                *entry = if heads == other { rest.first().map_or(0, |agree| agree + 1) } else { 0 };
                // An interval that ends with the row has another coin there, unless it is turned.
                let inside = (size - later - usize::from(!span.turned)) as u16;
                let length = (*entry).min(inside);
                if later > first && length > best.0 {
                    best = (length, later as u16);
                }
                next = rest;
            }
            if let (Some(entry), true) = (longest.get_mut(first), span.turned || first > 0) {
                *entry = best;
            }
        }
        Ok(Copies { longest })
    }

    /// Where another interval of this length has the same word as the one from a coin on.
    pub(super) fn of(&self, first: usize, length: usize) -> Option<usize> {
        let (longest, later) = self.longest.get(first)?;
        (length <= usize::from(*longest)).then_some(usize::from(*later))
    }
}
