//! Searches beside the play of a level: is the position lost, and which key comes next?

use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::Duration;

use crate::cli::STACK;
use crate::cli::limits::Limits;
use puzzlec_base::CancelToken;
use puzzlec_worlds::game::{Game, Level};
use puzzlec_worlds::search::{Answer, Stop, Wanted, search_from};
use puzzlec_worlds::{Board, Key};

/// The time of a search after each key, and of one for a hint; and the positions that they see.
const LOOK: (Duration, u64) = (Duration::from_secs(10), 1 << 18);
const HINT: (Duration, u64) = (Duration::from_secs(60), 1 << 24);

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Advice {
    /// These keys win, and fewer do not; with chance for one outcome.
    Keys(Vec<Key>, bool),
    /// No keys win.
    Lost,
    /// A limit came first.
    Unknown,
}

/// Runs one search at a time.
pub(super) struct Adviser<'scope, 'env> {
    scope: &'scope Scope<'scope, 'env>,
    limits: &'env Limits,
    job: Option<Job<'scope>>,
}

struct Job<'scope> {
    hint: bool,
    cancel: CancelToken,
    handle: ScopedJoinHandle<'scope, Advice>,
}

impl<'scope, 'env> Adviser<'scope, 'env> {
    pub(super) fn new(scope: &'scope Scope<'scope, 'env>, limits: &'env Limits) -> Self {
        Adviser { scope, limits, job: None }
    }

    /// Whether a search runs, and one for a hint.
    pub(super) fn is_busy(&self) -> Option<bool> {
        self.job.as_ref().map(|job| job.hint)
    }

    /// Searches from a position, instead of what was searched before.
    pub(super) fn begin(
        &mut self,
        (game, level): (&'env Game, &'env Level),
        (board, restart): (Board, Board),
        hint: bool,
    ) {
        self.stop();
        let cancel = CancelToken::default();
        let (time, states) = if hint { HINT } else { LOOK };
        let budget = self.limits.quiet(Some(time), cancel.clone()).with_states(states);
        let work = move || match search_from((game, level), (&board, &restart), Wanted::Least, &budget) {
            Ok(found) => match found.answer {
                Answer::Won(keys) => Advice::Keys(keys, found.chance),
                Answer::Never => Advice::Lost,
            },
            Err(Stop::Limit(_) | Stop::Overrun | Stop::Outcomes) => Advice::Unknown,
        };
        let builder = thread::Builder::new().name("advice".to_owned()).stack_size(STACK);
        // Without the thread there is no hint, and no warning.
        self.job = builder.spawn_scoped(self.scope, work).ok().map(|handle| Job { hint, cancel, handle });
    }

    pub(super) fn stop(&mut self) {
        if let Some(job) = self.job.take() {
            job.cancel.cancel();
        }
    }

    /// What was found, if the search has ended, and whether it was for a hint; nothing after a panic, which was reported.
    pub(super) fn answer(&mut self) -> Option<(Advice, bool)> {
        let job = self.job.take_if(|job| job.handle.is_finished())?;
        Some((job.handle.join().ok()?, job.hint))
    }
}

impl Drop for Adviser<'_, '_> {
    fn drop(&mut self) {
        self.stop();
    }
}
