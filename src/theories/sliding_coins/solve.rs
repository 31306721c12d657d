//! The answer to a puzzle of coins on a line.

use super::methods::way;
use super::read::Game;
use crate::engine::{Method, Options, SearchContext};
use crate::theories::Found;

/// The answer to a game, where the theory has one; `why` is told what was done.
pub(super) fn solve(
    _game: &Game<'_>,
    options: &Options,
    _context: &SearchContext,
    why: &mut Vec<String>,
) -> Option<Found> {
    let _way = match options.method {
        Method::Auto => None,
        Method::Named(name) => Some(way(name)?),
        _ => return None,
    };
    why.push("sliding coins, by its rule: the theory of Lin, Tsai, Tsai and Tsay".into());
    None
}
