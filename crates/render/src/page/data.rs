//! A puzzle as the page reads it.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};

use crate::plan;
use crate::svg::Palette;
use puzzlec_analysis::{Look, PieceForm, PublishedPuzzle, PublishedStep, Scene, ScenePiece, Solution};
use puzzlec_base::Outline;

/// A puzzle in the form that the page's programs read.
pub fn data(puzzle: &PublishedPuzzle) -> Json {
    let PublishedPuzzle {
        report,
        about,
        rules,
        pictures,
        looks,
        neighbours,
        start,
        floor,
        game,
        tables,
        ring,
        counters,
        floor_changes,
        endless,
        supply,
        unit,
        solution,
        notes,
    } = puzzle;
    let scene = &pictures.start;
    let scenes = [Some(scene), pictures.goal.as_ref()].into_iter().flatten();
    let palette = Palette::new(scenes).with(looks.iter().filter_map(|look| look.piece.as_ref()));
    let mut notes = notes.clone();
    if let Err(why) = tables {
        notes.push(format!("This puzzle can be looked at here, but not played: {why}."));
    }
    let cells: Vec<Json> = scene.cells.iter().map(|cell| json!([cell.name, cell.at.x, cell.at.y])).collect();
    let mut all = Map::new();
    let mut put = |name: &str, value: Json| {
        let empty = match &value {
            Json::Null | Json::Bool(false) => true,
            Json::Array(list) => list.is_empty(),
            _ => false,
        };
        // A puzzle of counters alone has no cells.
        if !empty || matches!(name, "cells" | "looks" | "contents" | "start") {
            all.insert(name.to_owned(), value);
        }
    };
    put("name", json!(pictures.puzzle));
    put("title", json!(super::title(pictures)));
    put("about", json!(about));
    put("rules", json!(rules));
    put("game", json!(game));
    put("answer", json!(report.as_ref().map(|report| plan::label(&report.answer))));
    put("notes", json!(notes));
    put("shape", json!(scene.shape));
    put("cells", json!(cells));
    put("links", json!(scene.links));
    put("walls", json!(scene.walls));
    put("neighbours", json!(neighbours));
    let (looks, contents) = looked(looks, &palette);
    put("looks", json!(looks));
    put("contents", json!(contents));
    put("start", json!(start));
    put("floor", json!(floor));
    let targets = scene.pieces.iter().filter(|piece| piece.form == PieceForm::Target);
    put("targets", targets.map(|piece| drawn(piece, &palette)).collect());
    let blocks = scene.pieces.iter().filter(|piece| piece.form == PieceForm::Block);
    put("marks", blocks.filter_map(|piece| Some(json!([piece.cells.first()?, piece.mark]))).collect());
    put("goal", pictures.goal.as_ref().map_or(Json::Null, |goal| goal_picture(goal, &palette)));
    put("ring", json!(ring));
    put("counters", json!(counters));
    put("floorChanges", json!(floor_changes));
    put("endless", json!(endless));
    put("supply", json!(supply));
    put("solution", solution.as_ref().map_or(Json::Null, steps));
    put("task", json!(tables.as_ref().ok()));
    put("unit", json!(unit));
    Json::Object(all)
}

/// The different looks, and by content its look and the directions of its links.
fn looked(looks: &[Look], palette: &Palette) -> (Vec<Json>, Vec<Json>) {
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let mut different = Vec::new();
    let mut contents = Vec::new();
    for look in looks {
        let mut one = look.piece.as_ref().map_or_else(|| json!({}), |piece| described(piece, palette));
        if let Some(fields) = one.as_object_mut() {
            fields.insert("w".to_owned(), json!(look.words));
            if !look.offsets.is_empty() {
                let offsets: Vec<[f64; 2]> = look.offsets.iter().map(|p| [p.x, p.y]).collect();
                fields.insert("o".to_owned(), json!(offsets));
            }
        }
        let at = *known.entry(one.to_string()).or_insert_with(|| {
            different.push(one);
            different.len() - 1
        });
        contents.push(if look.links.is_empty() { json!(at) } else { json!([at, look.links]) });
    }
    (different, contents)
}

/// A piece without its cells: form, colour, mark and shape.
fn described(piece: &ScenePiece, palette: &Palette) -> Json {
    let form = match piece.form {
        PieceForm::Floor => "floor",
        PieceForm::Target => "target",
        PieceForm::Disc => "disc",
        PieceForm::Block => "block",
        PieceForm::Chain => "chain",
    };
    let label = piece.labels.first().filter(|_| piece.labels.len() == 1);
    let colour = match (piece.form, label) {
        (PieceForm::Chain, Some(label)) => Palette::of_label(label).unwrap_or_else(|| palette.of(piece)),
        _ => palette.of(piece),
    };
    let mark = if piece.form == PieceForm::Chain { label.map_or("", String::as_str) } else { &piece.mark };
    let mut one = json!({ "f": form, "c": colour, "m": mark, "p": piece.piece });
    if let (PieceForm::Disc, Some(fields)) = (piece.form, one.as_object_mut()) {
        if piece.outline.shows(mark) {
            fields.insert("plain".to_owned(), json!(true));
        }
        match piece.outline {
            Outline::Disc => {}
            Outline::Wall => drop(fields.insert("corners".to_owned(), json!([]))),
            other => drop(fields.insert("corners".to_owned(), json!(other.corners()))),
        }
    }
    one
}

/// A piece with its cells.
fn drawn(piece: &ScenePiece, palette: &Palette) -> Json {
    let mut one = described(piece, palette);
    if let Some(fields) = one.as_object_mut() {
        fields.insert("at".to_owned(), json!(piece.cells));
        if piece.form == PieceForm::Chain {
            let colour = |label: &String| Palette::of_label(label).unwrap_or_else(|| palette.of(piece));
            let labels: Vec<[&str; 2]> =
                piece.labels.iter().map(|label| [label.as_str(), colour(label)]).collect();
            fields.insert("labels".to_owned(), json!(labels));
        }
    }
    one
}

fn goal_picture(goal: &Scene, palette: &Palette) -> Json {
    let open: Vec<usize> = (0..).zip(&goal.cells).filter(|(_, cell)| cell.open).map(|(at, _)| at).collect();
    let pieces: Vec<Json> = goal.pieces.iter().map(|piece| drawn(piece, palette)).collect();
    json!({ "pieces": pieces, "open": open })
}

/// Steps: an action where the page can play it, else the changes.
fn steps(solution: &Solution) -> Json {
    let played = solution.steps.iter().all(|step| step.action.is_some());
    let names: Vec<&str> = solution.steps.iter().map(|step| step.notation.as_str()).collect();
    let mut all = json!({
        "names": names,
        "length": solution.length,
        "least": solution.least,
        "cut": solution.cut,
    });
    if let Some(fields) = all.as_object_mut() {
        if played {
            let actions: Vec<Option<usize>> = solution.steps.iter().map(|step| step.action).collect();
            fields.insert("actions".to_owned(), json!(actions));
        } else {
            let pairs = |step: &PublishedStep| -> Vec<u64> {
                step.changes.iter().flat_map(|(at, held)| [*at as u64, u64::from(*held)]).collect()
            };
            let changes: Vec<Vec<u64>> = solution.steps.iter().map(pairs).collect();
            fields.insert("changes".to_owned(), json!(changes));
        }
    }
    all
}
