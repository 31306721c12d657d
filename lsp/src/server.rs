//! The loop: takes one event after the other, has all state, gives every answer.

mod commands;
mod notices;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;
use std::{io, thread};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response, ResponseError};
use lsp_types::request::{CodeLensRequest, Request as _};
use lsp_types::{MessageType, Uri};
use puzzlec_analysis::host::Host;
use puzzlec_base::CancelToken;
use puzzlec_model::project::{DiskFiles, FileSystem};
use puzzlec_theory::Theories;
use serde::Serialize;
use serde_json::{Value, json};

use crate::client::Client;
use crate::dispatch::{self, Kind};
use crate::event::Event;
use crate::jobs::Jobs;
use crate::pool::Pool;
use crate::publish::{self, Published};
use crate::request::{Context, Failure};
use crate::settings::Settings;
use crate::token_cache::SemanticTokenCache;
use crate::{capabilities, uri};

/// Number of threads for fast requests.
const READERS: usize = 2;

/// The way in which a client ended the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// By `shutdown` and `exit`.
    Cleanly,
    /// In any other way.
    Abruptly,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Fresh,
    Running,
    ShutDown,
}

/// The purpose of a request to the client.
enum ClientRequest {
    /// Nothing depends on the answer.
    Nothing,
    /// The settings.
    Settings,
    /// Whether progress of a job may be shown.
    Progress(u64),
}

struct Server {
    client_sender: Sender<Message>,
    events: Sender<Event>,
    phase: Phase,
    client: Arc<Client>,
    settings: Arc<Settings>,
    host: Host,
    /// The host's number of its last change, for threads.
    revision: Arc<AtomicU64>,
    /// The client's addresses of the open documents, and their versions.
    open: BTreeMap<String, (Uri, i32)>,
    folders: Vec<String>,
    /// Whether the client knows that files of the workspace are not read.
    warned: bool,
    /// Unanswered requests.
    pending: HashMap<RequestId, CancelToken>,
    client_requests: HashMap<RequestId, ClientRequest>,
    last_client_request: i32,
    quick: Pool,
    long: Pool,
    drawer: Pool,
    /// Queries theories about all puzzles of a file, after diagnostics.
    teller: Pool,
    jobs: Jobs,
    /// Jobs with progress at the client: their titles, and whether it is already shown.
    progress: BTreeMap<u64, (String, bool)>,
    token_cache: Arc<Mutex<SemanticTokenCache>>,
    published: Published,
    /// When files are to be checked.
    due: Option<Instant>,
    checking: CancelToken,
}

/// Serves a client over a connection until it ends.
pub fn serve(connection: Connection) -> Ended {
    serve_files(connection, Box::new(DiskFiles), puzzlec_theories::ALL)
}

/// Serves a client over a connection until it ends, with a given file system and given theories.
pub fn serve_files(
    connection: Connection,
    files: Box<dyn FileSystem + Send + Sync>,
    theories: Theories,
) -> Ended {
    let Connection { sender, receiver } = connection;
    let (events, queue) = unbounded();
    let forward = events.clone();
    let reader = thread::Builder::new().name("queue".to_owned()).spawn(move || {
        for message in receiver {
            if forward.send(Event::Message(message)).is_err() {
                return;
            }
        }
        let _ = forward.send(Event::Closed);
    });
    let (Ok(_), Ok(mut server)) =
        (reader, Server::new(sender, events, Host::new(files).with_theories(theories)))
    else {
        return Ended::Abruptly;
    };
    let ended = server.run(&queue);
    server.jobs.stop_all();
    server.checking.cancel();
    server.answer_the_rest();
    ended
}

