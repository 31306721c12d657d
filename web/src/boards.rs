//! Puzzles as boards: drawn, played, painted, published.

use std::collections::BTreeMap;

use puzzlec_analysis::ide::{self, PaintedPicture};
use puzzlec_analysis::{PlanText, PublishedPuzzle, Unpublished};
use puzzlec_base::diag::Diagnostic;
use puzzlec_render::page;
use puzzlec_render::svg::{self, Look, Theme};
use puzzlec_search::Options;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::keyed;
use crate::limits::{Limits, Work};
use crate::places::{Places, file};
use crate::session::Session;
use crate::{Answer, Call};

/// Limits of each part of a picture, in seconds and bytes: the model, the moves, the pictures.
const SECONDS: f64 = 3.0;
pub(crate) const BYTES: u64 = 512 << 20;
/// The time for the solution of a published puzzle, in seconds.
pub(crate) const PUBLISHING: f64 = 10.0;
/// Maximum number of cells of a picture.
const MOST_CELLS: usize = 20_000;

/// A puzzle of a file with values of its parameters.
#[derive(Deserialize)]
struct Chosen {
    file: String,
    puzzle: String,
    #[serde(default)]
    set: BTreeMap<String, i64>,
    plan: Option<Vec<String>>,
}

/// The first error in words.
pub(crate) fn first_error(errors: &[Diagnostic]) -> String {
    let first = errors.iter().find(|d| d.is_error()).or(errors.first());
    first.map_or_else(|| "it has errors".to_owned(), |d| d.headline.clone())
}

fn reason(unpublished: Unpublished) -> String {
    match unpublished {
        Unpublished::Unfit(why) => why,
        Unpublished::Errors(errors) => first_error(&errors),
    }
}

/// The failure of a request for a puzzle that a file does not have.
pub(crate) fn no_puzzle(name: &str, file: &str) -> String {
    format!("there is no puzzle `{name}` in `{file}`")
}

/// The board of a puzzle as the programs of pages take it, with a plan that is known.
pub(crate) fn board(session: &mut Session, call: &Call) -> Answer {
    let Chosen { file: name, puzzle, set, plan } = call.read()?;
    let (snapshot, id) = file(session, &name)?;
    let none = |why: String| Ok(json!({ "board": null, "why": why }));
    let Some(id) = id else {
        return match keyed::board(session, (&name, &puzzle), plan.as_deref())? {
            Ok(board) => Ok(json!({ "board": page::data(&board) })),
            Err(why) => none(why),
        };
    };
    let Some(puzzle) = snapshot.puzzle(&name, &puzzle) else { return none(no_puzzle(&puzzle, &name)) };
    let set: Vec<(String, i64)> = set.into_iter().collect();
    let work = Work::new(&call.host, Limits::default()).or(SECONDS, BYTES);
    let analysis = snapshot.analysis();
    let (known, why) = match plan.map(|steps| steps.join("\n")) {
        None => (None, None),
        Some(text) => match analysis.written_plan(
            puzzle,
            &set,
            PlanText { file: id, name: "the plan", text: &text },
            work.context(),
        ) {
            Ok(known) => (Some(known), None),
            Err(errors) => (None, Some(first_error(&errors))),
        },
    };
    match analysis.board(puzzle, &set, known.as_ref(), &|| work.context()) {
        Ok(board) => Ok(match why {
            Some(why) => json!({ "board": page::data(&board), "why": why }),
            None => json!({ "board": page::data(&board) }),
        }),
        Err(unpublished) => none(reason(unpublished)),
    }
}

