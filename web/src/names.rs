//! Requests about a place in a text.

use puzzlec_analysis::ide::{self, Completion, Trigger};
use puzzlec_base::FileId;
use puzzlec_base::Span;
use puzzlec_render::svg::{self, Look};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::editing::lower;
use crate::limits::{Limits, Work};
use crate::places::{Places, file};
use crate::session::Session;
use crate::{Answer, Call};

#[derive(Deserialize)]
struct At {
    file: String,
    at: u32,
    #[serde(default)]
    typed: bool,
    #[serde(default)]
    name: String,
}

/// Limits of a picture in a hover, in seconds, bytes and cells.
const SECONDS: f64 = 0.5;
const BYTES: u64 = 64 << 20;
const MOST_CELLS: usize = 400;

/// Answers a request about a place, or with `otherwise` where there are no names.
fn at(
    session: &mut Session,
    call: &Call,
    otherwise: Value,
    answer: impl FnOnce(&puzzlec_analysis::host::Snapshot, &Places<'_>, (FileId, u32), &At) -> Answer,
) -> Answer {
    let request: At = call.read()?;
    let (snapshot, Some(id)) = file(session, &request.file)? else { return Ok(otherwise) };
    let places = Places::of(&snapshot);
    let byte = places.byte(id, request.at);
    answer(&snapshot, &places, (id, byte), &request)
}

/// The completions at a place.
pub(crate) fn complete(session: &mut Session, call: &Call) -> Answer {
    at(session, call, json!({ "from": 0, "items": [] }), |snapshot, places, (id, byte), request| {
        let trigger = if request.typed { Trigger::Character } else { Trigger::Invoked };
        let found = ide::complete(snapshot.analysis(), snapshot.files(), id, byte, trigger);
        let from = found.first().map_or(request.at, |first| places.range(first.replace).0);
        Ok(json!({ "from": from, "items": found.iter().map(|one| item(places, one)).collect::<Vec<_>>() }))
    })
}

fn item(places: &Places<'_>, one: &Completion) -> Value {
    let mut all = Map::new();
    let (from, to) = places.range(one.replace);
    let mut put = |name: &str, value: Value| all.insert(name.to_owned(), value);
    put("label", json!(one.label));
    put("kind", json!(lower(one.kind)));
    put("insert", json!(one.insert));
    put("snippet", json!(one.snippet));
    put("from", json!(from));
    put("to", json!(to));
    put("also", json!(places.edits(&one.also)));
    if !one.detail.is_empty() {
        put("detail", json!(one.detail));
    }
    if !one.doc.is_empty() {
        put("documentation", json!(one.doc));
    }
    Value::Object(all)
}

/// The description of what stands at a place; the board, if it is a puzzle.
pub(crate) fn hover(session: &mut Session, call: &Call) -> Answer {
    let host = std::sync::Arc::clone(&call.host);
    at(session, call, Value::Null, |snapshot, places, (id, byte), _| {
        let analysis = snapshot.analysis();
        let Some(found) = ide::hover(analysis, id, byte) else { return Ok(Value::Null) };
        let (start, end) = places.range(found.span);
        let mut told = json!({ "start": start, "end": end, "markdown": found.markdown });
        let puzzle = analysis.puzzles().iter().find(|puzzle| puzzle.span == found.span);
        let work = Work::new(&host, Limits::default()).or(SECONDS, BYTES);
        let drawn = puzzle.and_then(|puzzle| analysis.pictures(puzzle, &[], work.context().budget()).ok());
        if let (Some(pictures), Value::Object(fields)) = (drawn, &mut told)
            && pictures.start.cells.len() <= MOST_CELLS
        {
            fields.insert("svg".to_owned(), json!(svg::puzzle(&pictures, Look::default())));
        }
        Ok(told)
    })
}

/// The call that a place is inside of.
pub(crate) fn signature(session: &mut Session, call: &Call) -> Answer {
    at(session, call, Value::Null, |snapshot, _, (id, byte), _| {
        let Some(found) = ide::signature(snapshot.analysis(), id, byte) else { return Ok(Value::Null) };
        let units =
            |byte: u32| found.label.get(..byte as usize).unwrap_or(&found.label).encode_utf16().count();
        let parameters: Vec<_> = found.parameters.iter().map(|p| [units(p.start), units(p.end)]).collect();
        let mut told = json!({ "label": found.label, "parameters": parameters, "active": found.active });
        if let (false, Value::Object(fields)) = (found.doc.is_empty(), &mut told) {
            fields.insert("documentation".to_owned(), json!(found.doc));
        }
        Ok(told)
    })
}

/// Where the name at a place is declared.
pub(crate) fn definition(session: &mut Session, call: &Call) -> Answer {
    at(session, call, Value::Null, |snapshot, places, (id, byte), _| {
        let found = ide::definition(snapshot.analysis(), id, byte);
        Ok(found.first().map_or(Value::Null, |place| places.place(place.name_span)))
    })
}

/// Where the name at a place stands.
pub(crate) fn references(session: &mut Session, call: &Call) -> Answer {
    at(session, call, json!({ "places": [] }), |snapshot, places, (id, byte), _| {
        let found = ide::references(snapshot.analysis(), id, byte, true);
        let found: Vec<Value> = found.iter().map(|span: &Span| places.place(*span)).collect();
        Ok(json!({ "places": found }))
    })
}

/// The edits that give the name at a place another one.
pub(crate) fn rename(session: &mut Session, call: &Call) -> Answer {
    at(session, call, json!({ "edits": [] }), |snapshot, places, (id, byte), request| {
        let found = ide::rename(snapshot.analysis(), id, byte, &request.name)?;
        Ok(json!({ "edits": places.edits(&found) }))
    })
}
