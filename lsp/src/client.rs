//! The client's capabilities and workspace. Read leniently: an `initialize` request is never rejected for an
//! entry that this server does not need.

use serde_json::Value;

use crate::position::Encoding;
use crate::uri;

/// Client capabilities.
#[derive(Clone, Debug, Default)]
pub(crate) struct Client {
    pub(crate) encoding: Encoding,
    pub(crate) folders: Vec<String>,
    pub(crate) pulls: bool,
    pub(crate) versions: bool,
    pub(crate) related: bool,
    pub(crate) code_links: bool,
    pub(crate) tags: bool,
    pub(crate) progress: bool,
    pub(crate) configuration: bool,
    pub(crate) registers_configuration: bool,
    pub(crate) watches: bool,
    pub(crate) refreshes_lenses: bool,
    pub(crate) refreshes_hints: bool,
    pub(crate) refreshes_diagnostics: bool,
    pub(crate) shows_documents: bool,
    pub(crate) snippets: bool,
    pub(crate) markdown: bool,
    pub(crate) markdown_items: bool,
    pub(crate) markdown_signatures: bool,
    pub(crate) nested_symbols: bool,
    pub(crate) edits_documents: bool,
    pub(crate) literal_actions: bool,
    pub(crate) links: bool,
    pub(crate) folds_lines: bool,
}

impl Client {
    /// Reads the parameters of `initialize`.
    pub(crate) fn read(params: &Value) -> Self {
        let at = |path: &str| params.pointer(&format!("/capabilities{path}"));
        let can = |path: &str| at(path).and_then(Value::as_bool).unwrap_or(false);
        let has = |path: &str| at(path).is_some_and(|v| !v.is_null());
        let lists = |path: &str, word: &str| {
            at(path).and_then(Value::as_array).is_some_and(|all| all.iter().any(|v| v == word))
        };
        let utf8 = lists("/general/positionEncodings", "utf-8");
        Client {
            encoding: if utf8 { Encoding::Utf8 } else { Encoding::Utf16 },
            folders: folders(params),
            pulls: has("/textDocument/diagnostic"),
            versions: can("/textDocument/publishDiagnostics/versionSupport"),
            related: can("/textDocument/publishDiagnostics/relatedInformation")
                || has("/textDocument/diagnostic"),
            code_links: can("/textDocument/publishDiagnostics/codeDescriptionSupport")
                || has("/textDocument/diagnostic"),
            tags: has("/textDocument/publishDiagnostics/tagSupport") || has("/textDocument/diagnostic"),
            progress: can("/window/workDoneProgress"),
            configuration: can("/workspace/configuration"),
            registers_configuration: can("/workspace/didChangeConfiguration/dynamicRegistration"),
            watches: can("/workspace/didChangeWatchedFiles/dynamicRegistration"),
            refreshes_lenses: can("/workspace/codeLens/refreshSupport"),
            refreshes_hints: can("/workspace/inlayHint/refreshSupport"),
            refreshes_diagnostics: can("/workspace/diagnostics/refreshSupport")
                || can("/workspace/diagnostic/refreshSupport"),
            shows_documents: can("/window/showDocument/support"),
            snippets: can("/textDocument/completion/completionItem/snippetSupport"),
            markdown: lists("/textDocument/hover/contentFormat", "markdown"),
            markdown_items: lists("/textDocument/completion/completionItem/documentationFormat", "markdown"),
            markdown_signatures: lists(
                "/textDocument/signatureHelp/signatureInformation/documentationFormat",
                "markdown",
            ),
            nested_symbols: can("/textDocument/documentSymbol/hierarchicalDocumentSymbolSupport"),
            edits_documents: can("/workspace/workspaceEdit/documentChanges"),
            literal_actions: has("/textDocument/codeAction/codeActionLiteralSupport"),
            links: can("/textDocument/definition/linkSupport"),
            folds_lines: can("/textDocument/foldingRange/lineFoldingOnly"),
        }
    }
}

fn folders(params: &Value) -> Vec<String> {
    let listed = params.get("workspaceFolders").and_then(Value::as_array);
    let listed: Vec<&str> =
        listed.into_iter().flatten().filter_map(|f| f.get("uri").and_then(Value::as_str)).collect();
    let root = params.get("rootUri").and_then(Value::as_str);
    let found: Vec<&str> = if listed.is_empty() { root.into_iter().collect() } else { listed };
    found.iter().filter(|u| u.starts_with("file:")).map(|u| uri::path(u)).collect()
}
