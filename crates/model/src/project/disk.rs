//! Files on a disk.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use super::files::{Entry, FileSystem, ReadError};
use super::load::LARGEST_FILE;

/// The files of the computer, by the system's own paths relative to the current directory.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiskFiles;

impl FileSystem for DiskFiles {
    fn read(&self, path: &str) -> Result<String, ReadError> {
        let file = File::open(path).map_err(|e| told_apart(&e))?;
        let metadata = file.metadata().map_err(|e| told_apart(&e))?;
        if metadata.is_dir() {
            return Err(ReadError::IsDirectory);
        }
        if metadata.len() > LARGEST_FILE {
            return Err(ReadError::TooLarge(LARGEST_FILE));
        }
        read_text(file)
    }

    fn read_regular(&self, path: &str) -> Result<String, ReadError> {
        // Opening a pipe would block until its writer opens it, so its type is tested first.
        let metadata = fs::metadata(path).map_err(|e| told_apart(&e))?;
        if !metadata.is_file() && !metadata.is_dir() {
            return Err(ReadError::Other("it is not a regular file".to_owned()));
        }
        self.read(path)
    }

    fn real(&self, path: &str) -> Option<String> {
        let real = fs::canonicalize(if path.is_empty() { "." } else { path }).ok()?;
        real.into_os_string().into_string().ok()
    }

    fn is_file(&self, path: &str) -> bool {
        Path::new(path).is_file()
    }

    fn entries(&self, folder: &str) -> Vec<Entry> {
        let Ok(found) = fs::read_dir(if folder.is_empty() { "." } else { folder }) else {
            return Vec::new();
        };
        let entry = |found: fs::DirEntry| {
            // A name that is not UTF-8 is none that a puzzle could give.
            let name = found.file_name().into_string().ok()?;
            Some(Entry { name, is_folder: found.path().is_dir() })
        };
        let mut entries: Vec<Entry> = found.flatten().filter_map(entry).collect();
        entries.sort();
        entries
    }
}

/// The text of a stream, under the same limit and checks as a file's.
///
/// # Errors
/// The error, as for a file.
pub fn read_text(stream: impl Read) -> Result<String, ReadError> {
    let mut bytes = Vec::new();
    // The length reported by the system is only a hint: a device has none, and a file may grow.
    stream.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(|e| told_apart(&e))?;
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(ReadError::TooLarge(LARGEST_FILE));
    }
    String::from_utf8(bytes).map_err(|e| ReadError::NotUtf8(e.utf8_error().valid_up_to()))
}

fn told_apart(error: &io::Error) -> ReadError {
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => ReadError::NotFound,
        ErrorKind::IsADirectory => ReadError::IsDirectory,
        ErrorKind::PermissionDenied => ReadError::Other("permission denied".to_owned()),
        _ => ReadError::Other(error.to_string()),
    }
}
