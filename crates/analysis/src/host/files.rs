//! Open documents over files that were read before.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use super::Document;
use puzzlec_base::words::grouped;
use puzzlec_model::project::{Entry, FileSystem, ReadError, STDLIB_PREFIX, stdlib_text};

/// Maximum number of folders to search for puzzle files: the workspace may be the root of a disk.
const MOST_FOLDERS: usize = 16_384;
/// Maximum number of puzzle files from folders.
const MOST_FILES: usize = 16_384;

/// Documents hide the files of their paths.
pub(super) struct Overlay {
    pub(super) open: BTreeMap<String, Document>,
    pub(super) disk: Arc<Kept>,
}

impl FileSystem for Overlay {
    fn read(&self, path: &str) -> Result<String, ReadError> {
        if let Some(document) = self.open.get(path) {
            return Ok(document.text.to_string());
        }
        if let Some(module) = path.strip_prefix(STDLIB_PREFIX) {
            let text = module.strip_suffix(".puzzle").and_then(stdlib_text);
            return text.map(str::to_owned).ok_or(ReadError::NotFound);
        }
        self.disk.read(path)
    }

    fn read_shared(&self, path: &str) -> Result<Arc<str>, ReadError> {
        match self.open.get(path) {
            Some(document) => Ok(Arc::clone(&document.text)),
            None if path.starts_with(STDLIB_PREFIX) => self.read(path).map(Arc::from),
            None => self.disk.read_shared(path),
        }
    }

    fn read_regular_shared(&self, path: &str) -> Result<Arc<str>, ReadError> {
        self.read_shared(path)
    }

    fn real(&self, path: &str) -> Option<String> {
        self.disk.real(path)
    }

    fn is_file(&self, path: &str) -> bool {
        self.open.contains_key(path) || self.disk.is_file(path)
    }

    fn entries(&self, folder: &str) -> Vec<Entry> {
        self.disk.entries(folder)
    }
}

/// A file system that caches all answers until it is reset.
pub(super) struct Kept {
    disk: Box<dyn FileSystem + Send + Sync>,
    answers: Mutex<Answers>,
}

#[derive(Default)]
struct Answers {
    texts: BTreeMap<String, Result<Arc<str>, ReadError>>,
    real: BTreeMap<String, Option<String>>,
    files: BTreeMap<String, bool>,
    folders: BTreeMap<String, Vec<Entry>>,
}

impl Kept {
    pub(super) fn new(disk: Box<dyn FileSystem + Send + Sync>) -> Self {
        Kept { disk, answers: Mutex::default() }
    }

    pub(super) fn forget(&self) {
        *self.answers.lock().unwrap_or_else(PoisonError::into_inner) = Answers::default();
    }
}

impl FileSystem for Kept {
    fn read(&self, path: &str) -> Result<String, ReadError> {
        self.read_shared(path).map(|text| text.to_string())
    }

    fn read_shared(&self, path: &str) -> Result<Arc<str>, ReadError> {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        let read = || self.disk.read_regular_shared(path);
        answers.texts.entry(path.to_owned()).or_insert_with(read).clone()
    }

    fn real(&self, path: &str) -> Option<String> {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers.real.entry(path.to_owned()).or_insert_with(|| self.disk.real(path)).clone()
    }

    fn is_file(&self, path: &str) -> bool {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        *answers.files.entry(path.to_owned()).or_insert_with(|| self.disk.is_file(path))
    }

    fn entries(&self, folder: &str) -> Vec<Entry> {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers.folders.entry(folder.to_owned()).or_insert_with(|| self.disk.entries(folder)).clone()
    }
}

/// The puzzle files of a workspace.
#[derive(Clone, Debug, Default)]
pub(super) struct Workspace {
    pub(super) files: BTreeSet<String>,
    /// Why there may be others that are not read.
    pub(super) unread: Option<String>,
}

/// The puzzle files in and below folders, without hidden folders and those of build tools.
pub(super) fn puzzles_below(files: &dyn FileSystem, folders: &[String]) -> Workspace {
    let mut found = Workspace::default();
    let mut open: Vec<String> = folders.to_vec();
    let mut looked = 0;
    while let Some(folder) = open.pop() {
        looked += 1;
        if looked > MOST_FOLDERS {
            found.unread =
                Some(format!("the workspace has more than {} folders", grouped(MOST_FOLDERS as u64)));
            break;
        }
        for entry in files.entries(&folder) {
            let path = format!("{}/{}", folder.trim_end_matches('/'), entry.name);
            let built = ["target", "node_modules"].contains(&entry.name.as_str());
            if entry.is_folder {
                if !entry.name.starts_with('.') && !built {
                    open.push(path);
                }
            } else if entry.name.ends_with(".puzzle") {
                if found.files.len() == MOST_FILES {
                    let most = grouped(MOST_FILES as u64);
                    found.unread = Some(format!("the workspace has more than {most} puzzle files"));
                    return found;
                }
                found.files.insert(path);
            }
        }
    }
    found
}
