//! Grundy values of rows whose gaps stay open.
//!
//! While a game goes on, the coins that are left lie in intervals. The neighbours of an inner coin of an interval are
//! there, so that it shows its first side; a coin at an end was turned over once for each neighbour that it had and
//! that was removed, just when it was removed. So an interval determines its coins. Removing the coin i of the interval from a to b leaves
//! the intervals before and after i, whose value is the xor of theirs.

use crate::base::{Budget, Progress};
use crate::engine::verify::Unproved;

/// Rows with more coins have too many intervals.
const MOST_COINS: usize = 1 << 14;

/// The Grundy value of a row. Time grows with the cube of its coins, memory with the square.
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
            return Err(Unproved::wrong("a row has too many coins"));
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
        // By value, the interval that had it last as an option.
        let mut seen = vec![0_u32; (self.most + 1).next_power_of_two()];
        let mut interval = 0;
        for first in (0..n).rev() {
            budget.poll(&Progress { bytes: 4 * (n * width) as u64, ..Progress::default() })?;
            for coins in 1..=self.most.min(n - first) {
                interval += 1;
                let last = first + coins - 1;
                let (own, other) = (first * width, last * width);
                // Values of the first coins of the interval, by their number, and of the last ones.
                let before = self.from.get(own..own + coins).unwrap_or(&[]);
                let after = self.to.get(other..other + coins).unwrap_or(&[]);
                let shown = self.heads.get(first..=last).unwrap_or(&[]);
                let options = before.iter().zip(after.iter().rev());
                for (at, ((before, after), heads)) in options.zip(shown).enumerate() {
                    let turned_first = at == 0 && (first > 0 || !self.ends.0);
                    let turned_last = at + 1 == coins && (last + 1 < n || !self.ends.1);
                    if *heads != (turned_first != turned_last)
                        && let Some(slot) = seen.get_mut(usize::from(before ^ after))
                    {
                        *slot = interval;
                    }
                }
                let value = seen.iter().take_while(|slot| **slot == interval).count();
                let value = u16::try_from(value).unwrap_or(u16::MAX);
                for (all, at) in [(&mut self.from, own), (&mut self.to, other)] {
                    if let Some(slot) = all.get_mut(at + coins) {
                        *slot = value;
                    }
                }
            }
        }
        Ok(())
    }
}
