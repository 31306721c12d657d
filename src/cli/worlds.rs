//! Games of keys: PuzzleScript files, which commands take without an import and whose levels are the puzzles `level1`,
//! `level2`, …, and files of puzzles with keys.

pub(super) mod levels;

use std::ops::Deref;
use std::sync::Arc;

use super::inputs::Inputs;
use super::limits::Limits;
use super::output::{Failure, Output};
use super::progress::Watch;
use puzzlec_analysis::keyed::{KeyedFile, is_keyed};
pub(super) use puzzlec_analysis::keyed::{Stage, verify};
use puzzlec_analysis::{TestResult, keyed};
use puzzlec_base::diag::Diagnostic;
use puzzlec_base::{FileId, SourceFile, Sources};
use puzzlec_model::project::FileSystem;
use puzzlec_worlds::game::Entry;
use puzzlec_worlds::is_game;

/// A file with a game, and the sources that it is the only one of.
pub(super) struct GameFile {
    pub(super) sources: Sources,
    file: KeyedFile,
}

impl Deref for GameFile {
    type Target = KeyedFile;

    fn deref(&self) -> &KeyedFile {
        &self.file
    }
}

/// The text of a file, if it is a game.
fn text(inputs: &Inputs, path: &str) -> Option<String> {
    let text = inputs.read(path).ok()?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    is_keyed(path, text).then(|| text.to_owned())
}

/// What is wrong with a game.
pub(super) fn diagnostics(file: FileId, text: &str) -> Vec<Diagnostic> {
    KeyedFile::read(file, "", text).diagnostics
}

/// The outcomes of the expectations of a game.
pub(super) fn expectations(file: FileId, source: &SourceFile, limits: &Limits) -> Vec<TestResult> {
    let game = KeyedFile::read(file, &source.name, &source.text);
    keyed::expectations(&game, &|name| limits.context(&Arc::new(Watch::new(name))))
}

/// The game of a file that is one.
pub(super) fn game(file: &str) -> Option<GameFile> {
    let inputs = Inputs::gather(&[file.to_owned()]);
    let [path] = inputs.paths.as_slice() else { return None };
    Some(GameFile::new(SourceFile::new(path.clone(), text(&inputs, path)?)))
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
            "`{path}` has puzzles with keys, which this command does not take; `solve`, `test`, `play`, `analyze`, `count`, `explore`, `render` and `publish` do"
        ))),
        Some((path, _)) => Err(Failure::Usage(format!(
            "`{path}` is a PuzzleScript game, which this command does not take; `solve`, `play`, `analyze`, `count`, `explore`, `render` and `publish` do, and `puzzlec import` writes puzzles"
        ))),
    }
}

impl GameFile {
    /// Reads the game of a file that is one.
    pub(super) fn new(source: SourceFile) -> Self {
        let (name, text) = (source.name.clone(), source.text.to_string());
        let mut sources = Sources::default();
        let id = sources.add(source);
        GameFile { sources, file: KeyedFile::read(id, &name, &text) }
    }

    /// The errors, drawn.
    pub(super) fn warn(&self, output: &Output) -> Vec<Diagnostic> {
        let errors: Vec<Diagnostic> = self.diagnostics.iter().filter(|d| d.is_error()).cloned().collect();
        output.warn(&self.sources, &errors);
        errors
    }
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
