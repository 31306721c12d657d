//! Which files a command line means.

use std::collections::BTreeSet;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

use ignore::WalkBuilder;

use puzzlec_analysis::Analysis;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::{FileId, SourceFile, Sources, Span};
use puzzlec_model::project::{DiskFiles, Entry, FileSystem, ReadError, read_text};

/// The name of standard input among the files.
pub(super) const STDIN: &str = "<stdin>";
/// How puzzle files end.
const EXTENSION: &str = "puzzle";

/// The files of a command, and the disk they are on.
#[derive(Clone, Debug)]
pub(super) struct Inputs {
    /// Every file once: the ones named in their order, those of a directory by name.
    pub(super) paths: Vec<String>,
    stdin: Option<Result<String, ReadError>>,
    problems: Vec<Problem>,
}

/// A path that gives no file.
#[derive(Clone, Debug)]
struct Problem {
    path: String,
    code: Code,
    headline: String,
    help: Option<String>,
}

impl Inputs {
    /// Walks the directories and reads standard input where `-` stands.
    pub(super) fn gather(paths: &[String]) -> Self {
        let mut inputs = Inputs { paths: Vec::new(), stdin: None, problems: Vec::new() };
        let mut seen = BTreeSet::new();
        for path in paths {
            let found = if path == "-" {
                inputs.stdin.get_or_insert_with(standard_input);
                vec![STDIN.to_owned()]
            } else if Path::new(path).is_dir() {
                inputs.walk(path)
            } else {
                vec![path.clone()]
            };
            inputs.paths.extend(found.into_iter().filter(|p| seen.insert(p.clone())));
        }
        inputs
    }

    /// Those of the files that are wanted.
    pub(super) fn only(mut self, wanted: &BTreeSet<String>) -> Self {
        self.paths.retain(|p| wanted.contains(p));
        self.problems.retain(|p| wanted.contains(&p.path));
        self
    }

    /// Whether standard input is among the files.
    pub(super) fn has_stdin(&self) -> bool {
        self.stdin.is_some()
    }

    /// Reads one file by itself into the sources; one that cannot be read stands there empty.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub(super) fn source(&self, path: &str, sources: &mut Sources) -> Result<FileId, Vec<Diagnostic>> {
        let read = self.read(path);
        let text = read.as_ref().map_or("", |t| t.strip_prefix('\u{feff}').unwrap_or(t));
        let file = sources.add(SourceFile::new(path, text));
        if read.is_ok() {
            return Ok(file);
        }
        // The loader has the words for it.
        let mut faults = Analysis::load(self, &[path.to_owned()]).faults();
        for fault in &mut faults {
            fault.primary.span = Span::new(file, 0, 0);
        }
        Err(faults)
    }

    /// The puzzle files of a directory. Those that an `.ignore` file lists are left out, unless they are all there is: then
    /// the directory was named for them.
    fn walk(&mut self, directory: &str) -> Vec<String> {
        let mut found = self.listed(directory, true);
        if found.is_empty() && self.problems.is_empty() {
            found = self.listed(directory, false);
        }
        if found.is_empty() && self.problems.is_empty() {
            let help =
                Some("puzzle files end in `.puzzle`; `puzzlec new peg` writes a starter file".to_owned());
            self.problems.push(Problem {
                path: directory.to_owned(),
                code: Code::NoPuzzleFiles,
                headline: format!("no puzzle file in `{directory}`"),
                help,
            });
        }
        // By components, so that the order is the same on every system.
        found.sort_by_cached_key(|p| PathBuf::from(p));
        found
    }

    fn listed(&mut self, directory: &str, ignore: bool) -> Vec<String> {
        let mut found = Vec::new();
        for entry in WalkBuilder::new(directory).require_git(false).ignore(ignore).build() {
            match entry {
                Ok(entry) if is_puzzle_file(&entry) => match entry.path().to_str() {
                    Some(path) => found.push(plain(path)),
                    None => {
                        let path = entry.path().display().to_string();
                        self.problem(&path, Code::FileUnreadable, "the name is not UTF-8", None);
                    }
                },
                Ok(_) => {}
                Err(error) => {
                    let reason = match error.io_error().map(io::Error::kind) {
                        Some(io::ErrorKind::PermissionDenied) => "permission denied".to_owned(),
                        _ => error.to_string(),
                    };
                    let path = failing_path(&error).unwrap_or_else(|| directory.to_owned());
                    self.problem(&path, Code::FileUnreadable, &reason, None);
                }
            }
        }
        found
    }

    fn problem(&mut self, path: &str, code: Code, reason: &str, help: Option<String>) {
        let headline = format!("cannot read `{path}`: {reason}");
        self.problems.push(Problem { path: path.to_owned(), code, headline, help });
    }

    /// What is wrong with the paths. Each becomes an empty file of the sources, to stand at.
    pub(super) fn diagnostics(&self, sources: &mut Sources) -> Vec<Diagnostic> {
        let place = |problem: &Problem| {
            let file = sources.add(SourceFile::new(problem.path.clone(), ""));
            let diagnostic = Diagnostic::new(problem.code, Span::new(file, 0, 0), problem.headline.clone());
            match &problem.help {
                Some(help) => diagnostic.help(help.clone()),
                None => diagnostic,
            }
        };
        self.problems.iter().map(place).collect()
    }
}

/// Standard input, which can be read only once.
fn standard_input() -> Result<String, ReadError> {
    static TEXT: OnceLock<Result<String, ReadError>> = OnceLock::new();
    TEXT.get_or_init(|| read_text(io::stdin().lock())).clone()
}

fn is_puzzle_file(entry: &ignore::DirEntry) -> bool {
    let named = entry.path().extension().is_some_and(|e| e == EXTENSION);
    named && entry.path().is_file()
}

/// `./a.puzzle` as `a.puzzle`.
fn plain(path: &str) -> String {
    let mut parts = Path::new(path).components().peekable();
    while parts.next_if(|p| matches!(p, Component::CurDir)).is_some() {}
    let rest: PathBuf = parts.collect();
    rest.to_str().unwrap_or(path).to_owned()
}

fn failing_path(error: &ignore::Error) -> Option<String> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path.display().to_string()),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => failing_path(err),
        _ => None,
    }
}

impl FileSystem for Inputs {
    fn read(&self, path: &str) -> Result<String, ReadError> {
        match &self.stdin {
            Some(text) if path == STDIN => text.clone(),
            _ => DiskFiles.read(path),
        }
    }

    fn read_regular(&self, path: &str) -> Result<String, ReadError> {
        DiskFiles.read_regular(path)
    }

    fn real(&self, path: &str) -> Option<String> {
        DiskFiles.real(path)
    }

    fn is_file(&self, path: &str) -> bool {
        (path == STDIN && self.has_stdin()) || DiskFiles.is_file(path)
    }

    fn entries(&self, folder: &str) -> Vec<Entry> {
        DiskFiles.entries(folder)
    }
}
