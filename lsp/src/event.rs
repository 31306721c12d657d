//! Everything that can happen to the server.

use crate::publish::CheckResults;
use lsp_server::{Message, RequestId, ResponseError};
use serde_json::Value;

use crate::jobs::{JobEvent, Key};

/// One thing that happened. There are no others.
pub(crate) enum Event {
    /// A message of the client.
    Message(Message),
    /// The client is gone.
    Closed,
    /// A request was worked on.
    Answered(RequestId, Result<Value, ResponseError>),
    /// Files were checked.
    Checked(CheckResults),
    /// There are new theory lines.
    TheoryLines,
    /// An event of a job.
    Job(JobEvent),
    /// The page of a puzzle, or why there is none.
    Page(Key, Result<String, String>),
}
