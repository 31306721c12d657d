//! Accounts for what a search spends.

use crate::base::{Budget, Limit, Progress};
use crate::engine::{SearchContext, Statistics};

/// Steps between two looks at the budget.
const STEPS: u64 = 1 << 13;

/// Accounts for states, bytes and steps, and looks at the budget now and then.
pub(crate) struct Meter<'b> {
    context: &'b SearchContext,
    /// What is told at every poll; searches keep depth and frontier up to date.
    pub(crate) progress: Progress,
    at_least: u64,
    expanded: u64,
    steps: u64,
    /// Of the question, where a journal is kept.
    fingerprint: u64,
    /// ScriptCallback at the end of each level whether to give way to another search.
    enough: Option<&'b dyn Fn(u64, u64) -> bool>,
    gave_way: bool,
    /// A search is over once no plan is of this length or shorter.
    pub(super) suffices: Option<u64>,
}

impl<'b> Meter<'b> {
    /// A meter at zero.
    pub(crate) fn new(context: &'b SearchContext) -> Self {
        Meter {
            context,
            progress: Progress::default(),
            at_least: 0,
            expanded: 0,
            steps: 0,
            enough: None,
            gave_way: false,
            suffices: None,
            fingerprint: 0,
        }
    }

    /// A meter at zero whose search is to give way once `enough`, asked at the end of each level
    /// with the number of states and the length proved so far, says so.
    pub(crate) fn giving_way(context: &'b SearchContext, enough: &'b dyn Fn(u64, u64) -> bool) -> Self {
        Meter { enough: Some(enough), ..Meter::new(context) }
    }

    /// Whether the search was told to give way.
    pub(crate) fn gave_way(&self) -> bool {
        self.gave_way
    }

    /// What may be spent.
    pub(crate) fn budget(&self) -> &'b Budget {
        self.context.budget()
    }

    /// The budget with the journal and the observer.
    pub(crate) fn context(&self) -> &'b SearchContext {
        self.context
    }

    /// Takes over what an attempt proved and did, and unless it is over what it holds.
    pub(crate) fn absorb(&mut self, attempt: &Meter, over: bool) {
        self.at_least = self.at_least.max(attempt.at_least);
        self.expanded += attempt.expanded;
        if !over {
            self.progress = attempt.progress;
        }
    }

    /// Notes that no plan is shorter than this, and how large the frontier is.
    pub(crate) fn proved(&mut self, at_least: u64, frontier: u64) {
        self.at_least = self.at_least.max(at_least);
        self.progress.depth = u32::try_from(at_least.saturating_sub(1)).unwrap_or(u32::MAX);
        self.progress.frontier = frontier;
        self.gave_way = self.enough.is_some_and(|enough| enough(self.progress.states, self.at_least));
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

    /// Looks at the budget now, and whether enough is proved.
    pub(crate) fn poll(&mut self) -> Result<(), Limit> {
        self.steps = 0;
        if self.gave_way || self.suffices.is_some_and(|most| self.at_least > most) {
            return Err(Limit::States { states: self.progress.states });
        }
        self.context.poll(&self.progress)
    }

    /// Names the question, for a journal.
    pub(crate) fn name(&mut self, fingerprint: u64) {
        self.fingerprint = fingerprint;
    }

    /// The question's name.
    pub(crate) fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// How many states were expanded.
    pub(crate) fn all_expanded(&self) -> u64 {
        self.expanded
    }

    /// Takes over how many states were expanded in an earlier run.
    pub(crate) fn restore_expanded(&mut self, expanded: u64) {
        self.expanded = expanded;
    }

    /// Counts bytes that are about to be allocated.
    ///
    /// # Errors
    /// A limit, in particular that they are more than allowed: do not allocate them.
    pub(crate) fn grow(&mut self, bytes: u64) -> Result<(), Limit> {
        self.progress.bytes += bytes;
        let result = self.context.poll(&self.progress);
        if result.is_err() {
            self.progress.bytes -= bytes;
        }
        result
    }

    /// Counts bytes that there would be none of with one thread. The number of states is not
    /// looked at: where a search ends for that must not depend on threads.
    pub(crate) fn grow_beside(&mut self, bytes: u64) -> Result<(), Limit> {
        match self.grow(bytes) {
            Err(Limit::States { .. }) => {
                self.progress.bytes += bytes;
                Ok(())
            }
            result => result,
        }
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
