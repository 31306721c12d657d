//! What a manifest has of a completed level.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::number::Number;
use super::tally::Tally;
use super::{Count, Shortest};
use crate::sorted::{PARTS, RunStore};
use puzzlec_base::diag::Stop;

/// To be increased whenever the hashes, the form of runs or that of the manifest change.
const LAYOUT: u64 = 2;

/// The level that is to be expanded next, with the counts of those before it.
pub(super) struct Kept {
    /// Positions by level, classes and shortest solutions.
    pub(super) count: Count,
    pub(super) tally: Tally,
    /// Whether it is known that positions can repeat.
    pub(super) endless: bool,
    /// The number of the next file.
    pub(super) next: u64,
    /// For each part its runs, as file and number of states; none in the parts of other processes.
    pub(super) parts: Vec<Vec<(u64, u64)>>,
}

/// A manifest of levels.
pub(super) fn manifest(fingerprint: u64, levels: &[&Kept]) -> Vec<u8> {
    let mut words = vec![LAYOUT, fingerprint, levels.len() as u64];
    levels.iter().for_each(|level| level.write(&mut words));
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// The levels of a manifest.
///
/// # Errors
/// It belongs to another question, or is damaged.
pub(super) fn levels(manifest: &[u8], fingerprint: u64) -> Result<Vec<Kept>, Stop> {
    if manifest.is_empty() {
        return Ok(Vec::new());
    }
    let mut words = manifest.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word));
    let mut next = || words.next().ok_or_else(other);
    if next()? != LAYOUT || next()? != fingerprint {
        return Err(other());
    }
    (0..next()?).map(|_| Kept::read(&mut next)).collect()
}

/// The number of levels that all these stores have, if each has some.
pub fn kept_levels(stores: &[Arc<dyn RunStore>]) -> Option<u64> {
    let last = |store: &Arc<dyn RunStore>| {
        let manifest = store.manifest().ok()??;
        let fingerprint = u64::from_le_bytes(*manifest.get(8..)?.first_chunk()?);
        levels(&manifest, fingerprint).ok()?.iter().map(Kept::depth).max()
    };
    stores.iter().map(last).min().flatten()
}

impl Kept {
    /// The number of levels before it.
    pub(super) fn depth(&self) -> u64 {
        self.count.levels.len() as u64
    }

    /// The files that it needs.
    pub(super) fn files(&self) -> BTreeSet<u64> {
        self.parts.iter().flatten().map(|(file, _)| *file).collect()
    }

    fn write(&self, words: &mut Vec<u64>) {
        let count = &self.count;
        let Shortest { length, solutions } =
            count.shortest.unwrap_or(Shortest { length: u64::MAX, solutions: Number::default() });
        words.extend([self.next, u64::from(self.endless), count.classes, length]);
        words.extend(halves(solutions));
        words.extend(self.tally.words());
        words.push(count.levels.len() as u64);
        words.extend(&count.levels);
        for runs in &self.parts {
            words.push(runs.len() as u64);
            words.extend(runs.iter().flat_map(|(file, len)| [*file, *len]));
        }
    }

    fn read(next: &mut impl FnMut() -> Result<u64, Stop>) -> Result<Self, Stop> {
        let (file, endless) = (next()?, next()? == 1);
        let mut count = Count { classes: next()?, ..Count::default() };
        let (length, solutions) = (next()?, whole(next()?, next()?));
        count.shortest = (length != u64::MAX).then_some(Shortest { length, solutions });
        let tally = Tally::of_words(next)?;
        tally.tell(&mut count);
        for _ in 0..next()? {
            count.levels.push(next()?);
        }
        let mut parts = Vec::new();
        for _ in 0..PARTS {
            let mut runs = Vec::new();
            for _ in 0..next()? {
                runs.push((next()?, next()?));
            }
            parts.push(runs);
        }
        Ok(Kept { count, tally, endless, next: file, parts })
    }
}

fn halves(number: Number) -> [u64; 2] {
    [number.saturated() as u64, (number.saturated() >> 64) as u64]
}

fn whole(low: u64, high: u64) -> Number {
    Number::of_saturated(u128::from(low) | u128::from(high) << 64)
}

impl Tally {
    pub(super) fn words(&self) -> impl Iterator<Item = u64> + use<> {
        let numbers = [self.solutions, self.games, self.won].map(halves);
        [self.positions, self.stuck, self.goals].into_iter().chain(numbers.into_iter().flatten())
    }

    pub(super) fn of_words(next: &mut impl FnMut() -> Result<u64, Stop>) -> Result<Self, Stop> {
        let (positions, stuck, goals) = (next()?, next()?, next()?);
        let mut number = || Ok::<_, Stop>(whole(next()?, next()?));
        let (solutions, games, won) = (number()?, number()?, number()?);
        Ok(Tally { positions, stuck, goals, solutions, games, won, ..Tally::default() })
    }
}

/// The levels are those of something else.
pub(super) fn other() -> Stop {
    let what = "the folder is for another puzzle, other parameters or another version";
    Stop::Checkpoint { what: what.into() }
}
