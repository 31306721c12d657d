//! Work on many items, on all cores where there are threads.

/// The results for the items 0, 1, … in their order. Every thread has workers of its own; fewer items than `few` take less
/// time than threads need to start, and a thread takes a quarter of that number at least.
#[cfg_attr(not(feature = "parallel"), allow(unused_variables))]
pub fn many<R: Send, W: FnMut(usize) -> R>(
    items: usize,
    few: usize,
    worker: impl Fn() -> W + Send + Sync,
) -> Vec<R> {
    #[cfg(feature = "parallel")]
    if items > few
        // Threads that cannot be started are done without.
        && let Ok(pool) = rayon::ThreadPoolBuilder::new().stack_size(STACK).build()
    {
        use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
        let all = (0..items).into_par_iter().with_min_len(few / 4);
        return pool.install(|| all.map_init(&worker, |work, at| work(at)).collect());
    }
    (0..items).map(worker()).collect()
}

/// Parsing and checking follow the nesting of the text, which is bounded, with room to spare.
#[cfg(feature = "parallel")]
const STACK: usize = 64 << 20;
