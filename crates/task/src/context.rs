//! The context of a search.

use std::fmt;
use std::sync::Arc;

use puzzlec_base::{Budget, Limit, Progress, SharedCache, SharedJournal};

type Observer = Arc<dyn Fn(&Progress) + Send + Sync>;
type BoundObserver = Arc<dyn Fn(u64) + Send + Sync>;

/// The budget of a search, the journal of its completed levels, and the observer of its progress. A budget
/// alone converts to a context without journal and observer.
#[derive(Clone, Default)]
pub struct SearchContext {
    budget: Budget,
    journal: Option<SharedJournal>,
    observer: Option<Observer>,
    cache: Option<SharedCache>,
    bounds: Option<BoundObserver>,
    announces: bool,
}

impl SearchContext {
    /// No limit, no journal, no observer.
    pub fn unlimited() -> Self {
        SearchContext::default()
    }

    /// Keeps what searches by levels complete, and begins with what was kept before.
    pub fn with_journal(mut self, journal: SharedJournal) -> Self {
        self.journal = Some(journal);
        self
    }

    /// Keeps results that later searches may use.
    pub fn with_cache(mut self, cache: SharedCache) -> Self {
        self.cache = Some(cache);
        self
    }

    /// Tells an observer how far it is, at every poll.
    pub fn with_observer(mut self, observer: Observer) -> Self {
        self.observer = Some(observer);
        self
    }

    /// Receives lengths below which the puzzle has no plan, in its measure, as soon as they are proved.
    pub fn with_bound_observer(mut self, observer: BoundObserver) -> Self {
        self.bounds = Some(observer);
        self
    }

    /// The same context for a search whose lower bounds are those of the puzzle: not of a part of its board, a
    /// relaxation, or another measure.
    pub fn announcing(&self) -> Self {
        SearchContext { announces: true, ..self.clone() }
    }

    /// Receives a lower bound of a search that announces them.
    pub fn proved(&self, at_least: u64) {
        if let Some(observer) = self.bounds.as_ref().filter(|_| self.announces) {
            observer(at_least);
        }
    }

    /// The same context with a limit on positions, unless a smaller limit applies.
    pub fn within_states(&self, states: u64) -> Self {
        SearchContext { budget: self.budget.clone().within_states(states), ..self.clone() }
    }

    /// The budget.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Where completed levels are kept, if they are.
    pub fn journal(&self) -> Option<&SharedJournal> {
        self.journal.as_ref()
    }

    /// Where results are kept, if they are.
    pub fn cache(&self) -> Option<&SharedCache> {
        self.cache.as_ref()
    }

    /// Tells the observer, and says whether a limit is reached. Call it every few thousand steps.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn poll(&self, progress: &Progress) -> Result<(), Limit> {
        if let Some(observer) = &self.observer {
            observer(progress);
        }
        self.budget.poll(progress)
    }
}

impl From<Budget> for SearchContext {
    fn from(budget: Budget) -> Self {
        SearchContext { budget, ..SearchContext::default() }
    }
}

impl From<&Budget> for SearchContext {
    fn from(budget: &Budget) -> Self {
        budget.clone().into()
    }
}

impl From<&SearchContext> for SearchContext {
    fn from(context: &SearchContext) -> Self {
        context.clone()
    }
}

impl fmt::Debug for SearchContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchContext")
            .field("budget", &self.budget)
            .field("journal", &self.journal.is_some())
            .field("cache", &self.cache.is_some())
            .finish_non_exhaustive()
    }
}
