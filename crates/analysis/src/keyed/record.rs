//! A play of a level as an expectation of its puzzle.

use super::KeyedFile;
use crate::play::stated;
use puzzlec_base::{Budget, FileId};
use puzzlec_syntax::ast::ItemKind;
use puzzlec_syntax::parse;
use puzzlec_worlds::{Key, is_game};
use puzzlec_worlds_check::{Rejected, replay};

/// Keys of a line.
const LINE: usize = 12;

/// `expect plan …` with the keys of a play that has won, which the second interpreter confirms.
///
/// # Errors
/// The keys do not win from the start of the level, or the file has no expectations; in words.
pub fn expectation(file: &KeyedFile, level: &str, keys: &[Key], budget: &Budget) -> Result<String, String> {
    if is_game(&file.text) {
        return Err(
            "a PuzzleScript file has no expectations; `puzzlec import` writes one that has".to_owned()
        );
    }
    let words: Vec<String> = keys.iter().map(|key| key.word().to_owned()).collect();
    match replay(&file.text, level, &words, budget) {
        Ok(()) => {}
        Err(Rejected::Wrong(_)) => {
            return Err("only keys that win from the start of the level are a plan".to_owned());
        }
        Err(Rejected::Limit(limit)) => return Err(limit.to_string()),
    }
    let lines: Vec<String> = words.chunks(LINE).map(|line| line.join(" ")).collect();
    Ok(format!("expect plan {}", lines.join(",\n    ")))
}

/// The text of a file with an expectation in one of its puzzles.
pub fn with_expectation(file: &KeyedFile, level: &str, expectation: &str) -> Option<String> {
    let parsed = parse(FileId(0), &file.text).file;
    let span = parsed.items.iter().find_map(|item| match &item.kind {
        ItemKind::Puzzle(puzzle) if puzzle.name.text == level => Some(item.span),
        _ => None,
    })?;
    stated(FileId(0), &file.text, span.range().end, expectation)
}
