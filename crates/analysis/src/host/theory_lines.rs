//! One-line summaries by theories of the puzzles of a file, cached across edits.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};

use super::Snapshot;
use crate::{PuzzleInfo, ide};
use puzzlec_base::FileId;
use puzzlec_syntax::ast::ItemKind;

/// The summaries of a file.
#[derive(Default)]
pub(super) struct TheoryLines {
    around: Around,
    /// By text of the puzzle.
    lines: BTreeMap<String, Option<String>>,
}

/// The dependencies of the puzzles of a file other than their own texts.
#[derive(Default, PartialEq)]
struct Around {
    /// The other items of the file.
    items: Vec<String>,
    /// The other files.
    others: Vec<(FileId, Arc<str>)>,
}

impl Snapshot {
    /// The known summaries, by the names of the puzzles of a file.
    pub fn theory_lines(&self, file: FileId) -> BTreeMap<String, String> {
        let (Some(around), Some(path)) = (self.around(file), self.path(file)) else { return BTreeMap::new() };
        let all = self.known.theory_lines.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(known) = all.get(path).filter(|theory_lines| theory_lines.around == around) else {
            return BTreeMap::new();
        };
        let line = |puzzle: &PuzzleInfo| {
            let line = known.lines.get(self.text_of(puzzle)?)?.clone()?;
            Some((puzzle.name.clone(), line))
        };
        self.puzzles_of(file).filter_map(line).collect()
    }

    /// Computes the summaries of the puzzles of a file until `stop` returns true. Returns whether there are
    /// new ones.
    pub fn update_theory_lines(&self, file: FileId, stop: &dyn Fn() -> bool) -> bool {
        let (Some(around), Some(path)) = (self.around(file), self.path(file)) else { return false };
        let lock = || self.known.theory_lines.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = {
            let mut all = lock();
            let theory_lines = all.entry(path.to_owned()).or_default();
            if theory_lines.around != around {
                *theory_lines = TheoryLines { around, lines: BTreeMap::new() };
            }
            theory_lines.lines.clone()
        };
        let mut lines = BTreeMap::new();
        let mut news = false;
        for puzzle in self.puzzles_of(file) {
            let Some(text) = self.text_of(puzzle) else { continue };
            let line = match kept.get(text) {
                Some(line) => line.clone(),
                None if stop() => continue,
                None => {
                    let line = ide::theory(self.analysis(), puzzle);
                    news |= line.is_some();
                    line
                }
            };
            lines.insert(text.to_owned(), line);
        }
        if let Some(theory_lines) = lock()
            .get_mut(path)
            .filter(|theory_lines| Some(&theory_lines.around) == self.around(file).as_ref())
        {
            theory_lines.lines = lines;
        }
        news
    }

    fn puzzles_of(&self, file: FileId) -> impl Iterator<Item = &PuzzleInfo> {
        self.analysis().puzzles().iter().filter(move |puzzle| puzzle.file == file)
    }

    fn text_of(&self, puzzle: &PuzzleInfo) -> Option<&str> {
        let project = self.analysis().project();
        let span = project.module(puzzle.at.module)?.parse.file.items.get(puzzle.at.item)?.span;
        Some(project.sources.slice(span))
    }

    fn around(&self, file: FileId) -> Option<Around> {
        let project = self.analysis().project();
        let items = &self.module(file)?.1.parse.file.items;
        let items = items.iter().filter(|item| !matches!(item.kind, ItemKind::Puzzle(_)));
        let items = items.map(|item| project.sources.slice(item.span).to_owned()).collect();
        let mut others = self.fingerprint(file).texts;
        others.retain(|(other, _)| *other != file);
        Some(Around { items, others })
    }
}
