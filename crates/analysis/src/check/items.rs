//! The checks of many items on several threads. An item is checked by its text and those of the items that it looks
//! up, so the order of the checks does not matter; whoever takes the results takes them in the order of the items.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use puzzlec_base::diag::Diagnostic;
use puzzlec_model::names::Uses;

/// What an item looks up, and what is wrong with it.
pub(super) type Found = (Uses, Vec<Diagnostic>);

/// The number of items that a thread takes at once.
const HANDFUL: usize = 16;
/// Parsing and checking follow the nesting of the text, which is bounded, with room to spare.
const STACK: usize = 64 << 20;

/// The result of each item, as far as `worker` gives one. Every thread has a worker of its own; one that gives none is
/// asked no more.
pub(super) fn all<W>(items: usize, worker: impl Fn() -> W + Sync) -> Vec<Option<Found>>
where
    W: FnMut(usize) -> Option<Found>,
{
    let next = AtomicUsize::new(0);
    let run = || {
        let mut check = worker();
        let mut found = Vec::new();
        loop {
            let first = next.fetch_add(HANDFUL, Ordering::Relaxed);
            if first >= items {
                return found;
            }
            for at in first..items.min(first + HANDFUL) {
                match check(at) {
                    Some(result) => found.push((at, result)),
                    None => return found,
                }
            }
        }
    };
    let mut results: Vec<Option<Found>> = Vec::new();
    results.resize_with(items, || None);
    let mut take = |found: Vec<(usize, Found)>| {
        for (at, result) in found {
            if let Some(slot) = results.get_mut(at) {
                *slot = Some(result);
            }
        }
    };
    thread::scope(|scope| {
        // A thread that cannot be started is done without.
        let helper = |_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run).ok();
        let helpers: Vec<_> = (1..threads(items)).filter_map(helper).collect();
        take(run());
        for helper in helpers {
            take(helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
    });
    results
}

fn threads(items: usize) -> usize {
    if !cfg!(feature = "parallel") || items <= 4 * HANDFUL {
        return 1;
    }
    thread::available_parallelism().map_or(1, NonZero::get).min(items / HANDFUL)
}
