//! Commands, and the events of their jobs.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};

use lsp_types::{ExecuteCommandParams, MessageType, Uri};
use puzzlec_base::CancelToken;
use serde_json::{Value, json};

use super::{ClientRequest, Server};
use crate::capabilities::COMMANDS;
use crate::event::Event;
use crate::event::JobEvent;
use crate::features::{board, solution};
use crate::jobs::Wish;
use crate::outcome::{JobOutcome, Key};
use crate::pool::words;
use crate::request::{Answer, Failure};
use crate::uri;

impl Server {
    /// Executes a command. Jobs continue after the response.
    pub(super) fn command(&mut self, params: Value) -> Answer<Value> {
        let params: ExecuteCommandParams =
            serde_json::from_value(params).map_err(|e| Failure::Parameters(e.to_string()))?;
        let name = params.command.strip_prefix("puzzlec.").unwrap_or("");
        if !COMMANDS.contains(&name) {
            return Err(Failure::Parameters(format!("there is no command `{}`", params.command)));
        }
        let mut words = params.arguments.iter().map(Value::as_str);
        let (Some(Some(address)), Some(Some(puzzle))) = (words.next(), words.next()) else {
            let usage = format!("`{}` needs the URI of a file and the name of a puzzle", params.command);
            return Err(Failure::Parameters(usage));
        };
        let key = (uri::path(address), puzzle.to_owned());
        let wish = match name {
            "shortest" => Wish::Shortest,
            "count" => Wish::Count,
            "test" => Wish::Test,
            "analyze" => Wish::Analyze,
            "generate" if !self.client.shows_documents => {
                return Err(Failure::Refused("this editor opens no documents".to_owned()));
            }
            "generate" => Wish::Generate(self.jobs.next()),
            "stop" => {
                self.jobs.stop(&key);
                return Ok(Value::Null);
            }
            "showSolution" => return self.show_solution(&key),
            "showBoard" => return self.show_board(key),
            _ => Wish::Any,
        };
        let job = self
            .jobs
            .start(self.host.snapshot(), key, wish, &self.settings)
            .map_err(|e| Failure::Refused(format!("cannot start a thread: {e}")))?;
        if self.client.progress {
            self.progress.insert(job, (wish.title(puzzle), false));
            let params = json!({ "token": token(job) });
            self.ask("window/workDoneProgress/create", params, ClientRequest::Progress(job));
        }
        self.refresh_lenses();
        Ok(Value::Null)
    }

    pub(super) fn refresh_lenses(&mut self) {
        if self.client.refreshes_lenses {
            self.ask("workspace/codeLens/refresh", Value::Null, ClientRequest::Nothing);
        }
    }

    /// Shows a solution as a document, in editors that have no view of their own for it.
    fn show_solution(&mut self, key: &Key) -> Answer<Value> {
        let Some(found) = solution::known(&self.host.snapshot(), &self.jobs.results(), key) else {
            return Err(Failure::Refused(format!("`{}` was not solved yet", key.1)));
        };
        if found.start.is_empty() {
            return Err(Failure::Refused(format!("`{}`: {}", key.1, found.label)));
        }
        let text = solution::as_text(&found);
        if self.client.shows_documents {
            self.show(key, &text, "txt");
        }
        Ok(Value::String(text))
    }

    /// Makes a page on which a puzzle is played, and shows it in the browser. Editors with a panel of their own do not
    /// send this command.
    fn show_board(&mut self, key: Key) -> Answer<Value> {
        if !self.client.shows_documents {
            return Err(Failure::Refused("this editor opens no pages".to_owned()));
        }
        let (context, events) = (self.context(CancelToken::default()), self.events.clone());
        self.drawer.run(move || {
            let page = catch_unwind(AssertUnwindSafe(|| board::page(&context, &key)));
            let page =
                page.unwrap_or_else(|panic| Err(format!("internal error of the server: {}", words(&*panic))));
            let _ = events.send(Event::Page(key, page));
        });
        Ok(Value::Null)
    }

