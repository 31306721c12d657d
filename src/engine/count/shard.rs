//! A part of the states: those whose hashes begin alike. Shards are filled side by side, each
//! small enough to stay near the processor.

use super::number::Number;

/// So many shards there are.
pub(super) const SHARDS: usize = 256;
/// The smallest table.
const LEAST: usize = 8;

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
    /// The ways that it stands for, given those to the states of its piece of work.
    #[inline]
    pub(super) fn ways(&self, ways: &[Number]) -> Number {
        ways.get(usize::from(self.from)).map_or_else(Number::default, |n| n.times(self.times))
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

/// The states of a shard and, for those of the newest level, the ways to them.
pub(super) struct Shard<const W: usize> {
    pub(super) states: Vec<[u64; W]>,
    /// A table of open addressing: places of states plus one.
    table: Vec<u32>,
    /// The first state of the newest level.
    pub(super) newest: usize,
    /// The ways to the states of the newest level.
    pub(super) ways: Vec<Number>,
    /// Where all states are kept: how many moves lead to each.
    pub(super) indegree: Vec<u32>,
    /// Places of states to which all moves were counted.
    pub(super) ready: Vec<u32>,
}

impl<const W: usize> Shard<W> {
    /// An empty one.
    pub(super) fn new() -> Self {
        Shard {
            states: Vec::new(),
            table: vec![0; LEAST],
            newest: 0,
            ways: Vec::new(),
            indegree: Vec::new(),
            ready: Vec::new(),
        }
    }

    /// The place of a state, or the slot where it would go.
    #[inline]
    pub(super) fn find(&self, hash: u32, state: &[u64; W]) -> Result<usize, usize> {
        let mask = self.table.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            match self.table.get(at).copied().unwrap_or(0) {
                0 => return Err(at),
                place => {
                    let place = place as usize - 1;
                    if self.states.get(place) == Some(state) {
                        return Ok(place);
                    }
                }
            }
            at = (at + 1) & mask;
        }
    }

    /// Puts a state in where [`Shard::find`] found a slot for it.
    #[inline]
    pub(super) fn insert(&mut self, slot: usize, state: &[u64; W]) {
        self.states.push(*state);
        if let Some(entry) = self.table.get_mut(slot) {
            *entry = self.states.len() as u32;
        }
        if self.states.len() * 4 > self.table.len() * 3 {
            self.rebuild(self.table.len() * 2);
        }
    }

    fn rebuild(&mut self, slots: usize) {
        self.table.clear();
        self.table.resize(slots, 0);
        for (state, place) in self.states.iter().zip(1_u32..) {
            let mut at = hash(state) as usize & (slots - 1);
            while self.table.get(at).is_some_and(|s| *s != 0) {
                at = (at + 1) & (slots - 1);
            }
            if let Some(entry) = self.table.get_mut(at) {
                *entry = place;
            }
        }
    }

    /// The states of the newest level with the ways to them. Unless it keeps them the shard is
    /// empty after.
    pub(super) fn take(&mut self, keep: bool) -> (Vec<[u64; W]>, Vec<Number>) {
        let ways = std::mem::take(&mut self.ways);
        if keep {
            let states = self.states.get(self.newest..).unwrap_or(&[]).to_vec();
            self.newest = self.states.len();
            return (states, ways);
        }
        if !self.states.is_empty() {
            // About as large as the next level needs it.
            let slots = (self.states.len() * 4 / 3 + 1).next_power_of_two().max(LEAST);
            self.table.clear();
            self.table.resize(slots, 0);
            self.table.shrink_to(slots);
        }
        (std::mem::take(&mut self.states), ways)
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
            + self.table.capacity() * size_of::<u32>()
            + self.ways.capacity() * size_of::<Number>()
            + (self.indegree.capacity() + self.ready.capacity()) * size_of::<u32>();
        bytes as u64
    }
}
