//! The folder that keeps results from one run to the next.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;

use super::write;
use puzzlec_base::{Cache, SharedCache};

/// The folder, before others; empty for no cache.
const FOLDER: &str = "PUZZLEC_CACHE";
/// Larger files are not ours.
const LARGEST: u64 = 4 << 20;

/// A folder with a file for each name.
struct Folder(PathBuf);

/// The cache of this user, if the system has a place for one.
pub(super) fn open() -> Option<SharedCache> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    let folder = match env::var_os(FOLDER) {
        Some(folder) => Some(folder).filter(|folder: &OsString| !folder.is_empty()).map(PathBuf::from),
        // A relative path in XDG_CACHE_HOME is to be ignored, by its specification.
        None => set("XDG_CACHE_HOME")
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
            .or_else(|| set("LOCALAPPDATA").map(PathBuf::from))
            .or_else(|| set("HOME").map(|home| PathBuf::from(home).join(".cache")))
            .map(|path| path.join("puzzlec")),
    };
    folder.map(|folder| Arc::new(Folder(folder)) as SharedCache)
}

impl Folder {
    fn path(&self, name: &str) -> PathBuf {
        self.0.join(format!("{name}.txt"))
    }
}

impl Cache for Folder {
    fn get(&self, name: &str) -> Option<String> {
        let path = self.path(name);
        // A pipe or a device would block.
        if !path.metadata().ok()?.is_file() {
            return None;
        }
        let mut text = String::new();
        File::open(path).ok()?.take(LARGEST).read_to_string(&mut text).ok()?;
        Some(text)
    }

    fn put(&self, name: &str, text: &str) {
        // Without it the next run takes as long as this one.
        let _ = fs::create_dir_all(&self.0).and_then(|()| write::text(&self.path(name), text));
    }
}
