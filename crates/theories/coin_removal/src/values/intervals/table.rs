//! The values that longer intervals need.

use super::{Copies, Span};
use puzzlec_theory::meter::{Halted, Meter, Room};

/// Options of intervals of one length, below which one thread computes them.
#[cfg(feature = "parallel")]
const FEW: usize = 1 << 17;

/// Holds a value.
pub(super) trait Cell: Copy + Send + Sync {
    /// Nothing if it does not fit.
    fn new(value: u16) -> Option<Self>;

    /// The value.
    fn get(self) -> usize;
}

impl Cell for u8 {
    fn new(value: u16) -> Option<Self> {
        value.try_into().ok()
    }

    fn get(self) -> usize {
        usize::from(self)
    }
}

impl Cell for u16 {
    fn new(value: u16) -> Option<Self> {
        Some(value)
    }

    fn get(self) -> usize {
        usize::from(self)
    }
}

/// The values that longer intervals need.
pub(super) struct Table<'a, C> {
    span: Span<'a>,
    /// By coin, the number of heads before it.
    heads_before: Vec<usize>,
    /// By first coin, the values up to the coin in front of each later head, the nearest head first.
    before: Vec<Vec<C>>,
    /// By last coin, the values from the coin after each earlier head on, the nearest head first.
    after: Vec<Vec<C>>,
    /// The values of intervals by first coin, of the length that was completed last.
    shorter: Vec<u16>,
    /// All values are less. A power of two, so that their exclusive ors are less, too.
    bound: usize,
}

impl<'a, C: Cell> Table<'a, C> {
    /// Computes the values of all intervals, and calls `each` for every length. Whether all values fit.
    pub(super) fn fill(
        span: Span<'a>,
        copies: &Copies,
        meter: &Meter<'_>,
        each: &mut dyn FnMut(usize, &[u16]),
    ) -> Result<bool, Halted> {
        let mut room = Room::new(meter);
        let mut table = Self::new(span, &mut room)?;
        let size = span.heads.len();
        let (mut fresh, mut found) = (Vec::new(), Vec::new());
        for length in 1..=span.longest.min(size) {
            let copied = |first: usize| copies.of(first, length);
            fresh.clear();
            fresh.extend((0..=size - length).filter(|first| copied(*first).is_none()));
            found.clear();
            found.resize(fresh.len(), 0);
            table.compute(length, &fresh, &mut found);
            meter.seen(size + 1 - length);
            meter.expanded(fresh.len())?;
            let mut values = vec![0; size + 1 - length];
            for (first, value) in fresh.iter().zip(&found) {
                if let Some(entry) = values.get_mut(*first) {
                    *entry = *value;
                }
            }
            for first in (0..=size - length).rev() {
                let value = copied(first).and_then(|later| values.get(later).copied());
                if let (Some(value), Some(entry)) = (value, values.get_mut(first)) {
                    *entry = value;
                }
            }
            if !table.keep(length, values) {
                return Ok(false);
            }
            each(length, &table.shorter);
        }
        Ok(true)
    }

    fn new(span: Span<'a>, room: &mut Room<'_>) -> Result<Self, Halted> {
        let size = span.heads.len();
        let mut heads_before = vec![0];
        let mut heads = 0;
        heads_before.extend(span.heads.iter().map(|shows| {
            heads += usize::from(*shows);
            heads
        }));
        let upto = |coin: usize| heads_before.get(coin.min(size)).copied().unwrap_or(heads);
        // Coins within reach of an interval that begins or ends with a coin.
        let later = |first: usize| upto(first.saturating_add(span.longest)) - upto(first + 1);
        let earlier = |last: usize| upto(last) - upto((last + 1).saturating_sub(span.longest));
        let cells: usize = (0..size).map(|coin| later(coin) + earlier(coin)).sum();
        room.hold(cells * size_of::<C>() + size * 64)?;
        Ok(Table {
            span,
            before: (0..size).map(|coin| Vec::with_capacity(later(coin))).collect(),
            after: (0..size).map(|coin| Vec::with_capacity(earlier(coin))).collect(),
            heads_before,
            shorter: vec![0; size + 1],
            bound: 1,
        })
    }

    /// Writes the values of the intervals of a length with these first coins.
    fn compute(&self, length: usize, firsts: &[usize], found: &mut [u16]) {
        #[cfg(feature = "parallel")]
        if firsts.len() * length > FEW {
            use rayon::iter::{IndexedParallelIterator, ParallelIterator};
            use rayon::slice::{ParallelSlice, ParallelSliceMut};
            let share = firsts.len().div_ceil(4 * rayon::current_num_threads());
            let shares = firsts.par_chunks(share).zip(found.par_chunks_mut(share));
            shares.for_each(|(firsts, found)| self.compute_share(length, firsts, found));
            return;
        }
        self.compute_share(length, firsts, found);
    }

    fn compute_share(&self, length: usize, firsts: &[usize], found: &mut [u16]) {
        let mut present = vec![false; self.bound];
        for (first, value) in firsts.iter().zip(found) {
            present.fill(false);
            *value = self.value(*first, first + length - 1, &mut present);
        }
    }

    /// The value of an interval. By value less than the bound, `present` tells that no option has it.
    fn value(&self, first: usize, last: usize, present: &mut [bool]) -> u16 {
        let mut mark = |value: usize| {
            if let Some(entry) = present.get_mut(value) {
                *entry = true;
            }
        };
        let shorter = |first: usize| self.shorter.get(first).map_or(0, |value| usize::from(*value));
        let (left, right) = self.span.ends(first, last);
        if left {
            mark(shorter(first + 1));
        }
        if right && last > first {
            mark(shorter(first));
        }
        if let (Some(before), Some(after)) = (self.before.get(first), self.after.get(last)) {
            let heads = |coin: usize| self.heads_before.get(coin).copied().unwrap_or(0);
            let inner = heads(last).saturating_sub(heads(first + 1));
            // Past these is the head at the other end of the interval, if it is one.
            let sides = before.iter().take(inner).zip(after.iter().take(inner).rev());
            sides.for_each(|(before, after)| mark(before.get() ^ after.get()));
        }
        let absent = present.iter().position(|present| !present);
        absent.unwrap_or(present.len()) as u16
    }

    /// Keeps the values of a length. Whether all fit.
    fn keep(&mut self, length: usize, values: Vec<u16>) -> bool {
        for (first, value) in values.iter().enumerate() {
            let Some(cell) = C::new(*value) else { return false };
            self.bound = self.bound.max((usize::from(*value) + 1).next_power_of_two());
            let last = first + length - 1;
            if length == self.span.longest {
                continue;
            }
            if let (true, Some(row)) = (self.span.is_heads(last + 1), self.before.get_mut(first)) {
                row.push(cell);
            }
            if let (true, Some(row)) = (first > 0 && self.span.is_heads(first - 1), self.after.get_mut(last))
            {
                row.push(cell);
            }
        }
        self.shorter = values;
        true
    }
}
