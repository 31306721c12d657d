//! A client in memory. It fails when it is dropped while the server owes it an answer.
#![allow(dead_code)] // Every test takes what it needs.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use puzzlec_lsp::{Ended, serve_files};
use puzzlec_model::project::MemoryFiles;
use puzzlec_theory::Theories;
use serde_json::{Value, json};

/// Longer than any answer takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

pub struct Client {
    connection: Option<Connection>,
    server: Option<JoinHandle<Ended>>,
    last: i32,
    owed: RefCell<BTreeSet<i32>>,
    answers: RefCell<BTreeMap<i32, Response>>,
    pub notices: RefCell<VecDeque<Notification>>,
    pub asked: RefCell<Vec<Request>>,
    /// What is answered to `workspace/configuration`.
    pub settings: Value,
}

/// A file's address.
pub fn uri(path: &str) -> String {
    format!("file://{path}")
}

impl Client {
    /// A server over these files, before `initialize`.
    pub fn raw(files: &[(&str, &str)]) -> Self {
        Client::served(files, puzzlec_theories::ALL)
    }

    fn served(files: &[(&str, &str)], theories: Theories) -> Self {
        let files = files.iter().map(|(p, t)| ((*p).to_owned(), (*t).to_owned())).collect();
        let (own, servers) = Connection::memory();
        let server = thread::Builder::new()
            .stack_size(64 << 20)
            .spawn(move || serve_files(servers, Box::new(MemoryFiles(files)), theories))
            .unwrap();
        Client {
            connection: Some(own),
            server: Some(server),
            last: 0,
            owed: RefCell::default(),
            answers: RefCell::default(),
            notices: RefCell::default(),
            asked: RefCell::default(),
            settings: Value::Null,
        }
    }

    /// A server that is ready, for a client with these capabilities.
    pub fn with(files: &[(&str, &str)], capabilities: Value) -> Self {
        Client::raw(files).ready(capabilities)
    }

    /// A server that is ready, with these theories.
    pub fn with_theories(files: &[(&str, &str)], theories: Theories) -> Self {
        Client::served(files, theories).ready(everything())
    }

    fn ready(mut self, capabilities: Value) -> Self {
        let client = &mut self;
        let folders = json!([{ "uri": "file:///puzzles", "name": "work" }]);
        client.request(
            "initialize",
            json!({ "processId": null, "capabilities": capabilities, "workspaceFolders": folders,
                "initializationOptions": { "delay": 1 } }),
        );
        client.notify("initialized", json!({}));
        self
    }

    /// A server that is ready.
    pub fn new(files: &[(&str, &str)]) -> Self {
        Client::with(files, everything())
    }

    fn connection(&self) -> &Connection {
        self.connection.as_ref().unwrap()
    }

    pub fn send(&mut self, method: &str, params: Value) -> i32 {
        self.last += 1;
        self.owed.borrow_mut().insert(self.last);
        let request = Request { id: RequestId::from(self.last), method: method.to_owned(), params };
        self.connection().sender.send(request.into()).unwrap();
        self.last
    }

    pub fn notify(&self, method: &str, params: Value) {
        let notice = Notification { method: method.to_owned(), params };
        self.connection().sender.send(notice.into()).unwrap();
    }

    /// Takes one message, if one comes in time.
    fn take(&self, until: Instant) -> bool {
        let Ok(message) = self.connection().receiver.recv_deadline(until) else { return false };
        match message {
            Message::Response(response) => {
                let id: i32 = response.id.to_string().parse().unwrap();
                assert!(self.owed.borrow_mut().remove(&id), "an answer nobody waits for: {response:?}");
                self.answers.borrow_mut().insert(id, response);
            }
            Message::Notification(notice) => self.notices.borrow_mut().push_back(notice),
            Message::Request(request) => {
                let result = match request.method.as_str() {
                    "workspace/configuration" => json!([self.settings]),
                    _ => Value::Null,
                };
                let response = Response::new_ok(request.id.clone(), result);
                self.connection().sender.send(response.into()).unwrap();
                self.asked.borrow_mut().push(request);
            }
        }
        true
    }

