//! Changes of files on the disk, for the pages that show them.

use std::collections::BTreeMap;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hyper::body::Bytes;
use serde_json::json;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::folder::{Folder, State, state};
use super::name;
use crate::cli::output::Failure;
use crate::cli::watch::{Watching, watcher};

/// Announcements that a page may leave unread.
const UNREAD: usize = 64;
/// The most files in one announcement; more are announced in parts.
const TOGETHER: usize = 500;

/// The pages that listen.
#[derive(Debug, Default)]
pub(super) struct Changes {
    listeners: Mutex<Vec<Sender<Bytes>>>,
}

impl Changes {
    /// A new listener. The first bytes say that changes from now on are announced.
    pub(super) fn listen(&self) -> Receiver<Bytes> {
        let (sender, receiver) = channel(UNREAD);
        // The channel is empty.
        let _ = sender.try_send(Bytes::from_static(b": changes follow\n\n"));
        self.listeners().push(sender);
        receiver
    }

    fn announce(&self, names: &[String]) {
        for part in names.chunks(TOGETHER) {
            let event = Bytes::from(format!("data: {}\n\n", json!({ "changed": part })));
            // A page that is gone, or that reads nothing, is forgotten: its stream ends, and it reads all files again.
            self.listeners().retain(|listener| listener.try_send(event.clone()).is_ok());
        }
    }

    fn listeners(&self) -> MutexGuard<'_, Vec<Sender<Bytes>>> {
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Announces changes of the folder while the watcher is kept.
///
/// # Errors
/// The system cannot watch it.
pub(super) fn watch(
    folder: &Arc<Folder>,
    changes: &Arc<Changes>,
    poll: bool,
) -> Result<Box<dyn Watching>, Failure> {
    let (files, changes) = (Arc::clone(folder), Arc::clone(changes));
    let known = Arc::new(Mutex::new(Known::default()));
    let before = Arc::clone(&known);
    let mut watcher = watcher(poll, move |changed| {
        let mut known = before.lock().unwrap_or_else(PoisonError::into_inner);
        // Without news a page stays as it is.
        let changed = changed.unwrap_or_default().iter().any(|path| known.is_new(files.root(), path));
        if changed {
            let names = known.learn(files.states());
            drop(known);
            changes.announce(&names.into_iter().filter(|name| files.is_puzzle(name)).collect::<Vec<_>>());
        }
    })?;
    watcher.add(folder.root())?;
    known.lock().unwrap_or_else(PoisonError::into_inner).learn(folder.states());
    Ok(watcher)
}

/// The state of the folder as it was announced last. Some systems also report that something was read, which changes
/// nothing.
#[derive(Debug, Default)]
struct Known {
    files: BTreeMap<String, State>,
    folders: BTreeMap<PathBuf, State>,
}

impl Known {
    /// Whether a path may be of a puzzle file, or of a folder with some, and has another state than before.
    fn is_new(&mut self, root: &Path, path: &Path) -> bool {
        let now = state(path);
        match name::of(root, path).filter(|name| name::kind(name).is_some()) {
            Some(name) => now.as_ref() != self.files.get(&name),
            None if path.is_dir() => now != now.and_then(|now| self.folders.insert(path.to_owned(), now)),
            None => self.folders.remove(path).is_some(),
        }
    }

    /// Takes note of the files. Returns the names that are new, gone, or have another state.
    fn learn(&mut self, now: BTreeMap<String, State>) -> Vec<String> {
        let before = mem::replace(&mut self.files, now);
        let gone = before.keys().filter(|name| !self.files.contains_key(*name));
        let new = self.files.iter().filter(|(name, state)| before.get(*name) != Some(*state));
        gone.chain(new.map(|(name, _)| name)).cloned().collect()
    }
}
