//! A puzzle as the page reads it.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};

use svg::node::element::Group;

use crate::plan;
use crate::svg::domino;
use crate::svg::pieces::{body, inked, label};
use crate::svg::{Palette, ground, rims};
use puzzlec_analysis::keyed::KeyTables;
use puzzlec_analysis::{
    CellSort, Ground, Look, PieceForm, Point, PublishedPuzzle, PublishedReason, PublishedStep, Scene,
    SceneCell, ScenePiece, Solution,
};
use puzzlec_base::Outline;

/// Maximum number of bytes of a certificate in a page.
const MOST_CERTIFIED: usize = 50_000;

/// A puzzle in the form that the page's programs read.
pub fn data(puzzle: &PublishedPuzzle) -> Json {
    let PublishedPuzzle {
        report,
        about,
        source,
        credits,
        rules,
        pictures,
        looks,
        neighbours,
        start,
        floor,
        given,
        reasons,
        task,
        game,
        goal_loses,
        tables,
        ring,
        counters,
        floor_changes,
        endless,
        supply,
        unit,
        solution,
        certificate,
        keys,
        notes,
    } = puzzle;
    let scene = &pictures.start;
    let scenes = [Some(scene), pictures.goal.as_ref()].into_iter().flatten();
    let palette = Palette::new(scenes).with(looks.iter().filter_map(|look| look.piece.as_ref()));
    let mut notes = notes.clone();
    if let (Err(why), None) = (tables, keys) {
        notes.push(format!("This puzzle can be looked at here, but not played: {why}."));
    }
    let cells: Vec<Json> =
        scene.cells.iter().map(|cell| json!([cell.name, number(cell.at.x), number(cell.at.y)])).collect();
    let played = match keys {
        Some(keys) => json!([keys, start, cells]),
        None => json!([tables.as_ref().ok(), start, cells]),
    };
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
    put("version", json!(version(&played.to_string())));
    put("about", json!(about));
    put("source", json!(source));
    put("author", json!(credits.author));
    put("origin", json!(credits.source));
    put("rules", json!(rules));
    put("game", json!(game));
    put("goalLoses", json!(goal_loses));
    put("answer", json!(report.as_ref().map(|report| plan::label(&report.answer))));
    put("notes", json!(notes));
    put("shape", json!(scene.shape));
    put("sorts", sorts(scene));
    put("cells", json!(cells));
    put("links", json!(scene.links));
    put("walls", json!(scene.walls));
    put("neighbours", json!(neighbours));
    put("ground", drawn_ground(scene));
    let mut drawn = Looks { scene, palette: &palette, known: BTreeMap::new(), all: Vec::new() };
    let drawings: Vec<Json> = looks.iter().map(|look| drawn.content(look)).collect();
    match keys {
        // The pieces of a cell are drawn one above another.
        Some(keys) => {
            let KeyTables { contents, background, .. } = keys;
            put("stacks", json!({ "objects": drawings, "contents": contents, "background": background }));
        }
        None => put("contents", Json::Array(drawings)),
    }
    put("keys", json!(keys));
    put("start", json!(start));
    put("floor", json!(floor));
    put("given", json!(given));
    if !reasons.is_empty() {
        let one = |reason: &PublishedReason| json!({ "texts": reason.texts, "lays": reason.lays });
        put("reasons", reasons.iter().map(one).collect());
    }
    put("aims", json!(task));
    let targets = scene.pieces.iter().filter(|piece| piece.form == PieceForm::Target);
    put("targets", targets.map(|piece| drawn.placed(piece)).collect());
    let blocks = || scene.pieces.iter().filter(|piece| piece.form == PieceForm::Block);
    put("marks", blocks().filter_map(|piece| Some(json!([piece.cells.first()?, piece.mark]))).collect());
    let cars = blocks().filter(|piece| piece.outline == Outline::Car);
    let inks: BTreeMap<&str, &str> = cars.map(|piece| (piece.mark.as_str(), palette.of(piece))).collect();
    put("inks", if inks.is_empty() { Json::Null } else { json!(inks) });
    put("goal", pictures.goal.as_ref().map_or(Json::Null, |goal| drawn.goal(goal)));
    put("looks", Json::Array(drawn.all));
    put("ring", json!(ring));
    put("counters", json!(counters));
    put("floorChanges", json!(floor_changes));
    put("endless", json!(endless));
    put("supply", json!(supply));
    put("solution", solution.as_ref().map_or(Json::Null, steps));
    let certificate = certificate.as_ref().and_then(|document| serde_json::to_string(document).ok());
    put("certificate", json!(certificate.filter(|text| text.len() <= MOST_CERTIFIED)));
    put("task", json!(tables.as_ref().ok()));
    put("unit", json!(unit));
    Json::Object(all)
}

