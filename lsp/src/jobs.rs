//! Background searches: one for each puzzle; a new one replaces the old.

mod games;
mod work;

use std::collections::BTreeMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::Sender;
use puzzlec_analysis::host::Snapshot;
use puzzlec_base::{Budget, CancelToken, Progress};
use puzzlec_task::SearchContext;

use crate::event::{Event, JobEvent};
use crate::outcome::{JobOutcome, Key};
use crate::pool::{STACK, words};
use crate::settings::Settings;

/// Between two reports of progress.
const PAUSE: Duration = Duration::from_millis(250);

/// The kind of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// Any solution.
    Any,
    /// A shortest solution.
    Shortest,
    /// A count of positions and solutions.
    Count,
    /// Whether its expectations hold.
    Test,
    /// A theory's facts.
    Analyze,
    /// A puzzle that fills the holes, from random numbers of this seed.
    Generate(u64),
}

impl Wish {
    /// The verb of the kind.
    pub(crate) fn doing(self) -> &'static str {
        match self {
            Wish::Any | Wish::Shortest => "solving",
            Wish::Count => "counting",
            Wish::Test => "testing",
            Wish::Analyze => "analyzing",
            Wish::Generate(_) => "generating",
        }
    }

    /// The title for people.
    pub(crate) fn title(self, puzzle: &str) -> String {
        match self {
            Wish::Any => format!("solving {puzzle}"),
            Wish::Shortest => format!("searching for a shortest solution of {puzzle}"),
            Wish::Count => format!("counting {puzzle}"),
            Wish::Test => format!("testing {puzzle}"),
            Wish::Analyze => format!("analyzing {puzzle}"),
            Wish::Generate(_) => format!("generating a puzzle from {puzzle}"),
        }
    }
}

/// Known results, and running jobs. Readers have a copy.
#[derive(Clone, Debug, Default)]
pub(crate) struct Results {
    /// The result of the last completed job.
    pub(crate) known: BTreeMap<Key, JobOutcome>,
    /// The result of the last search. A solution remains when a later search for the same text finds none.
    pub(crate) solved: BTreeMap<Key, JobOutcome>,
    /// The result of the last test.
    pub(crate) tested: BTreeMap<Key, JobOutcome>,
    /// The running jobs.
    pub(crate) running: BTreeMap<Key, Wish>,
}

/// All jobs.
pub(crate) struct Jobs {
    events: Sender<Event>,
    last: u64,
    running: BTreeMap<Key, Running>,
    results: Arc<Results>,
}

struct Running {
    job: u64,
    wish: Wish,
    cancel: CancelToken,
}

impl Jobs {
    pub(crate) fn new(events: Sender<Event>) -> Self {
        Jobs { events, last: 0, running: BTreeMap::new(), results: Arc::default() }
    }

    /// The known results.
    pub(crate) fn results(&self) -> Arc<Results> {
        Arc::clone(&self.results)
    }

    /// The number of the next job.
    pub(crate) fn next(&self) -> u64 {
        self.last + 1
    }

    /// Begins a job; one that runs for the same puzzle ends. Gives its number.
    pub(crate) fn start(
        &mut self,
        snapshot: Arc<Snapshot>,
        key: Key,
        wish: Wish,
        settings: &Settings,
    ) -> io::Result<u64> {
        self.stop(&key);
        self.last += 1;
        let job = self.last;
        let cancel = CancelToken::default();
        let (events, asked, own) = (self.events.clone(), key.clone(), cancel.clone());
        let limits = (settings.timeout, settings.memory);
        let run = move || {
            let pace = Arc::new(Mutex::new(Pace::new()));
            let context = || context(job, limits, &own, &events, &pace);
            let found = catch_unwind(AssertUnwindSafe(|| work::run(&snapshot, &asked, wish, &context)));
            let mut outcome = found.unwrap_or_else(|panic| {
                let line = format!("internal error of the server: {}", words(&*panic));
                work::failed(&snapshot, &asked, line)
            });
            outcome.cancelled |= own.is_cancelled();
            // The receiver is gone only after the server has ended.
            let _ = events.send(Event::Job(JobEvent::Done(job, asked, Box::new(outcome))));
        };
        thread::Builder::new().name("job".to_owned()).stack_size(STACK).spawn(run)?;
        self.running.insert(key.clone(), Running { job, wish, cancel });
        self.publish();
        Ok(job)
    }

    /// Cancels the job of a puzzle. Its result still arrives.
    pub(crate) fn stop(&mut self, key: &Key) {
        if let Some(running) = self.running.get(key) {
            running.cancel.cancel();
        }
    }

