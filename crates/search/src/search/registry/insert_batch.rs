//! Parallel insertion of states.
//!
//! A large table has [`REGIONS`]; probe sequences do not leave their region, so threads can fill regions in
//! parallel. Each region receives its states in order, so the first of several equal states is the new one,
//! as with one thread. New states are numbered provisionally by their index among all inserted states. When
//! all regions are done, one thread goes through everything in order, adds the new states and assigns their
//! numbers, which are finally written to the slots.

use super::super::meter::Meter;
use super::super::team::Team;
use super::{Batch, Entry, Item, StateRegistry, hash, tag};
use puzzlec_base::diag::Stop;

/// Parts of a large table.
pub(super) const REGIONS: usize = 16;
const REGION_BITS: u32 = REGIONS.trailing_zeros();
/// A table of fewer bits has one region: chance must not fill a small one.
const LARGE: u32 = 18;
/// A state that is new.
const NEW: u32 = u32::MAX;

/// The bits of a slot's place within its region.
pub(super) fn region_mask(bits: u32) -> usize {
    let bits = if bits < LARGE { bits } else { bits - REGION_BITS };
    (1 << bits) - 1
}

/// The successors of a segment, in batches, without known states that the search ignores.
pub(crate) struct InsertBatch<const W: usize, N> {
    items: Vec<Item<W, N>>,
    cuts: Vec<Cut>,
    /// By region, the items whose states are not known to be present.
    regions: Vec<Vec<u32>>,
}

/// The end of a batch, and what was in it.
struct Cut {
    end: usize,
    expanded: u64,
    made: usize,
}

/// Buffers of the threads, reused.
#[derive(Default)]
pub(crate) struct InsertScratch {
    regions: Vec<Region>,
    /// The number of each inserted state, by index.
    numbers: Vec<u32>,
}

/// The results of a region.
#[derive(Default)]
struct Region {
    /// For its states in order, the index of the first equal one, or `NEW`.
    outcomes: Vec<u32>,
    /// Slots of new states in it, and their places.
    slots: Vec<(u32, u32)>,
}

impl InsertScratch {
    /// The memory it holds.
    pub(crate) fn bytes(&self) -> u64 {
        let of = |r: &Region| 4 * r.outcomes.capacity() + 8 * r.slots.capacity();
        (4 * self.numbers.capacity() + self.regions.iter().map(of).sum::<usize>()) as u64
    }
}

impl<const W: usize, N: Copy> InsertBatch<W, N> {
    pub(crate) fn new() -> Self {
        let regions = (0..REGIONS).map(|_| Vec::new()).collect();
        InsertBatch { items: Vec::new(), cuts: Vec::new(), regions }
    }

    /// Empties it.
    pub(crate) fn clear(&mut self) {
        self.items.clear();
        self.cuts.clear();
        self.regions.iter_mut().for_each(Vec::clear);
    }

    /// Adds a batch after its look-up, without known states that are ignored.
    pub(crate) fn add(&mut self, batch: &mut Batch<W, N>, ignored: impl Fn(u32) -> bool) {
        let (made, expanded) = (batch.items.len(), batch.expanded);
        for item in batch.items.drain(..) {
            if item.slot == 0 {
                if let Some(region) = self.regions.get_mut(region_of(item.hash)) {
                    region.push(self.items.len() as u32);
                }
            } else if ignored(item.slot - 1) {
                continue;
            }
            self.items.push(item);
        }
        batch.clear();
        self.cuts.push(Cut { end: self.items.len(), expanded, made });
    }

    /// The memory it holds.
    pub(crate) fn bytes(&self) -> u64 {
        let regions = self.regions.iter().map(|r| 4 * r.capacity()).sum::<usize>();
        (self.items.capacity() * size_of::<Item<W, N>>() + regions) as u64
    }
}

fn region_of(hash: u32) -> usize {
    (hash >> (32 - REGION_BITS)) as usize
}

