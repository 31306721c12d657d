//! Searches beside a play, one at a time, each in a thread of its own.

use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::Duration;

use crate::cli::STACK;
use crate::cli::limits::Limits;
use puzzlec_analysis::{Outlook, OutlookRequest};
use puzzlec_base::{Budget, CancelToken};
use puzzlec_search::{Options, Wanted};
use puzzlec_task::SearchContext;
use puzzlec_theory::Theories;

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A short look at a new position: is it lost, and how far is the goal?
    Look,
    /// The player wants a hint.
    Hint,
    /// The program is to move.
    Reply,
}

impl Purpose {
    fn time(self) -> Duration {
        Duration::from_secs(match self {
            Purpose::Look | Purpose::Reply => 10,
            Purpose::Hint => 60,
        })
    }

    /// Maximum number of positions.
    fn states(self) -> u64 {
        match self {
            Purpose::Look => 1 << 18,
            Purpose::Reply => 1 << 21,
            Purpose::Hint => 1 << 24,
        }
    }

    fn wanted(self) -> Wanted {
        match self {
            Purpose::Look | Purpose::Reply => Wanted::Least,
            Purpose::Hint => Wanted::Any,
        }
    }
}

/// Runs searches.
pub(super) struct Searcher<'scope, 'env> {
    scope: &'scope Scope<'scope, 'env>,
    theories: Theories,
    limits: &'env Limits,
    job: Option<Job<'scope>>,
}

struct Job<'scope> {
    purpose: Purpose,
    cancel: CancelToken,
    handle: ScopedJoinHandle<'scope, Outlook>,
}

impl<'scope, 'env> Searcher<'scope, 'env> {
    pub(super) fn new(scope: &'scope Scope<'scope, 'env>, theories: Theories, limits: &'env Limits) -> Self {
        Searcher { scope, theories, limits, job: None }
    }

    /// The purpose of the running search.
    pub(super) fn purpose(&self) -> Option<Purpose> {
        self.job.as_ref().map(|job| job.purpose)
    }

    /// Searches from a position, instead of what was searched before.
    pub(super) fn begin(&mut self, request: OutlookRequest<'env>, purpose: Purpose) {
        self.stop();
        let cancel = CancelToken::default();
        let budget: Budget = self.limits.quiet(Some(purpose.time()), cancel.clone());
        let context = SearchContext::from(budget.with_states(purpose.states()));
        let (theories, options) = (self.theories, Options { wanted: purpose.wanted(), ..Options::default() });
        let work = move || request.answer(theories, &options, &context);
        let builder = thread::Builder::new().name("outlook".to_owned()).stack_size(STACK);
        // Without the thread there is no hint, and no warning.
        self.job = builder.spawn_scoped(self.scope, work).ok().map(|handle| Job { purpose, cancel, handle });
    }

    /// Ends the running search without an answer.
    pub(super) fn stop(&mut self) {
        if let Some(job) = self.job.take() {
            job.cancel.cancel();
        }
    }

    /// The answer, if the search has ended; nothing after a panic, which was reported.
    pub(super) fn answer(&mut self) -> Option<(Purpose, Outlook)> {
        let job = self.job.take_if(|job| job.handle.is_finished())?;
        Some((job.purpose, job.handle.join().ok()?))
    }
}

impl Drop for Searcher<'_, '_> {
    fn drop(&mut self) {
        self.stop();
    }
}