    /// The answer to a request that was sent.
    pub fn wait(&self, id: i32) -> Result<Value, (i32, String)> {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(response) = self.answers.borrow_mut().remove(&id) {
                return response.response_result.map_err(|e| (e.code, e.message));
            }
            assert!(self.take(until), "no answer to {id}");
        }
    }

    pub fn try_request(&mut self, method: &str, params: Value) -> Result<Value, (i32, String)> {
        let id = self.send(method, params);
        self.wait(id)
    }

    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let sent = params.clone();
        self.try_request(method, params).unwrap_or_else(|e| panic!("{method} {sent}: {e:?}"))
    }

    /// The next notification of this kind that fits.
    pub fn notice(&self, method: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let until = Instant::now() + PATIENCE;
        loop {
            let mut notices = self.notices.borrow_mut();
            let at = notices.iter().position(|n| n.method == method && fits(&n.params));
            if let Some(found) = at.and_then(|at| notices.remove(at)) {
                return found.params;
            }
            let seen: Vec<String> = notices.iter().map(|n| format!("{} {}", n.method, n.params)).collect();
            drop(notices);
            assert!(self.take(until), "no {method} came; others: {seen:#?}");
        }
    }

    pub fn open(&self, path: &str, text: &str) {
        let document = json!({ "uri": uri(path), "languageId": "puzzle", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    pub fn replace(&self, path: &str, version: i32, text: &str) {
        self.change(path, version, json!([{ "text": text }]));
    }

    pub fn change(&self, path: &str, version: i32, changes: Value) {
        let document = json!({ "uri": uri(path), "version": version });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.notify("textDocument/didChange", params);
    }

    pub fn close(&self, path: &str) {
        self.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri(path) } }));
    }

    /// The diagnostics that are sent for this version of a document.
    pub fn diagnostics(&self, path: &str, version: i32) -> Value {
        let fits = |p: &Value| p["uri"] == uri(path).as_str() && p["version"] == version;
        self.notice("textDocument/publishDiagnostics", fits)["diagnostics"].clone()
    }

    /// The codes of diagnostics.
    pub fn codes(&self, path: &str, version: i32) -> Vec<String> {
        codes(&self.diagnostics(path, version))
    }

    /// Has a command carried out for a puzzle.
    pub fn command(&mut self, command: &str, path: &str, puzzle: &str) -> Result<Value, (i32, String)> {
        let params = json!({ "command": command, "arguments": [uri(path), puzzle] });
        self.try_request("workspace/executeCommand", params)
    }

    /// A request about a document.
    pub fn about(&mut self, method: &str, path: &str) -> Value {
        self.request(method, json!({ "textDocument": { "uri": uri(path) } }))
    }

    /// A request about a place of a document.
    pub fn at(&mut self, method: &str, path: &str, line: u32, character: u32) -> Value {
        let position = json!({ "line": line, "character": character });
        let params = json!({ "textDocument": { "uri": uri(path) }, "position": position,
            "context": { "includeDeclaration": true, "triggerKind": 1, "isRetrigger": false } });
        self.request(method, params)
    }

    /// Ends by the book and gives how the server saw it.
    pub fn end(mut self) -> Ended {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        self.server.take().unwrap().join().unwrap()
    }

    /// Leaves without a word.
    pub fn leave(mut self) -> Ended {
        self.connection = None;
        self.owed.borrow_mut().clear();
        self.server.take().unwrap().join().unwrap()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if thread::panicking() || self.connection.is_none() {
            return;
        }
        let until = Instant::now() + PATIENCE;
        while !self.owed.borrow().is_empty() {
            assert!(self.take(until), "requests {:?} were never answered", self.owed.borrow());
        }
    }
}

/// The codes of diagnostics.
pub fn codes(diagnostics: &Value) -> Vec<String> {
    let all = diagnostics.as_array().unwrap();
    all.iter().map(|d| d["code"].as_str().unwrap().to_owned()).collect()
}

/// A client that pushes and can do everything else.
pub fn everything() -> Value {
    json!({
        "general": { "positionEncodings": ["utf-16", "utf-8"] },
        "window": { "workDoneProgress": true, "showDocument": { "support": true } },
        "workspace": {
            "configuration": true,
            "didChangeConfiguration": { "dynamicRegistration": true },
            "didChangeWatchedFiles": { "dynamicRegistration": true },
            "codeLens": { "refreshSupport": true },
            "inlayHint": { "refreshSupport": true },
            "workspaceEdit": { "documentChanges": true },
        },
        "textDocument": {
            "publishDiagnostics": {
                "versionSupport": true, "relatedInformation": true, "codeDescriptionSupport": true,
                "tagSupport": { "valueSet": [1, 2] },
            },
            "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
            "codeAction": { "codeActionLiteralSupport": { "codeActionKind": { "valueSet": ["quickfix"] } } },
            "completion": { "completionItem": { "snippetSupport": true } },
            "hover": { "contentFormat": ["markdown"] },
            "definition": { "linkSupport": true },
            "rename": { "prepareSupport": true },
        },
    })
}
