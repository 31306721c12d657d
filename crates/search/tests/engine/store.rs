//! Counts whose levels are kept in a store: the same numbers, however often they are interrupted.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use puzzlec_base::Budget;
use puzzlec_base::diag::Stop;
use puzzlec_search::{All, Count, CountOptions, RunStore, count};
use puzzlec_task::Task;

use crate::sorted::{cases, undoable};
use crate::{random, tasks};

/// Files in memory. Writing fails after a number of times, as if the process ended.
#[derive(Debug, Default)]
pub struct Store(Mutex<Files>);

#[derive(Debug, Default)]
struct Files {
    files: BTreeMap<u64, Vec<u8>>,
    manifest: Option<Vec<u8>>,
    fails_after: Option<usize>,
}

impl Store {
    pub fn failing_after(&self, writes: Option<usize>) {
        self.0.lock().unwrap().fails_after = writes;
    }
}

impl RunStore for Store {
    fn append(&self, file: u64, bytes: &[u8]) -> Result<u64, Stop> {
        let mut files = self.0.lock().unwrap();
        if let Some(left) = &mut files.fails_after {
            *left = left.checked_sub(1).ok_or(Stop::Checkpoint { what: "ended".into() })?;
        }
        let file = files.files.entry(file).or_default();
        file.extend(bytes);
        Ok((file.len() - bytes.len()) as u64)
    }

    fn read(&self, file: u64, place: u64, bytes: &mut [u8]) -> Result<usize, Stop> {
        let files = self.0.lock().unwrap();
        let rest = files.files.get(&file).and_then(|all| all.get(place as usize..)).unwrap_or_default();
        let length = rest.len().min(bytes.len());
        bytes[..length].copy_from_slice(&rest[..length]);
        Ok(length)
    }

    fn manifest(&self) -> Result<Option<Vec<u8>>, Stop> {
        Ok(self.0.lock().unwrap().manifest.clone())
    }

    fn commit(&self, manifest: &[u8], kept: &[u64]) -> Result<(), Stop> {
        let mut files = self.0.lock().unwrap();
        files.manifest = Some(manifest.to_vec());
        files.files.retain(|file, _| kept.contains(file));
        Ok(())
    }
}

fn in_store(task: &Task, store: &Arc<Store>, threads: usize, budget: Budget) -> Count {
    let mut options = CountOptions::new(NonZero::new(threads).unwrap(), true);
    options.store = Some(Arc::clone(store) as Arc<dyn RunStore>);
    count(task, &options, budget)
}

/// The count in memory; without the solutions and games if a store does not tell them. Parts, which are counted alone there,
/// have symmetries and classes of their own.
pub fn in_memory(task: &Task, found: &Count) -> Count {
    let options = CountOptions::new(NonZero::<usize>::MIN, true);
    let known = count(task, &options, Budget::unlimited());
    let all = if found.all == All::Unknown { All::Unknown } else { known.all };
    Count { all, symmetries: found.symmetries, classes: found.classes, ..known }
}

/// A count that is interrupted again and again, at most `step` writes later each time.
fn interrupted(task: &Task, step: usize) -> Count {
    let store = Arc::new(Store::default());
    for time in 1..10_000 {
        // Each time a little further, so that it ends.
        store.failing_after(Some(step + 2 * time));
        let found = in_store(task, &store, 1 + time % 2, Budget::unlimited());
        if found.stopped.is_none() {
            return found;
        }
    }
    panic!("it does not end: {task:?}");
}

fn check(task: &Task, step: usize) {
    let store = Arc::new(Store::default());
    let found = in_store(task, &store, 2, Budget::unlimited());
    assert_eq!(found, in_memory(task, &found), "{task:?}");
    assert_eq!(in_store(task, &store, 1, Budget::unlimited()), found, "it is all there");
    assert_eq!(interrupted(task, step), found, "{task:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases() / 3, failure_persistence: None, ..Default::default() })]

    #[test]
    fn random_moves(task in random::task(), step in 1..20_usize) {
        check(&task, step);
    }

    #[test]
    fn moves_that_can_be_undone(task in undoable(), step in 1..20_usize) {
        check(&task, step);
    }
}

#[test]
fn known_puzzles() {
    check(&tasks::triangle15(4), 300);
    check(&tasks::frogs(3), 5);
    check(&tasks::klotski(), 4000);
}

#[test]
fn limits_leave_what_is_known() {
    let task = tasks::sliding(3, 3, vec![1, 2, 3, 4, 5, 6, 7, 8, 0], &[0; 9], false);
    let (store, budget) = (Arc::new(Store::default()), Budget::unlimited().with_states(10_000));
    let some = in_store(&task, &store, 2, budget);
    assert!(some.stopped.is_some() && some.positions() > 4000, "{some:?}");
    let all = in_store(&task, &store, 2, Budget::unlimited());
    assert_eq!(all.positions(), 181_440);
    assert_eq!(all.levels[..some.levels.len()], some.levels);
}

#[test]
fn another_puzzle_is_refused() {
    let store = Arc::new(Store::default());
    let of = |hole| in_store(&tasks::triangle15(hole), &store, 1, Budget::unlimited());
    assert_eq!(of(0).stopped, None);
    assert!(matches!(of(1).stopped, Some(Stop::Checkpoint { .. })));
    assert_eq!(of(0).stopped, None);
}

/// A changed byte is found, or does not matter.
#[test]
fn damage_is_never_counted() {
    let task = tasks::sliding(3, 2, vec![1, 2, 3, 4, 5, 0], &[1, 2, 3, 0, 5, 4], true);
    let store = Arc::new(Store::default());
    let some = in_store(&task, &store, 1, Budget::unlimited().with_states(200));
    assert!(some.stopped.is_some());
    let whole = in_store(&task, &Arc::default(), 1, Budget::unlimited());
    let kept = store.0.lock().unwrap();
    let mut refused = 0;
    for (file, bytes) in &kept.files {
        for at in (0..bytes.len()).step_by(5) {
            let damaged = Arc::new(Store::default());
            let mut files =
                Files { files: kept.files.clone(), manifest: kept.manifest.clone(), fails_after: None };
            files.files.get_mut(file).unwrap()[at] ^= 1 << (at % 8);
            *damaged.0.lock().unwrap() = files;
            let found = in_store(&task, &damaged, 1, Budget::unlimited());
            match &found.stopped {
                Some(stop) => {
                    assert!(matches!(stop, Stop::Checkpoint { .. }), "{file} {at} {stop:?}");
                    refused += 1;
                }
                None => assert_eq!(found, whole, "{file} {at}"),
            }
        }
    }
    assert!(refused > 20, "{refused}");
}
