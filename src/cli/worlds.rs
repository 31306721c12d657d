//! PuzzleScript games: files that commands take without an import. Each level is a puzzle: `level1`, `level2`, …

mod solve;
mod verify;

use super::inputs::Inputs;
use super::output::{Failure, Output};
use puzzlec_base::diag::{Diagnostic, did_you_mean};
use puzzlec_base::{SourceFile, Sources};
use puzzlec_model::project::FileSystem;
use puzzlec_worlds::game::{Entry, Game, Level};
use puzzlec_worlds::{Board, World};

pub(super) use solve::solve;
pub(super) use verify::verify;

/// A file with a game.
pub(super) struct GameFile {
    pub(super) sources: Sources,
    pub(super) name: String,
    pub(super) text: String,
    /// None if an error makes it unplayable.
    pub(super) game: Option<Game>,
    diagnostics: Vec<Diagnostic>,
}

/// The text of a file that is not a puzzle file, if it looks like a game.
fn text(inputs: &Inputs, path: &str) -> Option<String> {
    if path.ends_with(".puzzle") {
        return None;
    }
    let text = inputs.read(path).ok()?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    puzzlec_worlds::is_game(text).then(|| text.to_owned())
}

/// The game of a command line that names one.
pub(super) fn game(inputs: &Inputs) -> Option<GameFile> {
    let [path] = inputs.paths.as_slice() else { return None };
    let text = text(inputs, path)?;
    let mut sources = Sources::default();
    let file = sources.add(SourceFile::new(path.clone(), text.clone()));
    let (game, diagnostics) = puzzlec_worlds::read(file, &text);
    Some(GameFile { sources, name: path.clone(), text, game, diagnostics })
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
    match inputs.paths.iter().find(|path| text(inputs, path).is_some()) {
        None => Ok(()),
        Some(path) => Err(Failure::Usage(format!(
            "`{path}` is a PuzzleScript game, which `check`, `solve`, `verify` and `play` take as it is; `puzzlec import` makes a \
             puzzle of what only pushes"
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
    pub(super) fn levels<'g>(
        &self,
        game: &'g Game,
        name: Option<&str>,
    ) -> Result<Vec<(String, &'g Level)>, Failure> {
        let all: Vec<_> = game.levels().collect();
        let Some(name) = name else { return Ok(all) };
        let wanted =
            |level: &(String, &Level)| level.0 == name || level.0.strip_prefix("level") == Some(name);
        if let Some(found) = all.iter().find(|level| wanted(level)) {
            return Ok(vec![found.clone()]);
        }
        let names = all.iter().map(|level| level.0.as_str());
        let hint = did_you_mean(name, names).unwrap_or_else(|| match all.len() {
            0 => "it has no level".to_owned(),
            1 => "it has `level1`".to_owned(),
            count => format!("it has `level1` to `level{count}`"),
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
pub(super) fn messages_before(game: &Game, number: usize) -> Vec<&str> {
    let (mut seen, mut texts) = (0, Vec::new());
    for entry in &game.entries {
        match entry {
            Entry::Level(_) => seen += 1,
            Entry::Message(text) if seen == number => texts.push(text.as_str()),
            Entry::Message(_) => {}
        }
    }
    texts
}
