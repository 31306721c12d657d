//! Several threads that share out work; one where the feature `parallel` is off.

use std::num::NonZero;

/// A number of threads, started when they are first needed.
pub(crate) struct Team {
    threads: NonZero<usize>,
    #[cfg(feature = "parallel")]
    pool: Option<rayon::ThreadPool>,
}

impl Team {
    /// A team of so many.
    pub(crate) fn new(threads: NonZero<usize>) -> Self {
        Team {
            threads: if cfg!(feature = "parallel") { threads } else { NonZero::<usize>::MIN },
            #[cfg(feature = "parallel")]
            pool: None,
        }
    }

    /// How many there are.
    pub(crate) fn size(&self) -> usize {
        self.threads.get()
    }

    /// Does something to every part, and waits until all is done. Who does what when is left open.
    pub(crate) fn each<T: Send>(&mut self, parts: &mut [T], f: impl Fn(&mut T) + Sync) {
        #[cfg(feature = "parallel")]
        if self.size() > 1 && parts.len() > 1 {
            use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};
            if self.pool.is_none() {
                // Where the system gives no threads, this one does it all.
                self.pool = rayon::ThreadPoolBuilder::new().num_threads(self.size()).build().ok();
            }
            if let Some(pool) = &self.pool {
                pool.install(|| parts.par_iter_mut().with_max_len(1).for_each(&f));
                return;
            }
        }
        parts.iter_mut().for_each(f);
    }
}
