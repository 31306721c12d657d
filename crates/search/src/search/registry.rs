//! The state registry: every state is stored once, with a number.

mod insert_batch;

use insert_batch::region_mask;
pub(crate) use insert_batch::{InsertBatch, InsertScratch};

use super::column::Column;
use super::meter::Meter;
use super::team::Team;
use puzzlec_base::diag::Stop;

/// The states of a search.
///
/// An open-addressing table maps states to numbers. The low bits of a slot hold the number plus one, the free
/// bits above them a part of the hash, so that most comparisons of different states are avoided.
pub(crate) struct StateRegistry<const W: usize> {
    states: Column<[u64; W]>,
    table: Vec<u32>,
    /// The table has `1 << bits` slots.
    bits: u32,
}

/// The smallest and the largest table.
const LEAST_BITS: u32 = 10;
const MOST_BITS: u32 = 31;
/// Tables of fewer bits grow by two.
const FAST_BITS: u32 = 20;

/// The result of an insertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Its number.
    pub(crate) id: u32,
    /// Whether it was not there before.
    pub(crate) new: bool,
}

impl<const W: usize> StateRegistry<W> {
    /// An empty registry.
    pub(crate) fn new(meter: &mut Meter) -> Result<Self, Stop> {
        meter.grow(4 << LEAST_BITS)?;
        Ok(StateRegistry { states: Column::new(), table: vec![0; 1 << LEAST_BITS], bits: LEAST_BITS })
    }

    /// The number of states.
    pub(crate) fn len(&self) -> u32 {
        self.states.len() as u32
    }

    /// A state, by its number.
    #[inline]
    pub(crate) fn state(&self, id: u32) -> [u64; W] {
        self.states.get(id).copied().unwrap_or([0; W])
    }

    /// Inserts a state unless it is present.
    ///
    /// # Errors
    /// A limit, if the registry would have to grow and may not.
    pub(crate) fn insert(&mut self, state: &[u64; W], meter: &mut Meter) -> Result<Entry, Stop> {
        self.reserve(1, None, meter)?;
        self.insert_reserved(hash(state), state, meter)
    }

    /// The capacity of the table in states.
    fn room(&self) -> usize {
        most(self.bits)
    }

    /// Grows the table for this number of additional states; a team works in parallel.
    fn reserve(&mut self, more: usize, team: Option<&mut Team>, meter: &mut Meter) -> Result<(), Stop> {
        let needed = self.states.len() + more;
        let mut bits = self.bits;
        while needed > most(bits) {
            // Small tables grow fast, so that states are seldom put in again.
            bits += if bits < FAST_BITS { 2 } else { 1 };
        }
        if bits == self.bits {
            return Ok(());
        }
        if bits > MOST_BITS {
            return Err(Stop::too_large("there are more than 1,600 million positions"));
        }
        // The table is rebuilt from the states alone, so the old one is freed before the new one is
        // allocated.
        let old = 4 << self.bits;
        meter.shrink(old);
        if let Err(limit) = meter.grow(4 << bits) {
            // The old one is still there.
            meter.progress.bytes += old;
            return Err(limit.into());
        }
        self.table = Vec::new();
        self.table = vec![0; 1 << bits];
        self.bits = bits;
        if let Some(team) = team.filter(|team| self.in_regions() && team.size() > 1) {
            self.fill_regions(team);
            return Ok(());
        }
        let mask = region_mask(bits);
        for (id, state) in self.states.iter().enumerate() {
            let hash = hash(state);
            let mut at = (hash >> (32 - bits)) as usize;
            while self.table.get(at).is_some_and(|s| *s != 0) {
                at = next(at, mask);
            }
            if let Some(slot) = self.table.get_mut(at) {
                *slot = tag(hash, bits) | (id as u32 + 1);
            }
        }
        Ok(())
    }

    /// Inserts a state; the table has the capacity.
    #[inline]
    fn insert_reserved(&mut self, hash: u32, state: &[u64; W], meter: &mut Meter) -> Result<Entry, Stop> {
        let ids = (1_u32 << self.bits) - 1;
        let mask = region_mask(self.bits);
        let tag = tag(hash, self.bits);
        let mut at = (hash >> (32 - self.bits)) as usize;
        loop {
            let slot = self.table.get(at).copied().unwrap_or(0);
            if slot == 0 {
                break;
            }
            if slot & !ids == tag {
                let id = (slot & ids) - 1;
                if self.states.get(id) == Some(state) {
                    return Ok(Entry { id, new: false });
                }
            }
            at = next(at, mask);
        }
        let id = self.len();
        self.states.push(*state, meter)?;
        meter.progress.states += 1;
        if let Some(slot) = self.table.get_mut(at) {
            *slot = tag | (id + 1);
        }
        Ok(Entry { id, new: true })
    }

