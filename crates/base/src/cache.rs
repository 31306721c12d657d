//! Results that outlive the process and save time.

use std::sync::Arc;

/// Texts by name. A text may be old, damaged or forged: the reader checks it as it would check the input of a stranger,
/// and answers without it where the check fails.
pub trait Cache: Send + Sync {
    /// The text under a name of lower-case letters, digits and hyphens, if there is one.
    fn get(&self, name: &str) -> Option<String>;

    /// Keeps a text in place of the one under that name. A failure is silent: it costs time, not an answer.
    fn put(&self, name: &str, text: &str);
}

/// A cache that a computation carries.
pub type SharedCache = Arc<dyn Cache>;
