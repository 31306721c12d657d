//! Going through all positions level by level.
//!
//! A level is cut into pieces of work, and a round takes some of them: each is expanded by one
//! thread into states sorted by shard, then each shard takes in what is its own, in the order of
//! the pieces. Neither pieces nor rounds depend on the number of threads.

use std::ops::Range;

use super::number::Number;
use super::shard::{Item, SHARDS, Shard, hash, shard_of};
use super::sorted::{self, SortedCounter};
use super::tally::Tally;
use super::{All, Count, FIRST, MoveKind, undo};
use crate::packed::{Canon, Packed, Scratch};
use crate::search::meter::Meter;
use crate::search::team::Team;
use crate::sorted::{History, Item as SortedItem};
use puzzlec_base::diag::Stop;

/// States in a piece of work: few in a small level, so that the work can be distributed. Within a piece, 16
/// bits identify a state.
const PIECES: std::ops::RangeInclusive<usize> = 256..=2048;
/// The approximate number of pieces of a level, within these bounds, and of pieces in a round.
const ROUND: usize = 128;

/// Representatives of the classes of a level, with the ways to all positions of the class
/// together.
struct Level<const W: usize> {
    states: Vec<[u64; W]>,
    ways: Vec<Number>,
}

impl<const W: usize> Level<W> {
    /// The level that shards give a part of each.
    fn gathered(parts: impl Iterator<Item = (Vec<[u64; W]>, Vec<Number>)>) -> Self {
        let mut level = Level { states: Vec::new(), ways: Vec::new() };
        for (states, ways) in parts {
            level.states.extend(states);
            level.ways.extend(ways);
        }
        level
    }

    fn bytes(&self) -> u64 {
        let bytes =
            self.states.capacity() * size_of::<[u64; W]>() + self.ways.capacity() * size_of::<Number>();
        bytes as u64
    }
}

/// A worker, which expands one piece at a time.
struct Worker<const W: usize> {
    scratch: Scratch,
    /// Its piece of the level.
    piece: Range<usize>,
    made: Vec<Item<W>>,
    /// Successors, sorted by shard.
    sorted: Vec<Item<W>>,
    /// By shard, the index of its first item.
    begins: Vec<u32>,
    tally: Tally,
}

/// A count by levels.
pub(super) struct LevelCounter<'a, 'b, const W: usize> {
    packed: &'a Packed,
    canon: Option<Canon>,
    moves: MoveKind,
    /// Number of classes above which levels are sorted.
    large: u64,
    team: Team,
    meter: &'a mut Meter<'b>,
    shards: Vec<Shard<W>>,
    workers: Vec<Worker<W>>,
    /// Bytes that are accounted for.
    bytes: u64,
    /// Number of discarded states, including those of the level under expansion.
    passed: u64,
}

impl<'a, 'b, const W: usize> LevelCounter<'a, 'b, W> {
    pub(super) fn new(
        packed: &'a Packed,
        canon: Option<Canon>,
        moves: MoveKind,
        (large, team): (u64, Team),
        meter: &'a mut Meter<'b>,
    ) -> Self {
        let shards = (0..SHARDS).map(|_| Shard::new()).collect();
        let (workers, bytes, passed) = (Vec::new(), 0, 0);
        LevelCounter { packed, canon, moves, large, team, meter, shards, workers, bytes, passed }
    }

    /// Whether a position occurs at one level only, so that earlier levels can be discarded.
    fn graded(&self) -> bool {
        self.moves == MoveKind::Graded
    }

    /// Counts; after each level the count is right for the levels so far.
    pub(super) fn run(mut self, count: &mut Count, shortest: bool) -> Result<(), Stop> {
        let start = self.packed.start::<W>();
        let start_hash = hash(&start);
        let first = shard_of(start_hash);
        if let Some(shard) = self.shards.get_mut(first)
            && shard.insert(start_hash, &start).is_none()
        {
            shard.ways.push(Number::ONE);
            shard.indegree.push(0);
        }
        let mut all = Tally::default();
        self.meter.progress.states = 1;
        let graded = self.graded();
        loop {
            let level = Level::gathered(self.shards.iter_mut().map(|s| s.take(!graded)));
            let size = level.states.len() as u64;
            if size == 0 {
                break;
            }
            if !shortest
                && count.classes + size > self.large
                && let Some(history) = self.history()
            {
                return self.sorted(level, history, all)?.run(count);
            }
            let depth = count.levels.len() as u64;
            let classes = count.classes + size;
            self.passed = if graded { classes } else { 0 };
            self.meter.proved(depth + 1, size);
            let tally = self.expand(&level, |shard, items, ways| {
                for item in items {
                    let more = item.ways(ways);
                    match shard.insert(item.hash, &item.state) {
                        None => {
                            shard.ways.push(more);
                            if !graded {
                                shard.indegree.push(1);
                            }
                        }
                        Some(place) => {
                            if let Some(n) = shard.indegree.get_mut(place).filter(|_| !graded) {
                                *n = n.saturating_add(1);
                            }
                            let newest = place.checked_sub(shard.newest);
                            if let Some(ways) = newest.and_then(|at| shard.ways.get_mut(at)) {
                                ways.add(more);
                            }
                        }
                    }
                }
            })?;
            all.add(&tally);
            count.add_level(&tally, &all, classes);
            if shortest && count.shortest.is_some() {
                return Ok(());
            }
        }
        if graded {
            count.all = all.all();
        } else if !shortest {
            count.all = self.sequences(first, &start)?;
        }
        Ok(())
    }