/// The sorts of the cells of a board with edges: a letter for each.
fn sorts(scene: &Scene) -> Json {
    let letter = |cell: &SceneCell| match cell.sort {
        CellSort::Face => 'f',
        CellSort::Across => 'a',
        CellSort::Upright => 'u',
        CellSort::Corner => 'c',
    };
    match scene.cells.iter().all(|cell| cell.sort.is_face()) {
        true => Json::Null,
        false => json!(scene.cells.iter().map(letter).collect::<String>()),
    }
}

/// A coordinate as programs of pages write it.
fn number(at: f64) -> Json {
    if at.fract() == 0.0 && at.abs() < 1e9 { json!(at as i64) } else { json!(at) }
}

/// A short number that changes with what a page plays: links to positions and progress belong to one.
fn version(played: &str) -> String {
    let mut hash = played
        .encode_utf16()
        .fold(0x811c_9dc5_u32, |hash, unit| (hash ^ u32::from(unit)).wrapping_mul(0x0100_0193));
    let mut digits = Vec::new();
    while hash > 0 || digits.is_empty() {
        digits.extend(char::from_digit(hash % 36, 36));
        hash /= 36;
    }
    digits.iter().rev().collect()
}

/// A drawing as text.
fn markup(drawn: &impl ToString) -> String {
    drawn.to_string().replace('\n', "")
}

/// The cells of a ground that is not plain or lacks some cells, and what lies below and above all of them.
fn drawn_ground(scene: &Scene) -> Json {
    let mut parts = Map::new();
    let beside = ground::beside(scene);
    if !scene.ground.is_plain() || !beside.is_empty() {
        let at = Point { x: 0.0, y: 0.0 };
        let whole = SceneCell { name: String::new(), at, open: false, sort: CellSort::Face };
        let drawn = |tone| match scene.ground {
            Ground::Plain => Json::Null,
            _ => json!(markup(&ground::cell(scene, tone, &whole))),
        };
        let mut cells: Vec<Json> = (0..ground::tones(scene)).map(drawn).collect();
        let none = cells.len();
        if !beside.is_empty() {
            cells.push(json!(""));
        }
        if cells.len() > 1 {
            let tone = |(place, cell): (usize, &SceneCell)| match beside.contains(&place) {
                true => none.to_string(),
                false => ground::tone(scene, cell.at).to_string(),
            };
            parts.insert(
                "tones".to_owned(),
                json!(scene.cells.iter().enumerate().map(tone).collect::<String>()),
            );
        }
        parts.insert("cells".to_owned(), json!(cells));
    }
    let [below, above] =
        [ground::below(scene).map(|one| markup(&one)), ground::borders(scene).map(|one| markup(&one))];
    parts.extend(below.map(|below| ("below".to_owned(), json!(below))));
    parts.extend(above.map(|above| ("above".to_owned(), json!(above))));
    if parts.is_empty() { Json::Null } else { Json::Object(parts) }
}

/// The different looks of contents and of the pieces in a goal.
struct Looks<'p> {
    scene: &'p Scene,
    palette: &'p Palette,
    known: BTreeMap<String, usize>,
    all: Vec<Json>,
}

