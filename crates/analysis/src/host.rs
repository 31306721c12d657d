//! Files as an editor sees them: open documents over the disk, and what is known of them, kept from one
//! edit to the next.
//!
//! One writer has the [`Host`]; every reader has an immutable [`Snapshot`].

mod files;
mod meaning;
mod theory_lines;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::check::{Context, Kept as KeptCheck, check_module};
use super::{Analysis, PuzzleInfo};
use puzzlec_base::diag::{self, Diagnostic};
use puzzlec_base::{Budget, FileId, SourceFile};
use puzzlec_model::project::{FileSystem, ModuleId, Parses, STDLIB_PREFIX, SearchPath, load_again};
use puzzlec_theory::{Games, Theories};
use puzzlec_worlds::is_game;

use files::{Kept, Overlay, Workspace};
pub use meaning::Meaning;
use theory_lines::TheoryLines;

/// A document that is open in an editor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// Its text, with a byte order mark if the editor sent one.
    pub text: Arc<str>,
    /// The editor's number for this state of it.
    pub version: i32,
}

/// The files that an editor works on. The only place where texts change.
pub struct Host {
    open: BTreeMap<String, Document>,
    found: Arc<Workspace>,
    search: SearchPath,
    revision: u64,
    disk: Arc<Kept>,
    games: Games,
    known: Arc<Known>,
    snapshot: Option<Arc<Snapshot>>,
}

/// Results of earlier snapshots.
#[derive(Default)]
struct Known {
    parses: Mutex<Parses>,
    checked: Mutex<BTreeMap<String, Checked>>,
    theory_lines: Mutex<BTreeMap<String, TheoryLines>>,
}

struct Checked {
    of: Fingerprint,
    diagnostics: Arc<Vec<Diagnostic>>,
    kept: Arc<KeptCheck>,
}

/// The dependencies of the meaning of a file: equal fingerprints imply equal meaning.
#[derive(Clone, Debug, Default, PartialEq)]
struct Fingerprint {
    texts: Vec<(FileId, Arc<str>)>,
    faults: Vec<Diagnostic>,
}

impl Host {
    /// No document, over the files of a disk.
    pub fn new(disk: Box<dyn FileSystem + Send + Sync>) -> Self {
        Host::with_games(disk, Games::Solved(puzzlec_theories::ALL))
    }

    /// The same for programs that are linked without theories: puzzles are checked, and solved by searches alone.
    pub fn without_theories(disk: Box<dyn FileSystem + Send + Sync>) -> Self {
        Host::with_games(disk, puzzlec_theories::GAMES)
    }

    fn with_games(disk: Box<dyn FileSystem + Send + Sync>, games: Games) -> Self {
        Host {
            open: BTreeMap::new(),
            found: Arc::default(),
            search: SearchPath::default(),
            revision: 0,
            disk: Arc::new(Kept::new(disk)),
            games,
            known: Arc::default(),
            snapshot: None,
        }
    }

    /// The same with other theories.
    #[must_use]
    pub fn with_theories(self, theories: Theories) -> Self {
        Host { games: Games::Solved(theories), ..self }
    }

    /// Opens a document, which hides the file of this path.
    pub fn open(&mut self, path: &str, text: &str, version: i32) {
        self.open.insert(path.to_owned(), Document { text: text.into(), version });
        self.changed();
    }

    /// Closes a document; its file counts again.
    pub fn close(&mut self, path: &str) {
        self.open.remove(path);
        self.disk_changed();
    }

    /// A document by its path.
    pub fn document(&self, path: &str) -> Option<&Document> {
        self.open.get(path)
    }

    /// The paths of all open documents.
    pub fn documents(&self) -> impl Iterator<Item = &str> {
        self.open.keys().map(String::as_str)
    }

    /// Replaces a range of bytes of a document, clamped to its text, or all of it.
    pub fn edit(&mut self, path: &str, range: Option<Range<usize>>, text: &str) {
        let Some(document) = self.open.get_mut(path) else { return };
        document.text = match range {
            None => text.into(),
            Some(range) => {
                let end = floor(&document.text, range.end);
                let start = floor(&document.text, range.start).min(end);
                let before = document.text.get(..start).unwrap_or("");
                let after = document.text.get(end..).unwrap_or("");
                [before, text, after].concat().into()
            }
        };
        self.changed();
    }

    /// The revision of a document after the last edit.
    pub fn set_version(&mut self, path: &str, version: i32) {
        if let Some(document) = self.open.get_mut(path) {
            document.version = version;
        }
        self.changed();
    }

