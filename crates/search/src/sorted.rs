//! Levels as sorted runs: positions that are found are sorted, freed of repetitions and compared with the levels
//! that can contain them, by passes in order instead of a table (delayed duplicate detection).
//!
//! States are divided into [`PARTS`] parts by their hashes. A part of a level is one [`Run`], sorted and stored as
//! differences. While a level is expanded its successors are collected part by part; a full buffer is sorted and becomes
//! a run too. At the end of the level the runs of each part are merged, without the states of earlier levels.
//!
//! Korf, "Best-first frontier search with delayed duplicate detection" (AAAI 2004), has the method for searches on disk.

mod block;
mod cursor;
mod merge;
mod message;
mod run;
mod store;

pub(crate) use block::{Item, Ways};
use merge::merge;
pub(crate) use message::{Received, append_message};
pub(crate) use run::{BLOCK, Run, Writer};
pub(crate) use store::Place;
pub use store::RunStore;

use crate::Number;
use puzzlec_base::diag::Stop;

/// The number of parts.
pub(crate) const PARTS: usize = 256;
/// Bytes of a buffer of successors of one part.
const BUFFER: usize = 1 << 18;
/// Runs of about the same size that are merged into one.
const FAN: usize = 8;

/// The levels in which a successor may have occurred before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum History {
    /// None: each position is at one level only, whatever leads to it.
    Nothing,
    /// Its predecessor's level and the one before: every move can be undone.
    Two,
    /// The same, and all earlier levels are kept one by one.
    Levels,
    /// Every level.
    All,
}

/// The ways from a level to where they lead.
#[derive(Clone, Copy, Default)]
pub(crate) struct Directions {
    /// To the next level.
    pub(crate) forward: Number,
    /// Within the level.
    pub(crate) within: Number,
    /// To earlier levels.
    pub(crate) back: Number,
}

impl Directions {
    pub(crate) fn add(&mut self, more: &Directions) {
        self.forward.add(more.forward);
        self.within.add(more.within);
        self.back.add(more.back);
    }
}

/// Where the runs of a level are written outside memory.
#[derive(Clone)]
pub(crate) struct Files {
    /// For one part; its file is that of successors, which are needed for this level only.
    pub(crate) place: Place,
    /// The file of the next level.
    pub(crate) level: u64,
    /// The file of merged earlier levels.
    pub(crate) past: u64,
}

/// The successors of a level in one part.
pub(crate) struct Filling<const W: usize, P> {
    files: Option<Files>,
    buffer: Vec<Item<W, P>>,
    /// Runs of successors, each with the number of merges that it went through.
    runs: Vec<(u8, Run<W>)>,
    /// What is known after [`finish`](Filling::finish).
    pub(crate) directions: Directions,
    /// The error that came first.
    failed: Option<Stop>,
}

impl<const W: usize, P: Ways> Filling<W, P> {
    /// None yet; they are kept in memory if no files are given.
    pub(crate) fn new(files: Option<Files>) -> Self {
        let directions = Directions::default();
        Filling { files, buffer: Vec::new(), runs: Vec::new(), directions, failed: None }
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        let runs: u64 = self.runs.iter().map(|(_, run)| run.bytes()).sum();
        runs + (self.buffer.capacity() * size_of::<Item<W, P>>()) as u64
    }

    /// The error that came first.
    pub(crate) fn failed(&mut self) -> Result<(), Stop> {
        self.failed.take().map_or(Ok(()), Err)
    }

    /// Takes in successors.
    pub(crate) fn take(&mut self, items: &[Item<W, P>]) {
        self.buffer.extend_from_slice(items);
        if self.buffer.len() * size_of::<Item<W, P>>() >= BUFFER {
            let flushed = self.flush();
            self.note(flushed);
        }
    }

    /// Replaces the level by the next one, and keeps what later levels may repeat.
    pub(crate) fn finish(&mut self, level: &mut Run<W>, past: &mut Vec<Run<W>>, history: History) {
        let finished = self.next_level(level, past, history);
        self.note(finished);
    }

