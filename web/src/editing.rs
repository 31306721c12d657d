//! Requests about a text as such.

use puzzlec_analysis::ide::{self, Edit, Symbol};
use serde_json::{Map, Value, json};

use crate::places::{Places, file};
use crate::session::{OfFile, Session};
use crate::{Answer, Call};

/// The name of a variant without fields, in lower case.
pub(crate) fn lower(variant: impl std::fmt::Debug) -> String {
    format!("{variant:?}").to_lowercase()
}

/// The semantic tokens.
pub(crate) fn tokens(session: &mut Session, call: &Call) -> Answer {
    let OfFile { file: name } = call.read()?;
    let (snapshot, Some(id)) = file(session, &name)? else { return Ok(json!({ "tokens": [] })) };
    let places = Places::of(&snapshot);
    let token = |token: &ide::Token| {
        let (start, end) = places.range(token.span);
        json!([start, end, lower(token.class)])
    };
    Ok(json!({ "tokens": ide::tokens(snapshot.analysis(), id).iter().map(token).collect::<Vec<_>>() }))
}

/// The folding ranges.
pub(crate) fn folds(session: &mut Session, call: &Call) -> Answer {
    let OfFile { file: name } = call.read()?;
    let (snapshot, Some(id)) = file(session, &name)? else { return Ok(json!({ "folds": [] })) };
    let places = Places::of(&snapshot);
    let folds = ide::folds(snapshot.analysis(), id);
    Ok(json!({ "folds": folds.iter().map(|fold| places.range(fold.span)).collect::<Vec<_>>() }))
}

/// The outline.
pub(crate) fn outline(session: &mut Session, call: &Call) -> Answer {
    let OfFile { file: name } = call.read()?;
    let (snapshot, Some(id)) = file(session, &name)? else { return Ok(json!({ "symbols": [] })) };
    let places = Places::of(&snapshot);
    let symbols = ide::symbols(snapshot.analysis(), id);
    Ok(json!({ "symbols": symbols.iter().map(|one| symbol(&places, one)).collect::<Vec<_>>() }))
}

fn symbol(places: &Places<'_>, one: &Symbol) -> Value {
    let mut all = Map::new();
    let (start, end) = places.range(one.span.to(one.name_span));
    let (name_start, name_end) = places.range(one.name_span);
    let children: Vec<Value> = one.children.iter().map(|child| symbol(places, child)).collect();
    all.insert("name".to_owned(), json!(one.name));
    all.insert("kind".to_owned(), json!(lower(one.kind)));
    all.insert("start".to_owned(), json!(start));
    all.insert("end".to_owned(), json!(end));
    all.insert("nameStart".to_owned(), json!(name_start));
    all.insert("nameEnd".to_owned(), json!(name_end));
    all.insert("children".to_owned(), json!(children));
    if !one.detail.is_empty() {
        all.insert("detail".to_owned(), json!(one.detail));
    }
    Value::Object(all)
}

/// The text laid out; as it is if it cannot be read.
pub(crate) fn format(session: &mut Session, call: &Call) -> Answer {
    let OfFile { file: name } = call.read()?;
    let mut text = session.text(&name)?;
    let (snapshot, Some(id)) = file(session, &name)? else { return Ok(json!({ "text": text })) };
    let mark = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut edits: Vec<Edit> = ide::format(snapshot.analysis(), id).ok().flatten().unwrap_or_default();
    edits.sort_by_key(|edit| edit.span.start);
    for edit in edits.iter().rev() {
        let range = edit.span.range();
        text.replace_range(range.start + mark..range.end + mark, &edit.text);
    }
    Ok(json!({ "text": text }))
}
