//! Which function answers which request, and what is answered where none does.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use lsp_server::{ErrorCode, ResponseError};
use lsp_types::request::{
    CodeActionRequest, CodeLensRequest, Completion, DocumentDiagnosticRequest, DocumentHighlightRequest,
    DocumentLinkRequest, DocumentSymbolRequest, FoldingRangeRequest, Formatting, GotoDeclaration,
    GotoDefinition, HoverRequest, InlayHintRequest, OnTypeFormatting, PrepareRenameRequest, RangeFormatting,
    References, Rename, Request, SelectionRangeRequest, SemanticTokensFullDeltaRequest,
    SemanticTokensFullRequest, SemanticTokensRangeRequest, SignatureHelpRequest, WorkspaceDiagnosticRequest,
    WorkspaceSymbolRequest,
};
use puzzlec::analysis::host::Snapshot;
use puzzlec::base::CancelToken;
use serde_json::{Value, json};

use crate::client::Client;
use crate::features::tokens::Sent;
use crate::features::{actions, diagnostics, edit, lenses, names, outline, solution, tokens};
use crate::jobs::Results;
use crate::settings::Settings;

/// The request for the solution of a puzzle.
pub(crate) const SOLUTION: &str = "puzzlec/solution";

/// All that a request may look at.
#[derive(Clone)]
pub(crate) struct Context {
    pub(crate) snapshot: Arc<Snapshot>,
    pub(crate) client: Arc<Client>,
    pub(crate) settings: Arc<Settings>,
    pub(crate) results: Arc<Results>,
    pub(crate) sent_tokens: Arc<Mutex<Sent>>,
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

/// Why a request has no result.
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
    /// The same, where the client is to ask again by itself.
    AskAgain,
    /// A mistake in this program.
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

/// What a feature gives.
pub(crate) type Answer<T> = Result<T, Failure>;

/// How a request is to be worked on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Quick, and of use even if the text changed since.
    Lasting,
    /// Quick; what it says of a text is wrong for any other.
    Exact,
    /// It may run long: it waits for others of its kind only.
    Long,
}

/// How a request is to be worked on.
pub(crate) fn kind(method: &str) -> Kind {
    match method {
        DocumentDiagnosticRequest::METHOD | WorkspaceDiagnosticRequest::METHOD => Kind::Long,
        Formatting::METHOD
        | RangeFormatting::METHOD
        | OnTypeFormatting::METHOD
        | Rename::METHOD
        | CodeActionRequest::METHOD
        | SemanticTokensFullRequest::METHOD
        | SemanticTokensFullDeltaRequest::METHOD
        | SemanticTokensRangeRequest::METHOD
        | InlayHintRequest::METHOD => Kind::Exact,
        _ => Kind::Lasting,
    }
}

/// Answers a request. A panic is an answer, too.
pub(crate) fn answer(context: &Context, method: &str, params: Value) -> Result<Value, ResponseError> {
    contained(method, || feature(context, method, params)).map_err(ResponseError::from)
}

fn contained<T>(method: &str, feature: impl FnOnce() -> Answer<T>) -> Answer<T> {
    catch_unwind(AssertUnwindSafe(feature)).unwrap_or_else(|panic| {
        let why = words(&*panic);
        Err(Failure::Panicked(format!("the server met a mistake of its own in `{method}`: {why}")))
    })
}

/// What a panic says.
pub(crate) fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it panicked")
}

fn feature(c: &Context, method: &str, params: Value) -> Answer<Value> {
    match method {
        DocumentDiagnosticRequest::METHOD => {
            typed::<DocumentDiagnosticRequest>(c, params, diagnostics::document)
        }
        WorkspaceDiagnosticRequest::METHOD => {
            typed::<WorkspaceDiagnosticRequest>(c, params, diagnostics::workspace)
        }
        CodeLensRequest::METHOD => typed::<CodeLensRequest>(c, params, lenses::lenses),
        InlayHintRequest::METHOD => typed::<InlayHintRequest>(c, params, lenses::hints),
        CodeActionRequest::METHOD => typed::<CodeActionRequest>(c, params, actions::actions),
        DocumentSymbolRequest::METHOD => typed::<DocumentSymbolRequest>(c, params, outline::symbols),
        WorkspaceSymbolRequest::METHOD => typed::<WorkspaceSymbolRequest>(c, params, outline::workspace),
        FoldingRangeRequest::METHOD => typed::<FoldingRangeRequest>(c, params, outline::folds),
        SelectionRangeRequest::METHOD => typed::<SelectionRangeRequest>(c, params, outline::selections),
        DocumentLinkRequest::METHOD => typed::<DocumentLinkRequest>(c, params, outline::links),
        SemanticTokensFullRequest::METHOD => typed::<SemanticTokensFullRequest>(c, params, tokens::full),
        SemanticTokensFullDeltaRequest::METHOD => {
            typed::<SemanticTokensFullDeltaRequest>(c, params, tokens::delta)
        }
        SemanticTokensRangeRequest::METHOD => typed::<SemanticTokensRangeRequest>(c, params, tokens::range),
        Formatting::METHOD => typed::<Formatting>(c, params, edit::format),
        RangeFormatting::METHOD => typed::<RangeFormatting>(c, params, edit::format_range),
        OnTypeFormatting::METHOD => typed::<OnTypeFormatting>(c, params, edit::format_on_type),
        PrepareRenameRequest::METHOD => typed::<PrepareRenameRequest>(c, params, edit::prepare_rename),
        Rename::METHOD => typed::<Rename>(c, params, edit::rename),
        GotoDefinition::METHOD => typed::<GotoDefinition>(c, params, names::definition),
        GotoDeclaration::METHOD => typed::<GotoDeclaration>(c, params, names::definition),
        References::METHOD => typed::<References>(c, params, names::references),
        DocumentHighlightRequest::METHOD => typed::<DocumentHighlightRequest>(c, params, names::highlights),
        HoverRequest::METHOD => typed::<HoverRequest>(c, params, names::hover),
        Completion::METHOD => typed::<Completion>(c, params, names::complete),
        SignatureHelpRequest::METHOD => typed::<SignatureHelpRequest>(c, params, names::signature),
        SOLUTION => solution::solution(c, &params),
        _ => Err(Failure::Unknown(method.to_owned())),
    }
}

fn typed<R: Request>(
    context: &Context,
    params: Value,
    feature: fn(&Context, R::Params) -> Answer<R::Result>,
) -> Answer<Value> {
    let params = serde_json::from_value(params)
        .map_err(|e| Failure::Parameters(format!("wrong parameters for `{}`: {e}", R::METHOD)))?;
    let result = feature(context, params)?;
    serde_json::to_value(result).map_err(|e| Failure::Panicked(format!("the answer cannot be written: {e}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_answer() {
        let found: Answer<()> = contained("textDocument/hover", || panic!("lost {}", 1));
        let error = ResponseError::from(found.err().unwrap_or(Failure::Cancelled));
        assert_eq!(error.code, ErrorCode::InternalError as i32);
        assert_eq!(error.message, "the server met a mistake of its own in `textDocument/hover`: lost 1");
    }
}