    fn note(&mut self, result: Result<(), Stop>) {
        if let Err(stop) = result {
            self.failed.get_or_insert(stop);
        }
    }

    /// The buffer, sorted.
    fn sorted(&mut self) -> Vec<Item<W, P>> {
        let mut items = std::mem::take(&mut self.buffer);
        sort(&mut items);
        items
    }

    fn flush(&mut self) -> Result<(), Stop> {
        let items = self.sorted();
        let capacity = items.capacity();
        self.runs.push((0, merge(&[], items, &[], self.writer::<P>(|files| files.place.file), ignored)?));
        self.buffer.reserve(capacity);
        while let Some(&(merges, _)) = self.runs.last() {
            let same = self.runs.iter().rev().take_while(|(n, _)| *n == merges).count();
            if same < FAN {
                break;
            }
            let last = self.runs.split_off(self.runs.len() - same);
            let last: Vec<&Run<W>> = last.iter().map(|(_, run)| run).collect();
            let writer = self.writer::<P>(|files| files.place.file);
            self.runs.push((merges + 1, merge::<W, P>(&last, Vec::new(), &[], writer, ignored)?));
        }
        Ok(())
    }

    fn next_level(
        &mut self,
        level: &mut Run<W>,
        past: &mut Vec<Run<W>>,
        history: History,
    ) -> Result<(), Stop> {
        let items = self.sorted();
        let runs = std::mem::take(&mut self.runs);
        let runs: Vec<&Run<W>> = runs.iter().map(|(_, run)| run).collect();
        let earlier: Vec<&Run<W>> = match history {
            History::Nothing => Vec::new(),
            History::Levels => std::iter::once(&*level).chain(past.last()).collect(),
            History::Two | History::All => std::iter::once(&*level).chain(&*past).collect(),
        };
        let mut directions = Directions::default();
        let next = merge(&runs, items, &earlier, self.writer::<P>(|files| files.level), |known, ways| {
            let direction = match known {
                None => &mut directions.forward,
                Some(0) => &mut directions.within,
                Some(_) => &mut directions.back,
            };
            direction.add(ways.number());
        })?;
        self.directions = directions;
        let level = std::mem::replace(level, next);
        if matches!(history, History::Nothing | History::Two) {
            past.clear();
        }
        if history != History::Nothing {
            past.push(level);
        }
        if history == History::Levels {
            return Ok(());
        }
        // Each run is at least twice as long as all that follow, so that they are few.
        let (mut from, mut following) = (past.len(), 0);
        while let Some(run) = from.checked_sub(1).and_then(|at| past.get(at))
            && (following == 0 || run.len() < 2 * following)
        {
            following += run.len();
            from -= 1;
        }
        let mut last = past.split_off(from);
        if last.len() > 1 {
            let runs: Vec<&Run<W>> = last.iter().collect();
            let writer = self.writer::<()>(|files| files.past);
            last = vec![merge::<W, ()>(&runs, Vec::new(), &[], writer, ignored)?];
        }
        past.append(&mut last);
        Ok(())
    }

    /// Writes a run of the part, if outside memory then to this file.
    fn writer<N: Ways>(&self, file: impl Fn(&Files) -> u64) -> Writer<W> {
        let place = self.files.as_ref().map(|files| files.place.in_file(file(files)));
        Writer::new(N::NUMBERED, place)
    }
}

/// A run of states in any order, which may repeat.
pub(crate) fn run_of<const W: usize, P: Ways>(
    mut items: Vec<Item<W, P>>,
    place: Option<Place>,
) -> Result<Run<W>, Stop> {
    sort(&mut items);
    merge(&[], items, &[], Writer::new(P::NUMBERED, place), ignored)
}

fn ignored<P>(_: Option<usize>, _: P) {}

fn sort<const W: usize, P: Ways>(items: &mut [Item<W, P>]) {
    items.sort_unstable_by_key(|item| item.state);
}

fn damaged() -> Stop {
    Stop::Checkpoint { what: "a file of positions is damaged".into() }
}