/// A puzzle's start and goal as a picture.
pub(crate) fn render(session: &mut Session, call: &Call) -> Answer {
    #[derive(Deserialize)]
    struct Dark {
        dark: Option<bool>,
    }
    let Chosen { file: name, puzzle, set, .. } = call.read()?;
    let Dark { dark } = call.read()?;
    let (snapshot, id) = file(session, &name)?;
    let pictures = if id.is_none() {
        keyed::pictures(session, (&name, &puzzle))?
    } else {
        let found = snapshot.puzzle(&name, &puzzle).ok_or_else(|| no_puzzle(&puzzle, &name))?;
        let set: Vec<(String, i64)> = set.into_iter().collect();
        let work = Work::new(&call.host, Limits::default()).or(SECONDS, BYTES);
        let pictures = snapshot.analysis().pictures(found, &set, work.context().budget());
        pictures.map_err(|errors| first_error(&errors))?
    };
    if pictures.start.cells.len() > MOST_CELLS {
        return Err("its board has too many cells for a picture".to_owned());
    }
    let theme = if dark == Some(false) { Theme::Light } else { Theme::Adaptive };
    Ok(json!({ "svg": svg::puzzle(&pictures, Look { theme, ..Look::default() }) }))
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Picture {
    Start,
    Goal,
}

impl From<Picture> for PaintedPicture {
    fn from(picture: Picture) -> Self {
        match picture {
            Picture::Start => PaintedPicture::Start,
            Picture::Goal => PaintedPicture::Goal,
        }
    }
}

#[derive(Deserialize)]
struct Painted {
    file: String,
    puzzle: String,
    picture: Picture,
    #[serde(default)]
    cells: Vec<String>,
    #[serde(default)]
    mark: String,
}

/// The cells of a picture as they stand in the text, and the marks to paint with; null if it cannot be painted.
pub(crate) fn painted(session: &mut Session, call: &Call) -> Answer {
    let Painted { file: name, puzzle, picture, .. } = call.read()?;
    let (snapshot, _) = file(session, &name)?;
    let analysis = snapshot.analysis();
    let Some(puzzle) = snapshot.puzzle(&name, &puzzle) else { return Ok(Value::Null) };
    let Some(cells) = ide::painted(analysis, puzzle, picture.into()) else { return Ok(Value::Null) };
    let cells: Vec<[&str; 2]> = cells.iter().map(|cell| [cell.cell.as_str(), cell.mark.as_str()]).collect();
    let marks = ide::paint_marks(analysis, puzzle, picture.into());
    let marks: Vec<[&str; 2]> = marks.iter().map(|one| [one.mark.as_str(), one.meaning.as_str()]).collect();
    Ok(json!({ "cells": cells, "marks": marks }))
}

/// The edits that draw a mark on cells of a picture.
pub(crate) fn paint(session: &mut Session, call: &Call) -> Answer {
    let Painted { file: name, puzzle, picture, cells, mark } = call.read()?;
    let (snapshot, _) = file(session, &name)?;
    let puzzle = snapshot.puzzle(&name, &puzzle).ok_or_else(|| no_puzzle(&puzzle, &name))?;
    let edits = ide::paint(snapshot.analysis(), puzzle, picture.into(), &cells, &mark)?;
    Ok(json!({ "edits": Places::of(&snapshot).edits(&edits) }))
}

/// A page with a puzzle of a file, or with all of them.
pub(crate) fn publish(session: &mut Session, call: &Call) -> Answer {
    #[derive(Deserialize)]
    struct Publish {
        file: String,
        puzzle: Option<String>,
        #[serde(default)]
        limits: Limits,
    }
    let Publish { file: name, puzzle, limits } = call.read()?;
    let (snapshot, id) = file(session, &name)?;
    let Some(id) = id else { return keyed::publish(session, call, (&name, puzzle.as_deref()), limits) };
    let all = snapshot.analysis().puzzles().iter().filter(|one| one.file == id);
    let chosen: Vec<_> = all.filter(|one| puzzle.as_ref().is_none_or(|name| one.name == *name)).collect();
    if chosen.is_empty() {
        return Err(puzzle
            .map_or_else(|| format!("there is no puzzle in `{name}`"), |puzzle| no_puzzle(&puzzle, &name)));
    }
    let mut work = Work::new(&call.host, limits);
    if limits.states.is_none() {
        work = work.or(PUBLISHING, BYTES);
    }
    let mut made: Vec<PublishedPuzzle> = Vec::new();
    let mut why = None;
    for one in chosen {
        match snapshot.analysis().publish(one, &[], &Options::default(), &|| work.context()) {
            Ok(page) => made.push(page),
            Err(unpublished) => why = why.or(Some(format!("`{}`: {}", one.name, reason(unpublished)))),
        }
        if work.is_cancelled() {
            return Err("it was interrupted".to_owned());
        }
    }
    let title = match made.as_slice() {
        [] => return Err(why.unwrap_or_else(|| "no puzzle can be published".to_owned())),
        [one] => page::title(&one.pictures),
        _ => page::readable(name.trim_end_matches(".puzzle")),
    };
    Ok(json!({ "html": page::page(&title, &made) }))
}
