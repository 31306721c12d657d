//! The answer to a request as lines of JSON: progress now and then, at last the answer.

use std::fmt::Display;
use std::time::{Duration, Instant};

use hyper::body::Bytes;
use tokio::sync::mpsc::Sender;

use puzzlec_base::CancelToken;

/// Progress is not sent more often.
const PAUSE: Duration = Duration::from_millis(100);
/// Lines that a client may leave unread; the last is for the answer.
pub(super) const UNREAD: usize = 16;

/// The lines of one answer.
#[derive(Debug)]
pub(super) struct Lines {
    sender: Sender<Bytes>,
    /// The client is gone.
    gone: CancelToken,
    /// The server ends.
    stop: CancelToken,
    last: Instant,
}

impl Lines {
    /// Lines to a client, which end when one of the tokens is raised.
    pub(super) fn new(sender: Sender<Bytes>, gone: CancelToken, stop: CancelToken) -> Self {
        Lines { sender, gone, stop, last: Instant::now() }
    }

    /// Whether the work is to end.
    pub(super) fn is_over(&self) -> bool {
        self.gone.is_cancelled() || self.stop.is_cancelled()
    }

    /// Reports progress, which is JSON. Whether the work is to go on.
    pub(super) fn progress(&mut self, progress: &dyn Display) -> bool {
        if self.last.elapsed() >= PAUSE && self.sender.capacity() > 1 {
            self.last = Instant::now();
            self.send(format!("{{\"progress\":{progress}}}\n"));
        }
        !self.is_over()
    }

    /// Sends the answer.
    pub(super) fn end(self, answer: &str) {
        self.send(format!("{answer}\n"));
    }

    fn send(&self, line: String) {
        // A client that is gone reads nothing.
        let _ = self.sender.try_send(Bytes::from(line));
    }
}