    /// Shows the page of a puzzle, or says why there is none.
    pub(super) fn show_page(&mut self, key: &Key, page: Result<String, String>) {
        match page {
            Ok(text) => self.show(key, &text, "html"),
            Err(why) => {
                let message = format!("{}: {why}", key.1);
                self.tell("window/showMessage", json!({ "type": MessageType::WARNING, "message": message }));
            }
        }
    }

    /// Shows a text about a puzzle as a document, a page in the browser.
    fn show(&mut self, key: &Key, text: &str, extension: &str) {
        if let Some(uri) = written(key, text, extension) {
            let external = extension == "html";
            self.ask(
                "window/showDocument",
                json!({ "uri": uri, "takeFocus": false, "external": external }),
                ClientRequest::Nothing,
            );
        }
    }

    /// A client agreed to show the progress of a job.
    pub(super) fn show_progress(&mut self, job: u64) {
        let Some((title, shown)) = self.progress.get_mut(&job) else { return };
        *shown = true;
        let begin = json!({ "kind": "begin", "title": title, "cancellable": true });
        self.tell("$/progress", json!({ "token": token(job), "value": begin }));
    }

    pub(super) fn progress_cancelled(&mut self, params: &Value) {
        let named = params.get("token").and_then(Value::as_str).and_then(|t| t.strip_prefix(TOKEN));
        if let Some(job) = named.and_then(|n| n.parse().ok()) {
            self.jobs.stop_job(job);
        }
    }

    /// Handles an event of a job.
    pub(super) fn job_event(&mut self, event: JobEvent) {
        match event {
            JobEvent::Progress(job, text) => {
                if self.progress.get(&job).is_some_and(|p| p.1) {
                    let report = json!({ "kind": "report", "message": text });
                    self.tell("$/progress", json!({ "token": token(job), "value": report }));
                }
            }
            JobEvent::Done(job, key, outcome) => self.done(job, &key, &outcome),
        }
    }

    fn done(&mut self, job: u64, key: &Key, outcome: &JobOutcome) {
        // If the puzzle has changed, this is the answer to another question.
        let current = outcome.of.is_none() || outcome.holds(&self.host.snapshot(), key).is_some();
        let label = if current { &outcome.label } else { "the puzzle has changed" };
        if let Some((_, true)) = self.progress.remove(&job) {
            let end = json!({ "kind": "end", "message": label });
            self.tell("$/progress", json!({ "token": token(job), "value": end }));
        }
        if !self.jobs.done(job, key, outcome) {
            return;
        }
        let known = self.open.get(&key.0).map(|(uri, _)| uri.clone());
        if let Some(uri) = known.or_else(|| uri::uri(&key.0)) {
            let params = json!({ "uri": uri, "puzzle": key.1, "label": label });
            self.tell("puzzlec/solved", params);
        }
        if let Some((text, extension)) = outcome.page.as_ref().filter(|_| self.client.shows_documents) {
            self.show(key, text, extension);
        }
        if !outcome.cancelled {
            let (kind, line) = match current {
                false => (MessageType::INFO, "the puzzle has changed: ask again"),
                true if outcome.wrong.is_empty() => (MessageType::INFO, outcome.line.as_str()),
                true => (MessageType::WARNING, outcome.line.as_str()),
            };
            let message = format!("{}: {line}", key.1);
            self.tell("window/showMessage", json!({ "type": kind, "message": message }));
        }
        self.refresh();
        self.check_soon(std::time::Duration::ZERO);
    }
}

const TOKEN: &str = "puzzlec/job/";

/// Writes a text to a separate file: puzzles of two files may have the same name.
fn written(key: &Key, text: &str, extension: &str) -> Option<Uri> {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    let folder = format!("{}/{:016x}", uri::folder("solutions")?, hasher.finish());
    fs::create_dir_all(&folder).ok()?;
    let file: String = key.1.chars().filter(|c| c.is_alphanumeric() || *c == '_').collect();
    let path = format!("{folder}/{file}.{extension}");
    fs::write(&path, text).ok()?;
    uri::uri(&path)
}

fn token(job: u64) -> String {
    format!("{TOKEN}{job}")
}
