//! The context of requests, and the reasons for a missing result.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use lsp_server::{ErrorCode, ResponseError};
use puzzlec_analysis::host::Snapshot;
use puzzlec_base::CancelToken;
use serde_json::json;

use crate::client::Client;
use crate::jobs::Results;
use crate::settings::Settings;
use crate::token_cache::SemanticTokenCache;

/// The context of a request.
#[derive(Clone)]
pub(crate) struct Context {
    pub(crate) snapshot: Arc<Snapshot>,
    pub(crate) client: Arc<Client>,
    pub(crate) settings: Arc<Settings>,
    pub(crate) results: Arc<Results>,
    pub(crate) token_cache: Arc<Mutex<SemanticTokenCache>>,
    /// The host's number of its last change, which grows meanwhile.
    pub(crate) revision: Arc<AtomicU64>,
    pub(crate) cancel: CancelToken,
}

impl Context {
    /// Whether the texts have changed since.
    pub(crate) fn outdated(&self) -> bool {
        self.revision.load(Ordering::Relaxed) != self.snapshot.revision()
    }
}

/// The reason that a request has no result.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Failure {
    /// There is no such request.
    Unknown(String),
    /// Its parameters are not what they should be.
    Parameters(String),
    /// It cannot be done, in words for the user.
    Refused(String),
    /// The client took it back.
    Cancelled,
    /// The text changed before it was worked on.
    Outdated,
    /// The same, with a request to retry.
    AskAgain,
    /// An error of this program.
    Panicked(String),
}

impl From<Failure> for ResponseError {
    fn from(failure: Failure) -> Self {
        let (code, message, data) = match failure {
            Failure::Unknown(method) => {
                (ErrorCode::MethodNotFound, format!("there is no request `{method}`"), None)
            }
            Failure::Parameters(why) => (ErrorCode::InvalidParams, why, None),
            Failure::Refused(why) => (ErrorCode::RequestFailed, why, None),
            Failure::Cancelled => (ErrorCode::RequestCanceled, "the request was cancelled".into(), None),
            Failure::Outdated => (ErrorCode::ContentModified, "the text has changed".into(), None),
            Failure::AskAgain => {
                let data = json!({ "retriggerRequest": true });
                (ErrorCode::ServerCancelled, "the text has changed".into(), Some(data))
            }
            Failure::Panicked(why) => (ErrorCode::InternalError, why, None),
        };
        ResponseError { code: code as i32, message, data }
    }
}

/// The result of a feature.
pub(crate) type Answer<T> = Result<T, Failure>;
