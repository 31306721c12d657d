//! Accounts for what a search spends.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use puzzlec_base::diag::Stop;
use puzzlec_base::{Budget, Limit, Progress};
use puzzlec_task::{SearchContext, Statistics};

/// Positions expanded between two polls of the budget.
const STEPS: u64 = 256;

/// A limit was reached; the [`Meter`] records which. A search that ends in this way has proved nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halted;

/// Counts positions and bytes, and polls the budget with them. The first limit that is reached persists: from
/// then on every poll ends in [`Halted`].
#[derive(Debug)]
pub struct Meter<'b> {
    budget: &'b Budget,
    /// A context whose observer receives the progress.
    context: Option<&'b SearchContext>,
    states: Cell<u64>,
    expanded: Cell<u64>,
    bytes: Cell<u64>,
    most_bytes: Cell<u64>,
    steps: Cell<u64>,
    reached: RefCell<Option<Limit>>,
    /// The limits of the current part of a search.
    share: Cell<Share>,
}

/// The limits of a part of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Positions seen.
    pub states: u64,
    /// Positions whose moves are made.
    pub expanded: u64,
    /// Bytes held.
    pub bytes: u64,
}

impl Share {
    /// As much as it likes.
    pub const ALL: Share = Share { states: u64::MAX, expanded: u64::MAX, bytes: u64::MAX };

    /// Whether more was spent than this allows.
    fn is_spent(self, states: u64, expanded: u64, bytes: u64) -> bool {
        states > self.states || expanded > self.expanded || bytes > self.bytes
    }
}

impl<'b> Meter<'b> {
    /// At zero.
    pub fn new(budget: &'b Budget) -> Self {
        let zero = || Cell::new(0);
        let (states, expanded, bytes, most_bytes, steps) = (zero(), zero(), zero(), zero(), zero());
        Meter {
            budget,
            context: None,
            states,
            expanded,
            bytes,
            most_bytes,
            steps,
            reached: RefCell::new(None),
            share: Cell::new(Share::ALL),
        }
    }

    /// A meter at zero, for a search with an observer.
    pub fn of(context: &'b SearchContext) -> Self {
        Meter { context: Some(context), ..Meter::new(context.budget()) }
    }

    /// Counts positions seen for the first time by a part of a search. What two parts see counts twice.
    #[inline]
    pub fn seen(&self, positions: usize) {
        self.states.set(self.states.get() + positions as u64);
    }

    /// Counts positions whose moves are made. Polls the budget once in 256 positions.
    ///
    /// # Errors
    /// A limit was reached.
    #[inline]
    pub fn expanded(&self, positions: usize) -> Result<(), Halted> {
        self.expanded.set(self.expanded.get() + positions as u64);
        self.steps.set(self.steps.get() + positions as u64);
        if self.steps.get() < STEPS { Ok(()) } else { self.poll() }
    }

    /// Polls the budget.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn poll(&self) -> Result<(), Halted> {
        self.steps.set(0);
        self.check(self.bytes.get())
    }

    /// Whether a limit is reached: [`Meter::poll`] where nothing is to be returned.
    pub fn stopped(&self) -> bool {
        self.poll().is_err()
    }

    /// Does a part of the work with a share of what may be spent, counted from here on; nothing where the share
    /// is spent before the work is done. A share is a number of positions and bytes, so that it ends at the same
    /// point on every run; where time is limited it ends also when a quarter of it is left, for what comes after.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn share<T>(
        &self,
        share: Share,
        work: impl FnOnce() -> Result<T, Halted>,
    ) -> Result<Option<T>, Halted> {
        let outer = self.share.get();
        let (states, expanded) = (self.states.get(), self.expanded.get());
        let inner = Share {
            states: states.saturating_add(share.states).min(outer.states),
            expanded: expanded.saturating_add(share.expanded).min(outer.expanded),
            bytes: self.bytes.get().saturating_add(share.bytes).min(outer.bytes),
        };
        self.share.set(inner);
        let done = work();
        self.share.set(outer);
        match done {
            Ok(done) => Ok(Some(done)),
            Err(Halted) => self.poll().map(|()| None),
        }
    }

    fn check(&self, bytes: u64) -> Result<(), Halted> {
        let share = self.share.get();
        if self.reached.borrow().is_some()
            || share.is_spent(self.states.get(), self.expanded.get(), bytes)
            || share != Share::ALL && self.budget.is_late()
        {
            return Err(Halted);
        }
        let progress = Progress { states: self.states.get(), bytes, ..Progress::default() };
        let polled = self.context.map_or_else(|| self.budget.poll(&progress), |c| c.poll(&progress));
        polled.map_err(|limit| {
            self.reached.replace(Some(limit));
            Halted
        })
    }

    /// Whether what only improves an answer should end: a limit is near or reached.
    pub fn is_late(&self) -> bool {
        self.budget.is_late() || self.stopped()
    }

    /// The time that is left, if it is limited, for what cannot poll.
    pub fn left(&self) -> Option<Duration> {
        self.budget.left()
    }

    /// The limit that was reached.
    pub fn limit(&self) -> Option<Limit> {
        *self.reached.borrow()
    }

    /// The limit that was reached, as the reason of a stop; a bug where none was.
    pub fn stop(&self) -> Stop {
        self.limit().map_or_else(|| Stop::bug("work ended without a limit"), Stop::from)
    }

    /// The work so far; the bytes are the maximum held at one time.
    pub fn statistics(&self) -> Statistics {
        let (states, expanded) = (self.states.get(), self.expanded.get());
        Statistics { states, expanded, bytes: self.most_bytes.get() }
    }
}

/// Bytes that count as held until this is dropped.
#[derive(Debug)]
pub struct Room<'m> {
    meter: &'m Meter<'m>,
    bytes: u64,
}

impl<'m> Room<'m> {
    /// No bytes.
    pub fn new(meter: &'m Meter<'m>) -> Self {
        Room { meter, bytes: 0 }
    }

    /// The meter.
    pub fn meter(&self) -> &'m Meter<'m> {
        self.meter
    }

    /// Holds this many bytes. Call it before more are allocated and after some were given back.
    ///
    /// # Errors
    /// A limit was reached: do not allocate them.
    pub fn hold(&mut self, bytes: usize) -> Result<(), Halted> {
        let bytes = bytes as u64;
        let all = self.meter.bytes.get().saturating_sub(self.bytes) + bytes;
        if bytes > self.bytes {
            self.meter.check(all)?;
        }
        self.meter.bytes.set(all);
        self.meter.most_bytes.set(all.max(self.meter.most_bytes.get()));
        self.bytes = bytes;
        Ok(())
    }
}

impl Drop for Room<'_> {
    fn drop(&mut self) {
        self.meter.bytes.set(self.meter.bytes.get().saturating_sub(self.bytes));
    }
}
