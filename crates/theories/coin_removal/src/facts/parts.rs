//! The parts of a start.

use num_bigint::BigUint;

use super::{SEARCHED, within};
use crate::problem::{Part, Problem, Shape};
use crate::read::Game;
use crate::values::Values;
use crate::{graphs, orders, words};
use puzzlec_base::words::grouped;
use puzzlec_theory::meter::{Meter, Share};
use puzzlec_theory::{Content, Section};

/// Parts that are listed.
const MOST_PARTS: usize = 24;
/// Numbers with more digits are shown by their length.
const MOST_DIGITS: usize = 24;
/// Orders are counted in parts of so many coins at most.
const MOST_COUNTED: usize = 300;
/// Words are counted up to this length.
const MOST_WORDS: usize = 20_000;

/// Whether a part can be removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Removable {
    Yes,
    No,
    /// Not known.
    Open,
}

/// Whether a part can be removed, if it is found within a share.
pub(super) fn removable(problem: &Problem, part: &Part, (meter, share): (&Meter<'_>, Share)) -> Removable {
    let yes = match &part.shape {
        Shape::Row | Shape::Ring => {
            Some(words::removable(&part.heads, part.shape == Shape::Ring, problem.closing))
        }
        Shape::Graph(graph) => within(meter, share, || graphs::removal(graph, &part.heads, meter))
            .map(|answer| matches!(answer, graphs::Answer::Order(_))),
    };
    match yes {
        Some(true) => Removable::Yes,
        Some(false) => Removable::No,
        None => Removable::Open,
    }
}

/// The parts: a table.
pub(super) fn section(
    game: &Game<'_>,
    known: &[Removable],
    values: Option<&Values<'_>>,
    meter: &Meter<'_>,
) -> Section {
    let closing = game.problem.closing;
    let mut columns: Vec<String> = ["first coin", "shape", "coins", "heads"].map(str::to_owned).to_vec();
    let rows = closing && game.problem.parts.iter().any(|part| part.shape == Shape::Row);
    if rows {
        columns.extend(["parity sum".to_owned(), "modulo 3".to_owned()]);
    }
    if game.players {
        columns.push("Grundy value".to_owned());
    } else {
        let numbers = ["removable", "orders", "removable words of this length"];
        columns.extend(numbers.map(str::to_owned));
    }
    let value: Vec<u64> = values.into_iter().flat_map(Values::parts).take(MOST_PARTS).collect();
    let row = |(at, part): (usize, &Part)| {
        let shape = match &part.shape {
            Shape::Row => "row",
            Shape::Ring => "ring",
            Shape::Graph(graph) if graph.edges() + 1 == graph.vertices() => "tree",
            Shape::Graph(_) => "graph",
        };
        let heads = part.heads.iter().filter(|heads| **heads).count() as u64;
        let coins = grouped(part.heads.len() as u64);
        let mut row = vec![game.name(at, 0), shape.to_owned(), coins, grouped(heads)];
        if rows && part.shape == Shape::Row {
            let sum = words::parity_sum(&part.heads);
            row.extend([sum.to_string(), sum.rem_euclid(3).to_string()]);
        } else if rows {
            row.extend([String::new(), String::new()]);
        }
        if game.players {
            row.push(value.get(at).map_or_else(|| "unknown".to_owned(), |value| grouped(*value)));
        } else {
            let known = match known.get(at) {
                Some(Removable::Yes) => "yes",
                Some(Removable::No) => "no",
                Some(Removable::Open) | None => "unknown",
            };
            row.extend([known.to_owned(), counted_orders(part, closing, meter), words_of(part, closing)]);
        }
        row
    };
    let parts = &game.problem.parts;
    let table = parts.iter().enumerate().take(MOST_PARTS).map(row).collect();
    let note = match parts.len().saturating_sub(MOST_PARTS) {
        0 => "coins that are joined by neighbours".to_owned(),
        more => {
            format!("coins that are joined by neighbours; {} more parts are not shown", grouped(more as u64))
        }
    };
    Section::new("parts", &note, Content::Table { columns, rows: table, times: Vec::new() })
}

/// The number of orders in which a part can be removed, where it is counted soon.
fn counted_orders(part: &Part, closing: bool, meter: &Meter<'_>) -> String {
    let number = (part.heads.len() <= MOST_COUNTED).then(|| {
        within(meter, SEARCHED, || match &part.shape {
            Shape::Graph(graph) => graphs::orders(graph, &part.heads, meter),
            shape => orders::orders(&part.heads, *shape == Shape::Ring, closing, meter).map(Some),
        })
    });
    number.flatten().flatten().map_or_else(|| "not counted".to_owned(), |number| shown(&number))
}

/// The number of words of the length of a part that can be removed.
fn words_of(part: &Part, closing: bool) -> String {
    match &part.shape {
        Shape::Graph(_) => String::new(),
        _ if part.heads.len() > MOST_WORDS => "not counted".to_owned(),
        shape => shown(&orders::removable_words(part.heads.len(), *shape == Shape::Ring, closing)),
    }
}

/// A number, if it is not too long.
fn shown(number: &BigUint) -> String {
    let text = number.to_string();
    match u64::try_from(number) {
        Ok(number) => grouped(number),
        Err(_) if text.len() <= MOST_DIGITS => text,
        Err(_) => format!("a number of {} digits", grouped(text.len() as u64)),
    }
}
