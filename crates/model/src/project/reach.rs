//! The files that a puzzle may read: puzzles anywhere, and scripts and words of its own folder or plugin. Diagnostics
//! quote source text, so no other file may be read as one of them.

use super::FileSystem;
use super::manifest::MANIFEST;
use super::path::{around, folder, is_inside, within};
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};

/// Files that a puzzle file names and that lie beside it.
pub(super) struct Kind {
    /// Their file extension.
    pub(super) ending: &'static str,
    /// What people call one.
    word: &'static str,
}

/// Scripts.
pub(super) const SCRIPT: Kind = Kind { ending: ".rhai", word: "a script" };
/// Lists of words.
pub(super) const WORDS: Kind = Kind { ending: ".txt", word: "a file of words" };
/// The file extension of puzzles.
const PUZZLE: &str = ".puzzle";
/// A file belongs to the plugin in its folder or in one of this number of folders above it.
const DEEPEST: usize = 3;

/// Whether the file at a path may be read as a puzzle.
///
/// # Errors
/// It is no puzzle file, or a link to none.
pub(super) fn puzzle(files: &dyn FileSystem, path: &str, span: Span) -> Result<(), Box<Diagnostic>> {
    let named = |p: &str| p.ends_with(PUZZLE);
    if named(path) && files.real(path).is_none_or(|real| named(&real)) {
        return Ok(());
    }
    let text = if named(path) {
        format!("`{path}` is a link to a file that is not a puzzle file")
    } else {
        format!("`{path}` is not a puzzle file")
    };
    let d = Diagnostic::new(Code::ForbiddenFile, span, text);
    Err(Box::new(d.note(format!("the name of a puzzle file ends in `{PUZZLE}`"))))
}

/// Whether the file at a path may be read as one of this kind of the puzzle file `importer`.
///
/// # Errors
/// It is none, or lies outside the folder and the plugin of that file.
pub(super) fn beside(
    files: &dyn FileSystem,
    importer: &str,
    path: &str,
    (kind, span): (&Kind, Span),
) -> Result<(), Box<Diagnostic>> {
    let forbidden = |text: String| Diagnostic::new(Code::ForbiddenFile, span, text);
    let Kind { ending, word } = *kind;
    if !path.ends_with(ending) {
        let d = forbidden(format!("`{path}` is not {word}"));
        return Err(Box::new(d.note(format!("the name of {word} ends in `{ending}`"))));
    }
    let own = folder(importer);
    let homes = [Some(own.clone()), plugin_around(files, own)];
    let mut lexically = false;
    for home in homes.into_iter().flatten() {
        if !is_inside(&home, path) {
            continue;
        }
        lexically = true;
        let real = files.real(&home).zip(files.real(path));
        if real.is_none_or(|(home, path)| path.ends_with(ending) && is_inside(&home, &path)) {
            return Ok(());
        }
    }
    let text = if lexically {
        format!("`{path}` is a link to a place outside the folder of this file")
    } else {
        format!("`{path}` is outside the folder of this file")
    };
    Err(Box::new(forbidden(text).note(format!(
        "{word} must be in the folder of the file that names it, in a folder below, or in the same plugin"
    ))))
}

/// The plugin that a folder belongs to.
fn plugin_around(files: &dyn FileSystem, mut folder: String) -> Option<String> {
    for _ in 0..=DEEPEST {
        if files.is_file(&within(&folder, MANIFEST)) {
            return Some(folder);
        }
        folder = around(&folder)?;
    }
    None
}
