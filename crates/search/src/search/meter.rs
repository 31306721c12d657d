//! Accounts for what a search spends.

use puzzlec_base::{Budget, Limit, Progress};
use puzzlec_task::certificate::AtLeast;
use puzzlec_task::{SearchContext, Statistics};

/// Steps between two polls of the budget.
const STEPS: u64 = 1 << 13;

/// Counts states, bytes and steps, and polls the budget at intervals.
pub(crate) struct Meter<'b> {
    context: &'b SearchContext,
    /// The progress reported at every poll; searches keep depth and frontier current.
    pub(crate) progress: Progress,
    at_least: u64,
    /// Whether lower bounds are those of the question, and not of an auxiliary search.
    pub(super) announces: bool,
    expanded: u64,
    steps: u64,
    /// The fingerprint of the question, for a journal.
    fingerprint: u64,
    /// Called at the end of each level: whether to give way to another search.
    enough: Option<&'b Enough<'b>>,
    /// The lower bounds that were proved, each with the number of states at that time.
    milestones: Vec<(u64, u64)>,
    gave_way: bool,
    /// A search is over once no plan is of this length or shorter.
    pub(super) suffices: Option<u64>,
    /// The greatest lower bound by patterns.
    pub(super) patterns: Option<AtLeast>,
}

/// Whether a search gives way to another.
pub(super) type Enough<'a> = dyn Fn(&mut Meter) -> bool + 'a;

impl<'b> Meter<'b> {
    /// A meter at zero.
    pub(crate) fn new(context: &'b SearchContext) -> Self {
        Meter {
            context,
            progress: Progress::default(),
            at_least: 0,
            announces: false,
            expanded: 0,
            steps: 0,
            enough: None,
            milestones: Vec::new(),
            gave_way: false,
            suffices: None,
            patterns: None,
            fingerprint: 0,
        }
    }

    /// A meter at zero whose search stops as soon as `enough`, called at the end of each level, returns true.
    pub(super) fn giving_way(context: &'b SearchContext, enough: &'b Enough<'b>) -> Self {
        Meter { enough: Some(enough), ..Meter::new(context) }
    }

    /// Whether the search was stopped in this way.
    pub(crate) fn gave_way(&self) -> bool {
        self.gave_way
    }

    /// The budget.
    pub(crate) fn budget(&self) -> &'b Budget {
        self.context.budget()
    }

    /// The budget with the journal and the observer.
    pub(crate) fn context(&self) -> &'b SearchContext {
        self.context
    }

    /// Adds the results and the work of an attempt, and its memory unless it is over.
    pub(crate) fn absorb(&mut self, attempt: &Meter, over: bool) {
        self.at_least = self.at_least.max(attempt.at_least);
        self.expanded += attempt.expanded;
        if !over {
            self.progress = attempt.progress;
        }
    }

    /// Notes that no plan is shorter than this, and how large the frontier is.
    pub(crate) fn proved(&mut self, at_least: u64, frontier: u64) {
        if self.milestones.last().is_none_or(|(last, _)| *last < at_least) {
            self.milestones.push((at_least, self.progress.states));
        }
        self.at_least = self.at_least.max(at_least);
        if self.announces {
            self.context.proved(self.at_least);
        }
        self.progress.depth = u32::try_from(at_least.saturating_sub(1)).unwrap_or(u32::MAX);
        self.progress.frontier = frontier;
        let enough = self.enough;
        self.gave_way = enough.is_some_and(|enough| enough(&mut *self));
    }

    /// The lower bound that was proved with so many states.
    pub(super) fn proved_with(&self, states: u64) -> u64 {
        self.milestones.iter().rfind(|(_, at)| *at <= states).map_or(0, |(at_least, _)| *at_least)
    }

    /// Notes a lower bound by patterns.
    pub(super) fn proved_by_patterns(&mut self, bound: AtLeast) {
        if self.patterns.as_ref().is_none_or(|known| known.length < bound.length) {
            self.patterns = Some(bound);
        }
    }

    /// Begins with a lower bound that another search proved.
    pub(super) fn known(&mut self, at_least: u64) {
        self.at_least = self.at_least.max(at_least);
    }

    /// No plan is shorter than this, in the task's measure.
    pub(crate) fn at_least(&self) -> u64 {
        self.at_least
    }

    /// Counts one expanded state with this number of successors.
    #[inline]
    pub(crate) fn expanded(&mut self, successors: u64) -> Result<(), Limit> {
        self.expanded += 1;
        self.steps(1 + successors)
    }

    /// Counts expanded states with this number of successors in total.
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

    /// The number of expanded states.
    pub(crate) fn all_expanded(&self) -> u64 {
        self.expanded
    }

    /// Restores the number of states expanded in an earlier run.
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

    /// Counts bytes that only several threads need. The number of states is not checked here, since the end
    /// of a search must not depend on threads.
    pub(crate) fn grow_beside(&mut self, bytes: u64) -> Result<(), Limit> {
        match self.grow(bytes) {
            Err(Limit::States { .. }) => {
                self.progress.bytes += bytes;
                Ok(())
            }
            result => result,
        }
    }

    /// Releases bytes.
    pub(crate) fn shrink(&mut self, bytes: u64) {
        self.progress.bytes = self.progress.bytes.saturating_sub(bytes);
    }

    /// The work so far.
    pub(crate) fn statistics(&self) -> Statistics {
        Statistics { states: self.progress.states, expanded: self.expanded, bytes: self.progress.bytes }
    }
}
