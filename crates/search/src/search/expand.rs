//! The expansion of states: successors are generated, looked up and inserted into the registry.
//!
//! Jobs (mostly states to expand) are divided into segments, and the successors of a segment into batches;
//! neither depends on the number of threads. With several threads, each segment is expanded and looked up by
//! one thread while the registry is read-only; then all are inserted in order. Numbers, parents and counts
//! are therefore the same as with one thread.

use std::ops::Range;

use super::meter::Meter;
use super::registry::{Batch, Entry, InsertBatch, InsertScratch, StateRegistry};
use super::team::Team;
use crate::packed::Scratch;
use puzzlec_base::diag::Stop;

/// Maximum number of jobs in a segment, and of moves to test in it.
const SEGMENT: u32 = 512;
const MOVES: u32 = 1 << 17;
/// Segments per thread between two insertions.
const ROUND: usize = 8;

/// The expansion step of a search.
pub(super) trait Step<const W: usize>: Sync {
    /// Data of a successor besides its state.
    type Note: Copy + Send + Sync;

    /// Generates the successors of a job.
    fn make(
        &self,
        registry: &StateRegistry<W>,
        job: u32,
        scratch: &mut Scratch,
        batch: &mut Batch<W, Self::Note>,
    );

    /// Whether `take` ignores a known state with this number.
    fn ignores(&self, known: u32) -> bool;

    /// Records a successor after its insertion; returns whether to continue.
    ///
    /// # Errors
    /// A limit.
    fn take(
        &mut self,
        note: Self::Note,
        entry: Entry,
        state: &[u64; W],
        meter: &mut Meter,
    ) -> Result<bool, Stop>;
}

/// The workers of an expansion and their buffers.
pub(super) struct Workers<const W: usize, N> {
    team: Team,
    batch: Batch<W, N>,
    scratch: Scratch,
    workers: Vec<Worker<W, N>>,
    insert_scratch: InsertScratch,
    /// Jobs in a segment.
    segment: u32,
    /// Bytes for several threads that are accounted for.
    bytes: u64,
}

/// Processes one segment at a time.
struct Worker<const W: usize, N> {
    scratch: Scratch,
    jobs: Range<u32>,
    batch: Batch<W, N>,
    insert_batch: InsertBatch<W, N>,
}

impl<const W: usize, N: Copy + Send> Worker<W, N> {
    fn new() -> Self {
        Worker {
            scratch: Scratch::default(),
            jobs: 0..0,
            batch: Batch::new(),
            insert_batch: InsertBatch::new(),
        }
    }

    /// Generates and looks up the successors of its jobs.
    fn work(&mut self, registry: &StateRegistry<W>, step: &impl Step<W, Note = N>) {
        self.insert_batch.clear();
        while !self.jobs.is_empty() {
            fill(registry, step, &mut self.jobs, &mut self.scratch, &mut self.batch);
            registry.look_up(&mut self.batch);
            self.insert_batch.add(&mut self.batch, |id| step.ignores(id));
        }
    }
}

/// Processes jobs until the batch is full.
#[inline]
fn fill<const W: usize, S: Step<W>>(
    registry: &StateRegistry<W>,
    step: &S,
    jobs: &mut Range<u32>,
    scratch: &mut Scratch,
    batch: &mut Batch<W, S::Note>,
) {
    for job in jobs.by_ref() {
        step.make(registry, job, scratch, batch);
        if batch.is_full() {
            break;
        }
    }
}

impl<const W: usize, N: Copy + Send + Sync> Workers<W, N> {
    /// Workers for a task with this number of moves.
    pub(super) fn new(team: Team, moves: usize) -> Self {
        let moves = u32::try_from(moves).unwrap_or(MOVES).max(1);
        let segment = (MOVES / moves).min(SEGMENT).min(team.few() / 64).max(1);
        Workers {
            team,
            batch: Batch::new(),
            scratch: Scratch::default(),
            workers: Vec::new(),
            insert_scratch: InsertScratch::default(),
            segment,
            bytes: 0,
        }
    }

    /// Runs all jobs. Returns `false` if `take` ended the expansion; then nothing more may be inserted into
    /// the registry.
    ///
    /// # Errors
    /// A limit.
    pub(super) fn expand<S: Step<W, Note = N>>(
        &mut self,
        registry: &mut StateRegistry<W>,
        step: &mut S,
        jobs: Range<u32>,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let worth_it = self.segment as usize * ROUND * self.team.size();
        if self.team.size() == 1 || jobs.len() < worth_it {
            return self.alone(registry, step, jobs, meter);
        }
        let result = self.together(registry, step, jobs, meter);
        meter.shrink(std::mem::take(&mut self.bytes));
        result
    }

    /// Sequential expansion.
    fn alone<S: Step<W, Note = N>>(
        &mut self,
        registry: &mut StateRegistry<W>,
        step: &mut S,
        jobs: Range<u32>,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let batch = &mut self.batch;
        for mut jobs in segments(jobs, self.segment) {
            while !jobs.is_empty() {
                fill(registry, step, &mut jobs, &mut self.scratch, batch);
                meter.expanded_all(batch.expanded(), batch.len() as u64)?;
                if !registry.insert_all(batch, meter, |n, e, s, m| step.take(n, e, s, m))? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Parallel expansion.
    fn together<S: Step<W, Note = N>>(
        &mut self,
        registry: &mut StateRegistry<W>,
        step: &mut S,
        jobs: Range<u32>,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let round = ROUND * self.team.size();
        self.workers.resize_with(round, Worker::new);
        let mut segments = segments(jobs, self.segment);
        loop {
            let mut busy = 0;
            for (worker, jobs) in self.workers.iter_mut().zip(segments.by_ref().take(round)) {
                worker.jobs = jobs;
                busy += 1;
            }
            let Some(workers) = self.workers.get_mut(..busy).filter(|h| !h.is_empty()) else { break };
            let (shared, of) = (&*registry, &*step);
            self.team.each(workers, |worker| worker.work(shared, of));
            let insert_batches: Vec<&InsertBatch<W, N>> = workers.iter().map(|h| &h.insert_batch).collect();
            let bytes = insert_batches.iter().map(|insert_batch| insert_batch.bytes()).sum::<u64>()
                + self.insert_scratch.bytes();
            if bytes > self.bytes {
                meter.grow_beside(bytes - self.bytes)?;
                self.bytes = bytes;
            }
            let team = (&mut self.team, &mut self.insert_scratch);
            let go_on =
                registry.insert_batches(&insert_batches, team, &mut self.batch, meter, |n, e, s, m| {
                    step.take(n, e, s, m)
                })?;
            if !go_on {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn segments(jobs: Range<u32>, size: u32) -> impl Iterator<Item = Range<u32>> {
    let end = jobs.end;
    jobs.step_by(size as usize).map(move |first| first..end.min(first.saturating_add(size)))
}
