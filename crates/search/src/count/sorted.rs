//! Large counts with levels as sorted runs.

use super::folder::Folder;
use super::number::Number;
use super::peers::{Exchange, misunderstood};
use super::shard::hash;
use super::tally::Tally;
use super::{All, Count, FIRST, undo};
use crate::packed::{Canon, Packed, Scratch};
use crate::search::meter::Meter;
use crate::search::team::Team;
use crate::sorted::{BLOCK, Filling, History, Item, PARTS, Place, Received, Run, Ways, run_of};
use puzzlec_base::diag::Stop;

/// Successors that are made before they are taken in, about.
const ROUND: u64 = 1 << 20;

/// A count by sorted levels.
pub(super) struct SortedCounter<'a, 'b, const W: usize> {
    pub(super) packed: &'a Packed,
    pub(super) canon: Option<Canon>,
    pub(super) history: History,
    pub(super) team: Team,
    pub(super) meter: &'a mut Meter<'b>,
    pub(super) parts: Vec<Part<W>>,
    /// Counts of the levels that were expanded.
    pub(super) tally: Tally,
    /// Whether it is known that positions can repeat.
    pub(super) endless: bool,
    /// Where runs are written outside memory.
    pub(super) folder: Option<Folder>,
    /// The other processes, if several count.
    pub(super) exchange: Option<Exchange>,
}

/// A part of the level to be expanded next, and the earlier levels that successors may repeat.
pub(super) struct Part<const W: usize> {
    pub(super) level: Run<W>,
    pub(super) past: Vec<Run<W>>,
}

impl<const W: usize> Part<W> {
    /// The level and the earlier ones.
    pub(super) fn runs(&self) -> impl Iterator<Item = &Run<W>> {
        std::iter::once(&self.level).chain(&self.past)
    }

    fn bytes(&self) -> u64 {
        self.runs().map(Run::bytes).sum()
    }
}

/// Expands blocks of the level.
struct Worker<const W: usize, P> {
    scratch: Scratch,
    block: Vec<Item<W, P>>,
    /// Successors by part.
    made: Vec<Vec<Item<W, P>>>,
    states: u64,
    tally: Tally,
    failed: Option<Stop>,
}

/// States of a level and of earlier levels in one part.
type Divided<const W: usize, P> = (Vec<Item<W, P>>, Vec<Item<W, ()>>);

/// Parts of a level and of the levels before it.
pub(super) fn parts<const W: usize, P: Ways>(
    level: impl Iterator<Item = Item<W, P>>,
    past: impl Iterator<Item = [u64; W]>,
    place: Option<&Place>,
) -> Result<Vec<Part<W>>, Stop> {
    let mut divided: Vec<Divided<W, P>> = Vec::new();
    divided.resize_with(PARTS, Default::default);
    for item in level {
        if let Some(part) = divided.get_mut(part_of(&item.state)) {
            part.0.push(item);
        }
    }
    for state in past {
        if let Some(part) = divided.get_mut(part_of(&state)) {
            part.1.push(Item { state, ways: () });
        }
    }
    let parts = divided.into_iter().zip(0..).map(|((level, past), part)| {
        let place = place.map(|place| Place { part, ..place.clone() });
        let past = if past.is_empty() { Vec::new() } else { vec![run_of(past, None)?] };
        Ok(Part { level: run_of(level, place)?, past })
    });
    parts.collect()
}

/// The part of a state: by the first bits of its hash.
#[inline]
pub(super) fn part_of<const W: usize>(state: &[u64; W]) -> usize {
    (u64::from(hash(state)) / ((1 << 32) / PARTS as u64)) as usize
}

impl<const W: usize> SortedCounter<'_, '_, W> {
    /// Goes on with a count; after each level it is right for the levels so far.
    pub(super) fn run(mut self, count: &mut Count) -> Result<(), Stop> {
        let (mut size, _) = self.together(count, Tally::default())?;
        let mut first = true;
        while size > 0 {
            let depth = count.levels.len() as u64;
            self.meter.proved(depth + 1, size);
            self.save(count)?;
            let classes = count.classes + size;
            if self.history == History::All && !self.endless && classes <= FIRST {
                self.endless = self.back_and_forth()?;
            }
            let numbered = self.history == History::Nothing || count.shortest.is_none();
            let own = match numbered {
                true => self.expand::<Number>(classes)?,
                false => self.expand::<()>(classes)?,
            };
            let tally;
            (size, tally) = self.together(count, own)?;
            self.tally.add(&tally);
            count.add_level(&tally, &self.tally, classes);
            if let Some(folder) = self.folder.as_ref().filter(|_| std::mem::take(&mut first)) {
                // All processes have committed the level that was expanded.
                folder.store.remove_others()?;
            }
        }
        self.save(count)?;
        count.all = match self.history {
            History::Nothing => self.tally.all(),
            // The start cannot move.
            _ if count.levels.len() == 1 => self.tally.all(),
            History::Two | History::Levels => All::Endless,
            History::All if self.endless => All::Endless,
            History::All => All::Unknown,
        };
        Ok(())
    }