    /// Inserts all states of a batch in order, calls `f` with each note and entry, and empties the batch.
    /// Returns `false` as soon as `f` does.
    ///
    /// The work is done in passes over the batch, so that the memory accesses of a pass are independent.
    pub(crate) fn insert_all<N: Copy>(
        &mut self,
        batch: &mut Batch<W, N>,
        meter: &mut Meter,
        mut f: impl FnMut(N, Entry, &[u64; W], &mut Meter) -> Result<bool, Stop>,
    ) -> Result<bool, Stop> {
        self.reserve(batch.made.max(batch.items.len()), None, meter)?;
        self.look_up(batch);
        let mut go_on = true;
        for item in &batch.items {
            let entry = match item.slot {
                0 => self.insert_reserved(item.hash, &item.state, meter)?,
                known => Entry { id: known - 1, new: false },
            };
            if !f(item.note, entry, &item.state, meter)? {
                go_on = false;
                break;
            }
        }
        batch.clear();
        Ok(go_on)
    }

    /// Looks up the states of a batch.
    #[inline]
    pub(crate) fn look_up<N>(&self, batch: &mut Batch<W, N>) {
        let ids = (1_u32 << self.bits) - 1;
        let mask = region_mask(self.bits);
        for item in &mut batch.items {
            item.hash = hash(&item.state);
            item.slot = self.table.get((item.hash >> (32 - self.bits)) as usize).copied().unwrap_or(0);
        }
        for item in &mut batch.items {
            let tag = tag(item.hash, self.bits);
            let mut at = (item.hash >> (32 - self.bits)) as usize;
            let mut slot = item.slot;
            item.slot = 0;
            while slot != 0 {
                if slot & !ids == tag && self.states.get((slot & ids) - 1) == Some(&item.state) {
                    item.slot = slot & ids;
                    break;
                }
                at = next(at, mask);
                slot = self.table.get(at).copied().unwrap_or(0);
            }
        }
    }
}

/// The capacity of a table of this many bits, in states.
fn most(bits: u32) -> usize {
    (3 << bits) / 4
}

/// The slot after one, in the same region.
#[inline]
fn next(at: usize, mask: usize) -> usize {
    at & !mask | (at + 1) & mask
}

/// The part of a hash that a slot stores, in its position.
#[inline]
fn tag(hash: u32, bits: u32) -> u32 {
    hash << bits
}

/// A hash of 32 good bits; the same in every run.
#[inline]
fn hash<const W: usize>(state: &[u64; W]) -> u32 {
    // Digits of pi. Each word is mixed in by a long multiplication folded in two.
    let mut h = 0x243f_6a88_85a3_08d3_u64;
    for word in state {
        let wide = u128::from(h ^ word) * u128::from(0x9e37_79b9_7f4a_7c15_u64);
        h = (wide as u64) ^ ((wide >> 64) as u64);
    }
    let wide = u128::from(h) * u128::from(0xd6e8_feb8_6659_fd93_u64);
    ((wide >> 64) as u64 ^ wide as u64) as u32
}

/// States to be inserted, each with a note.
pub(crate) struct Batch<const W: usize, N> {
    items: Vec<Item<W, N>>,
    expanded: u64,
    /// Number of states before filtering.
    made: usize,
}

#[derive(Clone, Copy)]
struct Item<const W: usize, N> {
    state: [u64; W],
    note: N,
    hash: u32,
    /// The state's number plus one; 0 if it is not known to be there.
    slot: u32,
}

impl<const W: usize, N> Batch<W, N> {
    /// Approximate size of a batch.
    const SIZE: usize = 256;

    /// An empty batch.
    pub(crate) fn new() -> Self {
        Batch { items: Vec::new(), expanded: 0, made: 0 }
    }

    /// Adds a state.
    #[inline]
    pub(crate) fn push(&mut self, state: [u64; W], note: N) {
        self.items.push(Item { state, note, hash: 0, slot: 0 });
    }

    /// The number of states in the batch.
    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether it is time to put them in.
    pub(crate) fn is_full(&self) -> bool {
        self.items.len() >= Self::SIZE
    }

    /// Notes that all successors of a state are in it.
    #[inline]
    pub(crate) fn count_expanded(&mut self) {
        self.expanded += 1;
    }

    /// Number of states whose successors are in the batch.
    pub(crate) fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Empties it.
    pub(crate) fn clear(&mut self) {
        self.items.clear();
        (self.expanded, self.made) = (0, 0);
    }
}
