//! Rows and rings with gaps, by the intervals of coins that can be left.
//!
//! Both coins next to an interval l..=r were removed, so its first and last coin were turned once and all others never.
//! Its value is the least that no head i leaves: the exclusive or of the values of l..=i-1 and i+1..=r. All intervals of
//! one length are computed at a time, the shortest first.
//!
//! The values that an interval needs lie side by side: by l those of l..=i-1 for all heads i, and by r those of
//! i+1..=r. An interval that does not touch the ends of the row depends on its word only, so one of all with the
//! same word is computed.

use super::PartValue;
use puzzlec_theory::meter::{Halted, Meter};

mod copies;
mod table;

use copies::Copies;
use table::Table;

/// The most coins: values are 16 bits.
const LONGEST: usize = u16::MAX as usize;

/// A word of coins, and which of its intervals are meant.
#[derive(Clone, Copy, Debug)]
pub struct Span<'a> {
    /// By coin whether it shows heads.
    pub heads: &'a [bool],
    /// The length of the longest intervals.
    pub longest: usize,
    /// Whether the coins at the ends of the word have a removed neighbour beyond, too.
    pub turned: bool,
}

impl<'a> Span<'a> {
    /// All intervals of a row.
    pub fn row(heads: &'a [bool]) -> Self {
        Span { heads, longest: heads.len(), turned: false }
    }

    fn is_heads(&self, coin: usize) -> bool {
        self.heads.get(coin) == Some(&true)
    }

    /// Whether the first and the last coin of an interval show heads when nothing else is left. A coin alone has been
    /// turned from both sides.
    fn ends(&self, first: usize, last: usize) -> (bool, bool) {
        let left = self.turned || first > 0;
        let right = self.turned || last + 1 < self.heads.len();
        if first == last {
            let heads = self.is_heads(first) ^ left ^ right;
            return (heads, heads);
        }
        (self.is_heads(first) ^ left, self.is_heads(last) ^ right)
    }
}

/// The value of a row and of its moves; nothing for more than [`LONGEST`] coins.
pub(super) fn row(heads: &[bool], meter: &Meter<'_>) -> Result<Option<PartValue>, Halted> {
    let mut moves = Vec::new();
    let size = heads.len();
    let (mut before, mut after) = (vec![0; size + 1], vec![0; size + 1]);
    let found = diagonals(Span::row(heads), meter, &mut |length, values| {
        // The intervals that begin and end with the row are what a first move leaves.
        for (table, value) in [(&mut before, values.first()), (&mut after, values.last())] {
            if let (Some(entry), Some(value)) = (table.get_mut(length), value) {
                *entry = *value;
            }
        }
    })?;
    if found.is_none() {
        return Ok(None);
    }
    for coin in (0..size).filter(|coin| heads.get(*coin) == Some(&true)) {
        let sides = (before.get(coin), after.get(size - 1 - coin));
        if let (Some(before), Some(after)) = sides {
            moves.push((coin as u32, u64::from(before ^ after)));
        }
    }
    Ok(Some(PartValue::new(moves)))
}

/// The value of a ring and of its moves: each leaves a row whose ends are turned. Nothing for more than half of
/// [`LONGEST`] coins.
pub(super) fn ring(heads: &[bool], meter: &Meter<'_>) -> Result<Option<PartValue>, Halted> {
    let size = heads.len();
    if size < 3 {
        // A coin alone is removed; of two, the other turns once.
        let moves = (0..).zip(heads).filter(|(_, heads)| **heads).map(|(coin, _)| {
            let other = heads.get(1 - coin as usize).is_some_and(|other| !other);
            (coin, u64::from(other))
        });
        return Ok(Some(PartValue::new(moves.collect())));
    }
    let twice = [heads, heads].concat();
    let mut rows = Vec::new();
    let span = Span { heads: &twice, longest: size - 1, turned: true };
    let found = diagonals(span, meter, &mut |length, values| {
        if length == size - 1 {
            rows = values.to_vec();
        }
    })?;
    if found.is_none() {
        return Ok(None);
    }
    let moves = (0..).zip(heads.iter().zip(rows.iter().skip(1))).filter(|(_, (heads, _))| **heads);
    Ok(Some(PartValue::new(moves.map(|(coin, (_, value))| (coin, u64::from(*value))).collect())))
}

/// Computes the values of all intervals, and calls `each` for every length in ascending order with the values by first coin.
/// Nothing if the word is longer than 65,535 coins.
///
/// O(n³) time at most, as n times the number of heads for each subword; memory for at most n² values of one or two bytes.
///
/// # Errors
/// A limit was reached.
pub fn diagonals(
    span: Span<'_>,
    meter: &Meter<'_>,
    each: &mut dyn FnMut(usize, &[u16]),
) -> Result<Option<()>, Halted> {
    if span.heads.len() > LONGEST {
        return Ok(None);
    }
    let copies = Copies::new(&span, meter)?;
    // Most rows have small values. Lengths that are known already are not known again.
    let mut known = 0;
    let mut once = |length: usize, values: &[u16]| {
        if length > known {
            known = length;
            each(length, values);
        }
    };
    if !Table::<u8>::fill(span, &copies, meter, &mut once)? {
        Table::<u16>::fill(span, &copies, meter, &mut once)?;
    }
    Ok(Some(()))
}