    /// Whether this process has a part.
    pub(super) fn owns(&self, part: usize) -> bool {
        self.exchange.as_ref().is_none_or(|exchange| exchange.owns(part))
    }

    /// The size of the level to be expanded next and the counts of the one before, of all processes together.
    fn together(&mut self, count: &Count, tally: Tally) -> Result<(u64, Tally), Stop> {
        let own: u64 = self.parts.iter().map(|part| part.level.len()).sum();
        let Some(exchange) = &mut self.exchange else { return Ok((own, tally)) };
        let depth = count.levels.len() as u64;
        let words: Vec<u64> =
            [depth, own, u64::from(self.endless)].into_iter().chain(tally.words()).collect();
        let (mut size, mut all) = (0, Tally::default());
        for words in exchange.tell(&words, &mut || Ok(self.meter.poll()?))? {
            let mut words = words.into_iter();
            let mut next = || words.next().ok_or_else(misunderstood);
            if next()? != depth {
                return Err(misunderstood());
            }
            size += next()?;
            self.endless |= next()? == 1;
            all.add(&Tally::of_words(&mut next)?);
        }
        Ok((size, all))
    }

    /// Whether some move from the level can be undone.
    fn back_and_forth(&self) -> Result<bool, Stop> {
        let mut states = Vec::new();
        self.each_state(|state| states.push(*state))?;
        Ok(undo::back_and_forth(self.packed, self.canon.as_ref(), states.iter()))
    }

    /// Calls `f` with the states of the level.
    pub(super) fn each_state(&self, mut f: impl FnMut(&[u64; W])) -> Result<(), Stop> {
        let mut items = Vec::<Item<W, ()>>::new();
        for part in &self.parts {
            for block in 0..part.level.blocks() {
                part.level.read(block, &mut items)?;
                items.iter().for_each(|item| f(&item.state));
            }
        }
        Ok(())
    }

    /// Replaces the level by the next one. `classes` is the number of classes so far.
    pub(super) fn expand<P: Ways>(&mut self, classes: u64) -> Result<Tally, Stop> {
        let SortedCounter { packed, canon, history, team, meter, parts, folder, exchange, .. } = self;
        let mut filling: Vec<Filling<W, P>> = Vec::new();
        let files = folder.as_mut().map(Folder::files);
        filling.extend((0..PARTS).map(|part| Filling::new(files.as_ref().map(|files| files(part)))));
        let mut workers: Vec<Worker<W, P>> = Vec::new();
        workers.resize_with(2 * team.size() - 1, Worker::new);
        let (mut all, mut expanded, mut made) = (Tally::default(), 1, 1);
        let levels = parts.iter().map(|part| &part.level);
        let blocks = levels.flat_map(|run| (0..run.blocks()).map(move |block| (run, block)));
        let blocks: Vec<(&Run<W>, usize)> = blocks.collect();
        let mut rest = blocks.as_slice();
        while !rest.is_empty() {
            let (round, later) = rest.split_at(rest.len().min(round(expanded, made)));
            rest = later;
            let share = round.len().div_ceil(workers.len());
            let mut shared: Vec<_> = workers.iter_mut().zip(round.chunks(share)).collect();
            team.each(&mut shared, |(worker, blocks)| worker.expand(packed, canon.as_ref(), blocks));
            let (mut states, mut successors) = (0, 0);
            for worker in &mut workers {
                worker.failed.take().map_or(Ok(()), Err)?;
                states += std::mem::take(&mut worker.states);
                successors += worker.made.iter().map(|items| items.len() as u64).sum::<u64>();
                all.add(&std::mem::take(&mut worker.tally));
            }
            if let Some(exchange) = exchange {
                let made: Vec<_> = workers.iter().map(|worker| worker.made.as_slice()).collect();
                exchange.send(team, &made)?;
            }
            let own = |part: usize| exchange.as_ref().is_none_or(|exchange| exchange.owns(part));
            let mut receiving: Vec<_> =
                filling.iter_mut().enumerate().filter(|(part, _)| own(*part)).collect();
            team.each(&mut receiving, |(number, filling)| {
                for worker in &workers {
                    filling.take(worker.made.get(*number).map_or(&[], Vec::as_slice));
                }
            });
            for filling in &mut filling {
                filling.failed()?;
            }
            workers.iter_mut().flat_map(|worker| &mut worker.made).for_each(Vec::clear);
            (expanded, made) = (expanded + states, made + successors);
            let bytes = parts.iter().map(Part::bytes).chain(filling.iter().map(Filling::bytes));
            account(meter, bytes.chain(workers.iter().map(Worker::bytes)).sum())?;
            meter.expanded_all(states, successors)?;
            meter.poll()?;
            if let Some(exchange) = exchange {
                let messages = exchange.end_round(&mut || Ok(meter.poll()?))?;
                receive(team, &mut filling, &messages)?;
            }
        }
        if let Some(exchange) = exchange {
            let messages = exchange.end_level(&mut || Ok(meter.poll()?))?;
            receive(team, &mut filling, &messages)?;
        }
        drop(workers);
        meter.progress.states = classes;
        let mut ends: Vec<_> = filling.iter_mut().zip(parts).collect();
        let mut done = 0;
        while done < ends.len() {
            let some = ends.get_mut(done..).unwrap_or_default();
            let few = some.len().min(2 * team.size());
            let some = some.get_mut(..few).unwrap_or_default();
            team.each(some, |(filling, part)| filling.finish(&mut part.level, &mut part.past, *history));
            for (filling, part) in some {
                filling.failed()?;
                all.directions.add(&filling.directions);
                meter.progress.states += part.level.len();
            }
            done += few;
            let bytes = ends.iter().map(|(filling, part)| filling.bytes() + part.bytes()).sum();
            account(meter, bytes)?;
        }
        Ok(all)
    }
}