impl<const W: usize> StateRegistry<W> {
    /// Inserts the states of all batches in order, as [`insert_all`](StateRegistry::insert_all) does with
    /// each of them. After `f` or a limit ends it, the registry is read-only.
    pub(crate) fn insert_batches<N: Copy + Send + Sync>(
        &mut self,
        insert_batches: &[&InsertBatch<W, N>],
        (team, insert_scratch): (&mut Team, &mut InsertScratch),
        batch: &mut Batch<W, N>,
        meter: &mut Meter,
        mut f: impl FnMut(N, Entry, &[u64; W], &mut Meter) -> Result<bool, Stop>,
    ) -> Result<bool, Stop> {
        let made: usize =
            insert_batches.iter().flat_map(|insert_batch| &insert_batch.cuts).map(|c| c.made).sum();
        // The table grows where it would with one thread.
        if !self.in_regions() || self.states.len() + made > self.room() {
            return self.one_by_one(insert_batches, team, batch, meter, f);
        }
        let base = self.len();
        let firsts: Vec<u32> = insert_batches
            .iter()
            .scan(0, |next, insert_batch| {
                Some(std::mem::replace(next, *next + insert_batch.items.len() as u32))
            })
            .collect();
        insert_scratch.regions.resize_with(REGIONS, Region::default);
        let bits = self.bits;
        let size = self.table.len() / REGIONS;
        let mut parts: Vec<_> =
            self.table.chunks_mut(size).zip(&mut insert_scratch.regions).enumerate().collect();
        team.each(&mut parts, |(at, (slots, region))| {
            region.fill(slots, *at, insert_batches, &firsts, base, bits)
        });

        insert_scratch.numbers.clear();
        let mut outcomes: Vec<_> = insert_scratch.regions.iter().map(|r| r.outcomes.iter()).collect();
        for insert_batch in insert_batches {
            let mut items = insert_batch.items.iter();
            let mut begin = 0;
            for cut in &insert_batch.cuts {
                meter.expanded_all(cut.expanded, cut.made as u64)?;
                for item in items.by_ref().take(cut.end - begin) {
                    let outcome = match item.slot {
                        0 => outcomes.get_mut(region_of(item.hash)).and_then(Iterator::next).copied(),
                        _ => None,
                    };
                    let entry = match outcome {
                        None => Entry { id: item.slot.wrapping_sub(1), new: false },
                        Some(NEW) => {
                            let id = self.states.len() as u32;
                            self.states.push(item.state, meter)?;
                            meter.progress.states += 1;
                            Entry { id, new: true }
                        }
                        Some(first) => Entry {
                            id: insert_scratch.numbers.get(first as usize).copied().unwrap_or(0),
                            new: false,
                        },
                    };
                    insert_scratch.numbers.push(entry.id);
                    if !f(item.note, entry, &item.state, meter)? {
                        return Ok(false);
                    }
                }
                begin = cut.end;
            }
        }

        let ids = (1_u32 << bits) - 1;
        let numbers = &insert_scratch.numbers;
        let mut parts: Vec<_> = self.table.chunks_mut(size).zip(&insert_scratch.regions).collect();
        team.each(&mut parts, |(slots, region)| {
            for (at, place) in &region.slots {
                if let (Some(slot), Some(id)) = (slots.get_mut(*at as usize), numbers.get(*place as usize)) {
                    *slot = *slot & !ids | (id + 1);
                }
            }
        });
        Ok(true)
    }

    /// Whether the table has regions.
    pub(super) fn in_regions(&self) -> bool {
        self.bits >= LARGE
    }