impl Server {
    fn new(client_sender: Sender<Message>, events: Sender<Event>, host: Host) -> io::Result<Self> {
        Ok(Server {
            client_sender,
            phase: Phase::Fresh,
            client: Arc::default(),
            settings: Arc::default(),
            host,
            revision: Arc::default(),
            open: BTreeMap::new(),
            folders: Vec::new(),
            warned: false,
            pending: HashMap::new(),
            client_requests: HashMap::new(),
            last_client_request: 0,
            quick: Pool::new("reader", READERS)?,
            long: Pool::new("checker", 1)?,
            drawer: Pool::new("drawer", 1)?,
            teller: Pool::new("teller", 1)?,
            jobs: Jobs::new(events.clone()),
            progress: BTreeMap::new(),
            token_cache: Arc::default(),
            published: Published::default(),
            due: None,
            checking: CancelToken::default(),
            events,
        })
    }

    fn run(&mut self, queue: &Receiver<Event>) -> Ended {
        loop {
            let event = match self.due {
                Some(due) => queue.recv_deadline(due),
                None => queue.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            let ended = match event {
                Ok(event) => self.event(event),
                Err(RecvTimeoutError::Timeout) => {
                    self.check();
                    None
                }
                Err(RecvTimeoutError::Disconnected) => Some(Ended::Abruptly),
            };
            if let Some(ended) = ended {
                return ended;
            }
        }
    }

    fn event(&mut self, event: Event) -> Option<Ended> {
        match event {
            Event::Message(Message::Request(request)) => self.request(request),
            Event::Message(Message::Notification(notice)) if notice.method == "exit" => {
                let clean = self.phase == Phase::ShutDown;
                return Some(if clean { Ended::Cleanly } else { Ended::Abruptly });
            }
            Event::Message(Message::Notification(notice)) => self.notice(notice),
            Event::Message(Message::Response(response)) => self.response(response),
            Event::Closed => return Some(Ended::Abruptly),
            Event::Answered(id, result) => self.answer(&id, result),
            Event::Checked(found) => {
                if found.revision == self.host.revision() {
                    for news in self.published.news(found, &self.open, self.client.versions) {
                        self.tell("textDocument/publishDiagnostics", news);
                    }
                }
            }
            Event::TheoryLines => self.refresh_lenses(),
            Event::Job(event) => self.job_event(event),
            Event::Page(key, page) => self.show_page(&key, page),
        }
        None
    }

    fn send(&self, message: Message) {
        // A client that is gone is noticed by the reader.
        let _ = self.client_sender.send(message);
    }

    /// Sends a notification.
    fn tell(&self, method: &str, params: impl Serialize) {
        if let Ok(params) = serde_json::to_value(params) {
            self.send(Notification { method: method.to_owned(), params }.into());
        }
    }

    /// Sends a request.
    fn ask(&mut self, method: &str, params: Value, what: ClientRequest) {
        self.last_client_request = self.last_client_request.wrapping_add(1);
        let id = RequestId::from(self.last_client_request);
        self.client_requests.insert(id.clone(), what);
        self.send(Request { id, method: method.to_owned(), params }.into());
    }

    /// The one place where requests are answered, each once.
    fn answer(&mut self, id: &RequestId, result: Result<Value, ResponseError>) {
        if self.pending.remove(id).is_some() {
            self.send(Response { id: id.clone(), response_result: result }.into());
        }
    }

    fn fail(&mut self, id: &RequestId, failure: Failure) {
        self.answer(id, Err(failure.into()));
    }

    /// Unanswered requests receive an error when the server ends.
    fn answer_the_rest(&mut self) {
        let waiting: Vec<RequestId> = self.pending.keys().cloned().collect();
        for id in waiting {
            self.fail(&id, Failure::Cancelled);
        }
    }

    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        if self.pending.contains_key(&id) {
            let message = format!("request {id} was not answered yet");
            self.send(Response::new_err(id, ErrorCode::InvalidRequest as i32, message).into());
            return;
        }
        let cancel = CancelToken::default();
        self.pending.insert(id.clone(), cancel.clone());
        let refused = |code: ErrorCode, message: &str| {
            Err(ResponseError { code: code as i32, message: message.to_owned(), data: None })
        };
        match (self.phase, method.as_str()) {
            (Phase::Fresh, "initialize") => {
                let answer = self.initialize(&params);
                self.answer(&id, Ok(answer));
            }
            (Phase::Fresh, _) => {
                let early = refused(ErrorCode::ServerNotInitialized, "`initialize` comes first");
                self.answer(&id, early);
            }
            (Phase::Running, "initialize") => {
                let again = refused(ErrorCode::InvalidRequest, "`initialize` comes only once");
                self.answer(&id, again);
            }
            (Phase::Running, "shutdown") => {
                self.phase = Phase::ShutDown;
                self.jobs.stop_all();
                self.checking.cancel();
                self.due = None;
                self.answer(&id, Ok(Value::Null));
            }
            (Phase::ShutDown, _) => {
                let late = refused(ErrorCode::InvalidRequest, "the server was shut down");
                self.answer(&id, late);
            }
            (Phase::Running, "workspace/executeCommand") => match self.command(params) {
                Ok(result) => self.answer(&id, Ok(result)),
                Err(failure) => self.fail(&id, failure),
            },
            (Phase::Running, _) => {
                if method == CodeLensRequest::METHOD {
                    self.tell_theories(&params);
                }
                self.work(id, method, params, cancel);
            }
        }
    }