    /// Adds the puzzle files in and below these folders to the workspace.
    pub fn set_folders(&mut self, folders: &[String]) {
        self.found = Arc::new(files::puzzles_below(&*self.disk, folders));
        self.changed();
    }

    /// Why the workspace may have puzzle files that are not read, if there is a reason.
    pub fn unread(&self) -> Option<&str> {
        self.found.unread.as_deref()
    }

    /// Sets the search path for plugins.
    pub fn set_search(&mut self, search: SearchPath) {
        self.search = search;
        self.changed();
    }

    /// Invalidates files on the disk, which may have changed.
    pub fn disk_changed(&mut self) {
        self.disk.forget();
        self.changed();
    }

    /// A number that grows with every change.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    fn changed(&mut self) {
        self.revision += 1;
        self.snapshot = None;
    }

    /// The current files. Cheap: a snapshot computes its results on demand.
    pub fn snapshot(&mut self) -> Arc<Snapshot> {
        if let Some(snapshot) = &self.snapshot {
            return Arc::clone(snapshot);
        }
        let snapshot = Arc::new(Snapshot {
            revision: self.revision,
            files: Overlay { open: self.open.clone(), disk: Arc::clone(&self.disk) },
            found: Arc::clone(&self.found),
            search: self.search.clone(),
            games: self.games,
            known: Arc::clone(&self.known),
            loaded: OnceLock::new(),
        });
        self.snapshot = Some(Arc::clone(&snapshot));
        snapshot
    }
}

/// The last boundary of characters at or before a byte.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The files at one moment.
pub struct Snapshot {
    revision: u64,
    files: Overlay,
    found: Arc<Workspace>,
    search: SearchPath,
    games: Games,
    known: Arc<Known>,
    loaded: OnceLock<Loaded>,
}

struct Loaded {
    analysis: Analysis,
    /// The errors of reading and syntax, by file.
    faults: BTreeMap<FileId, Vec<Diagnostic>>,
}

impl Snapshot {
    /// The number of the host's last change.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The analysis of the files. The first call reads and parses the changed ones.
    pub fn analysis(&self) -> &Analysis {
        &self.loaded().analysis
    }

    /// The document that is open at a path.
    pub fn document(&self, path: &str) -> Option<&Document> {
        self.files.open.get(path)
    }

    /// Whether the editor counts a byte order mark that the text of this file does not have.
    pub fn has_mark(&self, path: &str) -> bool {
        self.document(path).is_some_and(|d| d.text.starts_with('\u{feff}'))
    }

    /// All files; open documents replace those on the disk.
    pub fn files(&self) -> &dyn FileSystem {
        &self.files
    }

    /// A file by its path.
    pub fn file(&self, path: &str) -> Option<FileId> {
        self.analysis().sources().named(path)
    }

    /// The path of a file.
    pub fn path(&self, file: FileId) -> Option<&str> {
        self.analysis().sources().get(file).map(|f| f.name.as_str())
    }

    /// A puzzle by its file and name.
    pub fn puzzle(&self, path: &str, name: &str) -> Option<&PuzzleInfo> {
        let file = self.file(path)?;
        self.analysis().puzzles().iter().find(|p| p.file == file && p.name == name)
    }

    /// The files to check, open ones first.
    pub fn roots(&self) -> Vec<FileId> {
        let open = |id: &FileId| self.path(*id).is_none_or(|p| self.document(p).is_none());
        let mut roots: Vec<FileId> = self.analysis().project().roots().map(|(_, m)| m.file).collect();
        roots.sort_by_key(|id| (open(id), *id));
        roots
    }

    /// Whether a file is one of the [`roots`](Self::roots).
    pub fn is_root(&self, file: FileId) -> bool {
        self.module(file).is_some()
    }

    /// The diagnostics of one of the [`roots`](Self::roots), in this file and in others that it uses; `None`
    /// if the check was cancelled. Results for the same texts are reused.
    pub fn check(
        &self,
        file: FileId,
        budget: &Budget,
        stop: &dyn Fn() -> bool,
    ) -> Option<Arc<Vec<Diagnostic>>> {
        if let Some(known) = self.checked(file) {
            return Some(known);
        }
        let (id, module) = self.module(file)?;
        let of = self.fingerprint(file);
        let known = || self.known.checked.lock().unwrap_or_else(PoisonError::into_inner);
        let before = known().get(&module.path).map(|c| Arc::clone(&c.kept));
        let project = self.analysis().project();
        let cx = Context { games: self.games, budget };
        let (found, kept) = check_module(project, id, &of.texts, before.as_deref(), cx, stop)?;
        let found = Arc::new(found);
        let checked = Checked { of, diagnostics: Arc::clone(&found), kept: Arc::new(kept) };
        known().insert(module.path.clone(), checked);
        Some(found)
    }

