//! Counts whose levels are kept outside memory: each completed level is committed by a manifest, from which another
//! process goes on, or several others.
//!
//! A process that counts with others keeps the level before, too: they commit one after the other, so the processes always
//! have a level in common.

use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};
use std::iter;
use std::sync::Arc;

use super::Count;
use super::kept::{self, Kept, other};
use super::number::Number;
use super::peers::Exchange;
use super::sorted::{Part, SortedCounter, part_of, parts};
use crate::sorted::{Files, Item, PARTS, Place, Run, RunStore, run_of};
use puzzlec_base::diag::Stop;

/// Files that a level writes at most: successors, the next level, merged earlier levels.
const FILES: u64 = 3;

/// Stores of a count by a number of processes: those of them that this process can read.
pub type KeptBy = (usize, Vec<Arc<dyn RunStore>>);

/// Runs outside memory.
pub(super) struct Folder {
    pub(super) store: Arc<dyn RunStore>,
    /// Levels that other numbers of processes have kept.
    pub(super) earlier: Vec<KeptBy>,
    /// Names the question.
    pub(super) fingerprint: u64,
    /// The number of the next file.
    next: u64,
    /// The level that was committed last.
    last: Option<Kept>,
}

/// A level that can be read, from its store.
type Readable = (Arc<dyn RunStore>, Kept);

impl Folder {
    pub(super) fn new(store: Arc<dyn RunStore>, earlier: Vec<KeptBy>, fingerprint: u64) -> Self {
        Folder { store, earlier, fingerprint, next: 0, last: None }
    }

    /// Files for the next level.
    pub(super) fn files(&mut self) -> impl Fn(usize) -> Files + use<> {
        let (store, file) = (Arc::clone(&self.store), self.next);
        self.next += FILES;
        move |part| {
            let place = Place { store: Arc::clone(&store), file, part: part as u32 };
            Files { place, level: file + 1, past: file + 2 }
        }
    }

    /// A file of its own.
    fn file(&mut self) -> Place {
        self.next += 1;
        Place { store: Arc::clone(&self.store), file: self.next - 1, part: 0 }
    }

    /// All levels that can be read, by number of processes.
    fn all(&self, processes: usize) -> Result<BTreeMap<usize, Vec<Readable>>, Stop> {
        let own = (processes, vec![Arc::clone(&self.store)]);
        let mut all = BTreeMap::new();
        for (processes, stores) in self.earlier.iter().chain([&own]) {
            let mut levels = Vec::new();
            for store in stores {
                let manifest = store.manifest()?.unwrap_or_default();
                let of_store = kept::levels(&manifest, self.fingerprint)?;
                levels.extend(of_store.into_iter().map(|level| (Arc::clone(store), level)));
            }
            all.insert(*processes, levels);
        }
        Ok(all)
    }
}

impl<const W: usize> SortedCounter<'_, '_, W> {
    /// Counts, from the level on that was committed last.
    pub(super) fn resume(mut self, count: &mut Count) -> Result<(), Stop> {
        if !self.restore(count)? {
            let start = Item { state: self.packed.start(), ways: Number::ONE };
            let own = self.owns(part_of(&start.state));
            let mut place = None;
            if let Some(folder) = &mut self.folder {
                // What a process left that ended before it committed a level.
                folder.store.commit(&[], &[])?;
                place = Some(folder.file());
            }
            self.parts = parts(iter::once(start).filter(|_| own), iter::empty(), place.as_ref())?;
        }
        self.run(count)
    }

    /// Commits the level that is to be expanded next.
    pub(super) fn save(&mut self, count: &Count) -> Result<(), Stop> {
        let mut parts = Vec::new();
        for (number, part) in self.parts.iter().enumerate() {
            let own = self.owns(number);
            let runs = part.runs().filter(|_| own).map(|run| Some((run.file()?, run.len())));
            parts.push(runs.collect::<Option<Vec<_>>>());
        }
        let Some(folder) = &mut self.folder else { return Ok(()) };
        let parts = parts.into_iter().collect::<Option<Vec<_>>>().ok_or_else(other)?;
        let (count, tally, endless) = (count.clone(), self.tally, self.endless);
        let level = Kept { count, tally, endless, next: folder.next, parts };
        let before = folder.last.take();
        let before = before.filter(|last| self.exchange.is_some() && last.depth() < level.depth());
        let levels: Vec<&Kept> = before.iter().chain([&level]).collect();
        let files: BTreeSet<u64> = levels.iter().flat_map(|level| level.files()).collect();
        folder.store.commit(&kept::manifest(folder.fingerprint, &levels), &Vec::from_iter(files))?;
        folder.last = Some(level);
        Ok(())
    }

