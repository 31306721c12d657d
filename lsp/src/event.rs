//! Everything that can happen to the server.

use std::collections::{BTreeMap, BTreeSet};

use lsp_server::{Message, RequestId, ResponseError};
use lsp_types::Diagnostic;
use serde_json::Value;

use crate::outcome::{JobOutcome, Key};

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

/// An event of a job.
pub(crate) enum JobEvent {
    /// Progress.
    Progress(u64, String),
    /// The result.
    Done(u64, Key, Box<JobOutcome>),
}

/// The results of a check of the files at one revision.
pub(crate) struct CheckResults {
    /// The host's number for that moment.
    pub(crate) revision: u64,
    /// The diagnostics of the files that are known to the end, by path.
    pub(crate) files: BTreeMap<String, Vec<Diagnostic>>,
    /// The paths of all files.
    pub(crate) paths: BTreeSet<String>,
}
