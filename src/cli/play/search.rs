//! Searches beside a play, one at a time, each in a thread of its own.

use std::thread::Scope;
use std::time::Duration;

use super::beside::Beside;
use crate::cli::limits::Limits;
use puzzlec_analysis::{Outlook, OutlookRequest};
use puzzlec_base::Budget;
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
    theories: Theories,
    limits: &'env Limits,
    beside: Beside<'scope, 'env, Purpose, Outlook>,
}

impl<'scope, 'env> Searcher<'scope, 'env> {
    pub(super) fn new(scope: &'scope Scope<'scope, 'env>, theories: Theories, limits: &'env Limits) -> Self {
        Searcher { theories, limits, beside: Beside::new(scope) }
    }

    /// The purpose of the running search.
    pub(super) fn purpose(&self) -> Option<Purpose> {
        self.beside.purpose()
    }

    /// Searches from a position, instead of what was searched before.
    pub(super) fn begin(&mut self, request: OutlookRequest<'env>, purpose: Purpose) {
        let (limits, theories) = (self.limits, self.theories);
        self.beside.begin(purpose, |cancel| {
            let budget: Budget = limits.quiet(Some(purpose.time()), cancel);
            let context = SearchContext::from(budget.with_states(purpose.states()));
            let options = Options { wanted: purpose.wanted(), ..Options::default() };
            move || request.answer(theories, &options, &context)
        });
    }

    /// Ends the running search without an answer.
    pub(super) fn stop(&mut self) {
        self.beside.stop();
    }

    /// The answer, if the search has ended; nothing after a panic, which was reported.
    pub(super) fn answer(&mut self) -> Option<(Purpose, Outlook)> {
        self.beside.answer()
    }
}
