//! The kind of a file's text.

use crate::Analysis;
use puzzlec_base::{FileId, Span};
use puzzlec_model::project::{Module, ModuleId};
use puzzlec_syntax::BLANKS;
use puzzlec_worlds::is_game;

/// A text for editor queries.
pub(super) enum Text<'a> {
    /// A file of puzzles.
    Puzzle(ModuleId, &'a Module, &'a str),
    /// A script.
    Script(&'a str),
}

/// The text of a file; `None` if there is no such file, if it is not loaded, or if it is a PuzzleScript game.
pub(super) fn text(analysis: &Analysis, file: FileId) -> Option<Text<'_>> {
    let project = analysis.project();
    let source: &str = &project.sources.get(file)?.text;
    if is_game(source) {
        return None;
    }
    if let Some((id, module)) = project.modules.iter().enumerate().find(|(_, m)| m.file == file) {
        return Some(Text::Puzzle(ModuleId(id), module, source));
    }
    let named = project.modules.iter().any(|m| m.scripts.values().any(|s| *s == file));
    named.then_some(Text::Script(source))
}

/// Bytes as an offset.
pub(super) fn offset(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

/// The text between two offsets; empty where they do not fit it.
pub(super) fn slice(text: &str, start: u32, end: u32) -> &str {
    text.get(start as usize..end as usize).unwrap_or("")
}

/// The span divided into lines, without line ends and empty parts.
pub(super) fn lines_of(span: Span, text: &str) -> impl Iterator<Item = Span> {
    let mut start = span.start;
    slice(text, span.start, span.end).split_inclusive(['\n', '\r']).filter_map(move |line| {
        let from = start;
        start += offset(line.len());
        let end = from + offset(line.trim_end_matches(['\n', '\r']).len());
        (from < end).then_some(Span { start: from, end, ..span })
    })
}

/// The marks of a row of a picture in the text, with their offsets in it.
pub(super) fn marks_of(text: &str, row: Span) -> impl Iterator<Item = (u32, char)> {
    let marks = slice(text, row.start, row.end).char_indices();
    marks.filter(|(_, c)| !BLANKS.contains(c)).map(|(at, c)| (offset(at), c))
}

/// The start of the line of an offset.
pub(super) fn line_start(text: &str, at: u32) -> u32 {
    let before = slice(text, 0, at);
    before.rfind(['\n', '\r']).map_or(0, |i| offset(i + 1))
}

/// The end of the line of an offset, without its line end.
pub(super) fn line_end(text: &str, at: u32) -> u32 {
    let after = text.get(at as usize..).unwrap_or("");
    at + offset(after.find(['\n', '\r']).unwrap_or(after.len()))
}
