//! Games of keys: PuzzleScript files and puzzles with keys.

use puzzlec_analysis::keyed::{self, KeyedFile, is_keyed};
use puzzlec_analysis::{PublishedPuzzle, PuzzlePictures, Unpublished};
use puzzlec_base::{SourceFile, Sources};
use puzzlec_render::page;
use puzzlec_render::{analyze as analyzed, certificate, count as counted};
use serde_json::{Value, json};

use crate::answers::{Question, WIDTH, solved, summary, tested};
use crate::boards::{BYTES, PUBLISHING, first_error};
use crate::limits::{Limits, Work};
use crate::places::Places;
use crate::session::Session;
use crate::{Answer, Call};

/// The game of a file, with its sources; none if the file is no game.
///
/// # Errors
/// There is no such file.
pub(crate) fn read(session: &Session, name: &str) -> Result<Option<(Sources, KeyedFile)>, String> {
    let text = session.text(name)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    if !is_keyed(name, text) {
        return Ok(None);
    }
    let mut sources = Sources::default();
    let id = sources.add(SourceFile::new(name, text));
    Ok(Some((sources, KeyedFile::read(id, name, text))))
}

fn game(session: &Session, name: &str) -> Result<(Sources, KeyedFile), String> {
    read(session, name)?.ok_or_else(|| format!("`{name}` has no puzzles"))
}

/// Solves a level.
pub(crate) fn solve(session: &Session, call: &Call, question: &Question) -> Answer {
    let (_, game) = game(session, &question.file)?;
    let levels = game.levels(Some(&question.puzzle))?;
    let Some(stage) = levels.first() else { return Err("there is no level".to_owned()) };
    let work = Work::new(&call.host, question.limits);
    let (report, proof) = keyed::solve(&game, stage, None, question.certificate, &work.context())?;
    let mut told = solved(&report);
    if question.certificate {
        match proof {
            Some(searched) => {
                let (game, name, level) = stage;
                let made = puzzlec_worlds::certificate::Certificate::new(game, (name, level), &searched);
                told.insert("certificate".to_owned(), json!(certificate::text(&made)));
            }
            None => {
                told.insert("uncertified".to_owned(), json!("there is no answer to prove"));
            }
        }
    }
    Ok(Value::Object(told))
}

/// Decides the expectations of a file.
pub(crate) fn test(session: &Session, name: &str, work: &Work) -> Answer {
    let (sources, game) = game(session, name)?;
    let places = Places::apart(&sources);
    let results = keyed::expectations(&game, &|_| work.context());
    let spans = |result: &puzzlec_analysis::TestResult| {
        let level = game.all().into_iter().find(|(_, name, _)| *name == result.puzzle)?.2;
        level.expected.get(result.number).map(|(span, _)| *span)
    };
    let told: Vec<Value> =
        results.iter().filter_map(|result| Some(tested(&places, spans(result)?, result))).collect();
    let errors: Vec<String> =
        game.diagnostics.iter().filter(|d| d.is_error()).map(|d| d.headline.clone()).collect();
    Ok(json!({ "results": told, "text": summary(&results, 0, &errors) }))
}

/// Counts the positions of a level.
pub(crate) fn count(session: &Session, call: &Call, question: &Question) -> Answer {
    let (_, game) = game(session, &question.file)?;
    let levels = game.levels(Some(&question.puzzle))?;
    let Some(stage) = levels.first() else { return Err("there is no level".to_owned()) };
    let work = Work::new(&call.host, question.limits);
    let report = keyed::count(&game.name, stage, &work.context());
    Ok(json!({ "report": report, "text": counted::report(&report) }))
}

/// What the author of a level wants to know.
pub(crate) fn analyze(session: &Session, call: &Call, question: &Question) -> Answer {
    let (_, game) = game(session, &question.file)?;
    let levels = game.levels(Some(&question.puzzle))?;
    let work = Work::new(&call.host, question.limits);
    let report = keyed::analyze(&game, &levels, &|_| work.context());
    Ok(json!({ "report": report, "text": analyzed::report(&report, WIDTH, false) }))
}

fn reason(unpublished: Unpublished) -> String {
    match unpublished {
        Unpublished::Unfit(why) => why,
        Unpublished::Errors(errors) => first_error(&errors),
    }
}

/// The board of a level as the programs of pages take it, with a plan that is known; the inner error is why it has none.
pub(crate) fn board(
    session: &Session,
    (name, puzzle): (&str, &str),
    plan: Option<&[String]>,
) -> Result<Result<PublishedPuzzle, String>, String> {
    let (_, game) = game(session, name)?;
    if game.games.is_empty() {
        return Ok(Err(first_error(&game.diagnostics)));
    }
    let levels = match game.levels(Some(puzzle)) {
        Ok(levels) => levels,
        Err(why) => return Ok(Err(why)),
    };
    let Some(stage) = levels.first() else { return Ok(Err("there is no level".to_owned())) };
    let made = keyed::publish(&game, stage, None).map_err(reason);
    Ok(made.map(|mut page| {
        page.solution = plan.and_then(|keys| keyed::planned(&page, keys));
        page
    }))
}

/// A level as it is drawn.
pub(crate) fn pictures(session: &Session, (name, puzzle): (&str, &str)) -> Result<PuzzlePictures, String> {
    let (_, game) = game(session, name)?;
    let levels = game.levels(Some(puzzle))?;
    let stage = levels.first().ok_or_else(|| "there is no level".to_owned())?;
    Ok(keyed::pictures(&game, stage))
}

/// A page with a level of a game, or with all of them.
pub(crate) fn publish(
    session: &Session,
    call: &Call,
    (name, puzzle): (&str, Option<&str>),
    limits: Limits,
) -> Answer {
    let (_, game) = game(session, name)?;
    if game.games.is_empty() {
        return Err(first_error(&game.diagnostics));
    }
    let mut work = Work::new(&call.host, limits);
    if limits.states.is_none() {
        work = work.or(PUBLISHING, BYTES);
    }
    let mut made = Vec::new();
    for stage in game.levels(puzzle)? {
        made.push(keyed::publish(&game, &stage, Some(&work.context())).map_err(reason)?);
        if work.is_cancelled() {
            return Err("it was interrupted".to_owned());
        }
    }
    let title = match made.as_slice() {
        [] => return Err("there is no level".to_owned()),
        [one] => page::title(&one.pictures),
        _ => page::readable(name.trim_end_matches(".puzzle").trim_end_matches(".txt")),
    };
    Ok(json!({ "html": page::page(&title, &made) }))
}
