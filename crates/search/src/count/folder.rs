//! Counts whose levels are kept outside memory: each completed level is committed by a manifest, from which another
//! process goes on.

use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};
use std::iter;
use std::sync::Arc;

use super::number::Number;
use super::sorted::{Part, SortedCounter, parts};
use super::tally::Tally;
use super::{Count, Shortest};
use crate::sorted::{Files, Item, PARTS, Place, Run, RunStore};
use puzzlec_base::diag::Stop;

/// To be increased whenever the hashes, the form of runs or that of the manifest change.
const LAYOUT: u64 = 1;
/// Files that a level writes at most: successors, the next level, merged earlier levels.
const FILES: u64 = 3;

/// Runs outside memory.
pub(super) struct Folder {
    pub(super) store: Arc<dyn RunStore>,
    /// Names the question.
    pub(super) fingerprint: u64,
    /// The number of the next file.
    next: u64,
}

impl Folder {
    pub(super) fn new(store: Arc<dyn RunStore>, fingerprint: u64) -> Self {
        Folder { store, fingerprint, next: 0 }
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
    pub(super) fn file(&mut self) -> Place {
        self.next += 1;
        Place { store: Arc::clone(&self.store), file: self.next - 1, part: 0 }
    }
}

impl<const W: usize> SortedCounter<'_, '_, W> {
    /// Counts, from the level on that was committed last.
    pub(super) fn resume(mut self, count: &mut Count) -> Result<(), Stop> {
        if !self.restore(count)? {
            let place = self.folder.as_mut().map(Folder::file);
            let start = Item { state: self.packed.start(), ways: Number::ONE };
            self.parts = parts(iter::once(start), iter::empty(), place.as_ref())?;
        }
        self.run(count)
    }

    /// Commits the level that is to be expanded next.
    pub(super) fn save(&self, count: &Count) -> Result<(), Stop> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let Shortest { length, solutions } =
            count.shortest.unwrap_or(Shortest { length: u64::MAX, solutions: Number::default() });
        let mut words = vec![LAYOUT, folder.fingerprint, folder.next, u64::from(self.endless), count.classes];
        words.push(length);
        words.extend(halves(solutions));
        words.extend(self.tally.words());
        words.push(count.levels.len() as u64);
        words.extend(&count.levels);
        let mut files = BTreeSet::new();
        for part in &self.parts {
            words.push(part.runs().count() as u64);
            for run in part.runs() {
                let file = run.file().ok_or_else(other)?;
                words.extend([file, run.len()]);
                files.insert(file);
            }
        }
        let manifest: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        folder.store.commit(&manifest, &Vec::from_iter(files))
    }

    /// Goes on from the level that was committed last, if there is one.
    ///
    /// # Errors
    /// The folder belongs to another question, or is damaged.
    pub(super) fn restore(&mut self, count: &mut Count) -> Result<bool, Stop> {
        let Some(folder) = &mut self.folder else { return Ok(false) };
        let Some(bytes) = folder.store.manifest()? else { return Ok(false) };
        let mut words = bytes.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word));
        let mut next = || words.next().ok_or_else(other);
        if next()? != LAYOUT || next()? != folder.fingerprint {
            return Err(other());
        }
        folder.next = next()?;
        self.endless = next()? == 1;
        count.classes = next()?;
        let (length, solutions) = (next()?, whole(next()?, next()?));
        count.shortest = (length != u64::MAX).then_some(Shortest { length, solutions });
        self.tally = Tally::of_words(&mut next)?;
        self.tally.tell(count);
        for _ in 0..next()? {
            count.levels.push(next()?);
        }
        let mut files: BTreeMap<u64, Vec<Option<Run<W>>>> = BTreeMap::new();
        for number in 0..PARTS {
            let mut runs = Vec::new();
            for _ in 0..next()? {
                let (file, len) = (next()?, next()?);
                if let Entry::Vacant(free) = files.entry(file) {
                    let place = Place { store: Arc::clone(&folder.store), file, part: 0 };
                    let all = Run::restored(&place, PARTS)?;
                    free.insert(all.into_iter().map(Some).collect());
                }
                let run = files.get_mut(&file).and_then(|all| all.get_mut(number)?.take());
                // Part of a file may be missing.
                runs.push(run.filter(|run| run.len() == len).ok_or_else(incomplete)?);
            }
            let mut runs = runs.into_iter();
            let level = runs.next().ok_or_else(other)?;
            self.parts.push(Part { level, past: runs.collect() });
        }
        // Files that an interrupted level left are removed.
        let used: Vec<u64> = files.into_keys().collect();
        folder.store.commit(&bytes, &used)?;
        Ok(true)
    }
}

fn halves(number: Number) -> [u64; 2] {
    [number.saturated() as u64, (number.saturated() >> 64) as u64]
}

fn whole(low: u64, high: u64) -> Number {
    Number::of_saturated(u128::from(low) | u128::from(high) << 64)
}

impl Tally {
    fn words(&self) -> impl Iterator<Item = u64> + use<> {
        let numbers = [self.solutions, self.games, self.won].map(halves);
        [self.positions, self.stuck, self.goals].into_iter().chain(numbers.into_iter().flatten())
    }

    fn of_words(next: &mut impl FnMut() -> Result<u64, Stop>) -> Result<Self, Stop> {
        let (positions, stuck, goals) = (next()?, next()?, next()?);
        let mut number = || Ok::<_, Stop>(whole(next()?, next()?));
        let (solutions, games, won) = (number()?, number()?, number()?);
        Ok(Tally { positions, stuck, goals, solutions, games, won, ..Tally::default() })
    }
}

fn incomplete() -> Stop {
    Stop::Checkpoint { what: "a file of positions is incomplete".into() }
}

/// The levels are those of something else.
fn other() -> Stop {
    let what = "the folder is for another puzzle, other parameters or another version";
    Stop::Checkpoint { what: what.into() }
}
