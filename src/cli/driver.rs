//! The one place where the commands meet the front end.

use clap::ValueEnum;

use crate::analysis::{Report, TestResult};
use crate::base::{Budget, FileId, SourceFile, Sources, Span};
use crate::diag::{self, Code, Diagnostic};
use crate::project::{self, FileSystem, Project, ReadError};

/// How to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Method {
    /// What suits the puzzle.
    #[default]
    Auto,
    /// From the start, level by level.
    Breadth,
    /// From the start and from the goal at once.
    Bidirectional,
}

/// What a solver is asked for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SolveOptions {
    /// How to search.
    pub(super) method: Method,
}

/// A puzzle of the loaded files.
#[derive(Clone, Debug)]
pub(super) struct PuzzleInfo {
    /// Its place among all puzzles.
    pub(super) index: usize,
    /// Its file.
    pub(super) file: FileId,
    /// Its name.
    pub(super) name: String,
    /// Its parameters with their defaults.
    pub(super) params: Vec<(String, Option<i64>)>,
    /// How many expectations it states.
    pub(super) expectations: usize,
}

/// Files with everything that is known of them.
#[derive(Debug, Default)]
pub(super) struct Loaded {
    project: Project,
}

/// Reads files and what they import.
pub(super) fn load(files: &dyn FileSystem, paths: &[String]) -> Loaded {
    Loaded { project: project::load(files, paths) }
}

/// Reads one file by itself into the sources; one that cannot be read stands there empty.
///
/// # Errors
/// Why it cannot be read.
pub(super) fn read(
    files: &dyn FileSystem,
    path: &str,
    sources: &mut Sources,
) -> Result<FileId, Box<Diagnostic>> {
    let text = files.read(path);
    let (text, error) = match &text {
        Ok(text) => (text.strip_prefix('\u{feff}').unwrap_or(text), None),
        Err(error) => ("", Some(error)),
    };
    let file = sources.add(SourceFile::new(path, text));
    error.map_or(Ok(file), |e| Err(Box::new(unreadable(file, path, e))))
}

fn unreadable(file: FileId, path: &str, error: &ReadError) -> Diagnostic {
    let (code, headline) = match error {
        ReadError::NotFound => (Code::FileNotFound, format!("there is no file `{path}`")),
        ReadError::IsDirectory => (Code::FileUnreadable, format!("`{path}` is a directory")),
        ReadError::NotUtf8(at) => {
            (Code::NotUtf8, format!("`{path}` is not UTF-8: byte {} cannot be read", at + 1))
        }
        ReadError::TooLarge(limit) => {
            (Code::FileTooLarge, format!("`{path}` is larger than {} MiB", limit >> 20))
        }
        ReadError::Other(reason) => (Code::FileUnreadable, format!("cannot read `{path}`: {reason}")),
    };
    Diagnostic::new(code, Span::new(file, 0, 0), headline)
}

impl Loaded {
    /// All texts.
    pub(super) fn sources(&self) -> &Sources {
        &self.project.sources
    }

    /// Everything that `check` finds, sorted.
    pub(super) fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut diagnostics = self.project.diagnostics.clone();
        let parsed = self.project.roots().flat_map(|(_, m)| m.parse.diagnostics.iter().cloned());
        diagnostics.extend(parsed);
        diag::sort(&mut diagnostics);
        diagnostics
    }

    /// All puzzles of the named files, in order.
    pub(super) fn puzzles(&self) -> Vec<PuzzleInfo> {
        Vec::new()
    }

    /// Solves a puzzle with these values of its parameters.
    pub(super) fn solve(
        &self,
        _index: usize,
        _sets: &[(String, i64)],
        options: &SolveOptions,
        _budget: &Budget,
    ) -> Result<Report, Vec<Diagnostic>> {
        let _ = options.method;
        Err(Vec::new())
    }

    /// Proves a puzzle's expectations, each with a budget of its own.
    pub(super) fn test(
        &self,
        _index: usize,
        _budget: &dyn Fn() -> Budget,
    ) -> Result<Vec<TestResult>, Vec<Diagnostic>> {
        Err(Vec::new())
    }
}

/// The text in the one layout.
///
/// # Errors
/// What keeps it from being laid out: its outline is broken.
pub(super) fn format(file: FileId, text: &str) -> Result<String, Vec<Diagnostic>> {
    let _ = file;
    Ok(text.to_owned())
}
