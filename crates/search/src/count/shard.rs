//! A part of the states, by the first bits of their hashes. Shards are filled one after the other, each small
//! enough for the processor's cache.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::number::Number;

/// The number of shards.
pub(super) const SHARDS: usize = 256;

/// States on their way to a shard, with the place of the state they came from in its piece of
/// work, and by how many actions they came.
#[derive(Clone, Copy)]
pub(super) struct Item<const W: usize> {
    pub(super) state: [u64; W],
    pub(super) hash: u32,
    pub(super) from: u16,
    pub(super) times: u16,
}

impl<const W: usize> Item<W> {
    /// The number of ways that the item contributes, given those to the states of its piece of work.
    #[inline]
    pub(super) fn ways(&self, ways: &[Number]) -> Number {
        ways.get(usize::from(self.from)).map_or_else(Number::default, |n| n.times(u32::from(self.times)))
    }
}

/// The shard of a hash.
#[inline]
pub(super) fn shard_of(hash: u32) -> usize {
    (hash >> 24) as usize
}

/// A hash of 32 good bits; the same in every run.
#[inline]
pub(super) fn hash<const W: usize>(state: &[u64; W]) -> u32 {
    // Digits of e; each word is mixed in by a long multiplication folded in two.
    let mut h = 0xb7e1_5162_8aed_2a6b_u64;
    for word in state {
        let wide = u128::from(h ^ word) * u128::from(0x9e37_79b9_7f4a_7c15_u64);
        h = wide as u64 ^ (wide >> 64) as u64;
    }
    let wide = u128::from(h) * u128::from(0xd6e8_feb8_6659_fd93_u64);
    ((wide >> 64) as u64 ^ wide as u64) as u32
}

/// The hash for the table, which uses the first and the last bits: the states of a shard agree in the first
/// ones.
#[inline]
fn spread(hash: u32) -> u64 {
    u64::from(hash) | u64::from(hash) << 40
}

/// The states of a shard and, for those of the newest level, the ways to them.
pub(super) struct Shard<const W: usize> {
    pub(super) states: Vec<[u64; W]>,
    /// The places of the states, by their hashes.
    places: HashTable<u32>,
    /// The first state of the newest level.
    pub(super) newest: usize,
    /// The ways to the states of the newest level.
    pub(super) ways: Vec<Number>,
    /// If all states are kept, the number of moves into each.
    pub(super) indegree: Vec<u32>,
    /// Places of states to which all moves were counted.
    pub(super) ready: Vec<u32>,
}

impl<const W: usize> Shard<W> {
    /// An empty one.
    pub(super) fn new() -> Self {
        Shard {
            states: Vec::new(),
            places: HashTable::new(),
            newest: 0,
            ways: Vec::new(),
            indegree: Vec::new(),
            ready: Vec::new(),
        }
    }

    /// The index of a state, if it is present.
    #[inline]
    pub(super) fn find(&self, hash: u32, state: &[u64; W]) -> Option<usize> {
        let same = |place: &u32| self.states.get(*place as usize) == Some(state);
        self.places.find(spread(hash), same).map(|place| *place as usize)
    }

    /// Inserts a state; returns its index if it was present.
    #[inline]
    pub(super) fn insert(&mut self, hash: u32, state: &[u64; W]) -> Option<usize> {
        let Shard { states, places, .. } = self;
        let same = |place: &u32| states.get(*place as usize) == Some(state);
        match places.entry(spread(hash), same, |place| again(states, *place)) {
            Entry::Occupied(known) => Some(*known.get() as usize),
            Entry::Vacant(free) => {
                free.insert(states.len() as u32);
                states.push(*state);
                None
            }
        }
    }

    /// The states of the newest level with the numbers of games that reach them. Unless `keep` is set, the
    /// shard is empty afterwards.
    pub(super) fn take(&mut self, keep: bool) -> (Vec<[u64; W]>, Vec<Number>) {
        let ways = std::mem::take(&mut self.ways);
        if keep {
            let states = self.states.get(self.newest..).unwrap_or(&[]).to_vec();
            self.newest = self.states.len();
            return (states, ways);
        }
        let states = std::mem::take(&mut self.states);
        self.places.clear();
        // About as large as the next level needs it.
        self.places.shrink_to(states.len(), |_| 0);
        (states, ways)
    }

    /// The states that are ready, with the ways to them.
    pub(super) fn take_ready(&mut self) -> (Vec<[u64; W]>, Vec<Number>) {
        let ready = std::mem::take(&mut self.ready);
        let both = ready.iter().filter_map(|place| {
            let place = *place as usize;
            Some((*self.states.get(place)?, *self.ways.get(place)?))
        });
        both.unzip()
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        let bytes = self.states.capacity() * size_of::<[u64; W]>()
            + self.places.allocation_size()
            + self.ways.capacity() * size_of::<Number>()
            + (self.indegree.capacity() + self.ready.capacity()) * size_of::<u32>();
        bytes as u64
    }
}

/// The hash of a state by its place.
fn again<const W: usize>(states: &[[u64; W]], place: u32) -> u64 {
    states.get(place as usize).map_or(0, |state| spread(hash(state)))
}
