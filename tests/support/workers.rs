//! Work on two items at a time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Does the same with each item, on two threads. Panics if one of them fails.
pub fn with_each<T: Sync>(items: &[T], work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let run = || {
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            work(item);
        }
    };
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(run);
        }
    });
}
