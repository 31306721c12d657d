//! The dependencies of answers about a puzzle.

use std::sync::Arc;

use super::Snapshot;
use crate::PuzzleInfo;
use crate::keyed::{KeyedFile, is_keyed};
use puzzlec_base::diag::Diagnostic;
use puzzlec_base::{FileId, Span};
use puzzlec_syntax::ast::ItemKind;
use puzzlec_worlds::is_game;

/// Everything that the answers about a puzzle depend on; the other puzzles of its file are not included.
#[derive(Clone, Debug)]
pub struct Meaning {
    /// The puzzle's text and the place where it stood.
    own: (String, Span),
    /// The other items of its file, without puzzles.
    around: Vec<String>,
    /// The other files.
    others: Vec<(FileId, Arc<str>)>,
}

impl PartialEq for Meaning {
    /// Independent of the position of the puzzle in the file.
    fn eq(&self, other: &Meaning) -> bool {
        self.own.0 == other.own.0 && self.around == other.around && self.others == other.others
    }
}

impl Meaning {
    /// The diagnostics of the puzzle, with spans relative to its place `now`; `None` if they refer to other
    /// places of the file.
    pub fn said(&self, now: &Meaning, diagnostic: &Diagnostic) -> Option<Diagnostic> {
        let (old, new) = (self.own.1, now.own.1);
        let mut moved = diagnostic.clone();
        let mut inside = true;
        moved.spans(|span| {
            if span.file == old.file && old != new {
                inside &= old.start <= span.start && span.end <= old.end;
                let at = |place: u32| new.start.saturating_add(place.saturating_sub(old.start));
                *span = Span { file: new.file, start: at(span.start), end: at(span.end) };
            }
        });
        inside.then_some(moved)
    }
}

impl Snapshot {
    /// The game of a file that has one.
    pub fn game(&self, path: &str) -> Option<KeyedFile> {
        let file = self.file(path)?;
        let text: &str = &self.analysis().sources().get(file)?.text;
        is_keyed(path, text).then(|| KeyedFile::read(file, path, text))
    }

    /// The dependencies of the answers about a puzzle or a level of this name.
    pub fn meaning_of(&self, path: &str, name: &str) -> Option<Meaning> {
        if let Some(puzzle) = self.puzzle(path, name) {
            return self.meaning(puzzle);
        }
        // Of a PuzzleScript game any change counts.
        let file = self.file(path)?;
        let text: &str = &self.analysis().sources().get(file)?.text;
        let own = (format!("{name}\n{text}"), Span::new(file, 0, text.len()));
        is_game(text).then(|| Meaning { own, around: Vec::new(), others: Vec::new() })
    }

    /// The dependencies of the answers about a puzzle.
    pub fn meaning(&self, puzzle: &PuzzleInfo) -> Option<Meaning> {
        let project = self.analysis().project();
        let module = project.module(puzzle.at.module)?;
        let text = |span: Span| project.sources.slice(span).to_owned();
        let items = &module.parse.file.items;
        let own = items.get(puzzle.at.item)?.span;
        let around = items.iter().filter(|item| !matches!(item.kind, ItemKind::Puzzle(_)));
        let mut others = self.fingerprint(puzzle.file).texts;
        others.retain(|(file, _)| *file != puzzle.file);
        Some(Meaning { own: (text(own), own), around: around.map(|item| text(item.span)).collect(), others })
    }
}
