//! The language for a page: a session with files, and one function from a request to its answer, both as JSON.
//!
//! The requests and answers are described by the types in `web/api.d.ts`. The package has no threads, files or clock: a
//! [`Host`] provides the time, receives progress and may end long requests. `web/module` makes a module of WebAssembly of
//! it, and `puzzlec serve` answers the same requests with it.

mod answers;
mod boards;
mod checks;
mod editing;
mod examples;
mod import;
mod keyed;
mod limits;
mod names;
mod places;
mod session;

use std::sync::Arc;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

pub use limits::{Host, Report};
pub use session::Session;

/// An answer, or why there is none, in a sentence.
type Answer = Result<Value, String>;
/// What answers a request.
type Handler = fn(&mut Session, &Call) -> Answer;

/// A request with the host that it came from.
struct Call {
    fields: Value,
    host: Arc<dyn Host>,
}

impl Call {
    /// The fields of the request.
    ///
    /// # Errors
    /// A field is missing or of another type.
    fn read<T: DeserializeOwned>(&self) -> Result<T, String> {
        T::deserialize(&self.fields).map_err(|error| format!("the request cannot be read: {error}"))
    }
}

/// Requests with their names.
type Table = &'static [(&'static str, Handler)];

/// Requests about texts and boards, which reach no search and no theory.
const EDITING: Table = &[
    ("files", session::files),
    ("change", session::change),
    ("remove", session::remove),
    ("source", session::source),
    ("check", checks::check),
    ("codes", checks::codes),
    ("tokens", editing::tokens),
    ("folds", editing::folds),
    ("outline", editing::outline),
    ("format", editing::format),
    ("complete", names::complete),
    ("hover", names::hover),
    ("signature", names::signature),
    ("definition", names::definition),
    ("references", names::references),
    ("rename", names::rename),
    ("board", boards::board),
    ("render", boards::render),
    ("painted", boards::painted),
    ("paint", boards::paint),
    ("import", import::import),
    ("examples", examples::list),
    ("example", examples::one),
];

/// Requests for answers and proofs: long work, which reports progress.
const SOLVING: Table = &[
    ("publish", boards::publish),
    ("solve", answers::solve),
    ("count", answers::count),
    ("analyze", answers::analyze),
    ("generate", answers::generate),
    ("test", answers::test),
    ("verify", answers::verify),
];

/// Whether a request is long work, which reports progress.
pub fn is_long(request: &str) -> bool {
    SOLVING.iter().any(|(name, _)| *name == request)
}

impl Session {
    /// Answers a request: `{"ok": …}`, or `{"failed": {"why": …}}` with a sentence.
    pub fn request(&mut self, request: &str, host: &Arc<dyn Host>) -> String {
        let answer = self.answer(request, host);
        match answer {
            Ok(value) => json!({ "ok": value }),
            Err(why) => json!({ "failed": { "why": why } }),
        }
        .to_string()
    }

    fn answer(&mut self, request: &str, host: &Arc<dyn Host>) -> Answer {
        #[derive(Deserialize)]
        struct Named {
            r#do: String,
        }
        let fields: Value =
            serde_json::from_str(request).map_err(|error| format!("the request is not JSON: {error}"))?;
        let call = Call { fields, host: Arc::clone(host) };
        let name = call.read::<Named>()?.r#do;
        if name == "version" {
            return Ok(json!({ "version": env!("CARGO_PKG_VERSION") }));
        }
        match self.tables.iter().copied().flatten().find(|(known, _)| *known == name) {
            Some((_, handler)) => handler(self, &call),
            None => Err(format!("there is no request `{name}`")),
        }
    }
}
