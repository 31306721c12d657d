//! What is wrong with a file, and which puzzles it has.

use puzzlec_analysis::PuzzleInfo;
use puzzlec_analysis::keyed::KeyedFile;
use puzzlec_base::diag::{Diagnostic, Fix, Label, Severity, find_code};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::keyed;
use crate::limits::{Limits, Work};
use crate::places::{Places, file};
use crate::session::{OfFile, Session};
use crate::{Answer, Call};

/// Limits of a check in seconds and bytes: scripts run in it.
const SECONDS: f64 = 10.0;
const BYTES: u64 = 512 << 20;

/// The diagnostics and the puzzles of a file.
pub(crate) fn check(session: &mut Session, call: &Call) -> Answer {
    let OfFile { file: name } = call.read()?;
    let (snapshot, id) = file(session, &name)?;
    let Some(id) = id else {
        let Some((sources, game)) = keyed::read(session, &name)? else {
            return Ok(json!({ "diagnostics": [], "puzzles": [] }));
        };
        let places = Places::apart(&sources);
        let found: Vec<Value> = game.diagnostics.iter().map(|d| diagnostic(&places, &name, d)).collect();
        return Ok(json!({ "diagnostics": found, "puzzles": levels(&places, &game) }));
    };
    let work = Work::new(&call.host, Limits::default()).or(SECONDS, BYTES);
    let checked = snapshot.check(id, work.context().budget(), &|| work.is_cancelled());
    let places = Places::of(&snapshot);
    let mut found = snapshot.diagnostics().remove(&id).unwrap_or_default();
    // Scripts have no check of their own.
    let elsewhere = checked.iter().flat_map(|all| all.iter()).filter(|d| d.primary.span.file != id);
    found.extend(elsewhere.cloned());
    let found: Vec<Value> = found.iter().map(|d| diagnostic(&places, &name, d)).collect();
    let puzzles = snapshot.analysis().puzzles().iter().filter(|puzzle| puzzle.file == id);
    let puzzles: Vec<Value> = puzzles.map(|one| puzzle(&places, one)).collect();
    Ok(json!({ "diagnostics": found, "puzzles": puzzles }))
}

fn diagnostic(places: &Places<'_>, requested: &str, d: &Diagnostic) -> Value {
    let (start, end) = places.range(d.primary.span);
    let related = |label: &Label| places.told(label.span, &label.text);
    let fix = |fix: &Fix| {
        let edits: Vec<Value> = fix.edits.iter().map(|e| places.edit(e.span, &e.text)).collect();
        json!({ "title": fix.title, "edits": edits, "safe": fix.safe })
    };
    let severity = match d.severity() {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let mut told = json!({
        "code": d.code.as_str(),
        "severity": severity,
        "headline": d.headline,
        "start": start,
        "end": end,
        "notes": d.notes,
        "related": d.secondary.iter().map(related).collect::<Vec<_>>(),
        "fixes": d.fixes.iter().map(fix).collect::<Vec<_>>(),
    });
    let file = places.name(d.primary.span.file);
    let more = [
        ("label", Some(d.primary.text.as_str()).filter(|text| !text.is_empty())),
        ("help", d.help.as_deref()),
        ("file", Some(file).filter(|file| *file != requested)),
    ];
    add(&mut told, more);
    told
}

/// Adds the texts that there are.
fn add<const N: usize>(to: &mut Value, texts: [(&str, Option<&str>); N]) {
    let Value::Object(fields) = to else { return };
    let fields: &mut Map<String, Value> = fields;
    fields.extend(texts.into_iter().filter_map(|(name, text)| Some((name.to_owned(), json!(text?)))));
}

fn puzzle(places: &Places<'_>, one: &PuzzleInfo) -> Value {
    let (start, end) = places.range(one.span);
    let param = |(name, value): &(String, Option<i64>)| json!({ "name": name, "value": value });
    let mut told = json!({
        "name": one.name,
        "start": start,
        "end": end,
        "params": one.params.iter().map(param).collect::<Vec<_>>(),
        "expectations": one.expectations,
        "keys": false,
        "holes": one.holes,
    });
    add(&mut told, [("title", one.title.as_deref())]);
    told
}

fn levels(places: &Places<'_>, game: &KeyedFile) -> Vec<Value> {
    let level = |(game, name, level): &puzzlec_analysis::keyed::Stage<'_>| {
        let (start, end) = places.range(level.span);
        let mut told = json!({
            "name": name, "start": start, "end": end, "params": [], "expectations": level.expected.len(), "keys": true,
            "holes": false,
        });
        add(&mut told, [("title", Some(game.title.as_str()).filter(|title| !title.is_empty()))]);
        told
    };
    game.all().iter().map(level).collect()
}

/// The page of a code.
pub(crate) fn codes(_: &mut Session, call: &Call) -> Answer {
    #[derive(Deserialize)]
    struct Codes {
        code: String,
    }
    let Codes { code } = call.read()?;
    let known = find_code(&code).ok_or_else(|| format!("there is no code `{code}`"))?;
    Ok(json!({ "markdown": known.info().page }))
}
