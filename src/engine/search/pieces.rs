//! Uniform-cost search where a move costs as many as the pieces it moves.

use std::collections::BTreeMap;

use super::Outcome;
use super::classes::{Classes, End, Finder, size};
use super::column::Column;
use super::expand::{Hands, Step};
use super::meter::Meter;
use super::store::{Batch, Entry, Store};
use super::team::Team;
use super::walk::{Stride, walk};
use super::ways::{NONE, Ways};
use crate::base::Limit;
use crate::task::ActionId;
use crate::task::packed::Scratch;

/// The cheapest way known to a state.
#[derive(Clone, Copy)]
struct Way {
    cost: u64,
    parent: u32,
}

/// Bytes to account for at once for what waits in the queue.
const QUEUE_BYTES: u64 = 1 << 16;

/// States by cost; a state may wait at several costs, of which the least counts.
#[derive(Default)]
struct Queue {
    buckets: BTreeMap<u64, Vec<u32>>,
    pushed: u64,
}

impl Queue {
    fn push(&mut self, cost: u64, id: u32, meter: &mut Meter) -> Result<(), Limit> {
        // Four bytes, and as much again for what a growing bucket leaves free.
        if self.pushed.is_multiple_of(QUEUE_BYTES / 8) {
            meter.grow(QUEUE_BYTES)?;
        }
        self.pushed += 1;
        self.buckets.entry(cost).or_default().push(id);
        Ok(())
    }
}

/// What the search fills in.
struct Maker<'a> {
    ways: Ways<'a>,
    finder: Option<Finder<'a>>,
    /// By state.
    known: Column<Way>,
    queue: Queue,
    /// The states that are being expanded, and what they cost.
    bucket: Vec<u32>,
    cost: u64,
    found: Option<Box<Classes>>,
}

/// Finds a plan that moves fewest pieces.
///
/// # Errors
/// The limit that came first; what was proved until then is in the meter.
pub(super) fn search<const W: usize>(
    ways: Ways,
    finder: Option<Finder>,
    team: Team,
    meter: &mut Meter,
) -> Result<End, Limit> {
    let mut store = Store::<W>::new(meter)?;
    let mut hands = Hands::new(team, ways.packed.moves.len());
    let mut maker = Maker {
        ways,
        finder,
        known: Column::new(),
        queue: Queue::default(),
        bucket: Vec::new(),
        cost: 0,
        found: None,
    };
    store.insert(&ways.start(), meter)?;
    maker.known.push(Way { cost: 0, parent: NONE }, meter)?;
    maker.queue.push(0, 0, meter)?;
    while let Some((cost, mut bucket)) = maker.queue.buckets.pop_first() {
        meter.proved(cost, bucket.len() as u64);
        meter.poll()?;
        bucket.retain(|id| maker.known.get(*id).is_some_and(|way| way.cost == cost));
        if let Some(goal) = bucket.iter().find(|id| ways.packed.goal.holds(&store.state(**id))) {
            return Ok(End::Outcome(Outcome::Plan(maker.plan(&store, *goal))));
        }
        let jobs = 0..bucket.len() as u32;
        (maker.cost, maker.bucket) = (cost, bucket);
        hands.expand(&mut store, &mut maker, jobs, meter)?;
        if let Some(classes) = maker.found.take() {
            return Ok(End::Symmetric(classes));
        }
    }
    let mut levels: BTreeMap<u64, u64> = BTreeMap::new();
    for (id, way) in (0..).zip(maker.known.iter()) {
        *levels.entry(way.cost).or_default() += size(id..id + 1, &ways, &store, meter)?;
    }
    Ok(End::Outcome(Outcome::Exhausted(levels.into_values().collect())))
}

impl<const W: usize> Step<W> for Maker<'_> {
    type Note = Way;

    #[inline]
    fn make(&self, store: &Store<W>, job: u32, scratch: &mut Scratch, batch: &mut Batch<W, Way>) {
        let Some(&parent) = self.bucket.get(job as usize) else { return };
        self.ways.each(false, &store.state(parent), scratch, |hop, after| {
            let pieces = u64::from(self.ways.packed.moves.pieces(hop.at));
            batch.push(after, Way { cost: self.cost.saturating_add(pieces), parent });
        });
        batch.count_expanded();
    }

    #[inline]
    fn ignores(&self, known: u32) -> bool {
        self.known.get(known).is_some_and(|way| way.cost <= self.cost)
    }

    #[inline]
    fn take(&mut self, way: Way, entry: Entry, _: &[u64; W], meter: &mut Meter) -> Result<bool, Limit> {
        if entry.new {
            self.known.push(way, meter)?;
            self.queue.push(way.cost, entry.id, meter)?;
            if let Some(finder) = self.finder.take_if(|f| entry.id >= f.few) {
                self.found = finder.find(meter)?;
            }
        } else if let Some(old) = self.known.get_mut(entry.id).filter(|old| way.cost < old.cost) {
            *old = way;
            self.queue.push(way.cost, entry.id, meter)?;
        }
        Ok(self.found.is_none())
    }
}

impl Maker<'_> {
    fn plan<const W: usize>(&self, store: &Store<W>, goal: u32) -> Vec<ActionId> {
        let mut strides = Vec::new();
        let mut at = goal;
        while let Some(way) = self.known.get(at).filter(|w| w.parent != NONE) {
            let before = self.known.get(way.parent).map_or(0, |w| w.cost);
            let pieces = u32::try_from(way.cost.saturating_sub(before)).ok();
            strides.push(Stride { class: store.state(at), same_piece: false, pieces });
            at = way.parent;
        }
        strides.reverse();
        walk(&self.ways, &strides)
    }
}