    /// Goes on from the last level that was committed by all processes of a count, if there is one.
    ///
    /// # Errors
    /// The folder belongs to another question, or is damaged.
    fn restore(&mut self, count: &mut Count) -> Result<bool, Stop> {
        let processes = self.exchange.as_ref().map_or(1, Exchange::processes);
        let Some(folder) = &mut self.folder else { return Ok(false) };
        let all = folder.all(processes)?;
        let own: Vec<usize> =
            (0..PARTS).filter(|part| self.exchange.as_ref().is_none_or(|e| e.owns(*part))).collect();
        let mut offers = Vec::new();
        for (processes, levels) in &all {
            let depths: BTreeSet<u64> = levels.iter().map(|(_, level)| level.depth()).collect();
            let whole = |depth: &u64| own.iter().all(|part| with_part(levels, *depth, *part).is_some());
            offers.extend(depths.into_iter().filter(whole).map(|depth| (depth, *processes as u64)));
        }
        if let Some(exchange) = &mut self.exchange {
            let mut words = vec![folder.fingerprint];
            words.extend(offers.iter().flat_map(|(depth, by)| [*depth, *by]));
            for words in exchange.tell(&words, &mut || Ok(self.meter.poll()?))? {
                let (fingerprint, theirs) = words.split_first().ok_or_else(other)?;
                if *fingerprint != folder.fingerprint {
                    return Err(different());
                }
                let theirs = theirs.as_chunks::<2>().0;
                offers.retain(|(depth, by)| theirs.contains(&[*depth, *by]));
            }
        }
        let best = offers.into_iter().max_by_key(|(depth, by)| (*depth, *by == processes as u64));
        let Some((depth, by)) = best else { return Ok(false) };
        let levels = all.get(&(by as usize)).map_or(&[][..], Vec::as_slice);
        let in_place = by == processes as u64;
        if !in_place {
            folder.store.commit(&[], &[])?;
        }
        let mut known = BTreeMap::new();
        for number in 0..PARTS {
            let level = own.contains(&number).then(|| with_part(levels, depth, number)).flatten();
            let mut runs = Vec::new();
            for (at, (file, len)) in
                level.iter().flat_map(|(_, level)| level.parts.get(number)).flatten().enumerate()
            {
                let run =
                    level.map(|(store, _)| read(&mut known, store, *file, number)).transpose()?.flatten();
                // Part of a file may be missing.
                let run = run.filter(|run| run.len() == *len).ok_or_else(incomplete)?;
                runs.push(match in_place {
                    true => run,
                    // A part has one run in a file.
                    false => {
                        let (store, file) = (Arc::clone(&folder.store), at as u64);
                        folder.next = folder.next.max(file + 1);
                        run.copied(Place { store, file, part: number as u32 })?
                    }
                });
            }
            let mut runs = runs.into_iter();
            let level = runs.next().map_or_else(|| run_of(Vec::<Item<W, ()>>::new(), None), Ok)?;
            self.parts.push(Part { level, past: runs.collect() });
        }
        let (_, level) = levels.iter().find(|(_, level)| level.depth() == depth).ok_or_else(other)?;
        *count = Count { symmetries: count.symmetries, ..level.count.clone() };
        (self.tally, self.endless) = (level.tally, level.endless);
        if in_place {
            folder.next = level.next;
            // Files that an interrupted level left are removed.
            let files = Vec::from_iter(level.files());
            folder.store.commit(&kept::manifest(folder.fingerprint, &[level]), &files)?;
        }
        Ok(true)
    }
}

/// A level with the runs of a part.
fn with_part(levels: &[Readable], depth: u64, part: usize) -> Option<&Readable> {
    let has =
        |level: &Kept| level.depth() == depth && level.parts.get(part).is_some_and(|runs| !runs.is_empty());
    levels.iter().find(|(_, level)| has(level))
}

/// The runs of files that were read, by part.
type Known<const W: usize> = BTreeMap<(usize, u64), Vec<Option<Run<W>>>>;

/// The run of a part in a file.
fn read<const W: usize>(
    known: &mut Known<W>,
    store: &Arc<dyn RunStore>,
    file: u64,
    part: usize,
) -> Result<Option<Run<W>>, Stop> {
    let all = match known.entry((Arc::as_ptr(store).addr(), file)) {
        Entry::Occupied(known) => known.into_mut(),
        Entry::Vacant(free) => {
            let place = Place { store: Arc::clone(store), file, part: 0 };
            free.insert(Run::restored(&place, PARTS)?.into_iter().map(Some).collect())
        }
    };
    Ok(all.get_mut(part).and_then(Option::take))
}

fn incomplete() -> Stop {
    Stop::Checkpoint { what: "a file of positions is incomplete".into() }
}

/// The processes do not count the same.
fn different() -> Stop {
    let what = "another process counts another puzzle, other parameters or with another version";
    Stop::Checkpoint { what: what.into() }
}
