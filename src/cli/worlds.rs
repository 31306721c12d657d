//! Games of keys: PuzzleScript files, which commands take without an import and whose levels are the puzzles `level1`,
//! `level2`, …, and files of puzzles with keys.

mod expect;
mod solve;
mod verify;

use super::inputs::Inputs;
use super::output::{Failure, Output};
use puzzlec_base::diag::{Diagnostic, did_you_mean};
use puzzlec_base::{FileId, SourceFile, Sources};
use puzzlec_model::project::FileSystem;
use puzzlec_worlds::game::{Entry, Game, Level};
use puzzlec_worlds::{Board, World, has_keys, is_game};

pub(super) use expect::expectations;
pub(super) use solve::solve;
pub(super) use verify::verify;

/// A file with a game.
pub(super) struct GameFile {
    pub(super) sources: Sources,
    pub(super) name: String,
    pub(super) text: String,
    /// None if an error makes them unplayable.
    pub(super) games: Vec<Game>,
    diagnostics: Vec<Diagnostic>,
}

/// A level with its game.
pub(super) type Stage<'g> = (&'g Game, String, &'g Level);

/// The text of a file, if it is a game.
fn text(inputs: &Inputs, path: &str) -> Option<String> {
    let text = inputs.read(path).ok()?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let game = if path.ends_with(".puzzle") { has_keys(text) } else { is_game(text) || has_keys(text) };
    game.then(|| text.to_owned())
}

/// The games of a text, none after an error.
fn read(file: FileId, text: &str) -> (Vec<Game>, Vec<Diagnostic>) {
    if is_game(text) {
        let (game, diagnostics) = puzzlec_worlds::read(file, text);
        return (game.into_iter().collect(), diagnostics);
    }
    puzzlec_worlds::read_keys(file, text)
}

/// What is wrong with a game.
pub(super) fn diagnostics(file: FileId, text: &str) -> Vec<Diagnostic> {
    read(file, text).1
}

/// The game of a command line that names one.
pub(super) fn game(inputs: &Inputs) -> Option<GameFile> {
    let [path] = inputs.paths.as_slice() else { return None };
    let text = text(inputs, path)?;
    let mut sources = Sources::default();
    let file = sources.add(SourceFile::new(path.clone(), text.clone()));
    let (games, diagnostics) = read(file, &text);
    Some(GameFile { sources, name: path.clone(), text, games, diagnostics })
}

/// The games among the files, and the other files.
pub(super) fn apart(inputs: &Inputs) -> (Vec<SourceFile>, Vec<String>) {
    let (mut games, mut others) = (Vec::new(), Vec::new());
    for path in &inputs.paths {
        match text(inputs, path) {
            Some(text) => games.push(SourceFile::new(path.clone(), text)),
            None => others.push(path.clone()),
        }
    }
    (games, others)
}

/// Refuses games where a command takes puzzles alone.
///
/// # Errors
/// One of the files is a game.
pub(super) fn refuse(inputs: &Inputs) -> Result<(), Failure> {
    match inputs.paths.iter().find_map(|path| Some((path, text(inputs, path)?))) {
        None => Ok(()),
        Some((path, text)) if !is_game(&text) => Err(Failure::Usage(format!(
            "`{path}` has puzzles with keys, which `check`, `solve`, `verify`, `test` and `play` take"
        ))),
        Some((path, _)) => Err(Failure::Usage(format!(
            "`{path}` is a PuzzleScript game, which `check`, `solve`, `verify` and `play` take as it is; `puzzlec import` writes puzzles"
        ))),
    }
}

impl GameFile {
    /// The errors, drawn.
    pub(super) fn warn(&self, output: &Output) -> Vec<Diagnostic> {
        let errors: Vec<Diagnostic> = self.diagnostics.iter().filter(|d| d.is_error()).cloned().collect();
        output.warn(&self.sources, &errors);
        errors
    }

    /// The level of this name or number, or all levels.
    ///
    /// # Errors
    /// There is no such level.
    pub(super) fn levels(&self, name: Option<&str>) -> Result<Vec<Stage<'_>>, Failure> {
        let of = |game| Game::levels(game).map(move |(name, level)| (game, name, level));
        let all: Vec<Stage<'_>> = self.games.iter().flat_map(of).collect();
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
        Err(Failure::Usage(format!("there is no level `{name}` in `{}`; {hint}", self.name)))
    }
}

/// A board in the characters of levels, row by row.
pub(super) fn picture(game: &Game, world: &World, board: &Board) -> Vec<String> {
    let (width, height) = world.size();
    (0..height).map(|y| (0..width).map(|x| game.key(&world.objects(board, x, y))).collect()).collect()
}

/// The texts that stand before a level, or after the last one.
pub(super) fn messages_before<'g>(all: &[Stage<'g>], number: usize) -> Vec<&'g str> {
    let mut texts = Vec::new();
    let before = number.checked_sub(1).and_then(|before| all.get(before));
    let level = all.get(number);
    if let Some((game, name, _)) = before {
        // Those behind the level before, if its game ends there.
        let behind = game.entries.iter().skip_while(|entry| !is_level(entry, name)).skip(1);
        texts.extend(behind.take_while(|entry| matches!(entry, Entry::Message(_))));
    } else if let Some((game, name, _)) = level {
        texts.extend(game.entries.iter().take_while(|entry| !is_level(entry, name)));
    }
    if let (Some((game, name, _)), Some(before)) = (level, before)
        && !std::ptr::eq(*game, before.0)
    {
        texts.extend(game.entries.iter().take_while(|entry| !is_level(entry, name)));
    }
    let text = |entry: &'g Entry| match entry {
        Entry::Message(text) => Some(text.as_str()),
        Entry::Level(_) => None,
    };
    texts.into_iter().filter_map(text).collect()
}

fn is_level(entry: &Entry, name: &str) -> bool {
    matches!(entry, Entry::Level(level) if level.name == name)
}
