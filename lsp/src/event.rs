//! Everything that can happen to the server.

use crate::publish::Found;
use lsp_server::{Message, RequestId, ResponseError};
use serde_json::Value;

use crate::jobs::Told;

/// One thing that happened. There are no others.
pub(crate) enum Event {
    /// The client said something.
    Message(Message),
    /// The client is gone.
    Closed,
    /// A request was worked on.
    Answered(RequestId, Result<Value, ResponseError>),
    /// Files were checked.
    Checked(Found),
    /// Theories say something of puzzles that was not known.
    Told,
    /// A job has something to tell.
    Job(Told),
}