    /// The known results of a file.
    pub fn checked(&self, file: FileId) -> Option<Arc<Vec<Diagnostic>>> {
        let (_, module) = self.module(file)?;
        let of = self.fingerprint(file);
        let all = self.known.checked.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(&module.path).filter(|c| c.of == of).map(|c| Arc::clone(&c.diagnostics))
    }

    /// All known diagnostics of each file, sorted. Files without errors are included.
    pub fn diagnostics(&self) -> BTreeMap<FileId, Vec<Diagnostic>> {
        let analysis = self.analysis();
        let mut found: BTreeMap<FileId, Vec<Diagnostic>> =
            analysis.sources().iter().map(|(id, _)| (id, Vec::new())).collect();
        let mut add = |d: &Diagnostic| found.entry(d.primary.span.file).or_default().push(d.clone());
        analysis.project.diagnostics.iter().for_each(&mut add);
        for (_, module) in analysis.project.roots() {
            if let Some(checked) = self.checked(module.file) {
                checked.iter().for_each(&mut add);
            }
        }
        found.values_mut().for_each(diag::sort);
        found
    }

    /// The dependencies of the meaning of a file.
    fn fingerprint(&self, file: FileId) -> Fingerprint {
        let analysis = self.analysis();
        let mut texts: BTreeMap<FileId, Arc<str>> = BTreeMap::new();
        let text = |id: FileId| analysis.sources().get(id).map(|s| Arc::clone(&s.text));
        let mut open: Vec<ModuleId> = self.module(file).map(|m| m.0).into_iter().collect();
        while let Some(module) = open.pop().and_then(|id| analysis.project.module(id)) {
            if texts.contains_key(&module.file) {
                continue;
            }
            let beside = module.scripts.values().chain(module.lists.values()).copied();
            let own = [module.file].into_iter().chain(beside);
            texts.extend(own.filter_map(|id| Some((id, text(id)?))));
            open.extend(module.imports.values().map(|i| i.module));
        }
        let faults = texts.keys().filter_map(|file| self.loaded().faults.get(file)).flatten();
        let faults = faults.cloned().collect();
        Fingerprint { texts: texts.into_iter().collect(), faults }
    }

    fn module(&self, file: FileId) -> Option<(ModuleId, &puzzlec_model::project::Module)> {
        self.analysis().project().module_of(file).filter(|(_, m)| m.root)
    }

    fn loaded(&self) -> &Loaded {
        self.loaded.get_or_init(|| {
            let is_puzzle = |path: &&String| !path.ends_with(".rhai");
            // The files of the folders first, so that opening one does not change the ids of others.
            let mut paths: Vec<String> = self.found.files.iter().cloned().collect();
            let open = self.files.open.keys().filter(|p| !self.found.files.contains(*p));
            let (puzzles, others): (Vec<&String>, Vec<&String>) = open.partition(is_puzzle);
            paths.extend(puzzles.into_iter().cloned());
            let mut parses = self.known.parses.lock().unwrap_or_else(PoisonError::into_inner);
            let mut project = load_again(&self.files, &paths, &self.search, &mut parses);
            drop(parses);
            for path in others {
                if project.sources.named(path).is_none()
                    && let Ok(text) = self.files.read_shared(path)
                {
                    project.sources.add(SourceFile::new(path.clone(), text));
                }
            }
            // A PuzzleScript game has another syntax.
            let other = |source: &SourceFile| !source.name.ends_with(".puzzle") && is_game(&source.text);
            let games: Vec<FileId> =
                project.sources.iter().filter(|(_, source)| other(source)).map(|(id, _)| id).collect();
            project.diagnostics.retain(|d| !games.contains(&d.primary.span.file));
            let mut faults: BTreeMap<FileId, Vec<Diagnostic>> = BTreeMap::new();
            for d in &project.diagnostics {
                faults.entry(d.primary.span.file).or_default().push(d.clone());
            }
            let analysis = Analysis::of(project, self.games);
            Loaded { analysis: Analysis { unread: self.found.unread.clone(), ..analysis }, faults }
        })
    }
}

/// Whether a path is that of a module of the standard library.
pub fn is_stdlib(path: &str) -> bool {
    path.starts_with(STDLIB_PREFIX)
}
