//! A puzzle as a board that is drawn, played and painted.

use std::sync::Arc;
use std::time::{Duration, Instant};

use lsp_types::request::Request;
use puzzlec_analysis::host::Snapshot;
use puzzlec_analysis::ide::{self, PaintedPicture};
use puzzlec_analysis::keyed::{self, KeyedFile};
use puzzlec_analysis::{PublishedPuzzle, PuzzleInfo, Unpublished};
use puzzlec_base::Budget;
use puzzlec_render::page;
use puzzlec_task::SearchContext;
use serde_json::{Value, json};

use crate::features::edit::workspace_edit;
use crate::outcome::Key;
use crate::request::{Answer, Context, Failure};
use crate::uri;

/// Time limit for each part of a picture: the model, the moves, the pictures.
const PATIENCE: Duration = Duration::from_secs(3);
/// Memory limit of a picture in bytes.
const MEMORY: u64 = 512 << 20;

/// The request for the board of a puzzle.
pub(crate) enum BoardRequest {}

impl Request for BoardRequest {
    type Params = Value;
    type Result = Value;
    const METHOD: &'static str = "puzzlec/board";
}

/// The request to draw a mark on cells of a picture.
pub(crate) enum PaintRequest {}

impl Request for PaintRequest {
    type Params = Value;
    type Result = Value;
    const METHOD: &'static str = "puzzlec/paint";
}

/// The puzzle that parameters name.
fn named(params: &Value) -> Answer<Key> {
    let word = |name| params.get(name).and_then(Value::as_str);
    let (Some(address), Some(puzzle)) = (word("uri"), word("puzzle")) else {
        return Err(Failure::Parameters("`uri` and `puzzle` are required".to_owned()));
    };
    Ok((uri::path(address), puzzle.to_owned()))
}

/// The board of a puzzle as data for a page, with the plan of the last search, and its pictures as they stand in the
/// text.
pub(crate) fn board(c: &Context, params: Value) -> Answer<Value> {
    let key = named(&params)?;
    if let Some(game) = c.snapshot.game(&key.0) {
        let (board, why) = match level(c, &game, &key) {
            Ok(board) => (page::data(&board), Value::Null),
            Err(why) => (Value::Null, json!(why)),
        };
        let searching = c.results.running.contains_key(&key);
        return Ok(json!({
            "board": board, "why": why, "before": null, "searching": searching, "start": null, "goal": null,
        }));
    }
    let Some(puzzle) = c.snapshot.puzzle(&key.0, &key.1) else {
        return Ok(json!({ "board": null, "why": format!("there is no puzzle `{}`", key.1) }));
    };
    let made = published(c, puzzle, &key);
    if c.cancel.is_cancelled() {
        return Err(Failure::Cancelled);
    }
    let (board, why) = match made {
        Ok(board) => (page::data(&board), Value::Null),
        Err(why) => (Value::Null, json!(why)),
    };
    let solved = c.results.solved.get(&key);
    let outdated = solved.filter(|outcome| outcome.holds(&c.snapshot, &key).is_none());
    Ok(json!({
        "board": board,
        "why": why,
        "before": outdated.map(|outcome| &outcome.line),
        "searching": c.results.running.contains_key(&key),
        "start": picture(&c.snapshot, puzzle, PaintedPicture::Start),
        "goal": picture(&c.snapshot, puzzle, PaintedPicture::Goal),
    }))
}

/// A level of a game, with the keys of the last search.
fn level(c: &Context, game: &KeyedFile, key: &Key) -> Result<PublishedPuzzle, String> {
    if let Some(error) = game.diagnostics.iter().find(|d| d.is_error()) {
        return Err(error.headline.clone());
    }
    let levels = game.levels(Some(&key.1))?;
    let stage = levels.first().ok_or_else(|| "there is no level".to_owned())?;
    let mut made = keyed::publish(game, stage, None).map_err(reason)?;
    let solved = c.results.solved.get(key).filter(|outcome| outcome.holds(&c.snapshot, key).is_some());
    if let Some(solution) = solved.and_then(|outcome| outcome.solution.as_ref()) {
        let keys: Vec<String> = solution.steps.iter().map(|step| step.notation.clone()).collect();
        made.solution = keyed::planned(&made, &keys);
    }
    Ok(made)
}

