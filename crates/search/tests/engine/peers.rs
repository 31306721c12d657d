//! Counts by several processes: the same numbers, however often all of them are interrupted and whatever their number
//! is when they go on.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

use proptest::prelude::*;
use puzzlec_base::Budget;
use puzzlec_base::diag::Stop;
use puzzlec_search::{Count, CountOptions, Peers, RunStore, count};
use puzzlec_task::{Assign, Task};

use crate::random;
use crate::sorted::undoable;
use crate::store::{Store, in_memory};
use crate::tasks::{action, exactly, one, task};

/// Processes as threads.
#[derive(Debug)]
struct Net {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    times: Vec<u64>,
    messages: Vec<Vec<(u64, Vec<u8>)>>,
    /// Whether one has ended.
    lost: bool,
}

#[derive(Debug)]
struct Member {
    net: Arc<Net>,
    number: usize,
}

fn lost() -> Stop {
    Stop::too_large("a process has ended")
}

impl Peers for Member {
    fn processes(&self) -> usize {
        self.net.state.lock().unwrap().times.len()
    }

    fn number(&self) -> usize {
        self.number
    }

    fn send(&self, to: usize, message: Vec<u8>) -> Result<(), Stop> {
        let mut state = self.net.state.lock().unwrap();
        let time = state.times[self.number];
        state.messages[to].push((time, message));
        Ok(())
    }

    fn advance(
        &self,
        time: u64,
        all: u64,
        poll: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<Vec<Vec<u8>>, Stop> {
        let mut state = self.net.state.lock().unwrap();
        assert!(state.times[self.number] < time && all <= time);
        state.times[self.number] = time;
        self.net.changed.notify_all();
        while state.times.iter().any(|time| *time < all) {
            if state.lost {
                return Err(lost());
            }
            poll()?;
            state = self.net.changed.wait_timeout(state, Duration::from_secs(1)).unwrap().0;
        }
        let messages = std::mem::take(&mut state.messages[self.number]);
        let (due, later) = messages.into_iter().partition(|(at, _)| *at < time);
        state.messages[self.number] = later;
        let due: Vec<(u64, Vec<u8>)> = due;
        Ok(due.into_iter().map(|(_, message)| message).collect())
    }
}

/// Ends the others when it is dropped.
impl Drop for Member {
    fn drop(&mut self) {
        let mut state = self.net.state.lock().unwrap();
        // One that is done has set its time to the end.
        state.lost |= state.times[self.number] != u64::MAX;
        self.net.changed.notify_all();
    }
}

/// Stores by number of processes.
type Kept = BTreeMap<usize, Vec<Arc<Store>>>;

/// A count by some processes, of which one ends after `writes` at the latest.
fn together(task: &Task, kept: &mut Kept, processes: usize, writes: Option<usize>) -> Vec<Count> {
    kept.entry(processes).or_insert_with(|| (0..processes).map(|_| Arc::default()).collect());
    let others = kept.iter().filter(|(others, _)| **others != processes);
    let stores = |stores: &[Arc<Store>]| -> Vec<_> {
        stores.iter().map(|s| Arc::clone(s) as Arc<dyn RunStore>).collect()
    };
    let earlier: Vec<_> = others.map(|(others, kept)| (*others, stores(kept))).collect();
    let (times, messages) = (vec![0; processes], vec![Vec::new(); processes]);
    let state = Mutex::new(State { times, messages, lost: false });
    let net = Arc::new(Net { state, changed: Condvar::new() });
    thread::scope(|scope| {
        let running: Vec<_> = kept[&processes]
            .iter()
            .enumerate()
            .map(|(number, store)| {
                store.failing_after(writes.filter(|_| number == processes / 2));
                let mut options = CountOptions::new(NonZero::new(1 + number % 2).unwrap(), true);
                options.store = Some(Arc::clone(store) as Arc<dyn RunStore>);
                options.earlier = earlier.clone();
                let member = Arc::new(Member { net: Arc::clone(&net), number });
                scope.spawn(move || {
                    options.peers = Some(Arc::clone(&member) as Arc<dyn Peers>);
                    let found = count(task, &options, Budget::unlimited());
                    if found.stopped.is_none() {
                        member.net.state.lock().unwrap().times[number] = u64::MAX;
                    }
                    found
                })
            })
            .collect();
        running.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

/// Random cases; `PUZZLEC_FUZZ=5000` tries that many.
fn cases() -> u32 {
    std::env::var("PUZZLEC_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(60)
}

fn check(task: &Task, step: usize) {
    for processes in [1, 2, 5] {
        let found = together(task, &mut Kept::new(), processes, None);
        let known = in_memory(task, &found[0]);
        assert!(found.iter().all(|found| *found == known), "{task:?} {found:?}");
    }
    let mut kept = Kept::new();
    for time in 1..10_000 {
        let processes = [3, 1, 2, 5, 2][time % 5];
        let found = together(task, &mut kept, processes, Some(step + 2 * time));
        if found.iter().all(|found| found.stopped.is_none()) {
            let known = in_memory(task, &found[0]);
            assert!(found.iter().all(|found| *found == known), "{task:?} {found:?}");
            return;
        }
    }
    panic!("it does not end: {task:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..Default::default() })]

    #[test]
    fn random_moves(task in random::task(), step in 1..20_usize) {
        check(&task, step);
    }

    #[test]
    fn moves_that_can_be_undone(task in undoable(), step in 1..20_usize) {
        check(&task, step);
    }
}

/// Two counters that only grow, and one that starts over: no move can be undone, so that all levels are kept.
#[test]
fn earlier_levels_come_along_to_another_number_of_processes() {
    const SIZE: u16 = 12;
    let step = |var, from, to| action(vec![(var, one(from))], vec![(var, Assign::Set(to))]);
    let mut actions: Vec<_> = (1..SIZE).flat_map(|to| [0, 1].map(|var| step(var, to - 1, to))).collect();
    actions.push(action(
        vec![(0, one(SIZE - 1)), (1, one(SIZE - 1))],
        vec![(0, Assign::Set(0)), (1, Assign::Set(0))],
    ));
    let task = task(SIZE, vec![0, 0], actions, exactly(&[SIZE - 1, 3]));
    let known = in_memory(&task, &together(&task, &mut Kept::new(), 1, None)[0]);
    for writes in 1..120 {
        let mut kept = Kept::new();
        let _ = together(&task, &mut kept, 1, Some(writes));
        let _ = together(&task, &mut kept, 2, Some(2 * writes));
        for processes in [2, 3, 1] {
            let found = together(&task, &mut kept, processes, None);
            assert!(found.iter().all(|found| *found == known), "{writes} {processes} {found:?}");
        }
    }
}
