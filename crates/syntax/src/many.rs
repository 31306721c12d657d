//! Work on many items, on all cores where there are threads.

/// The results of all items, in their order.
pub(super) fn each<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    #[cfg(feature = "parallel")]
    if items.len() > FEW
        // Threads that cannot be started are done without.
        && let Ok(pool) = rayon::ThreadPoolBuilder::new().stack_size(STACK).build()
    {
        use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
        return pool.install(|| items.par_iter().with_min_len(HANDFUL).map(&work).collect());
    }
    items.iter().map(work).collect()
}

/// So few items take less time than threads need to start.
#[cfg(feature = "parallel")]
const FEW: usize = 256;
/// The number of items that a thread takes at least.
#[cfg(feature = "parallel")]
const HANDFUL: usize = 32;
/// Parsing follows the nesting of the text, which is bounded, with room to spare.
#[cfg(feature = "parallel")]
const STACK: usize = 64 << 20;
