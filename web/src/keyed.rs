//! Games of keys: PuzzleScript files and puzzles with keys.

use puzzlec_analysis::keyed::{self, KeyedFile, is_keyed};
use puzzlec_base::{SourceFile, Sources};
use puzzlec_render::certificate;
use serde_json::{Value, json};

use crate::answers::{Question, solved, summary, tested};
use crate::limits::Work;
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
    let (report, proof) = keyed::solve(&game, stage, None, &work.context())?;
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