    /// The levels that successors may repeat, if levels are to be sorted from now on: if positions can repeat, so that
    /// solutions and games are endless. Where they may not, all positions and the moves into them are needed.
    fn history(&self) -> Option<History> {
        match self.moves {
            MoveKind::Graded => None,
            MoveKind::Undoable => Some(History::Two),
            MoveKind::Other => {
                let first = self.shards.iter().flat_map(|shard| &shard.states).take(FIRST as usize);
                undo::back_and_forth(self.packed, self.canon.as_ref(), first).then_some(History::All)
            }
        }
    }

    /// The same count by sorted levels.
    fn sorted(
        self,
        level: Level<W>,
        history: History,
        tally: Tally,
    ) -> Result<SortedCounter<'a, 'b, W>, Stop> {
        let items =
            level.states.iter().zip(level.ways).map(|(state, ways)| SortedItem { state: *state, ways });
        let past = self.shards.iter().flat_map(|shard| &shard.states);
        let parts = sorted::parts(items, past.copied(), None)?;
        let LevelCounter { packed, canon, team, meter, .. } = self;
        let (endless, folder, exchange) = (true, None, None);
        Ok(SortedCounter { packed, canon, history, team, meter, parts, tally, endless, folder, exchange })
    }

    /// Counts sequences of moves when all positions are known: a class is expanded after all moves into it
    /// were counted. Classes that never are lie on a cycle or behind one.
    fn sequences(&mut self, first: usize, start: &[u64; W]) -> Result<All, Stop> {
        let known: usize = self.shards.iter().map(|s| s.states.len()).sum();
        let again = self.shards.get(first).is_some_and(|shard| {
            shard.find(hash(start), start).is_some_and(|at| shard.indegree.get(at).is_none_or(|n| *n > 0))
        });
        if again {
            return Ok(All::Endless);
        }
        // This memory is accounted for later, with the shards.
        let bytes = (known * size_of::<Number>()) as u64;
        self.meter.grow(bytes)?;
        self.meter.shrink(bytes);
        for shard in &mut self.shards {
            shard.ways = vec![Number::default(); shard.states.len()];
        }
        let mut level = Level { states: vec![*start], ways: vec![Number::ONE] };
        let (mut all, mut seen) = (Tally::default(), 0);
        loop {
            if level.states.is_empty() {
                break;
            }
            seen += level.states.len();
            all.add(&self.expand(&level, |shard, items, ways| {
                for item in items {
                    let Some(place) = shard.find(item.hash, &item.state) else { continue };
                    let more = item.ways(ways);
                    if let Some(ways) = shard.ways.get_mut(place) {
                        ways.add(more);
                    }
                    if let Some(n) = shard.indegree.get_mut(place) {
                        *n = n.saturating_sub(1);
                        if *n == 0 {
                            shard.ready.push(place as u32);
                        }
                    }
                }
            })?);
            level = Level::gathered(self.shards.iter_mut().map(Shard::take_ready));
        }
        if seen < known {
            return Ok(All::Endless);
        }
        Ok(all.all())
    }

    /// Expands a level; every shard takes its items with the numbers of ways to their predecessors.
    fn expand(
        &mut self,
        level: &Level<W>,
        take: impl Fn(&mut Shard<W>, &[Item<W>], &[Number]) + Sync,
    ) -> Result<Tally, Stop> {
        let mut tally = Tally::default();
        let size = level.states.len();
        let piece = (size / ROUND).clamp(*PIECES.start(), *PIECES.end());
        for begin in (0..size).step_by(piece * ROUND) {
            self.round(level, begin..size.min(begin + piece * ROUND), piece, &mut tally, &take)?;
        }
        Ok(tally)
    }

