//! The journal of a long computation, so that the search can be resumed in another process.

use std::sync::{Arc, Mutex};

/// A list of parts that outlives the process. Parts count once they are committed: what was
/// appended after the last commit is gone the next time.
///
/// A computation that is repeated passes the parts of the time before, one by one, and restores
/// itself from them; when it appends, what it has not passed is dropped.
///
/// Errors are sentences for people.
pub trait Journal: Send {
    /// The next unread part; `None` at the end of the committed parts.
    ///
    /// # Errors
    /// It cannot be read.
    fn peek(&mut self) -> Result<Option<&[u8]>, String>;

    /// Passes the part that `peek` gives.
    fn pass(&mut self);

    /// Adds a part.
    ///
    /// # Errors
    /// It cannot be written.
    fn append(&mut self, part: &[u8]) -> Result<(), String>;

    /// Makes the parts that were appended count.
    ///
    /// # Errors
    /// They cannot be written.
    fn commit(&mut self) -> Result<(), String>;
}

/// A journal that a computation carries.
pub type SharedJournal = Arc<Mutex<dyn Journal>>;
