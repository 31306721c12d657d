//! Grundy values of rows whose gaps stay open.
//!
//! While a game goes on, the coins that are left lie in intervals. The neighbours of an inner coin of an interval are
//! there, so that it shows its first side; a coin at an end was turned over once for each neighbour that it had and
//! that was removed, just when it was removed. So an interval determines its coins. Removing the coin i of the interval from a to b leaves
//! the intervals before and after i, whose value is the xor of theirs.
//!
//! Two intervals of coins that show the same, whose ends were turned over in the same way, have one value.

use puzzlec_base::{Budget, Progress};
use puzzlec_checker::Unproved;

/// Rows with more coins have too many intervals.
const MOST_COINS: usize = 1 << 14;

/// The Grundy value of a row. Time grows with the square of its coins times the number of heads, memory with the square.
///
/// # Errors
/// It has too many coins, or a limit.
pub(super) fn value(heads: &[bool], budget: &Budget) -> Result<u64, Unproved> {
    let n = heads.len();
    let mut table = Table::new(heads, n, (true, true), budget)?;
    table.fill(budget)?;
    Ok(u64::from(table.value(0, n)))
}

/// The Grundy value of a ring of three coins or more. What the first move leaves is an interval of all other coins, both
/// ends of which are turned over.
///
/// # Errors
/// It has too many coins, or a limit.
pub(super) fn value_of_ring(heads: &[bool], budget: &Budget) -> Result<u64, Unproved> {
    let n = heads.len();
    // All intervals of a ring are intervals of the row of its coins taken twice.
    let twice: Vec<bool> = heads.iter().chain(heads).copied().collect();
    let mut table = Table::new(&twice, n.saturating_sub(1), (false, false), budget)?;
    table.fill(budget)?;
    let mut options: Vec<u16> =
        (0..n).filter(|at| heads.get(*at) == Some(&true)).map(|at| table.value(at + 1, n - 1)).collect();
    options.sort_unstable();
    options.dedup();
    Ok((0..).zip(&options).take_while(|(value, option)| value == *option).count() as u64)
}

/// The values of the intervals of a row.
struct Table<'a> {
    heads: &'a [bool],
    /// The most coins of an interval.
    most: usize,
    /// Whether the first and the last coin of the row have no neighbours beyond.
    ends: (bool, bool),
    /// By first coin and number of coins.
    from: Vec<u16>,
    /// By last coin and number of coins.
    to: Vec<u16>,
}

impl<'a> Table<'a> {
    fn new(heads: &'a [bool], most: usize, ends: (bool, bool), budget: &Budget) -> Result<Self, Unproved> {
        if heads.len() > 2 * MOST_COINS || most > MOST_COINS {
            return Err(Unproved::too_large("a row or ring of the game has more than 16,384 coins"));
        }
        let size = heads.len() * (most + 1);
        budget.poll(&Progress { bytes: 4 * size as u64, ..Progress::default() })?;
        Ok(Table { heads, most, ends, from: vec![0; size], to: vec![0; size] })
    }

    fn width(&self) -> usize {
        self.most + 1
    }

    /// The value of the interval of this first coin and number of coins.
    fn value(&self, first: usize, coins: usize) -> u16 {
        self.from.get(first * self.width() + coins).copied().unwrap_or(0)
    }

    fn fill(&mut self, budget: &Budget) -> Result<(), Unproved> {
        let (n, width) = (self.heads.len(), self.width());
        let heads: Vec<usize> = (0..n).filter(|at| self.heads.get(*at) == Some(&true)).collect();
        // By value, the interval that had it last as an option.
        let mut seen = vec![0_u32; (self.most + 1).next_power_of_two()];
        let mut interval = 0;
        // By coin, how many coins from there on show the same as those from `first` on.
        let mut alike = vec![0_usize; n + 1];
        for first in (0..n).rev() {
            budget.poll(&Progress { bytes: 4 * (n * width) as u64, ..Progress::default() })?;
            let (known, from) = self.known(first, &mut alike);
            let inner = heads.partition_point(|head| *head <= first);
            let mut beyond = inner;
            for coins in 1..=self.most.min(n - first) {
                let last = first + coins - 1;
                while heads.get(beyond).is_some_and(|head| *head < last) {
                    beyond += 1;
                }
                let value = if coins <= known {
                    self.value(from, coins)
                } else {
                    interval += 1;
                    let inner = heads.get(inner..beyond).unwrap_or(&[]);
                    self.least_absent(first, coins, inner, (&mut seen, interval))
                };
                for (all, at) in [(&mut self.from, first * width), (&mut self.to, last * width)] {
                    if let Some(slot) = all.get_mut(at + coins) {
                        *slot = value;
                    }
                }
            }
        }
        Ok(())
    }

    /// How many of the intervals with this first coin, the shortest ones, have the same values as those with a later one,
    /// and that one. `alike` is brought from the coin after the first to the first.
    fn known(&self, first: usize, alike: &mut [usize]) -> (usize, usize) {
        let (n, own) = (self.heads.len(), self.heads.get(first));
        let mut best = (0, first);
        for other in first + 1..n {
            let more = alike.get(other + 1).map_or(0, |after| after + 1);
            let same = if self.heads.get(other) == own { more } else { 0 };
            alike.iter_mut().skip(other).take(1).for_each(|slot| *slot = same);
            // The last coin of the row was not turned over from beyond.
            best = best.max((same.min(n - other - usize::from(self.ends.1)), other));
        }
        if first == 0 && self.ends.0 { (0, first) } else { best }
    }

    /// The value of an interval: the least that is none of its options. `inner` are its coins that show heads, without
    /// those at its ends; `seen` has by value the interval that had it last as an option.
    fn least_absent(
        &self,
        first: usize,
        coins: usize,
        inner: &[usize],
        (seen, interval): (&mut [u32], u32),
    ) -> u16 {
        let (n, last) = (self.heads.len(), first + coins - 1);
        let (own, other) = (first * self.width(), last * self.width());
        // Values of the first coins of the interval, by their number, and of the last ones.
        let before = self.from.get(own..own + coins).unwrap_or(&[]);
        let after = self.to.get(other..other + coins).unwrap_or(&[]);
        let mut option = |at: usize| {
            if let (Some(before), Some(after)) = (before.get(at - first), after.get(last - at))
                && let Some(slot) = seen.get_mut(usize::from(before ^ after))
            {
                *slot = interval;
            }
        };
        inner.iter().for_each(|at| option(*at));
        let turned = |at: usize| {
            let left = at == first && (first > 0 || !self.ends.0);
            let right = at == last && (last + 1 < n || !self.ends.1);
            left != right
        };
        for at in [first, last].into_iter().skip(usize::from(coins == 1)) {
            if (self.heads.get(at) == Some(&true)) != turned(at) {
                option(at);
            }
        }
        let value = seen.iter().take_while(|slot| **slot == interval).count();
        u16::try_from(value).unwrap_or(u16::MAX)
    }
}
