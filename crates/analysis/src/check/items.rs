//! The checks of many items on several threads. An item is checked by its text and those of the items that it looks
//! up, so the order of the checks does not matter; the results are in the order of the items.

use puzzlec_base::diag::Diagnostic;
use puzzlec_model::names::Uses;

/// What an item looks up, and what is wrong with it.
pub(super) type Found = (Uses, Vec<Diagnostic>);

/// The result of each item, as far as `worker` gives one. Every thread has workers of its own.
pub(super) fn all<W>(items: usize, worker: impl Fn() -> W + Send + Sync) -> Vec<Option<Found>>
where
    W: FnMut(usize) -> Option<Found>,
{
    #[cfg(feature = "parallel")]
    if items > FEW
        // Threads that cannot be started are done without.
        && let Ok(pool) = rayon::ThreadPoolBuilder::new().stack_size(STACK).build()
    {
        use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
        let all = (0..items).into_par_iter().with_min_len(HANDFUL);
        return pool.install(|| all.map_init(&worker, |check, at| check(at)).collect());
    }
    (0..items).map(worker()).collect()
}

/// So few items are checked by one thread.
#[cfg(feature = "parallel")]
const FEW: usize = 64;
/// The number of items that a thread takes at least.
#[cfg(feature = "parallel")]
const HANDFUL: usize = 16;
/// Parsing and checking follow the nesting of the text, which is bounded, with room to spare.
#[cfg(feature = "parallel")]
const STACK: usize = 64 << 20;