    /// Enters all states into an empty table with regions.
    pub(super) fn fill_regions(&mut self, team: &mut Team) {
        /// States that one thread sorts by region at a time.
        const SHARE: usize = 1 << 14;
        /// By region, hashes and numbers.
        type Sorted = Vec<Vec<(u32, u32)>>;
        let bits = self.bits;
        let (ids, mask) = ((1_u32 << bits) - 1, region_mask(bits));
        let size = self.table.len() / REGIONS;
        let mut shares: Vec<(u32, Sorted)> =
            (0..4 * team.size()).map(|_| (0, vec![Vec::new(); REGIONS])).collect();
        let (states, mut first) = (&self.states, 0_u32);
        while (first as usize) < states.len() {
            for share in &mut shares {
                share.0 = first;
                first = first.saturating_add(SHARE as u32);
            }
            team.each(&mut shares, |(first, regions)| {
                regions.iter_mut().for_each(Vec::clear);
                let all =
                    (*first..first.saturating_add(SHARE as u32)).map_while(|id| Some((id, states.get(id)?)));
                for (id, state) in all {
                    let hash = hash(state);
                    if let Some(region) = regions.get_mut(region_of(hash)) {
                        region.push((hash, id));
                    }
                }
            });
            let mut parts: Vec<_> = self.table.chunks_mut(size).enumerate().collect();
            team.each(&mut parts, |(number, slots)| {
                for (hash, id) in shares.iter().filter_map(|s| s.1.get(*number)).flatten() {
                    let mut at = (hash >> (32 - bits)) as usize & mask;
                    while slots.get(at).is_some_and(|slot| slot & ids != 0) {
                        at = (at + 1) & mask;
                    }
                    if let Some(slot) = slots.get_mut(at) {
                        *slot = tag(*hash, bits) | (id + 1);
                    }
                }
            });
        }
    }

    fn one_by_one<N: Copy>(
        &mut self,
        insert_batches: &[&InsertBatch<W, N>],
        team: &mut Team,
        batch: &mut Batch<W, N>,
        meter: &mut Meter,
        mut f: impl FnMut(N, Entry, &[u64; W], &mut Meter) -> Result<bool, Stop>,
    ) -> Result<bool, Stop> {
        for insert_batch in insert_batches {
            let mut begin = 0;
            for cut in &insert_batch.cuts {
                batch.clear();
                batch.items.extend(insert_batch.items.get(begin..cut.end).unwrap_or(&[]));
                batch.made = cut.made;
                begin = cut.end;
                meter.expanded_all(cut.expanded, cut.made as u64)?;
                self.reserve(cut.made, Some(team), meter)?;
                if !self.insert_all(batch, meter, &mut f)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

impl Region {
    /// Inserts the states of the region of this number into its slots.
    fn fill<const W: usize, N>(
        &mut self,
        slots: &mut [u32],
        number: usize,
        insert_batches: &[&InsertBatch<W, N>],
        firsts: &[u32],
        base: u32,
        bits: u32,
    ) {
        self.outcomes.clear();
        self.slots.clear();
        let ids = (1_u32 << bits) - 1;
        let mask = region_mask(bits);
        let at_place = |place: u32| {
            let insert_batch = firsts.partition_point(|first| *first <= place).wrapping_sub(1);
            let offset = place.wrapping_sub(firsts.get(insert_batch).copied().unwrap_or(0));
            insert_batches.get(insert_batch).and_then(|l| l.items.get(offset as usize))
        };
        for (insert_batch, first) in insert_batches.iter().zip(firsts) {
            let own = insert_batch.regions.get(number).map_or(&[][..], Vec::as_slice);
            for (item, place) in
                own.iter().filter_map(|i| Some((insert_batch.items.get(*i as usize)?, first + i)))
            {
                let tag = tag(item.hash, bits);
                let mut at = (item.hash >> (32 - bits)) as usize & mask;
                let outcome = loop {
                    let Some(slot) = slots.get_mut(at) else { break NEW };
                    if *slot == 0 {
                        *slot = tag | (base + place + 1);
                        self.slots.push((at as u32, place));
                        break NEW;
                    }
                    if *slot & !ids == tag {
                        // States that were there before are others: it was looked up.
                        let other = (*slot & ids) - 1;
                        if other >= base && at_place(other - base).is_some_and(|o| o.state == item.state) {
                            break other - base;
                        }
                    }
                    at = (at + 1) & mask;
                };
                self.outcomes.push(outcome);
            }
        }
    }
}