    fn round(
        &mut self,
        level: &Level<W>,
        round: Range<usize>,
        piece: usize,
        tally: &mut Tally,
        take: &(impl Fn(&mut Shard<W>, &[Item<W>], &[Number]) + Sync),
    ) -> Result<(), Stop> {
        let pieces = round.len().div_ceil(piece);
        while self.workers.len() < pieces {
            self.workers.push(Worker::new());
        }
        for (worker, begin) in self.workers.iter_mut().zip(round.clone().step_by(piece)) {
            worker.piece = begin..round.end.min(begin + piece);
        }
        let workers = self.workers.get_mut(..pieces).unwrap_or_default();
        let (packed, canon) = (self.packed, self.canon.as_ref());
        self.team.each(workers, |worker| worker.expand(packed, canon, level));
        let mut successors = 0;
        for worker in workers.iter() {
            tally.add(&worker.tally);
            successors += worker.sorted.len() as u64;
        }
        let workers = &*workers;
        let mut numbered: Vec<(usize, &mut Shard<W>)> = self.shards.iter_mut().enumerate().collect();
        let take_in = |(number, shard): &mut (usize, &mut Shard<W>)| {
            for worker in workers {
                let items = worker.items_of(*number);
                if !items.is_empty() {
                    take(shard, items, worker.ways(level));
                }
            }
        };
        if pieces == 1 {
            // Too small for several threads.
            numbered.iter_mut().for_each(take_in);
        } else {
            self.team.each(&mut numbered, take_in);
        }
        self.account(level)?;
        self.meter.expanded_all(round.len() as u64, successors)?;
        Ok(self.meter.poll()?)
    }

    /// Accounts for the memory and the states.
    fn account(&mut self, level: &Level<W>) -> Result<(), Stop> {
        let known: u64 = self.shards.iter().map(|s| s.states.len() as u64).sum();
        let bytes = level.bytes()
            + self.shards.iter().map(Shard::bytes).sum::<u64>()
            + self.workers.iter().map(Worker::bytes).sum::<u64>();
        self.meter.shrink(std::mem::replace(&mut self.bytes, 0));
        self.meter.progress.states = self.meter.progress.states.max(self.passed + known);
        self.meter.grow(bytes)?;
        self.bytes = bytes;
        Ok(())
    }
}

impl<const W: usize> Worker<W> {
    fn new() -> Self {
        Worker {
            scratch: Scratch::default(),
            piece: 0..0,
            made: Vec::new(),
            sorted: Vec::new(),
            begins: Vec::new(),
            tally: Tally::default(),
        }
    }

    fn bytes(&self) -> u64 {
        ((self.made.capacity() + self.sorted.capacity()) * size_of::<Item<W>>()) as u64
    }

    /// The ways to the states of its piece.
    fn ways<'l>(&self, level: &'l Level<W>) -> &'l [Number] {
        level.ways.get(self.piece.clone()).unwrap_or(&[])
    }

    /// The successors in a shard.
    fn items_of(&self, shard: usize) -> &[Item<W>] {
        match (self.begins.get(shard), self.begins.get(shard + 1)) {
            (Some(a), Some(b)) => self.sorted.get(*a as usize..*b as usize).unwrap_or(&[]),
            _ => &[],
        }
    }

    /// Expands its piece.
    fn expand(&mut self, packed: &Packed, canon: Option<&Canon>, level: &Level<W>) {
        let states = level.states.get(self.piece.clone()).unwrap_or(&[]);
        let ways = self.ways(level);
        self.tally = Tally::default();
        self.made.clear();
        for ((state, ways), from) in states.iter().zip(ways).zip(0_u16..) {
            let before = self.made.len();
            packed.moves.each(state, &mut self.scratch, |at, after| {
                if after != *state {
                    let state = canon.map_or(after, |c| c.representative(&after).0);
                    let hash = hash(&state);
                    let mut left = packed.moves.times(at);
                    while left > 0 {
                        let times = u16::try_from(left).unwrap_or(u16::MAX);
                        self.made.push(Item { state, hash, from, times });
                        left -= u32::from(times);
                    }
                }
            });
            let positions = canon.map_or(1, |c| c.class_size(state) as u64);
            let (stuck, goal) = (self.made.len() == before, packed.goal.holds(state));
            self.tally.class(positions, *ways, (stuck, goal));
        }
        self.sort();
    }

    /// Sorts the items by shard, stably.
    fn sort(&mut self) {
        self.begins.clear();
        self.begins.resize(SHARDS + 1, 0);
        for item in &self.made {
            if let Some(n) = self.begins.get_mut(shard_of(item.hash) + 1) {
                *n += 1;
            }
        }
        let mut sum = 0;
        for n in &mut self.begins {
            sum += *n;
            *n = sum;
        }
        let Some(first) = self.made.first().copied() else {
            self.sorted.clear();
            return;
        };
        self.sorted.resize(self.made.len(), first);
        let mut next = self.begins.clone();
        for item in &self.made {
            if let Some(at) = next.get_mut(shard_of(item.hash)) {
                if let Some(slot) = self.sorted.get_mut(*at as usize) {
                    *slot = *item;
                }
                *at += 1;
            }
        }
    }
}