    /// Computes the theory lines of a file's puzzles in a thread; lenses show the known ones.
    fn tell_theories(&mut self, params: &Value) {
        let Some((path, _)) = self.path(params).filter(|_| self.client.refreshes_lenses) else { return };
        let (snapshot, revision) = (self.host.snapshot(), Arc::clone(&self.revision));
        let events = self.events.clone();
        self.teller.run(move || {
            let outdated = || revision.load(Ordering::Relaxed) != snapshot.revision();
            let tell =
                || snapshot.file(&path).is_some_and(|file| snapshot.update_theory_lines(file, &outdated));
            // A puzzle that makes a theory panic has no line.
            if catch_unwind(AssertUnwindSafe(tell)).unwrap_or(false) {
                let _ = events.send(Event::TheoryLines);
            }
        });
    }

    /// Answers a request in a thread, by the current texts.
    fn work(&mut self, id: RequestId, method: String, params: Value, cancel: CancelToken) {
        let kind = dispatch::kind(&method);
        let context = self.context(cancel);
        let events = self.events.clone();
        let work = move || {
            let result = if context.cancel.is_cancelled() {
                Err(Failure::Cancelled.into())
            } else if kind == Kind::Exact && context.outdated() {
                Err(Failure::Outdated.into())
            } else {
                dispatch::answer(&context, &method, params)
            };
            // The receiver is gone only after the server has ended.
            let _ = events.send(Event::Answered(id, result));
        };
        match kind {
            Kind::Long => self.long.run(work),
            Kind::Drawn => self.drawer.run(work),
            Kind::Lasting | Kind::Exact => self.quick.run(work),
        }
    }

    fn context(&mut self, cancel: CancelToken) -> Context {
        Context {
            snapshot: self.host.snapshot(),
            client: Arc::clone(&self.client),
            settings: Arc::clone(&self.settings),
            results: self.jobs.results(),
            token_cache: Arc::clone(&self.token_cache),
            revision: Arc::clone(&self.revision),
            cancel,
        }
    }

    fn initialize(&mut self, params: &Value) -> Value {
        self.phase = Phase::Running;
        self.client = Arc::new(Client::read(params));
        self.folders.clone_from(&self.client.folders);
        if let Some(settings) = params.get("initializationOptions").and_then(Settings::read) {
            self.settings = Arc::new(settings);
        }
        self.host.set_search(self.settings.search());
        self.host.set_folders(&self.folders);
        self.changed();
        capabilities::answer(&self.client)
    }

