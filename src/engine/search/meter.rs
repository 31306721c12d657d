//! Accounts for what a search spends.

use crate::base::{Budget, Limit, Progress};
use crate::engine::Statistics;

/// Steps between two looks at the budget.
const STEPS: u64 = 1 << 13;

/// Accounts for states, bytes and steps, and looks at the budget now and then.
pub(crate) struct Meter<'b> {
    budget: &'b Budget,
    /// What is told to the budget; searches keep depth and frontier up to date.
    pub(crate) progress: Progress,
    at_least: u64,
    expanded: u64,
    steps: u64,
}

impl<'b> Meter<'b> {
    /// A meter at zero.
    pub(crate) fn new(budget: &'b Budget) -> Self {
        Meter { budget, progress: Progress::default(), at_least: 0, expanded: 0, steps: 0 }
    }

    /// Notes that no plan is shorter than this, and how large the frontier is.
    pub(crate) fn proved(&mut self, at_least: u64, frontier: u64) {
        self.at_least = self.at_least.max(at_least);
        self.progress.depth = u32::try_from(at_least.saturating_sub(1)).unwrap_or(u32::MAX);
        self.progress.frontier = frontier;
    }

    /// No plan is shorter than this, in the task's measure.
    pub(crate) fn at_least(&self) -> u64 {
        self.at_least
    }

    /// Counts one state expanded, with so many successors.
    #[inline]
    pub(crate) fn expanded(&mut self, successors: u64) -> Result<(), Limit> {
        self.expanded += 1;
        self.steps(1 + successors)
    }

    /// Counts states expanded, with so many successors together.
    #[inline]
    pub(crate) fn expanded_all(&mut self, states: u64, successors: u64) -> Result<(), Limit> {
        self.expanded += states;
        self.steps(states + successors)
    }

    /// Counts steps of any kind.
    #[inline]
    pub(crate) fn steps(&mut self, n: u64) -> Result<(), Limit> {
        self.steps += n;
        if self.steps < STEPS {
            return Ok(());
        }
        self.poll()
    }

    /// Looks at the budget now.
    pub(crate) fn poll(&mut self) -> Result<(), Limit> {
        self.steps = 0;
        self.budget.poll(&self.progress)
    }

    /// What may be spent.
    pub(crate) fn budget(&self) -> &'b Budget {
        self.budget
    }

    /// Counts bytes that are about to be allocated.
    ///
    /// # Errors
    /// A limit, in particular that they are more than allowed: do not allocate them.
    pub(crate) fn grow(&mut self, bytes: u64) -> Result<(), Limit> {
        self.progress.bytes += bytes;
        let result = self.budget.poll(&self.progress);
        if result.is_err() {
            self.progress.bytes -= bytes;
        }
        result
    }

    /// Counts bytes that were given back.
    pub(crate) fn shrink(&mut self, bytes: u64) {
        self.progress.bytes = self.progress.bytes.saturating_sub(bytes);
    }

    /// What was done so far.
    pub(crate) fn statistics(&self) -> Statistics {
        Statistics { states: self.progress.states, expanded: self.expanded, bytes: self.progress.bytes }
    }
}
