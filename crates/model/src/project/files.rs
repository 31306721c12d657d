//! Where texts come from: a disk, an editor's buffers, memory.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The reason that a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// There is none.
    NotFound,
    /// It is a directory.
    IsDirectory,
    /// It is not UTF-8; the first bad byte stands at this offset.
    NotUtf8(usize),
    /// It is larger than this many bytes.
    TooLarge(u64),
    /// Something else, in the system's words.
    Other(String),
}

/// An entry of a folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// Its name, without the folder's.
    pub name: String,
    /// Whether it is a folder itself.
    pub is_folder: bool,
}

/// Where texts come from. Paths use `/`; a file system may also take the platform's own.
pub trait FileSystem {
    /// The text of a file.
    ///
    /// # Errors
    /// The reason that it cannot be read.
    fn read(&self, path: &str) -> Result<String, ReadError>;

    /// As [`read`](Self::read), but nothing that is no regular file, such as a pipe or a device.
    ///
    /// # Errors
    /// The reason that it cannot be read.
    fn read_regular(&self, path: &str) -> Result<String, ReadError> {
        self.read(path)
    }

    /// As [`read_regular`](Self::read_regular); a file system that has the text in memory shares it.
    ///
    /// # Errors
    /// The reason that it cannot be read.
    fn read_regular_shared(&self, path: &str) -> Result<Arc<str>, ReadError> {
        self.read_regular(path).map(Arc::from)
    }

    /// As [`read`](Self::read); a file system that has the text in memory shares it.
    ///
    /// # Errors
    /// The reason that it cannot be read.
    fn read_shared(&self, path: &str) -> Result<Arc<str>, ReadError> {
        self.read(path).map(Arc::from)
    }

    /// The path of a file or folder with all links followed, if the file system has links.
    fn real(&self, path: &str) -> Option<String> {
        let _ = path;
        None
    }

    /// Whether there is a file at this path.
    fn is_file(&self, path: &str) -> bool;

    /// The entries of a folder, by name; empty if there is no such folder or it cannot be read. The empty
    /// path is the current folder.
    fn entries(&self, folder: &str) -> Vec<Entry>;
}

/// Files held in memory, for tests and browsers.
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles(pub BTreeMap<String, String>);

impl FileSystem for MemoryFiles {
    fn read(&self, path: &str) -> Result<String, ReadError> {
        self.0.get(path).cloned().ok_or(ReadError::NotFound)
    }

    fn is_file(&self, path: &str) -> bool {
        self.0.contains_key(path)
    }
    fn entries(&self, folder: &str) -> Vec<Entry> {
        let entry = |path: &String| {
            let rest = match folder {
                "" | "." => path.as_str(),
                _ => path.strip_prefix(folder.trim_end_matches('/'))?.strip_prefix('/')?,
            };
            let name = rest.split('/').next().filter(|name| !name.is_empty())?;
            Some(Entry { name: name.to_owned(), is_folder: name.len() < rest.len() })
        };
        self.0.keys().filter_map(entry).collect::<BTreeSet<_>>().into_iter().collect()
    }
}
