//! The answer to a request as lines of JSON: progress now and then, at last the answer.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use hyper::body::Bytes;
use serde_json::json;
use tokio::sync::mpsc::Sender;

use crate::cli::guard;
use puzzlec_base::CancelToken;
use puzzlec_web::{Host, Report};

/// Progress is not sent more often.
const PAUSE: Duration = Duration::from_millis(100);
/// Lines that a client may leave unread; the last place is for the answer.
pub(super) const UNREAD: usize = 16;

/// The lines of one answer.
#[derive(Debug)]
pub(super) struct Lines {
    sender: Sender<Bytes>,
    /// The client is gone.
    gone: CancelToken,
    /// The server ends.
    stop: CancelToken,
    begun: Instant,
    /// What the process held then.
    before: u64,
    sent: Mutex<Instant>,
}

impl Lines {
    /// Lines to a client. The work for them ends when one of the tokens is raised.
    pub(super) fn new(sender: Sender<Bytes>, gone: CancelToken, stop: CancelToken) -> Self {
        let begun = Instant::now();
        Lines { sender, gone, stop, begun, before: guard::held(), sent: Mutex::new(begun) }
    }

    /// Whether no one waits for the answer any more.
    pub(super) fn is_over(&self) -> bool {
        self.gone.is_cancelled() || self.stop.is_cancelled()
    }

    /// Sends the answer.
    pub(super) fn end(&self, answer: &str) {
        self.send(format!("{answer}\n"));
    }

    fn send(&self, line: String) {
        // A client that is gone reads nothing.
        let _ = self.sender.try_send(Bytes::from(line));
    }
}

impl Host for Lines {
    fn clock(&self) -> Duration {
        self.begun.elapsed()
    }

    fn progress(&self, report: &Report) -> bool {
        let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        if sent.elapsed() >= PAUSE && self.sender.capacity() > 1 {
            *sent = Instant::now();
            self.send(format!("{}\n", json!({ "progress": report })));
        }
        !self.is_over()
    }

    fn held(&self) -> u64 {
        guard::held().saturating_sub(self.before)
    }
}