    /// After the handshake the server may send requests.
    fn initialized(&mut self) {
        let mut registrations = Vec::new();
        if self.client.watches {
            let watchers: Vec<Value> = ["**/*.puzzle", "**/*.rhai", "**/*.txt", "**/plugin.toml"]
                .iter()
                .map(|glob| json!({ "globPattern": glob }))
                .collect();
            registrations.push(json!({
                "id": "puzzlec/files",
                "method": "workspace/didChangeWatchedFiles",
                "registerOptions": { "watchers": watchers },
            }));
        }
        if self.client.registers_configuration {
            registrations.push(json!({
                "id": "puzzlec/settings",
                "method": "workspace/didChangeConfiguration",
                "registerOptions": { "section": crate::settings::SECTION },
            }));
        }
        if !registrations.is_empty() {
            let params = json!({ "registrations": registrations });
            self.ask("client/registerCapability", params, ClientRequest::Nothing);
        }
        self.warn_of_unread();
        self.ask_settings();
    }

    /// Says once that a workspace is too large to be read whole.
    fn warn_of_unread(&mut self) {
        let Some(why) = self.host.unread().filter(|_| !self.warned) else {
            self.warned &= self.host.unread().is_some();
            return;
        };
        let message = format!("{why}: the others are checked only while they are open");
        self.warned = true;
        self.tell("window/showMessage", json!({ "type": MessageType::WARNING, "message": message }));
    }

    fn ask_settings(&mut self) {
        if self.client.configuration {
            let params = json!({ "items": [{ "section": crate::settings::SECTION }] });
            self.ask("workspace/configuration", params, ClientRequest::Settings);
        }
    }

    fn use_settings(&mut self, sent: &Value) {
        let Some(settings) = Settings::read(sent) else { return };
        if settings == *self.settings {
            return;
        }
        self.settings = Arc::new(settings);
        self.host.set_search(self.settings.search());
        self.changed();
        self.refresh();
    }

    /// Requests that the client refresh data that does not depend on its text alone.
    fn refresh(&mut self) {
        let refreshes = [
            (self.client.refreshes_lenses, "workspace/codeLens/refresh"),
            (self.client.refreshes_hints, "workspace/inlayHint/refresh"),
            (self.client.refreshes_diagnostics && self.client.pulls, "workspace/diagnostic/refresh"),
        ];
        for (wanted, method) in refreshes {
            if wanted {
                self.ask(method, Value::Null, ClientRequest::Nothing);
            }
        }
    }

    fn response(&mut self, response: Response) {
        let Some(client_requests) = self.client_requests.remove(&response.id) else { return };
        match (client_requests, response.response_result) {
            (ClientRequest::Settings, Ok(Value::Array(answers))) => {
                if let Some(settings) = answers.first() {
                    self.use_settings(settings);
                }
            }
            (ClientRequest::Progress(job), Ok(_)) => self.show_progress(job),
            (ClientRequest::Progress(job), Err(_)) => {
                self.progress.remove(&job);
            }
            _ => {}
        }
    }

    /// Something changed: what is known of the texts is old, and they are checked when it is quiet.
    fn changed(&mut self) {
        self.revision.store(self.host.revision(), Ordering::Relaxed);
        self.check_soon(self.settings.delay());
    }

    fn check_soon(&mut self, delay: std::time::Duration) {
        self.checking.cancel();
        if !self.client.pulls && self.phase == Phase::Running {
            self.due = Some(Instant::now() + delay);
        }
    }

    fn check(&mut self) {
        self.due = None;
        let cancel = CancelToken::default();
        self.checking = cancel.clone();
        let (snapshot, client) = (self.host.snapshot(), Arc::clone(&self.client));
        let (results, events) = (self.jobs.results(), self.events.clone());
        self.long.run(move || publish::check_all(&snapshot, &client, &results, &cancel, &events));
    }

    fn path(&self, params: &Value) -> Option<(String, Uri)> {
        let uri = params.pointer("/textDocument/uri").and_then(Value::as_str)?;
        Some((uri::path(uri), uri.parse().ok()?))
    }
}
