//! The answer to a puzzle of coins.

use super::read::Game;
use crate::engine::{Options, SearchContext};
use crate::theories::{Found, MethodInfo};

/// The ways to an answer, by the names that `--method` takes.
pub(super) static METHODS: &[MethodInfo] = &[];

/// The answer to a game, where the theory has one; `why` is told what was done.
pub(super) fn solve(
    _game: &Game,
    _options: &Options,
    _context: &SearchContext,
    _why: &mut Vec<String>,
) -> Option<Found> {
    None
}