    /// Cancels a job.
    pub(crate) fn stop_job(&mut self, job: u64) {
        if let Some(running) = self.running.values().find(|r| r.job == job) {
            running.cancel.cancel();
        }
    }

    /// Cancels all jobs.
    pub(crate) fn stop_all(&mut self) {
        self.running.values().for_each(|r| r.cancel.cancel());
    }

    /// Takes in what came of a job. False if a newer one has taken its place.
    pub(crate) fn done(&mut self, job: u64, key: &Key, outcome: &JobOutcome) -> bool {
        if self.running.get(key).is_none_or(|r| r.job != job) {
            return false;
        }
        self.running.remove(key);
        if !outcome.cancelled && outcome.page.is_none() {
            let results = Arc::make_mut(&mut self.results);
            results.known.insert(key.clone(), outcome.clone());
            if outcome.tested.is_some() {
                results.tested.insert(key.clone(), outcome.clone());
            }
            let stays = |known: &JobOutcome| known.solution.is_some() && known.of == outcome.of;
            let better = outcome.solution.is_some() || !results.solved.get(key).is_some_and(stays);
            if outcome.solving && better {
                results.solved.insert(key.clone(), outcome.clone());
            }
        }
        self.publish();
        true
    }

    fn publish(&mut self) {
        let running = self.running.iter().map(|(key, r)| (key.clone(), r.wish)).collect();
        Arc::make_mut(&mut self.results).running = running;
    }
}

/// The progress of a job, which never decreases: a job runs several searches, each of which starts at zero.
struct Pace {
    sent: Instant,
    /// Positions of the searches before this one.
    before: u64,
    /// Positions of this one.
    states: u64,
    /// Whether this is the first search: the lengths that others rule out are of other questions.
    first: bool,
    depth: u32,
}

impl Pace {
    fn new() -> Self {
        Pace { sent: Instant::now(), before: 0, states: 0, first: true, depth: 0 }
    }

    /// Another question begins.
    fn next(&mut self) {
        self.first = self.before == 0 && self.states == 0;
        self.before += std::mem::take(&mut self.states);
        self.depth = 0;
    }

    /// Records the progress of a search; returns the text to show, if it is time.
    fn hear(&mut self, progress: &Progress) -> Option<String> {
        self.states = self.states.max(progress.states);
        self.depth = self.depth.max(progress.depth);
        if self.sent.elapsed() < PAUSE {
            return None;
        }
        self.sent = Instant::now();
        let depth = if self.first { self.depth } else { 0 };
        Some(work::progress(self.before + self.states, depth))
    }
}

fn context(
    job: u64,
    limits: (u64, u64),
    cancel: &CancelToken,
    events: &Sender<Event>,
    pace: &Arc<Mutex<Pace>>,
) -> SearchContext {
    let (seconds, mebibytes) = limits;
    let begun = Instant::now();
    let (events, pace) = (events.clone(), Arc::clone(pace));
    pace.lock().unwrap_or_else(PoisonError::into_inner).next();
    let observer = move |progress: &Progress| {
        // Another thread is reporting: that is enough.
        let Ok(mut pace) = pace.try_lock() else { return };
        if let Some(text) = pace.hear(progress) {
            let _ = events.send(Event::Job(JobEvent::Progress(job, text)));
        }
    };
    let bytes = if mebibytes > 0 { mebibytes << 20 } else { work::free_memory() / 4 * 3 };
    let mut budget = Budget::unlimited().with_bytes(bytes).with_cancel(cancel.clone());
    if seconds > 0 {
        budget = budget.with_deadline(Arc::new(move || begun.elapsed()), Duration::from_secs(seconds));
    }
    SearchContext::from(budget).with_observer(Arc::new(observer))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_never_goes_back() {
        let mut pace = Pace::new();
        let hear = |pace: &mut Pace, states, depth| {
            pace.sent = Instant::now() - PAUSE;
            pace.hear(&Progress { states, depth, ..Progress::default() })
        };
        pace.next();
        assert_eq!(hear(&mut pace, 1000, 7).as_deref(), Some("1,000 positions; 7 is not enough"));
        // Another method begins at zero.
        assert_eq!(hear(&mut pace, 10, 0).as_deref(), Some("1,000 positions; 7 is not enough"));
        assert_eq!(hear(&mut pace, 2000, 3).as_deref(), Some("2,000 positions; 7 is not enough"));
        // Another request: the lengths that it excludes are others.
        pace.next();
        assert_eq!(hear(&mut pace, 5, 2).as_deref(), Some("2,005 positions"));
    }
}
