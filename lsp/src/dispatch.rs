//! Which function answers which request: a row for each.

use std::panic::{AssertUnwindSafe, catch_unwind};

use lsp_server::ResponseError;
use lsp_types::request::{
    CodeActionRequest, CodeLensRequest, Completion, DocumentDiagnosticRequest, DocumentHighlightRequest,
    DocumentLinkRequest, DocumentSymbolRequest, FoldingRangeRequest, Formatting, GotoDeclaration,
    GotoDefinition, HoverRequest, InlayHintRequest, OnTypeFormatting, PrepareRenameRequest, RangeFormatting,
    References, Rename, Request, SelectionRangeRequest, SemanticTokensFullDeltaRequest,
    SemanticTokensFullRequest, SemanticTokensRangeRequest, SignatureHelpRequest, WorkspaceDiagnosticRequest,
    WorkspaceSymbolRequest,
};
use serde_json::Value;

use crate::features::board::{BoardRequest, PaintRequest};
use crate::features::expectations::ExpectationsRequest;
use crate::features::solution::SolutionRequest;
use crate::features::{
    actions, board, diagnostics, edit, expectations, lenses, names, outline, solution, tokens,
};
use crate::pool::words;
use crate::request::{Answer, Context, Failure};

/// The execution of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Quick, and of use even if the text changed since.
    Lasting,
    /// Fast; the result is valid only for the current text.
    Exact,
    /// Possibly slow: queued only behind requests of the same kind.
    Long,
    /// A picture, which may take seconds: queued only behind others.
    Drawn,
}

/// A request that is answered.
struct Row {
    method: &'static str,
    kind: Kind,
    answer: fn(&Context, Value) -> Answer<Value>,
}

macro_rules! rows {
    ($($request:ty, $kind:ident, $feature:path;)*) => { &[$(Row {
        method: <$request as Request>::METHOD,
        kind: Kind::$kind,
        answer: |context, params| typed::<$request>(context, params, $feature),
    }),*] };
}

const REQUESTS: &[Row] = rows! {
    DocumentDiagnosticRequest, Long, diagnostics::document;
    WorkspaceDiagnosticRequest, Long, diagnostics::workspace;
    CodeLensRequest, Lasting, lenses::lenses;
    InlayHintRequest, Exact, lenses::hints;
    CodeActionRequest, Exact, actions::actions;
    DocumentSymbolRequest, Lasting, outline::symbols;
    WorkspaceSymbolRequest, Lasting, outline::workspace;
    FoldingRangeRequest, Lasting, outline::folds;
    SelectionRangeRequest, Lasting, outline::selections;
    DocumentLinkRequest, Lasting, outline::links;
    SemanticTokensFullRequest, Exact, tokens::full;
    SemanticTokensFullDeltaRequest, Exact, tokens::delta;
    SemanticTokensRangeRequest, Exact, tokens::range;
    Formatting, Exact, edit::format;
    RangeFormatting, Exact, edit::format_range;
    OnTypeFormatting, Exact, edit::format_on_type;
    PrepareRenameRequest, Lasting, edit::prepare_rename;
    Rename, Exact, edit::rename;
    GotoDefinition, Lasting, names::definition;
    GotoDeclaration, Lasting, names::definition;
    References, Lasting, names::references;
    DocumentHighlightRequest, Lasting, names::highlights;
    HoverRequest, Lasting, names::hover;
    Completion, Lasting, names::complete;
    SignatureHelpRequest, Lasting, names::signature;
    SolutionRequest, Lasting, solution::solution;
    BoardRequest, Drawn, board::board;
    PaintRequest, Exact, board::paint;
    ExpectationsRequest, Lasting, expectations::expectations;
};

fn row(method: &str) -> Option<&'static Row> {
    REQUESTS.iter().find(|row| row.method == method)
}

/// The execution of a request; an unknown one is answered with an error.
pub(crate) fn kind(method: &str) -> Kind {
    row(method).map_or(Kind::Lasting, |row| row.kind)
}

/// Answers a request. A panic becomes an error response.
pub(crate) fn answer(context: &Context, method: &str, params: Value) -> Result<Value, ResponseError> {
    let feature = || {
        let row = row(method).ok_or_else(|| Failure::Unknown(method.to_owned()))?;
        (row.answer)(context, params)
    };
    contained(method, feature).map_err(ResponseError::from)
}

fn contained<T>(method: &str, feature: impl FnOnce() -> Answer<T>) -> Answer<T> {
    catch_unwind(AssertUnwindSafe(feature)).unwrap_or_else(|panic| {
        let why = words(&*panic);
        Err(Failure::Panicked(format!("internal error of the server in `{method}`: {why}")))
    })
}

fn typed<R: Request>(
    context: &Context,
    params: Value,
    feature: fn(&Context, R::Params) -> Answer<R::Result>,
) -> Answer<Value> {
    let params = serde_json::from_value(params)
        .map_err(|e| Failure::Parameters(format!("wrong parameters for `{}`: {e}", R::METHOD)))?;
    let result = feature(context, params)?;
    serde_json::to_value(result)
        .map_err(|e| Failure::Panicked(format!("the answer cannot be serialized: {e}")))
}

#[cfg(test)]
mod tests {
    use lsp_server::ErrorCode;

    use super::*;

    #[test]
    fn a_panic_is_an_answer() {
        let found: Answer<()> = contained("textDocument/hover", || panic!("lost {}", 1));
        let error = ResponseError::from(found.err().unwrap_or(Failure::Cancelled));
        assert_eq!(error.code, ErrorCode::InternalError as i32);
        assert_eq!(error.message, "internal error of the server in `textDocument/hover`: lost 1");
    }
}
