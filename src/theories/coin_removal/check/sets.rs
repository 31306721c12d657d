//! Coins of any shape whose gaps stay open, by all orders of removal.
//!
//! A coin was turned over once for each neighbour that it had and that was removed. So the coins that are left determine
//! what they show, and coins of them that do not touch are removed independently. Sets of coins that are joined to each
//! other are looked at once.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::base::{Budget, Progress};
use crate::engine::verify::Unproved;

/// A set of coins, a bit for each.
type Set = u128;

/// The most coins.
const MOST_COINS: usize = 128;

/// Coins that are joined.
pub(super) struct Sets<'a> {
    heads: Set,
    neighbours: Vec<Set>,
    /// What is known of sets of joined coins: their value, or 1 for those that can be removed.
    known: HashMap<Set, u16, FxBuildHasher>,
    budget: &'a Budget,
}

impl<'a> Sets<'a> {
    /// Coins with their neighbours.
    ///
    /// # Errors
    /// There are too many coins.
    pub(super) fn of(
        heads: &[bool],
        neighbours: &[Vec<usize>],
        budget: &'a Budget,
    ) -> Result<Self, Unproved> {
        if heads.len() > MOST_COINS {
            return Err(Unproved::wrong("there are more than 128 coins, too many to try all orders"));
        }
        let heads = (0..).zip(heads).filter(|(_, heads)| **heads).fold(0, |set: Set, (at, _)| set | 1 << at);
        let set = |near: &Vec<usize>| near.iter().fold(0, |set: Set, at| set | 1 << at);
        Ok(Sets {
            heads,
            neighbours: neighbours.iter().map(set).collect(),
            known: HashMap::default(),
            budget,
        })
    }

    fn all(&self) -> Set {
        (0..self.neighbours.len()).fold(0, |set, at| set | 1 << at)
    }

    fn near(&self, coin: u32) -> Set {
        self.neighbours.get(coin as usize).copied().unwrap_or(0)
    }

    /// The heads among the coins that are left.
    fn shown(&self, left: Set) -> Set {
        let gone = self.all() & !left;
        let turned = members(left).filter(|coin| (self.near(*coin) & gone).count_ones() % 2 == 1);
        left & (self.heads ^ turned.fold(0, |set, coin| set | 1 << coin))
    }

    /// The sets of joined coins that coins fall into.
    fn parts(&self, mut left: Set) -> Vec<Set> {
        let mut parts = Vec::new();
        while left != 0 {
            let (mut part, mut new) = (0, left & left.wrapping_neg());
            while new != 0 {
                part |= new;
                new = members(new).fold(0, |set, coin| set | self.near(coin)) & left & !part;
            }
            parts.push(part);
            left &= !part;
        }
        parts
    }

    fn remember(&mut self, set: Set, value: u16) -> Result<u16, Unproved> {
        self.known.insert(set, value);
        if self.known.len().is_multiple_of(256) {
            let (states, held) = (self.known.len() as u64, size_of::<(Set, u16)>() as u64 + 1);
            self.budget.poll(&Progress { states, bytes: 2 * states * held, ..Progress::default() })?;
        }
        Ok(value)
    }

    /// Whether all coins can be removed.
    ///
    /// # Errors
    /// A limit.
    pub(super) fn removable(mut self) -> Result<bool, Unproved> {
        let all = self.all();
        self.joined_removable(all)
    }

    /// Whether these coins, which are joined, can be removed: whether they can after a first one.
    fn joined_removable(&mut self, set: Set) -> Result<bool, Unproved> {
        if self.is_odd(set) {
            return Ok(false);
        }
        if let Some(known) = self.known.get(&set) {
            return Ok(*known == 1);
        }
        let mut found = false;
        for first in members(self.shown(set)) {
            let parts = self.parts(set & !(1 << first));
            let mut all = !parts.iter().any(|part| self.is_odd(*part));
            for part in parts {
                all = all && self.joined_removable(part)?;
            }
            if all {
                found = true;
                break;
            }
        }
        self.remember(set, u16::from(found)).map(|_| found)
    }

    /// Whether the tails of coins and their pairs of neighbours are together an odd number, so that they cannot all be
    /// removed (`odd` in the parent module).
    fn is_odd(&self, set: Set) -> bool {
        let ends: u32 = members(set).map(|coin| (self.near(coin) & set).count_ones()).sum();
        ((set & !self.shown(set)).count_ones() + ends / 2) % 2 == 1
    }

    /// The Grundy value.
    ///
    /// # Errors
    /// A limit.
    pub(super) fn value(mut self) -> Result<u64, Unproved> {
        let all = self.all();
        self.joined_value(all).map(u64::from)
    }

    fn joined_value(&mut self, set: Set) -> Result<u16, Unproved> {
        if let Some(known) = self.known.get(&set) {
            return Ok(*known);
        }
        let mut options = Vec::new();
        for coin in members(self.shown(set)) {
            let mut option = 0;
            for part in self.parts(set & !(1 << coin)) {
                option ^= self.joined_value(part)?;
            }
            options.push(option);
        }
        options.sort_unstable();
        options.dedup();
        let value = (0..).zip(&options).take_while(|(value, option)| value == *option).count();
        self.remember(set, u16::try_from(value).unwrap_or(u16::MAX))
    }
}

/// The coins of a set.
fn members(mut set: Set) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros();
        set &= set.checked_sub(1)?;
        Some(first)
    })
}
