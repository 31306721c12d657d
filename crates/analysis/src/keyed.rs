//! Games of keys: PuzzleScript files, whose levels are the puzzles `level1`, `level2`, …, and files of puzzles with
//! keys. They are solved, tested and verified by packages of their own, and answered in the same reports.

mod analyze;
mod expect;
mod explore;
mod illustrated;
mod publish;
mod record;
mod scene;
mod solve;
mod trace;
mod verify;

use puzzlec_base::FileId;
use puzzlec_base::diag::{Diagnostic, Stop, did_you_mean};
use puzzlec_worlds::game::{Game, Level};
use puzzlec_worlds::{Board, World, has_keys, is_game, search};

pub use crate::publish::KeyTables;
pub use analyze::analyze;
pub use expect::expectations;
pub use explore::{count, explore};
pub use illustrated::{illustrated, illustrated_answer};
pub use publish::{planned, publish};
pub use record::{expectation, with_expectation};
pub use scene::pictures;
pub use solve::{Solved, solve};
pub use trace::{Traced, TracedKey, TracedStep, trace, traced_steps};
pub use verify::{About, verify};

/// A file with a game.
#[derive(Debug)]
pub struct KeyedFile {
    /// Its name.
    pub name: String,
    /// Its text, without a byte order mark.
    pub text: String,
    /// None if an error makes them unplayable.
    pub games: Vec<Game>,
    /// What is wrong with it.
    pub diagnostics: Vec<Diagnostic>,
}

/// A level with its game and its name.
pub type Stage<'g> = (&'g Game, String, &'g Level);

/// Whether a file of this path and text is a game of keys.
pub fn is_keyed(path: &str, text: &str) -> bool {
    if path.ends_with(".puzzle") { has_keys(text) } else { is_game(text) || has_keys(text) }
}

impl KeyedFile {
    /// Reads a text that [`is_keyed`].
    pub fn read(file: FileId, name: &str, text: &str) -> Self {
        let (games, diagnostics) = if is_game(text) {
            let (game, diagnostics) = puzzlec_worlds::read(file, text);
            (game.into_iter().collect(), diagnostics)
        } else {
            puzzlec_worlds::read_keys(file, text)
        };
        KeyedFile { name: name.to_owned(), text: text.to_owned(), games, diagnostics }
    }

    /// All levels, in order.
    pub fn all(&self) -> Vec<Stage<'_>> {
        let of = |game| Game::levels(game).map(move |(name, level)| (game, name, level));
        self.games.iter().flat_map(of).collect()
    }

    /// The level of this name or number, or all levels.
    ///
    /// # Errors
    /// There is no such level; in words.
    pub fn levels(&self, name: Option<&str>) -> Result<Vec<Stage<'_>>, String> {
        let all = self.all();
        let Some(name) = name else { return Ok(all) };
        let wanted = |level: &Stage<'_>| level.1 == name || level.1.strip_prefix("level") == Some(name);
        if let Some(found) = all.iter().find(|level| wanted(level)) {
            return Ok(vec![found.clone()]);
        }
        let names = all.iter().map(|level| level.1.as_str());
        let hint = did_you_mean(name, names).unwrap_or_else(|| match all.as_slice() {
            [] => "it has no level".to_owned(),
            [one] => format!("it has `{}`", one.1),
            [first, .., last] => format!("it has `{}` to `{}`", first.1, last.1),
        });
        Err(format!("there is no level `{name}` in `{}`; {hint}", self.name))
    }
}

/// A board in the characters of levels, row by row.
fn picture(game: &Game, world: &World, board: &Board) -> Vec<String> {
    let (width, height) = world.size();
    let key = |x, y| if world.is_cell(x, y) { game.key(&world.objects(board, x, y)) } else { ' ' };
    (0..height).map(|y| (0..width).map(|x| key(x, y)).collect()).collect()
}

/// Why a search stopped, in the words of all searches.
fn stop_of(stop: search::Stop) -> Stop {
    match stop {
        search::Stop::Limit(limit) => Stop::Limit(limit),
        search::Stop::Overrun => Stop::too_large("the rules of one turn take too many steps"),
        search::Stop::Outcomes => Stop::too_large("one key has more than 65,536 outcomes of chance"),
    }
}
