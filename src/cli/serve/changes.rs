//! Changes of files on the disk, for the pages that show them.

use std::sync::{Arc, Mutex, PoisonError};

use hyper::body::Bytes;
use serde_json::json;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::folder::Folder;
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

    fn listeners(&self) -> std::sync::MutexGuard<'_, Vec<Sender<Bytes>>> {
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
    let (root, changes) = (folder.root().to_owned(), Arc::clone(changes));
    let mut watcher = watcher(poll, move |changed| {
        // Without news a page shows what it has; the next change may be announced again.
        let paths = changed.unwrap_or_default();
        let mut names: Vec<String> = paths.iter().filter_map(|path| name::of(&root, path)).collect();
        names.retain(|name| name::kind(name).is_some());
        names.sort();
        names.dedup();
        changes.announce(&names);
    })?;
    watcher.add(folder.root())?;
    Ok(watcher)
}