fn reason(unpublished: Unpublished) -> String {
    match unpublished {
        Unpublished::Unfit(why) => why,
        Unpublished::Errors(errors) => {
            let first = errors.iter().find(|d| d.is_error()).or(errors.first());
            first.map_or_else(|| "it has errors".to_owned(), |d| d.headline.clone())
        }
    }
}

/// The page of a puzzle, or why there is none.
pub(crate) fn page(c: &Context, key: &Key) -> Result<String, String> {
    if let Some(game) = c.snapshot.game(&key.0) {
        let made = level(c, &game, key)?;
        return Ok(page::page(&page::title(&made.pictures), &[made]));
    }
    let puzzle = c.snapshot.puzzle(&key.0, &key.1);
    let puzzle = puzzle.ok_or_else(|| format!("there is no puzzle `{}`", key.1))?;
    let made = published(c, puzzle, key)?;
    let title = made.pictures.title.clone().unwrap_or_else(|| key.1.clone());
    Ok(page::page(&title, &[made]))
}

fn published(c: &Context, puzzle: &PuzzleInfo, key: &Key) -> Result<PublishedPuzzle, String> {
    let solved = c.results.solved.get(key).filter(|outcome| outcome.holds(&c.snapshot, key).is_some());
    let plan = solved.and_then(|outcome| outcome.plan.as_deref());
    let context = || {
        let begun = Instant::now();
        let budget = Budget::unlimited().with_bytes(MEMORY).with_cancel(c.cancel.clone());
        SearchContext::from(budget.with_deadline(Arc::new(move || begun.elapsed()), PATIENCE))
    };
    c.snapshot.analysis().board(puzzle, &[], plan, &context).map_err(reason)
}

/// The cells of a picture with their marks, and the marks to paint with; null if it cannot be painted.
fn picture(snapshot: &Snapshot, puzzle: &PuzzleInfo, which: PaintedPicture) -> Value {
    let analysis = snapshot.analysis();
    let Some(cells) = ide::painted(analysis, puzzle, which) else { return Value::Null };
    let cells: Vec<[&str; 2]> = cells.iter().map(|cell| [cell.cell.as_str(), cell.mark.as_str()]).collect();
    let marks = ide::paint_marks(analysis, puzzle, which);
    let marks: Vec<[&str; 2]> = marks.iter().map(|one| [one.mark.as_str(), one.meaning.as_str()]).collect();
    json!({ "cells": cells, "marks": marks })
}

/// The edit that draws a mark on cells of a picture.
pub(crate) fn paint(c: &Context, params: Value) -> Answer<Value> {
    let key = named(&params)?;
    let which = match params.get("picture").and_then(Value::as_str) {
        Some("start") => PaintedPicture::Start,
        Some("goal") => PaintedPicture::Goal,
        _ => return Err(Failure::Parameters("`picture` is `start` or `goal`".to_owned())),
    };
    let cells = params.get("cells").and_then(Value::as_array);
    let cells = cells.and_then(|all| all.iter().map(|cell| cell.as_str().map(str::to_owned)).collect());
    let (Some(cells), Some(mark)) = (cells, params.get("mark").and_then(Value::as_str)) else {
        return Err(Failure::Parameters("`cells` and `mark` are required".to_owned()));
    };
    let cells: Vec<String> = cells;
    let puzzle = c.snapshot.puzzle(&key.0, &key.1);
    let puzzle = puzzle.ok_or_else(|| Failure::Refused(format!("there is no puzzle `{}`", key.1)))?;
    let edits = ide::paint(c.snapshot.analysis(), puzzle, which, &cells, mark).map_err(Failure::Refused)?;
    Ok(json!(workspace_edit(c, &edits)))
}
