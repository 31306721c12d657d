//! The import of a text whole: a game of PuzzleScript that is not only pushed becomes puzzles with keys, and no text that
//! fails `check` is written.

use super::{Format, Imported, import};
use puzzlec_analysis::Analysis;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::{Budget, FileId, Limit, Span};
use puzzlec_model::project::MemoryFiles;
use puzzlec_worlds::{has_keys, is_game, read_keys, write_keys};

/// Imports a text of a format, or of the format that its form shows, and checks what it has written: a text that does not
/// pass `check` is replaced by an error.
///
/// # Errors
/// The limit that came before the text was checked.
pub fn checked(file: FileId, text: &str, format: Option<Format>, budget: &Budget) -> Result<Imported, Limit> {
    let mut imported = import(file, text, format);
    let foreign = is_game(text) && format.is_none_or(|format| format == Format::PuzzleScript);
    if foreign && imported.diagnostics.iter().any(Diagnostic::is_error) {
        imported = keyed(file, text);
    }
    if let Some(wrong) = refused(file, &imported.text, &budget.clone().within_states(POSITIONS))? {
        imported.diagnostics.push(wrong);
        (imported.text, imported.puzzles) = (String::new(), 0);
    }
    Ok(imported)
}

/// The largest number of positions that the check of a puzzle may see.
const POSITIONS: u64 = 100_000;

/// An error if a written text does not pass `check`, so that no such text is printed.
///
/// # Errors
/// The limit that came before the text was checked.
fn refused(file: FileId, text: &str, budget: &Budget) -> Result<Option<Diagnostic>, Limit> {
    const NAME: &str = "imported.puzzle";
    if text.is_empty() {
        return Ok(None);
    }
    if has_keys(text) {
        let found = read_keys(file, text).1.into_iter().find(Diagnostic::is_error);
        return Ok(found.map(|error| refusal(file, text, &error)));
    }
    let files = MemoryFiles([(NAME.to_owned(), text.to_owned())].into());
    let analysis = Analysis::load_without_theories(&files, &[NAME.to_owned()]);
    let (found, stopped) = analysis.check_within(budget);
    // More positions than this are not checked.
    if let Some(limit) = stopped.filter(|limit| !matches!(limit, Limit::States { .. })) {
        return Err(limit);
    }
    let Some(error) = found.into_iter().find(Diagnostic::is_error) else { return Ok(None) };
    let written = analysis.sources().get(error.primary.span.file).map_or("", |source| &source.text);
    Ok(Some(refusal(file, written, &error)))
}

/// Why a written text is not printed.
fn refusal(file: FileId, text: &str, error: &Diagnostic) -> Diagnostic {
    let start = error.primary.span.range().start;
    let end = text.get(start..).and_then(|rest| rest.find('\n')).map_or(text.len(), |n| start + n);
    let start = text.get(..start).and_then(|before| before.rfind('\n')).map_or(0, |n| n + 1);
    let line = text.get(start..end).unwrap_or("").trim();
    let headline = format!("the imported puzzles do not pass `check`: {}", error.headline);
    Diagnostic::new(Code::NotImported, Span::new(file, 0, 0), headline)
        .note(format!("{} at `{line}`; nothing was written", error.code.as_str()))
}

/// A game of PuzzleScript as puzzles with keys.
fn keyed(file: FileId, text: &str) -> Imported {
    let (written, mut diagnostics) = write_keys(file, text);
    let written = written.unwrap_or_default();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let heading = line.trim();
        if heading.eq_ignore_ascii_case("sounds") && !written.is_empty() {
            let place = Span::new(file, start, start + heading.len());
            diagnostics.push(Diagnostic::new(Code::NotCarriedOver, place, "sounds are not carried over"));
        }
        start += line.len();
    }
    if written.is_empty() && !diagnostics.iter().any(Diagnostic::is_error) {
        let headline = "the game has no level";
        diagnostics.push(Diagnostic::new(Code::NotImported, Span::new(file, 0, 0), headline));
    }
    let puzzles = written.lines().filter(|line| line.starts_with("puzzle ")).count();
    Imported { text: written, puzzles, diagnostics }
}