/// Takes in successors that other processes have found.
fn receive<const W: usize, P: Ways>(
    team: &mut Team,
    filling: &mut [Filling<W, P>],
    messages: &[Vec<u8>],
) -> Result<(), Stop> {
    let mut by_part: Vec<Vec<Received>> = Vec::new();
    by_part.resize_with(filling.len(), Vec::new);
    for message in messages {
        for block in Received::all::<W>(message)? {
            by_part.get_mut(block.part()).ok_or_else(misunderstood)?.push(block);
        }
    }
    let mut receiving: Vec<_> = filling.iter_mut().zip(by_part).map(|both| (both, Ok(()))).collect();
    team.each(&mut receiving, |((filling, blocks), done)| {
        let mut items = Vec::new();
        *done = blocks.iter().try_for_each(|block| {
            block.read(&mut items)?;
            filling.take(&items);
            filling.failed()
        });
    });
    receiving.into_iter().try_for_each(|(_, done)| done)
}

/// The number of blocks of a round, given how many successors the states so far had.
fn round(expanded: u64, made: u64) -> usize {
    let states = ROUND * expanded / made.max(1);
    (states / u64::from(BLOCK)).clamp(8, 1024) as usize
}

/// Replaces the bytes held.
fn account(meter: &mut Meter, bytes: u64) -> Result<(), Stop> {
    meter.shrink(meter.progress.bytes);
    Ok(meter.grow(bytes)?)
}

impl<const W: usize, P: Ways> Worker<W, P> {
    fn new() -> Self {
        let mut made = Vec::new();
        made.resize_with(PARTS, Vec::new);
        let (scratch, block, tally) = (Scratch::default(), Vec::new(), Tally::default());
        Worker { scratch, block, made, states: 0, tally, failed: None }
    }

    fn bytes(&self) -> u64 {
        let items: usize = self.made.iter().map(Vec::capacity).sum();
        (items * size_of::<Item<W, P>>()) as u64
    }

    fn expand(&mut self, packed: &Packed, canon: Option<&Canon>, blocks: &[(&Run<W>, usize)]) {
        for (run, number) in blocks {
            if let Err(stop) = run.read(*number, &mut self.block) {
                self.failed = Some(stop);
                return;
            }
            self.states += self.block.len() as u64;
            let Worker { scratch, block, made, tally, .. } = self;
            for Item { state, ways } in block {
                let mut stuck = true;
                packed.moves.each(state, scratch, |at, after| {
                    if after != *state {
                        stuck = false;
                        let state = canon.map_or(after, |c| c.representative(&after).0);
                        if let Some(made) = made.get_mut(part_of(&state)) {
                            made.push(Item { state, ways: ways.onward(packed.moves.times(at)) });
                        }
                    }
                });
                let positions = canon.map_or(1, |c| c.class_size(state) as u64);
                tally.class(positions, ways.number(), (stuck, packed.goal.holds(state)));
            }
        }
    }
}
