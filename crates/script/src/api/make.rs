//! Boards that scripts make.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::sync::Arc;

use rhai::{Array, Dynamic};

use super::{Outcome, Row, kind, misuse, row, short, text, texts, unknown, wants};
use crate::BoardSpec;

/// A board that a script made.
#[derive(Clone, Debug)]
pub(crate) struct Made(pub(crate) Arc<BoardSpec>);

const LATTICES: &[&str] = &["square", "square diagonal", "hex", "triangle", "line"];

fn drawn(lattice: &Dynamic, rows: &Dynamic) -> Outcome<Made> {
    let lattice = text("drawn", "the name of a lattice", lattice)?;
    if !LATTICES.contains(&lattice.as_str()) {
        return unknown("lattice", &lattice, LATTICES.iter().copied());
    }
    let rows = texts("drawn", "a list of rows", rows)?;
    if rows.iter().any(|r| r.contains(['\n', '\r'])) {
        return misuse(
            "a row of `drawn` holds a line break",
            Some("give a list with one text for each row".into()),
        );
    }
    if rows.iter().all(|r| r.trim().is_empty()) {
        return misuse("`drawn` needs at least one cell", None);
    }
    Ok(Made(Arc::new(BoardSpec::Drawn { lattice, rows })))
}

fn graph(vertices: &Dynamic, edges: &Dynamic) -> Outcome<Made> {
    let vertices = texts("graph", "a list of the vertices' names", vertices)?;
    let mut places = BTreeMap::new();
    for (place, name) in vertices.iter().enumerate() {
        if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
            let help = "a name consists of letters, digits and `_`".to_owned();
            return misuse(format!("a vertex cannot be named `{}`", short(name)), Some(help));
        }
        if places.insert(name.as_str(), place).is_some() {
            return misuse(format!("two vertices of the graph are named `{}`", short(name)), None);
        }
    }
    if vertices.is_empty() {
        return misuse("`graph` needs at least one vertex", None);
    }
    let Some(list) = edges.read_lock::<Array>() else {
        return wants("graph", "a list of edges", edges);
    };
    let mut seen = BTreeSet::new();
    let mut joined = Vec::new();
    for (number, edge) in list.iter().enumerate() {
        let ends = edge.read_lock::<Array>();
        let Some([a, b]) = ends.as_ref().map(|e| e.as_slice()) else {
            let help = "an edge is a pair: `[\"a\", \"b\"]` or `[0, 1]`".to_owned();
            return misuse(format!("edge {number} of the graph is {}, not a pair", kind(edge)), Some(help));
        };
        let (a, b) = (vertex(a, &places)?, vertex(b, &places)?);
        if a == b {
            return misuse(format!("edge {number} of the graph joins a vertex to itself"), None);
        }
        if seen.insert((a.min(b), a.max(b))) {
            joined.push((a, b));
        }
    }
    drop(list);
    Ok(Made(Arc::new(BoardSpec::Graph { vertices, edges: joined })))
}

fn vertex(value: &Dynamic, places: &BTreeMap<&str, usize>) -> Outcome<usize> {
    if let Ok(number) = value.as_int() {
        let place = usize::try_from(number).ok().filter(|n| *n < places.len());
        let last = places.len() - 1;
        return place.map_or_else(
            || misuse(format!("the graph has no vertex {number}; the numbers are 0 to {last}"), None),
            Ok,
        );
    }
    let name = text("graph", "a vertex's name or number", value)?;
    match places.get(name.as_str()) {
        Some(place) => Ok(*place),
        None => unknown("vertex", &name, places.keys().copied()),
    }
}

/// The API for boards.
pub(super) static TABLE: &[Row] = &[
    row(
        "drawn",
        "drawn(lattice, rows) -> board",
        "A board as in a picture, one text for each row; the lattice is `square`, `square diagonal`, `hex`, `triangle` or `line`.",
        |engine, name, _| {
            engine.register_fn(name, |l: Dynamic, r: Dynamic| drawn(&l, &r));
        },
    ),
    row(
        "graph",
        "graph(vertices, edges) -> board",
        "A graph: the vertices' names, and pairs of names or of numbers from 0.",
        |engine, name, _| {
            engine.register_fn(name, |v: Dynamic, e: Dynamic| graph(&v, &e));
        },
    ),
];
