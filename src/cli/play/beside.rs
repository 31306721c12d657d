//! Work beside a play, one piece at a time, in a thread of its own.

use std::thread::{self, Scope, ScopedJoinHandle};

use crate::cli::STACK;
use puzzlec_base::CancelToken;

/// Runs work for a purpose.
pub(super) struct Beside<'scope, 'env, P, T> {
    scope: &'scope Scope<'scope, 'env>,
    job: Option<Job<'scope, P, T>>,
}

struct Job<'scope, P, T> {
    purpose: P,
    cancel: CancelToken,
    handle: ScopedJoinHandle<'scope, T>,
}

impl<'scope, 'env, P: Copy, T: Send + 'scope> Beside<'scope, 'env, P, T> {
    pub(super) fn new(scope: &'scope Scope<'scope, 'env>) -> Self {
        Beside { scope, job: None }
    }

    /// The purpose of the running work.
    pub(super) fn purpose(&self) -> Option<P> {
        self.job.as_ref().map(|job| job.purpose)
    }

    /// Begins work that the token ends, instead of what ran before.
    pub(super) fn begin<W: FnOnce() -> T + Send + 'scope>(
        &mut self,
        purpose: P,
        work: impl FnOnce(CancelToken) -> W,
    ) {
        self.stop();
        let cancel = CancelToken::default();
        let builder = thread::Builder::new().name("beside".to_owned()).stack_size(STACK);
        let spawned = builder.spawn_scoped(self.scope, work(cancel.clone()));
        // Without the thread there is no hint, and no warning.
        self.job = spawned.ok().map(|handle| Job { purpose, cancel, handle });
    }

    /// The answer, if the work has ended; nothing after a panic, which was reported.
    pub(super) fn answer(&mut self) -> Option<(P, T)> {
        let job = self.job.take_if(|job| job.handle.is_finished())?;
        Some((job.purpose, job.handle.join().ok()?))
    }
}

impl<P, T> Beside<'_, '_, P, T> {
    /// Ends the running work without an answer.
    pub(super) fn stop(&mut self) {
        if let Some(job) = self.job.take() {
            job.cancel.cancel();
        }
    }
}

impl<P, T> Drop for Beside<'_, '_, P, T> {
    fn drop(&mut self) {
        self.stop();
    }
}
