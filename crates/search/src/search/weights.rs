//! Uniform-cost search where each move has a weight: the pieces that it moves, or its cost.

use std::collections::BTreeMap;

use super::SearchOutcome;
use super::checkpoint::Checkpoint;
use super::column::Column;
use super::expand::{Step, Workers};
use super::meter::Meter;
use super::reconstruct::{PathStep, reconstruct};
use super::registry::{Batch, Entry, StateRegistry};
use super::symmetry_reduction::{End, Restart, SymmetryFinder, size};
use super::team::Team;
use super::transitions::{NONE, Transitions};
use crate::packed::Scratch;
use puzzlec_base::Limit;
use puzzlec_base::diag::Stop;
use puzzlec_task::ActionId;

/// The cheapest way known to a state.
#[derive(Clone, Copy)]
struct CheapestPath {
    cost: u64,
    parent: u32,
}

/// Granularity of accounting for the queue, in bytes.
const QUEUE_BYTES: u64 = 1 << 16;

/// States by cost. A state may be queued at several costs; the least counts.
#[derive(Default)]
struct Queue {
    buckets: BTreeMap<u64, Vec<u32>>,
    pushed: u64,
}

impl Queue {
    fn push(&mut self, cost: u64, id: u32, meter: &mut Meter) -> Result<(), Limit> {
        // Four bytes, and the same again for the unused capacity of a growing bucket.
        if self.pushed.is_multiple_of(QUEUE_BYTES / 8) {
            meter.grow(QUEUE_BYTES)?;
        }
        self.pushed += 1;
        self.buckets.entry(cost).or_default().push(id);
        Ok(())
    }
}

/// The state of the search.
struct Maker<'a> {
    transitions: Transitions<'a>,
    finder: Option<SymmetryFinder<'a>>,
    /// By state, the cheapest known path.
    known: Column<CheapestPath>,
    queue: Queue,
    /// The states that are being expanded, and what they cost.
    bucket: Vec<u32>,
    cost: u64,
    found: Option<Restart>,
    /// Cheapest paths found since the last was kept, where they are kept.
    news: Option<Column<(u32, CheapestPath)>>,
}

/// Finds a plan of least weight.
///
/// # Errors
/// The limit that came first; what was proved until then is in the meter.
pub(super) fn search<const W: usize>(
    transitions: Transitions,
    finder: Option<SymmetryFinder>,
    team: Team,
    meter: &mut Meter,
) -> Result<End, Stop> {
    let mut registry = StateRegistry::<W>::new(meter)?;
    let mut workers = Workers::new(team, transitions.packed.moves.len());
    let mut maker = Maker {
        transitions,
        finder,
        known: Column::new(),
        queue: Queue::default(),
        bucket: Vec::new(),
        cost: 0,
        found: None,
        news: None,
    };
    registry.insert(&transitions.start(), meter)?;
    maker.known.push(CheapestPath { cost: 0, parent: NONE }, meter)?;
    maker.queue.push(0, 0, meter)?;
    let checkpoint = if finder.is_none() { Checkpoint::open("pieces", meter)? } else { None };
    while let Some((checkpoint, head)) = Checkpoint::next(&checkpoint)? {
        checkpoint.restore(head, &mut registry, meter, |numbers, meter| maker.restore(numbers, meter))?;
        maker.queue.buckets = maker.queue.buckets.split_off(&maker.cost.saturating_add(1));
    }
    maker.news = checkpoint.is_some().then(Column::new);
    let mut kept = registry.len();
    while let Some((cost, mut bucket)) = maker.queue.buckets.pop_first() {
        meter.proved(cost, bucket.len() as u64);
        meter.poll()?;
        bucket.retain(|id| maker.known.get(*id).is_some_and(|way| way.cost == cost));
        if let Some(goal) = bucket.iter().find(|id| transitions.packed.goal.holds(&registry.state(**id))) {
            return Ok(End::Outcome(SearchOutcome::Plan(maker.plan(&registry, *goal))));
        }
        let jobs = 0..bucket.len() as u32;
        (maker.cost, maker.bucket) = (cost, bucket);
        workers.expand(&mut registry, &mut maker, jobs, meter)?;
        if let Some(restart) = maker.found.take() {
            return Ok(End::Restart(restart));
        }
        // Moves that cost nothing refill a bucket.
        if let Some(checkpoint) = &checkpoint
            && !maker.queue.buckets.contains_key(&cost)
            && let Some(news) = maker.news.replace(Column::new())
        {
            let news_now = news.iter().map(|(id, way)| [u64::from(*id), u64::from(way.parent), way.cost]);
            let of_bucket = [u64::from(NONE), 0, cost];
            checkpoint.keep((false, &registry, kept..registry.len()), news_now.chain([of_bucket]), meter)?;
            kept = registry.len();
            news.free(meter);
        }
    }
    let mut levels: BTreeMap<u64, u64> = BTreeMap::new();
    for (id, way) in (0..).zip(maker.known.iter()) {
        *levels.entry(way.cost).or_default() += size(id..id + 1, false, &transitions, &registry, meter)?;
    }
    Ok(End::Outcome(SearchOutcome::Exhausted(levels.into_values().collect())))
}

impl<const W: usize> Step<W> for Maker<'_> {
    type Note = CheapestPath;

    #[inline]
    fn make(
        &self,
        registry: &StateRegistry<W>,
        job: u32,
        scratch: &mut Scratch,
        batch: &mut Batch<W, CheapestPath>,
    ) {
        let Some(&parent) = self.bucket.get(job as usize) else { return };
        self.transitions.each(false, &registry.state(parent), scratch, |transition, after| {
            let weight = u64::from(self.transitions.packed.moves.weight(transition.at));
            batch.push(after, CheapestPath { cost: self.cost.saturating_add(weight), parent });
        });
        batch.count_expanded();
    }

    #[inline]
    fn ignores(&self, known: u32) -> bool {
        self.known.get(known).is_some_and(|way| way.cost <= self.cost)
    }

    #[inline]
    fn take(
        &mut self,
        way: CheapestPath,
        entry: Entry,
        _: &[u64; W],
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
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
    fn learn(&mut self, id: u32, way: CheapestPath, meter: &mut Meter) -> Result<(), Limit> {
        match self.known.get_mut(id) {
            Some(old) => *old = way,
            None => self.known.push(way, meter)?,
        }
        if let Some(news) = &mut self.news {
            news.push((id, way), meter)?;
        }
        self.queue.push(way.cost, id, meter)
    }

    /// Restores a path, or the cost of the states expanded so far, from a checkpoint.
    fn restore(&mut self, [id, parent, cost]: [u64; 3], meter: &mut Meter) -> Result<(), Limit> {
        if id == u64::from(NONE) {
            self.cost = cost;
            return Ok(());
        }
        self.learn(id as u32, CheapestPath { cost, parent: parent as u32 }, meter)
    }

    fn plan<const W: usize>(&self, registry: &StateRegistry<W>, goal: u32) -> Vec<ActionId> {
        let mut path = Vec::new();
        let mut at = goal;
        while let Some(way) = self.known.get(at).filter(|w| w.parent != NONE) {
            let before = self.known.get(way.parent).map_or(0, |w| w.cost);
            let weight = u32::try_from(way.cost.saturating_sub(before)).ok();
            path.push(PathStep { class: registry.state(at), same_piece: false, weight });
            at = way.parent;
        }
        path.reverse();
        reconstruct(&self.transitions, &path)
    }
}
