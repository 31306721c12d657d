//! Limits and progress of long requests.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use puzzlec_base::{Budget, CancelToken, Progress};
use puzzlec_task::SearchContext;
use serde::{Deserialize, Serialize};

/// What surrounds a session: time, progress and the end of long requests.
pub trait Host: Send + Sync {
    /// The time since any fixed moment.
    fn clock(&self) -> Duration;

    /// Receives progress of a long request several times a second. False ends the request, whose answer then says so.
    fn progress(&self, report: &Report) -> bool;

    /// Bytes that the request holds at least; 0 if unknown.
    fn held(&self) -> u64 {
        0
    }
}

/// How far a long request is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// Positions seen.
    pub positions: u64,
    /// The length proved not to suffice so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// No plan is shorter (proved).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u64>,
    /// Seconds since the request began.
    pub elapsed: f64,
}

/// The limits of a request; each computation of it has them for itself.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub(crate) struct Limits {
    pub(crate) states: Option<u64>,
    pub(crate) seconds: Option<f64>,
    pub(crate) bytes: Option<u64>,
}

/// The limit in bytes if none is stated.
const BYTES: u64 = 1 << 30;
/// The time between two reports.
const PAUSE: Duration = Duration::from_millis(50);

/// A long request.
pub(crate) struct Work {
    limits: Limits,
    watch: Arc<Watch>,
}

struct Watch {
    host: Arc<dyn Host>,
    begun: Duration,
    /// Milliseconds since the request began.
    reported: AtomicU64,
    progress: Mutex<Report>,
    cancel: CancelToken,
}

impl Watch {
    fn elapsed(&self) -> Duration {
        self.host.clock().saturating_sub(self.begun)
    }

    fn update(&self, change: impl FnOnce(&mut Report)) {
        change(&mut self.progress.lock().unwrap_or_else(PoisonError::into_inner));
        self.look();
    }

    /// Reports, if it is time, and ends the request if the host says so.
    fn look(&self) {
        let elapsed = self.elapsed();
        let now = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
        let last = self.reported.load(Ordering::Relaxed);
        if now.saturating_sub(last) < PAUSE.as_millis() as u64 {
            return;
        }
        self.reported.store(now, Ordering::Relaxed);
        let mut report = *self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        report.elapsed = elapsed.as_secs_f64();
        if !self.host.progress(&report) {
            self.cancel.cancel();
        }
    }
}

impl Work {
    pub(crate) fn new(host: &Arc<dyn Host>, limits: Limits) -> Self {
        let watch = Watch {
            host: Arc::clone(host),
            begun: host.clock(),
            reported: AtomicU64::new(0),
            progress: Mutex::default(),
            cancel: CancelToken::default(),
        };
        Work { limits, watch: Arc::new(watch) }
    }

    /// The same with limits, where none are stated.
    pub(crate) fn or(mut self, seconds: f64, bytes: u64) -> Self {
        self.limits.seconds = self.limits.seconds.or(Some(seconds));
        self.limits.bytes = self.limits.bytes.or(Some(bytes));
        self
    }

    /// Whether the host has ended the request.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.watch.cancel.is_cancelled()
    }

    /// The time since the request began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.watch.elapsed()
    }

    /// The context of a computation, whose time begins now.
    pub(crate) fn context(&self) -> SearchContext {
        let Limits { states, seconds, bytes } = self.limits;
        *self.watch.progress.lock().unwrap_or_else(PoisonError::into_inner) = Report::default();
        let watch = Arc::clone(&self.watch);
        // Every poll reads what is held, also where nothing is reported.
        let held = move || {
            watch.look();
            watch.host.held()
        };
        let mut budget = Budget::unlimited()
            .with_cancel(self.watch.cancel.clone())
            .with_bytes(bytes.unwrap_or(BYTES))
            .with_held(Arc::new(held));
        if let Some(states) = states {
            budget = budget.with_states(states);
        }
        if let Some(limit) = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) {
            let (host, begun) = (Arc::clone(&self.watch.host), self.watch.host.clock());
            budget = budget.with_deadline(Arc::new(move || host.clock().saturating_sub(begun)), limit);
        }
        let (seen, proved) = (Arc::clone(&self.watch), Arc::clone(&self.watch));
        let see = move |progress: &Progress| {
            seen.update(|report| {
                report.positions = progress.states;
                report.depth = Some(progress.depth).filter(|depth| *depth > 0);
            });
        };
        let prove = move |at_least: u64| proved.update(|report| report.at_least = Some(at_least));
        SearchContext::from(budget).with_observer(Arc::new(see)).with_bound_observer(Arc::new(prove))
    }
}
