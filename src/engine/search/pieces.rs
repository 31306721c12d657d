//! Uniform-cost search where a move costs as many as the pieces it moves.

use std::collections::BTreeMap;

use super::Outcome;
use super::classes::{Again, End, Finder, size};
use super::column::Column;
use super::expand::{Hands, Step};
use super::log::Log;
use super::meter::Meter;
use super::store::{Batch, Entry, Store};
use super::team::Team;
use super::walk::{Stride, walk};
use super::ways::{NONE, Ways};
use crate::base::Limit;
use crate::diag::Stop;
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
    found: Option<Again>,
    /// Ways found since the last was kept, where they are kept.
    news: Option<Column<(u32, Way)>>,
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
) -> Result<End, Stop> {
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
        news: None,
    };
    store.insert(&ways.start(), meter)?;
    maker.known.push(Way { cost: 0, parent: NONE }, meter)?;
    maker.queue.push(0, 0, meter)?;
    let log = if finder.is_none() { Log::open("pieces", meter)? } else { None };
    while let Some((log, head)) = Log::next(&log)? {
        log.restore(head, &mut store, meter, |numbers, meter| maker.restore(numbers, meter))?;
        maker.queue.buckets = maker.queue.buckets.split_off(&maker.cost.saturating_add(1));
    }
    maker.news = log.is_some().then(Column::new);
    let mut kept = store.len();
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
        if let Some(again) = maker.found.take() {
            return Ok(End::Again(again));
        }
        // Moves of no piece refill a bucket.
        if let Some(log) = &log
            && !maker.queue.buckets.contains_key(&cost)
            && let Some(news) = maker.news.replace(Column::new())
        {
            let news_now = news.iter().map(|(id, way)| [u64::from(*id), u64::from(way.parent), way.cost]);
            let of_bucket = [u64::from(NONE), 0, cost];
            log.keep((false, &store, kept..store.len()), news_now.chain([of_bucket]), meter)?;
            kept = store.len();
            news.free(meter);
        }
    }
    let mut levels: BTreeMap<u64, u64> = BTreeMap::new();
    for (id, way) in (0..).zip(maker.known.iter()) {
        *levels.entry(way.cost).or_default() += size(id..id + 1, false, &ways, &store, meter)?;
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
    fn take(&mut self, way: Way, entry: Entry, _: &[u64; W], meter: &mut Meter) -> Result<bool, Stop> {
        if entry.new {
            self.learn(entry.id, way, meter)?;
            if let Some(finder) = self.finder.take_if(|f| entry.id >= f.few) {
                self.found = finder.find(meter)?;
            }
        } else if self.known.get(entry.id).is_some_and(|old| way.cost < old.cost) {
            self.learn(entry.id, way, meter)?;
        }
        Ok(self.found.is_none())
    }
}

impl Maker<'_> {
    /// A state has a cheaper way, or its first.
    fn learn(&mut self, id: u32, way: Way, meter: &mut Meter) -> Result<(), Limit> {
        match self.known.get_mut(id) {
            Some(old) => *old = way,
            None => self.known.push(way, meter)?,
        }
        if let Some(news) = &mut self.news {
            news.push((id, way), meter)?;
        }
        self.queue.push(way.cost, id, meter)
    }

    /// Takes over a way that was kept, or the cost of the states that were expanded then.
    fn restore(&mut self, [id, parent, cost]: [u64; 3], meter: &mut Meter) -> Result<(), Limit> {
        if id == u64::from(NONE) {
            self.cost = cost;
            return Ok(());
        }
        self.learn(id as u32, Way { cost, parent: parent as u32 }, meter)
    }

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
