//! Positions that were found.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

use super::meter::{Halted, Meter, Room};

/// Positions, each once, numbered from 0 in the order in which they came, with a value of each; a set where there are no
/// values. Its memory is on account before it is allocated.
#[derive(Debug)]
pub struct Table<'m, K, V = ()> {
    room: Room<'m>,
    /// In order of insertion.
    keys: Vec<K>,
    values: Vec<V>,
    /// The numbers of the keys.
    numbers: HashTable<u32>,
}

/// The positions for which a table has room at first, and up to which it grows fast.
const FIRST: usize = 28;
const FAST: usize = 1 << 12;

#[inline]
fn hash<K: Hash>(keys: &[K], number: u32) -> u64 {
    keys.get(number as usize).map_or(0, |key| FxBuildHasher.hash_one(key))
}

impl<'m, K: Copy + Eq + Hash, V: Copy> Table<'m, K, V> {
    /// The empty table.
    pub fn new(meter: &'m Meter<'m>) -> Self {
        Table { room: Room::new(meter), keys: Vec::new(), values: Vec::new(), numbers: HashTable::new() }
    }

    /// A copy of the table.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn copied(&self) -> Result<Self, Halted> {
        let mut room = Room::new(self.room.meter());
        let most = self.keys.capacity();
        room.hold(Self::bytes(most, self.numbers.allocation_size()))?;
        let (mut keys, mut values) = (Vec::with_capacity(most), Vec::with_capacity(most));
        keys.extend_from_slice(&self.keys);
        values.extend_from_slice(&self.values);
        Ok(Table { room, keys, values, numbers: self.numbers.clone() })
    }

    /// Where its memory is on account.
    pub fn meter(&self) -> &'m Meter<'m> {
        self.room.meter()
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The number of a position.
    #[inline]
    pub fn number(&self, key: K) -> Option<u32> {
        let same = |number: &u32| self.keys.get(*number as usize) == Some(&key);
        self.numbers.find(FxBuildHasher.hash_one(key), same).copied()
    }

    /// Whether a position is in the table.
    #[inline]
    pub fn contains(&self, key: K) -> bool {
        self.number(key).is_some()
    }

    /// The value of a position.
    #[inline]
    pub fn get(&self, key: K) -> Option<V> {
        self.values.get(self.number(key)? as usize).copied()
    }

    /// The position of a number, with its value.
    #[inline]
    pub fn at(&self, number: u32) -> Option<(K, V)> {
        self.keys.get(number as usize).copied().zip(self.values.get(number as usize).copied())
    }

    /// Changes the value of a number.
    pub fn set(&mut self, number: u32, value: V) {
        self.values.get_mut(number as usize).into_iter().for_each(|slot| *slot = value);
    }

    /// Inserts a position with its value; `false` if it was present, which keeps its value. Constant time on average.
    ///
    /// # Errors
    /// A limit was reached, or the 2^32 numbers are used: the position is not in.
    #[inline]
    pub fn insert(&mut self, key: K, value: V) -> Result<bool, Halted> {
        if self.numbers.len() == self.numbers.capacity() {
            self.grow()?;
        }
        let Table { keys, values, numbers, .. } = self;
        let same = |number: &u32| keys.get(*number as usize) == Some(&key);
        let vacant = match numbers.entry(FxBuildHasher.hash_one(key), same, |number| hash(keys, *number)) {
            Entry::Vacant(vacant) => vacant,
            Entry::Occupied(_) => return Ok(false),
        };
        vacant.insert(u32::try_from(keys.len()).map_err(|_| Halted)?);
        keys.push(key);
        values.push(value);
        Ok(true)
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Halted> {
        let (keys, numbers) = (self.keys.capacity(), self.numbers.allocation_size());
        // Small tables grow fast, so that positions are seldom put in again.
        let times = if keys < FAST { 4 } else { 2 };
        // While a part grows the old one is also in memory.
        let (all_keys, all_numbers) = ((times + 1) * keys, (times + 1) * numbers);
        self.room.hold(Self::bytes(all_keys.max(FIRST), all_numbers.max(8 * FIRST)))?;
        let Table { keys, values, numbers, .. } = self;
        numbers.reserve(FIRST.max((times - 1) * keys.len()), |number| hash(keys, *number));
        let more = numbers.capacity() - keys.len();
        keys.reserve_exact(more);
        values.reserve_exact(more);
        self.room.hold(Self::bytes(self.keys.capacity(), self.numbers.allocation_size()))
    }

    fn bytes(keys: usize, numbers: usize) -> usize {
        keys * (size_of::<K>() + size_of::<V>()) + numbers
    }

    /// All positions, in order of insertion.
    pub fn iter(&self) -> impl Iterator<Item = K> {
        self.keys.iter().copied()
    }
}

/// A table whose positions have the number of the one that each was found from, and the step between them. A first position
/// was found from itself.
impl<K: Copy + Eq + Hash, S: Copy> Table<'_, K, (u32, S)> {
    /// The steps from a first position to that of a number.
    pub fn way(&self, number: u32) -> Vec<S> {
        let mut way: Vec<S> = self.back(number).map(|(_, step)| step).collect();
        // No step leads to the first.
        way.pop();
        way.reverse();
        way
    }

    /// The position of a number with its step, the one that it was found from, and so on to a first one.
    pub fn back(&self, number: u32) -> impl Iterator<Item = (K, S)> {
        let mut next = Some(number);
        std::iter::from_fn(move || {
            let at = next?;
            let (key, (from, step)) = self.at(at)?;
            next = (from != at).then_some(from);
            Some((key, step))
        })
    }
}