impl Looks<'_> {
    fn add(&mut self, one: Json) -> usize {
        let all = &mut self.all;
        *self.known.entry(one.to_string()).or_insert_with(|| {
            all.push(one);
            all.len() - 1
        })
    }

    /// The look of a content, and the directions of its links if it has any.
    fn content(&mut self, look: &Look) -> Json {
        let mut one =
            look.piece.as_ref().map_or_else(|| json!({}), |piece| self.described(piece, &look.offsets));
        if let Some(fields) = one.as_object_mut() {
            fields.insert("w".to_owned(), json!(look.words));
            if !look.offsets.is_empty() {
                let offsets: Vec<[f64; 2]> = look.offsets.iter().map(|p| [p.x, p.y]).collect();
                fields.insert("o".to_owned(), json!(offsets));
            }
        }
        let at = self.add(one);
        if look.links.is_empty() { json!(at) } else { json!([at, look.links]) }
    }

    /// A piece without its cells: form, colour and mark, how it is drawn, and where the mark is written on it.
    fn described(&self, piece: &ScenePiece, offsets: &[Point]) -> Json {
        let form = match piece.form {
            PieceForm::Floor => "floor",
            PieceForm::Target => "target",
            PieceForm::Disc => "disc",
            PieceForm::Block => "block",
            PieceForm::Chain => "chain",
        };
        let of_label = piece.labels.first().filter(|_| piece.labels.len() == 1);
        let colour = match (piece.form, of_label) {
            (PieceForm::Chain, Some(label)) => {
                Palette::of_label(label).unwrap_or_else(|| self.palette.of(piece))
            }
            _ => self.palette.of(piece),
        };
        let mark =
            if piece.form == PieceForm::Chain { of_label.map_or("", String::as_str) } else { &piece.mark };
        let mut one = json!({ "f": form, "c": colour, "m": mark, "p": piece.piece });
        if let Some(fields) = one.as_object_mut().filter(|_| piece.form != PieceForm::Chain) {
            let drawn: Group = body(self.scene.shape, piece, offsets, "currentColor");
            fields.insert("d".to_owned(), json!(markup(&drawn)));
            if let Some((at, size)) = label(piece, offsets) {
                fields.insert("l".to_owned(), json!([at.x, at.y, size]));
            }
            fields.extend(inked(piece.outline).map(|class| ("ink".to_owned(), json!(class))));
            // On an edge from left to right.
            if piece.form == PieceForm::Disc && self.scene.cells.iter().any(|cell| !cell.sort.is_face()) {
                let label = rims::label(piece).map(|(at, size)| [at.x, at.y, size]);
                let drawn = markup(&rims::body(piece, "currentColor"));
                fields.insert("edge".to_owned(), json!({ "d": drawn, "l": label }));
            }
        }
        if piece.form == PieceForm::Chain && piece.outline == Outline::Domino {
            let origin = Point { x: 0.0, y: 0.0 };
            let half = |label: &String| match (Palette::of_label(label), domino::pips(label, origin)) {
                (Some(_), _) => "bead".to_owned(),
                (None, Some(pips)) => markup(&pips),
                (None, None) => String::new(),
            };
            let halves: Vec<String> = piece.labels.iter().map(half).collect();
            if let Some(fields) = one.as_object_mut() {
                fields.insert("domino".to_owned(), json!(halves));
            }
        }
        one
    }

    /// A piece of a picture: its look and its cells.
    fn placed(&mut self, piece: &ScenePiece) -> Json {
        let centres: Vec<Point> =
            piece.cells.iter().filter_map(|cell| self.scene.cells.get(*cell)).map(|cell| cell.at).collect();
        let from =
            |first: &Point| centres.iter().map(|p| Point { x: p.x - first.x, y: p.y - first.y }).collect();
        let offsets: Vec<Point> = centres.first().map_or_else(Vec::new, from);
        let one = self.described(piece, &offsets);
        let look = self.add(one);
        let mut one = json!({ "k": look, "at": piece.cells });
        if let Some(fields) = one.as_object_mut().filter(|_| piece.form == PieceForm::Chain) {
            let colour = |label: &String| Palette::of_label(label).unwrap_or_else(|| self.palette.of(piece));
            let labels: Vec<[&str; 2]> =
                piece.labels.iter().map(|label| [label.as_str(), colour(label)]).collect();
            fields.insert("labels".to_owned(), json!(labels));
        }
        one
    }

    fn goal(&mut self, goal: &Scene) -> Json {
        let open: Vec<usize> =
            (0..).zip(&goal.cells).filter(|(_, cell)| cell.open).map(|(at, _)| at).collect();
        let pieces: Vec<Json> = goal.pieces.iter().map(|piece| self.placed(piece)).collect();
        json!({ "pieces": pieces, "open": open })
    }
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
