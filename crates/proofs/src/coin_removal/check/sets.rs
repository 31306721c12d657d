//! Games on coins of any shape whose gaps stay open.
//!
//! A coin was turned over once for each neighbour that it had and that was removed. So the coins that are left determine
//! what they show, and coins of them that do not touch are a sum. Sets of coins that are joined to each other are looked
//! at once.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::bits::Bits;
use puzzlec_base::{Budget, Progress};
use puzzlec_checker::Unproved;

/// The Grundy value of coins with their neighbours.
///
/// # Errors
/// There are more than 256 coins, or a limit.
pub(super) fn value(heads: &[bool], near: &[Vec<usize>], budget: &Budget) -> Result<u64, Unproved> {
    match heads.len() {
        0..=64 => Sets::<1>::of(heads, near, budget).all(),
        65..=128 => Sets::<2>::of(heads, near, budget).all(),
        129..=256 => Sets::<4>::of(heads, near, budget).all(),
        _ => Err(Unproved::too_large(
            "a part of the game has more than 256 coins and is neither a row nor a ring",
        )),
    }
}

/// Coins that are joined.
struct Sets<'a, const W: usize> {
    heads: &'a [bool],
    near: &'a [Vec<usize>],
    /// The values of sets of joined coins.
    known: HashMap<Bits<W>, u16, FxBuildHasher>,
    budget: &'a Budget,
}

impl<'a, const W: usize> Sets<'a, W> {
    fn of(heads: &'a [bool], near: &'a [Vec<usize>], budget: &'a Budget) -> Self {
        Sets { heads, near, known: HashMap::default(), budget }
    }

    fn all(mut self) -> Result<u64, Unproved> {
        let mut value = 0;
        for part in self.parts(Bits::of(0..self.heads.len())) {
            value ^= self.value(part)?;
        }
        Ok(u64::from(value))
    }

    fn near(&self, coin: usize) -> &[usize] {
        self.near.get(coin).map_or(&[], Vec::as_slice)
    }

    /// Whether a coin shows heads when these coins are left.
    fn shows(&self, coin: usize, left: &Bits<W>) -> bool {
        let turned = self.near(coin).iter().filter(|other| !left.has(**other)).count();
        (self.heads.get(coin) == Some(&true)) != (turned % 2 == 1)
    }

    /// The sets of joined coins that coins fall into.
    fn parts(&self, mut left: Bits<W>) -> Vec<Bits<W>> {
        let mut parts = Vec::new();
        while let Some(first) = left.first() {
            let (mut part, mut new) = (Bits::NONE, vec![first]);
            left.turn(first, false);
            while let Some(coin) = new.pop() {
                part.turn(coin, true);
                for other in self.near(coin) {
                    if left.has(*other) {
                        left.turn(*other, false);
                        new.push(*other);
                    }
                }
            }
            parts.push(part);
        }
        parts
    }

    /// The value of coins that are joined. Recursive, at most 256 deep: each of these has fewer coins.
    fn value(&mut self, set: Bits<W>) -> Result<u16, Unproved> {
        if let Some(known) = self.known.get(&set) {
            return Ok(*known);
        }
        let mut options = Vec::new();
        for coin in set.coins().filter(|coin| self.shows(*coin, &set)).collect::<Vec<_>>() {
            let mut left = set;
            left.turn(coin, false);
            let mut option = 0;
            for part in self.parts(left) {
                option ^= self.value(part)?;
            }
            options.push(option);
        }
        options.sort_unstable();
        options.dedup();
        let value = (0..).zip(&options).take_while(|(value, option)| value == *option).count();
        let value = u16::try_from(value).unwrap_or(u16::MAX);
        self.known.insert(set, value);
        if self.known.len().is_multiple_of(256) {
            let (states, held) = (self.known.len() as u64, size_of::<(Bits<W>, u16)>() as u64 + 1);
            self.budget.poll(&Progress { states, bytes: 2 * states * held, ..Progress::default() })?;
        }
        Ok(value)
    }
}
