//! Notifications: documents, files, settings, cancelled requests.

use std::sync::PoisonError;

use lsp_server::{Notification, RequestId};
use lsp_types::{
    DidChangeTextDocumentParams, DidChangeWorkspaceFoldersParams, DidOpenTextDocumentParams, Position,
};
use puzzlec_base::LineIndex;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{Phase, Server};
use crate::position::Lines;
use crate::request::Failure;
use crate::uri;

impl Server {
    pub(super) fn notice(&mut self, notice: Notification) {
        if self.phase != Phase::Running {
            return;
        }
        let Notification { method, params } = notice;
        match method.as_str() {
            "initialized" => self.initialized(),
            "textDocument/didOpen" => self.with(params, Self::opened),
            "textDocument/didChange" => self.with(params, Self::edited),
            "textDocument/didClose" => self.closed(&params),
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => self.disk_changed(),
            "workspace/didChangeWorkspaceFolders" => self.with(params, Self::folders_changed),
            "workspace/didChangeConfiguration" => self.configured(&params),
            "window/workDoneProgress/cancel" => self.progress_cancelled(&params),
            "$/cancelRequest" => self.cancelled(&params),
            // Notifications that start with `$/` may be ignored, and other unknown ones have no response.
            _ => {}
        }
    }

    fn with<P: DeserializeOwned>(&mut self, params: Value, act: fn(&mut Self, P)) {
        // Invalid parameters of a notification cannot be reported.
        if let Ok(params) = serde_json::from_value(params) {
            act(self, params);
        }
    }

    fn opened(&mut self, params: DidOpenTextDocumentParams) {
        let document = params.text_document;
        let path = uri::path(document.uri.as_str());
        self.host.disk_changed();
        self.host.open(&path, &document.text, document.version);
        self.open.insert(path, (document.uri, document.version));
        self.changed();
    }

    fn edited(&mut self, params: DidChangeTextDocumentParams) {
        let path = uri::path(params.text_document.uri.as_str());
        let version = params.text_document.version;
        for change in params.content_changes {
            let Some(document) = self.host.document(&path) else { return };
            let range = change.range.map(|range| {
                let lines = LineIndex::new(&document.text);
                let lines = Lines::new(&document.text, &lines, self.client.encoding, false);
                let offset = |position: Position| lines.offset(position) as usize;
                let (start, end) = (offset(range.start), offset(range.end));
                start.min(end)..end.max(start)
            });
            self.host.edit(&path, range, &change.text);
        }
        self.host.set_version(&path, version);
        if let Some(open) = self.open.get_mut(&path) {
            open.1 = version;
        }
        self.changed();
    }

    fn closed(&mut self, params: &Value) {
        let Some((path, _)) = self.path(params) else { return };
        self.host.close(&path);
        if let Some((uri, _)) = self.open.remove(&path) {
            self.token_cache.lock().unwrap_or_else(PoisonError::into_inner).forget(&uri);
        }
        self.changed();
    }

    fn disk_changed(&mut self) {
        self.host.disk_changed();
        self.host.set_folders(&self.folders);
        self.warn_of_unread();
        self.changed();
        if self.client.pulls && self.client.refreshes_diagnostics {
            self.ask("workspace/diagnostic/refresh", Value::Null, super::ClientRequest::Nothing);
        }
    }

    fn folders_changed(&mut self, params: DidChangeWorkspaceFoldersParams) {
        let path = |folder: &lsp_types::WorkspaceFolder| uri::path(folder.uri.as_str());
        let gone: Vec<String> = params.event.removed.iter().map(path).collect();
        self.folders.retain(|f| !gone.contains(f));
        self.folders.extend(params.event.added.iter().map(path));
        self.disk_changed();
    }

    fn configured(&mut self, params: &Value) {
        if self.client.configuration {
            self.ask_settings();
        } else if let Some(settings) = params.get("settings") {
            self.use_settings(&settings.clone());
        }
    }

    fn cancelled(&mut self, params: &Value) {
        let id = params.get("id").and_then(|id| serde_json::from_value::<RequestId>(id.clone()).ok());
        let Some((id, pending)) = id.and_then(|id| self.pending.get(&id).map(|p| (id, p))) else { return };
        pending.cancel();
        // The thread may notice the cancellation late, so the client is answered now.
        self.fail(&id, Failure::Cancelled);
    }
}
