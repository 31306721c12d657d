//! Several threads that share out work; one where the feature `parallel` is off.

use std::num::NonZero;

use super::Options;

/// A number of threads, started when they are first needed.
pub(crate) struct Team {
    threads: NonZero<usize>,
    /// Work on fewer positions is not shared out.
    few: u32,
    #[cfg(feature = "parallel")]
    pool: Option<rayon::ThreadPool>,
}

impl Team {
    /// The team that the options allow.
    pub(crate) fn new(options: &Options) -> Self {
        let threads = options.threads;
        Team {
            few: options.few,
            threads: if cfg!(feature = "parallel") { threads } else { NonZero::<usize>::MIN },
            #[cfg(feature = "parallel")]
            pool: None,
        }
    }

    /// The number of threads.
    pub(crate) fn size(&self) -> usize {
        self.threads.get()
    }

    /// Work on fewer positions is not distributed.
    pub(crate) fn few(&self) -> u32 {
        self.few
    }

    /// Applies a function to every part and waits for all. Scheduling order is unspecified.
    pub(crate) fn each<T: Send>(&mut self, parts: &mut [T], f: impl Fn(&mut T) + Sync) {
        // Its code is compiled once for both ways to go through the parts.
        let f: &(dyn Fn(&mut T) + Sync) = &f;
        #[cfg(feature = "parallel")]
        if self.size() > 1 && parts.len() > 1 {
            if self.pool.is_none() {
                // If the system provides no threads, the calling thread does all the work.
                self.pool = rayon::ThreadPoolBuilder::new().num_threads(self.size()).build().ok();
            }
            if let Some(pool) = &self.pool {
                return share_out(
                    pool,
                    parts.iter_mut().map(|part| Box::new(move || f(part)) as Share).collect(),
                );
            }
        }
        parts.iter_mut().for_each(f);
    }
}

/// A part's work.
#[cfg(feature = "parallel")]
type Share<'w> = Box<dyn FnOnce() + Send + 'w>;

/// Does all the work, one share at a time on each thread. It knows no types of parts: rayon's code for each of them would be
/// a sixth of this package.
#[cfg(feature = "parallel")]
fn share_out(pool: &rayon::ThreadPool, work: Vec<Share>) {
    use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
    pool.install(|| work.into_par_iter().with_max_len(1).for_each(|share| share()));
}
