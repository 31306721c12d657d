//! Rings that close up.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use puzzlec_base::{Budget, Progress};
use puzzlec_checker::Unproved;

/// Whether a ring of two coins or more shows an even number of tails.
///
/// In a ring of three coins or more a removed coin has two neighbours, and two coins turned over keep the number of
/// tails even. So a plan would come to a ring of two coins with an even number of tails: two tails, which have
/// no move, or two heads, of which one is removed and the other one then shows tails.
pub(super) fn even(heads: &[bool]) -> bool {
    heads.len() >= 2 && heads.iter().filter(|heads| !**heads).count() % 2 == 0
}

/// A ring: the number of its coins, and a bit for each that shows heads.
type Ring = (u32, u64);

/// The Grundy value of a ring: by memo of all rings that moves lead to.
///
/// # Errors
/// It has too many coins, or a limit.
pub(super) fn value(heads: &[bool], budget: &Budget) -> Result<u64, Unproved> {
    if heads.len() > 64 {
        return Err(Unproved::too_large("a ring that closes up has more than 64 coins"));
    }
    let bits = (0..).zip(heads).filter(|(_, heads)| **heads).fold(0_u64, |bits, (at, _)| bits | 1 << at);
    let size = u32::try_from(heads.len()).unwrap_or(u32::MAX);
    Memo { known: HashMap::default(), budget }.value(least((size, bits))).map(u64::from)
}

struct Memo<'a> {
    known: HashMap<Ring, u8, FxBuildHasher>,
    budget: &'a Budget,
}

impl Memo<'_> {
    fn value(&mut self, (size, bits): Ring) -> Result<u8, Unproved> {
        if bits == 0 {
            return Ok(0);
        }
        if let Some(value) = self.known.get(&(size, bits)) {
            return Ok(*value);
        }
        if self.known.len().is_multiple_of(256) {
            let (states, held) = (self.known.len() as u64, size_of::<(Ring, u8)>() as u64 + 1);
            self.budget.poll(&Progress { states, bytes: 2 * states * held, ..Progress::default() })?;
        }
        // At most 64 values, so that all of them are below 65.
        let mut options = 0_u128;
        for at in (0..size).filter(|at| bits >> at & 1 == 1) {
            options |= 1 << self.value(least(removed((size, bits), at)))?;
        }
        let value = u8::try_from(options.trailing_ones()).unwrap_or(u8::MAX);
        self.known.insert((size, bits), value);
        Ok(value)
    }
}

/// A ring after a coin is removed. Two coins are neighbours once.
fn removed((size, bits): Ring, at: u32) -> Ring {
    let (before, after) = ((at + size - 1) % size, (at + 1) % size);
    let near = (1_u64 << before | 1 << after) & !(1 << at);
    let turned = bits ^ near;
    let low = turned & ((1 << at) - 1);
    let high = turned.checked_shr(at + 1).unwrap_or(0);
    (size - 1, low | high.checked_shl(at).unwrap_or(0))
}

/// The first of the turns of a ring.
fn least((size, bits): Ring) -> Ring {
    let turned = |by: u32| {
        let low = bits & ((1 << by) - 1);
        bits >> by | low.checked_shl(size - by).unwrap_or(0)
    };
    (size, (0..size).map(turned).min().unwrap_or(0))
}
