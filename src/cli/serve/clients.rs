//! Sessions of pages. Each page has a thread that answers its requests in order; long work is done in threads beside it, so
//! that an answer about the text does not wait for a search.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;

use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::content::{Content, Gone, failed};
use super::folder::Folder;
use super::lines::{Lines, UNREAD};
use crate::cli::STACK;
use crate::cli::machine;
use puzzlec_base::CancelToken;
use puzzlec_web::{Host, Session, is_long};

/// The most pages with a session; the one that was used least recently is forgotten.
const MOST_CLIENTS: usize = 32;
/// The longest name of a page.
const LONGEST_NAME: usize = 64;
/// The most long requests at once.
const MOST_LONG: usize = 8;

/// The answer after a panic.
const BROKEN: &str =
    "This request hit an internal error of puzzlec; the text is on standard error of `puzzlec serve`.";

/// The pages that have sent requests, the last one at the end.
#[derive(Debug)]
pub(super) struct Clients {
    known: Mutex<Vec<(String, Sender<Job>)>>,
    folder: Arc<Folder>,
    stop: CancelToken,
    long: Arc<AtomicUsize>,
}

/// A request that waits.
#[derive(Debug)]
struct Job {
    json: String,
    lines: Arc<Lines>,
}

impl Clients {
    /// No pages yet, for a folder, until the token is raised.
    pub(super) fn new(folder: Arc<Folder>, stop: CancelToken) -> Self {
        Clients { known: Mutex::default(), folder, stop, long: Arc::default() }
    }

    /// Whether long requests run.
    pub(super) fn are_busy(&self) -> bool {
        self.long.load(Ordering::Relaxed) > 0
    }

    /// The answer to a request of a page, as lines. A page that is not known yet has the files of the folder.
    ///
    /// # Errors
    /// There is no thread for it.
    pub(super) fn request(&self, client: &str, json: String) -> Result<Content, &'static str> {
        let (sender, receiver) = mpsc::channel(UNREAD);
        let gone = Gone::default();
        let lines = Arc::new(Lines::new(sender, gone.0.clone(), self.stop.clone()));
        let name: String = client.chars().take(LONGEST_NAME).collect();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let place = known.iter().position(|(other, _)| *other == name);
        let queue = match place.map(|place| known.remove(place)) {
            Some((_, queue)) => queue,
            None => self.start().ok_or("The system gives no thread for this page.")?,
        };
        if known.len() >= MOST_CLIENTS {
            known.remove(0);
        }
        // A thread whose queue is here waits for requests.
        let sent = queue.send(Job { json, lines });
        if sent.is_ok() {
            known.push((name, queue));
        }
        sent.map(|()| Content::Stream(receiver, gone))
            .map_err(|_| "The session has ended; send the files again.")
    }

    fn start(&self) -> Option<Sender<Job>> {
        let (sender, jobs) = channel();
        let (folder, long) = (Arc::clone(&self.folder), Arc::clone(&self.long));
        // A folder that cannot be read has no files; the page reads it, too, and says why.
        let work = move || {
            let texts = folder.texts().map(|texts| texts.files).unwrap_or_default();
            Page { session: Session::of(texts), long }.run(&jobs);
        };
        Builder::new().name("page".to_owned()).stack_size(STACK).spawn(work).ok()?;
        Some(sender)
    }
}

/// What a page works with.
struct Page {
    session: Session,
    long: Arc<AtomicUsize>,
}

impl Page {
    fn run(mut self, jobs: &Receiver<Job>) {
        while let Ok(Job { json, lines }) = jobs.recv() {
            if lines.is_over() {
                continue;
            }
            let request: Value = serde_json::from_str(&json).unwrap_or_default();
            match request.get("do").and_then(Value::as_str) {
                Some(what) if is_long(what) => self.work(request, lines),
                _ => self.answer(&json, &lines),
            }
        }
    }

    fn answer(&mut self, json: &str, lines: &Arc<Lines>) {
        let answer = guarded(&mut self.session, json, lines).unwrap_or_else(|| {
            self.session = Session::of(self.session.texts());
            failed(BROKEN)
        });
        lines.end(&answer);
    }

    /// Long work, in a thread and with a session of its own.
    fn work(&self, request: Value, lines: Arc<Lines>) {
        let running = Running::new(&self.long);
        if running.0.load(Ordering::Relaxed) > MOST_LONG {
            return lines.end(&failed("Too many searches run at once; stop one of them first."));
        }
        let json = limited(request).to_string();
        let texts = self.session.texts();
        let work = move || {
            let answer = guarded(&mut Session::of(texts), &json, &lines);
            lines.end(&answer.unwrap_or_else(|| failed(BROKEN)));
            drop(running);
        };
        // Without a thread the stream ends without an answer, which a page takes for a failure.
        let _ = Builder::new().name("request".to_owned()).stack_size(STACK).spawn(work);
    }
}

/// The answer, or none after a panic, which the hook has reported.
fn guarded(session: &mut Session, json: &str, lines: &Arc<Lines>) -> Option<String> {
    let host: Arc<dyn Host> = Arc::<Lines>::clone(lines);
    catch_unwind(AssertUnwindSafe(|| session.request(json, &host))).ok()
}

/// The request with a limit on memory, if it has none: what is free now is for it.
fn limited(mut request: Value) -> Value {
    if let (Some(object), Some(memory)) = (request.as_object_mut(), machine::memory()) {
        let limits = object.entry("limits").or_insert_with(|| json!({}));
        if let Some(limits) = limits.as_object_mut() {
            limits.entry("bytes").or_insert(json!(memory));
        }
    }
    request
}

/// A long request that runs.
struct Running(Arc<AtomicUsize>);

impl Running {
    fn new(long: &Arc<AtomicUsize>) -> Self {
        long.fetch_add(1, Ordering::Relaxed);
        Running(Arc::clone(long))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
