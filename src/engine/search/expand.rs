//! One step of a search for many states at once: their successors are made, looked up and put into
//! the store.
//!
//! Jobs (states to be expanded, mostly) are cut in segments, and what a segment makes in batches;
//! neither depends on the number of threads. With several threads, segments are made and looked up
//! at once, each by one thread, while the store is not touched; then one thread puts their batches
//! in, in order. So numbers, parents and counts come out as with one thread.

use std::ops::Range;

use super::meter::Meter;
use super::store::{Batch, Store};
use super::team::Team;
use crate::base::Limit;
use crate::task::packed::Scratch;

/// The most jobs in a segment, and how many moves it may have to look at.
const SEGMENT: u32 = 512;
const MOVES: u32 = 1 << 17;
/// Segments that each thread makes between two times of putting in.
const ROUND: usize = 8;

/// What a search does with states.
pub(super) trait Step<const W: usize>: Sync {
    /// What is known of a successor besides its state.
    type Note: Copy + Send;

    /// Makes a job's successors.
    fn make(&self, store: &Store<W>, job: u32, scratch: &mut Scratch, batch: &mut Batch<W, Self::Note>);

    /// Whether `take` does nothing with a state of this number that is met again.
    fn ignores(&self, known: u32) -> bool;

    /// Learns what became of a successor; says whether to go on.
    ///
    /// # Errors
    /// A limit.
    fn take(
        &mut self,
        note: Self::Note,
        entry: super::store::Entry,
        state: &[u64; W],
        meter: &mut Meter,
    ) -> Result<bool, Limit>;
}

/// Those who do it, with what they need.
pub(super) struct Hands<const W: usize, N> {
    team: Team,
    batch: Batch<W, N>,
    scratch: Scratch,
    hands: Vec<Hand<W, N>>,
    /// Jobs in a segment.
    segment: u32,
    /// Bytes of the batches that are accounted for.
    bytes: u64,
}

/// Makes one segment at a time.
struct Hand<const W: usize, N> {
    scratch: Scratch,
    jobs: Range<u32>,
    batches: Vec<Batch<W, N>>,
    /// How many of the batches are in use.
    used: usize,
}

impl<const W: usize, N: Copy + Send> Hand<W, N> {
    fn new() -> Self {
        Hand { scratch: Scratch::default(), jobs: 0..0, batches: Vec::new(), used: 0 }
    }

    /// Makes and looks up the successors of its jobs.
    fn work(&mut self, store: &Store<W>, step: &impl Step<W, Note = N>) {
        self.used = 0;
        let mut jobs = self.jobs.clone();
        while !jobs.is_empty() {
            if self.used == self.batches.len() {
                self.batches.push(Batch::new());
            }
            let Some(batch) = self.batches.get_mut(self.used) else { return };
            fill(store, step, &mut jobs, &mut self.scratch, batch);
            store.look_up(batch);
            batch.drop_known(|id| step.ignores(id));
            self.used += 1;
        }
    }

    fn bytes(&self) -> u64 {
        self.batches.iter().map(Batch::bytes).sum()
    }
}

/// Makes jobs until the batch is full.
#[inline]
fn fill<const W: usize, S: Step<W>>(
    store: &Store<W>,
    step: &S,
    jobs: &mut Range<u32>,
    scratch: &mut Scratch,
    batch: &mut Batch<W, S::Note>,
) {
    batch.clear();
    for job in jobs.by_ref() {
        step.make(store, job, scratch, batch);
        if batch.is_full() {
            break;
        }
    }
}

impl<const W: usize, N: Copy + Send> Hands<W, N> {
    /// Hands for a task of so many moves.
    pub(super) fn new(team: Team, moves: usize) -> Self {
        let segment = (MOVES / u32::try_from(moves).unwrap_or(MOVES).max(1)).clamp(1, SEGMENT);
        Hands { team, batch: Batch::new(), scratch: Scratch::default(), hands: Vec::new(), segment, bytes: 0 }
    }

    /// Does all jobs, unless `take` ends it: then the answer is false.
    ///
    /// # Errors
    /// A limit.
    pub(super) fn expand<S: Step<W, Note = N>>(
        &mut self,
        store: &mut Store<W>,
        step: &mut S,
        jobs: Range<u32>,
        meter: &mut Meter,
    ) -> Result<bool, Limit> {
        let worth_it = self.segment as usize * ROUND * self.team.size();
        if self.team.size() == 1 || jobs.len() < worth_it {
            return self.alone(store, step, jobs, meter);
        }
        let result = self.together(store, step, jobs, meter);
        meter.shrink(std::mem::take(&mut self.bytes));
        result
    }

    /// All threads do it.
    fn together<S: Step<W, Note = N>>(
        &mut self,
        store: &mut Store<W>,
        step: &mut S,
        jobs: Range<u32>,
        meter: &mut Meter,
    ) -> Result<bool, Limit> {
        let round = ROUND * self.team.size();
        let mut segments = segments(jobs, self.segment);
        loop {
            let mut busy = 0;
            for jobs in segments.by_ref().take(round) {
                if busy == self.hands.len() {
                    self.hands.push(Hand::new());
                }
                if let Some(hand) = self.hands.get_mut(busy) {
                    hand.jobs = jobs;
                }
                busy += 1;
            }
            let Some(hands) = self.hands.get_mut(..busy).filter(|h| !h.is_empty()) else { break };
            let (shared, of) = (&*store, &*step);
            self.team.each(hands, |hand| hand.work(shared, of));
            let bytes = hands.iter().map(Hand::bytes).sum();
            if bytes > self.bytes {
                meter.grow(bytes - self.bytes)?;
                self.bytes = bytes;
            }
            for hand in hands {
                for batch in hand.batches.iter_mut().take(hand.used) {
                    meter.expanded_all(batch.expanded(), batch.made())?;
                    if !store.insert_all(batch, meter, |n, e, s, m| step.take(n, e, s, m))? {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// One thread does it.
    fn alone<S: Step<W, Note = N>>(
        &mut self,
        store: &mut Store<W>,
        step: &mut S,
        jobs: Range<u32>,
        meter: &mut Meter,
    ) -> Result<bool, Limit> {
        for mut jobs in segments(jobs, self.segment) {
            while !jobs.is_empty() {
                let (batch, scratch) = (&mut self.batch, &mut self.scratch);
                fill(store, step, &mut jobs, scratch, batch);
                meter.expanded_all(batch.expanded(), batch.made())?;
                if !store.insert_all(batch, meter, |n, e, s, m| step.take(n, e, s, m))? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

fn segments(jobs: Range<u32>, size: u32) -> impl Iterator<Item = Range<u32>> {
    let end = jobs.end;
    jobs.step_by(size as usize).map(move |first| first..end.min(first.saturating_add(size)))
}
