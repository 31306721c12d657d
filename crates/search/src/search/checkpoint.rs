//! Checkpoints of level-by-level searches in a journal.
//!
//! A search opens a section with the task's fingerprint. If the journal has levels of the same section, the
//! search restores them and resumes after the last; each completed level is appended and committed. Searches
//! are deterministic, so the restored levels are those that the search would have made.

use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::PoisonError;

use rustc_hash::FxHasher;

use super::Options;
use super::meter::Meter;
use super::registry::StateRegistry;
use puzzlec_base::diag::Stop;
use puzzlec_base::{Limit, SharedJournal};
use puzzlec_task::Task;

/// To be increased whenever the numbering of states or the format of levels changes.
const LAYOUT: u32 = 1;
/// Number of items in a part.
const PART: usize = 1 << 15;

/// The first byte of a part.
const BEGIN: u8 = b'B';
const LEVEL: u8 = b'L';
const ITEMS: u8 = b'I';

/// The header of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// Whether it is one of the goals' side.
    pub(super) backwards: bool,
    /// Number of states, this level included.
    states: u32,
    /// Number of expanded states.
    expanded: u64,
}

/// The section of one search.
pub(super) struct Checkpoint {
    journal: SharedJournal,
}

/// A fingerprint of a question: of everything that decides what a search does but the number of
/// threads.
pub(crate) fn fingerprint(task: &Task, options: &Options) -> u64 {
    /// A hasher of formatted text.
    struct Sink(FxHasher);
    impl std::fmt::Write for Sink {
        fn write_str(&mut self, text: &str) -> std::fmt::Result {
            text.hash(&mut self.0);
            Ok(())
        }
    }
    let Options { wanted, method, symmetry, few, .. } = options;
    let mut sink = Sink(FxHasher::default());
    // A sink takes everything.
    let _ =
        std::fmt::write(&mut sink, format_args!("{LAYOUT} {wanted:?} {method:?} {symmetry} {few} {task:?}"));
    sink.0.finish()
}

impl Checkpoint {
    /// Opens the section of a search of this kind, if a journal is kept.
    ///
    /// # Errors
    /// The journal belongs to another question, or cannot be read or written.
    pub(super) fn open(kind: &str, meter: &Meter) -> Result<Option<Checkpoint>, Stop> {
        let Some(journal) = meter.context().journal().cloned() else { return Ok(None) };
        let mut begin = vec![BEGIN];
        begin.extend(meter.fingerprint().to_le_bytes());
        begin.extend(kind.as_bytes());
        let checkpoint = Checkpoint { journal };
        let known = checkpoint.peek(|part| part == begin)?;
        match known {
            Some(true) => checkpoint.pass(),
            Some(false) => return Err(other()),
            None => {
                checkpoint.append(&begin)?;
                checkpoint.commit()?;
            }
        }
        Ok(Some(checkpoint))
    }

    /// The next level that was kept, if levels are kept and there is one.
    pub(super) fn next(checkpoint: &Option<Checkpoint>) -> Result<Option<(&Checkpoint, Head)>, Stop> {
        let Some(checkpoint) = checkpoint else { return Ok(None) };
        Ok(checkpoint.level()?.map(|head| (checkpoint, head)))
    }

    /// The next level that was kept, if there is one.
    fn level(&self) -> Result<Option<Head>, Stop> {
        let head = self.peek(|part| match part {
            [LEVEL, backwards, rest @ ..] => {
                let (states, expanded) = rest.split_at_checked(4)?;
                Some(Head {
                    backwards: *backwards != 0,
                    states: u32::from_le_bytes(states.try_into().ok()?),
                    expanded: u64::from_le_bytes(expanded.try_into().ok()?),
                })
            }
            _ => None,
        })?;
        if head.flatten().is_some() {
            self.pass();
        }
        Ok(head.flatten())
    }

    /// Calls `f` for every item of a list, `N` numbers each.
    fn items<const N: usize>(&self, mut f: impl FnMut([u64; N]) -> Result<(), Stop>) -> Result<(), Stop> {
        loop {
            let part = self.peek(<[u8]>::to_vec)?.ok_or_else(other)?;
            self.pass();
            let [ITEMS, last, rest @ ..] = part.as_slice() else { return Err(other()) };
            for bytes in rest.chunks(8 * N) {
                let mut item = [0; N];
                for (number, bytes) in item.iter_mut().zip(bytes.chunks(8)) {
                    *number = u64::from_le_bytes(bytes.try_into().map_err(|_| other())?);
                }
                f(item)?;
            }
            if *last != 0 {
                return Ok(());
            }
        }
    }

    /// Writes the header of a level.
    fn begin(&self, head: Head) -> Result<(), Stop> {
        let mut part = vec![LEVEL, u8::from(head.backwards)];
        part.extend(head.states.to_le_bytes());
        part.extend(head.expanded.to_le_bytes());
        self.append(&part)
    }

    /// Writes a list of items.
    fn list<const N: usize>(&self, items: impl Iterator<Item = [u64; N]>) -> Result<(), Stop> {
        let mut items = items.peekable();
        loop {
            let mut part = vec![ITEMS, 0];
            for item in items.by_ref().take(PART) {
                part.extend(item.iter().flat_map(|number| number.to_le_bytes()));
            }
            let last = items.peek().is_none();
            if let Some(flag) = part.get_mut(1) {
                *flag = u8::from(last);
            }
            self.append(&part)?;
            if last {
                return Ok(());
            }
        }
    }

    /// Writes a level: new states and what a search knows of them.
    pub(super) fn keep<const W: usize, const N: usize>(
        &self,
        (backwards, registry, level): (bool, &StateRegistry<W>, Range<u32>),
        notes: impl Iterator<Item = [u64; N]>,
        meter: &Meter,
    ) -> Result<(), Stop> {
        self.begin(Head { backwards, states: level.end, expanded: meter.all_expanded() })?;
        self.list(level.map(|id| registry.state(id)))?;
        self.list(notes)?;
        self.commit()
    }

    /// Reads the states of a level and what was known of them; gives the level.
    pub(super) fn restore<const W: usize, const N: usize>(
        &self,
        head: Head,
        registry: &mut StateRegistry<W>,
        meter: &mut Meter,
        mut note: impl FnMut([u64; N], &mut Meter) -> Result<(), Limit>,
    ) -> Result<Range<u32>, Stop> {
        let first = registry.len();
        self.items(|state| match registry.insert(&state, meter)?.new {
            true => Ok(()),
            false => Err(other()),
        })?;
        self.items(|numbers| Ok(note(numbers, meter)?))?;
        meter.restore_expanded(head.expanded);
        if registry.len() == head.states { Ok(first..head.states) } else { Err(other()) }
    }

    /// The level that was begun is complete.
    fn commit(&self) -> Result<(), Stop> {
        let mut journal = self.journal.lock().unwrap_or_else(PoisonError::into_inner);
        journal.commit().map_err(failed)
    }

    fn append(&self, part: &[u8]) -> Result<(), Stop> {
        let mut journal = self.journal.lock().unwrap_or_else(PoisonError::into_inner);
        journal.append(part).map_err(failed)
    }

    fn peek<T>(&self, read: impl FnOnce(&[u8]) -> T) -> Result<Option<T>, Stop> {
        let mut journal = self.journal.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(journal.peek().map_err(failed)?.map(read))
    }

    fn pass(&self) {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner).pass();
    }
}

fn failed(what: String) -> Stop {
    Stop::Checkpoint { what }
}

/// The stored levels do not fit.
fn other() -> Stop {
    failed("the checkpoint is for another puzzle, other parameters or another method".into())
}
