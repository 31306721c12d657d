//! Searches beside the play of a level: is the position lost, and which key comes next?

use std::thread::Scope;
use std::time::Duration;

use crate::cli::limits::Limits;
use crate::cli::play::beside::Beside;
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
    limits: &'env Limits,
    beside: Beside<'scope, 'env, bool, Advice>,
}

impl<'scope, 'env> Adviser<'scope, 'env> {
    pub(super) fn new(scope: &'scope Scope<'scope, 'env>, limits: &'env Limits) -> Self {
        Adviser { limits, beside: Beside::new(scope) }
    }

    /// Whether a search runs, and one for a hint.
    pub(super) fn is_busy(&self) -> Option<bool> {
        self.beside.purpose()
    }

    /// Searches from a position, instead of what was searched before.
    pub(super) fn begin(
        &mut self,
        (game, level): (&'env Game, &'env Level),
        (board, restart): (Board, Board),
        hint: bool,
    ) {
        let limits = self.limits;
        self.beside.begin(hint, |cancel| {
            let (time, states) = if hint { HINT } else { LOOK };
            let budget = limits.quiet(Some(time), cancel).with_states(states);
            move || match search_from((game, level), (&board, &restart), Wanted::Least, &budget) {
                Ok(found) => match found.answer {
                    Answer::Won(keys) => Advice::Keys(keys, found.chance),
                    Answer::Never => Advice::Lost,
                },
                Err(Stop::Limit(_) | Stop::Overrun | Stop::Outcomes) => Advice::Unknown,
            }
        });
    }

    pub(super) fn stop(&mut self) {
        self.beside.stop();
    }

    /// What was found, if the search has ended, and whether it was for a hint; nothing after a panic, which was reported.
    pub(super) fn answer(&mut self) -> Option<(Advice, bool)> {
        self.beside.answer().map(|(hint, advice)| (advice, hint))
    }
}
