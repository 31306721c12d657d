//! Budgets of long computations, and cancellation.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::Serialize;

use super::words::counted;

/// A flag that another thread or a signal raises to end a computation.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// Requests cancellation.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether cancellation was requested.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Which limit of a budget ended a computation before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "limit")]
pub enum Limit {
    /// The time allowed is over.
    Time {
        /// The limit in whole seconds.
        seconds: u64,
    },
    /// The limit on positions.
    States {
        /// The number allowed.
        states: u64,
    },
    /// The limit in bytes.
    Memory {
        /// The number allowed.
        bytes: u64,
    },
    /// Cancellation was requested (Ctrl-C).
    Cancelled,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Time { seconds } => write!(f, "the time limit of {seconds} s was reached"),
            Limit::States { states } => {
                write!(f, "the limit of {} was reached", counted(*states, "positions"))
            }
            Limit::Memory { bytes } => {
                write!(f, "the memory limit of {} MiB was reached", bytes >> 20)
            }
            Limit::Cancelled => write!(f, "it was interrupted"),
        }
    }
}

/// The progress of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The length proved not to suffice so far, in the puzzle's measure.
    pub depth: u32,
    /// Positions seen.
    pub states: u64,
    /// Positions in the frontier.
    pub frontier: u64,
    /// Bytes held.
    pub bytes: u64,
}

type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;
type Gauge = Arc<dyn Fn() -> u64 + Send + Sync>;

/// The budget of a computation. The caller provides the clock, so the library needs none.
#[derive(Clone, Default)]
pub struct Budget {
    states: Option<u64>,
    bytes: Option<u64>,
    held: Option<Gauge>,
    deadline: Option<(Clock, Duration)>,
    cancel: CancelToken,
}

impl Budget {
    /// No limit but the cancel token's.
    pub fn unlimited() -> Self {
        Budget::default()
    }

    /// A limit on positions.
    pub fn with_states(mut self, states: u64) -> Self {
        self.states = Some(states);
        self
    }

    /// A limit on positions, unless a smaller one applies.
    pub fn within_states(self, states: u64) -> Self {
        let least = self.states.map_or(states, |s| s.min(states));
        self.with_states(least)
    }

    /// A limit on bytes for positions and tables.
    pub fn with_bytes(mut self, bytes: u64) -> Self {
        self.bytes = Some(bytes);
        self
    }

    /// A lower bound of the bytes at every poll: the memory of the process, whatever allocated it.
    pub fn with_held(mut self, held: Gauge) -> Self {
        self.held = Some(held);
        self
    }

    /// A limit on time by the clock, which returns the time since the computation began.
    pub fn with_deadline(mut self, clock: Clock, limit: Duration) -> Self {
        self.deadline = Some((clock, limit));
        self
    }

    /// Stops when the token is cancelled.
    pub fn with_cancel(mut self, cancel: CancelToken) -> Self {
        self.cancel = cancel;
        self
    }

    /// The time that is left, if it is limited, for what cannot poll.
    pub fn left(&self) -> Option<Duration> {
        self.deadline.as_ref().map(|(clock, limit)| limit.saturating_sub(clock()))
    }

    /// Whether three quarters of the time are over: what only improves an answer should end, so that the answer
    /// can still be replayed.
    pub fn is_late(&self) -> bool {
        self.deadline.as_ref().is_some_and(|(clock, limit)| clock() >= *limit / 4 * 3)
    }

    /// Checks the limits. To be called every few thousand steps, since it may read a clock.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn poll(&self, progress: &Progress) -> Result<(), Limit> {
        if self.cancel.is_cancelled() {
            return Err(Limit::Cancelled);
        }
        if let Some(states) = self.states.filter(|s| progress.states > *s) {
            return Err(Limit::States { states });
        }
        let held = self.held.as_ref().map_or(0, |held| held());
        if let Some(bytes) = self.bytes.filter(|b| progress.bytes.max(held) > *b) {
            return Err(Limit::Memory { bytes });
        }
        if let Some((clock, limit)) = &self.deadline
            && clock() >= *limit
        {
            return Err(Limit::Time { seconds: limit.as_secs() });
        }
        Ok(())
    }
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("states", &self.states)
            .field("bytes", &self.bytes)
            .field("time", &self.deadline.as_ref().map(|d| d.1))
            .finish_non_exhaustive()
    }
}
