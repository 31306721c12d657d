//! Whole-board functions: distances, lines, symmetries.

use std::collections::BTreeMap;

use rhai::{Array, Dynamic, ImmutableString};

use super::board::{Board, Cell};
use super::{Outcome, Row, cell, misuse, row};
use crate::CellView;

/// The cells in lists, one for each column or row, in order.
fn lines(board: &Board, of: fn(&CellView) -> i32) -> Array {
    let mut lines: BTreeMap<i32, Vec<u32>> = BTreeMap::new();
    for (place, cell) in (0u32..).zip(&board.view().cells) {
        lines.entry(of(cell)).or_default().push(place);
    }
    lines.values().map(|places| Dynamic::from(board.list(places))).collect()
}

/// The API of a board as a whole.
pub(super) static TABLE: &[Row] = &[
    row("size", "board.size -> whole number", "The number of cells.", |engine, name, _| {
        engine.register_get(name, |b: &mut Board| i64::try_from(b.view().cells.len()).unwrap_or(i64::MAX));
    }),
    row(
        "distance",
        "board.distance(cell, cell) -> whole number or ()",
        "The number of steps between neighbours, or () if there is no path.",
        |engine, name, _| {
            engine.register_fn(name, |b: Board, x: Dynamic, y: Dynamic| -> Outcome<Dynamic> {
                let (x, y) = (cell("distance", &x)?, cell("distance", &y)?);
                let (distance, effort) = b.ground().distance(x.place(), y.place());
                b.charge(effort);
                Ok(distance.map_or(Dynamic::UNIT, |d| Dynamic::from(i64::from(d))))
            });
        },
    ),
    row(
        "rows",
        "board.rows -> list of lists of cells",
        "The cells of each row, from the top; on a graph all vertices are one row.",
        |engine, name, _| {
            engine.register_get(name, |b: &mut Board| lines(b, |c| c.y));
        },
    ),
    row(
        "columns",
        "board.columns -> list of lists of cells",
        "The cells of each column, from the left.",
        |engine, name, _| {
            engine.register_get(name, |b: &mut Board| lines(b, |c| c.x));
        },
    ),
    row("regions", "board.regions -> list of texts", "The names of the regions.", |engine, name, _| {
        engine.register_get(name, |b: &mut Board| -> Array {
            b.view().regions.keys().map(|n| Dynamic::from(n.clone())).collect()
        });
    }),
    row(
        "symmetries",
        "board.symmetries -> list of lists of cells",
        "The symmetries of the board, at most 48. Each lists, for each cell of `board.cells` in order, its image. The first is the identity.",
        |engine, name, _| {
            engine.register_get(name, |b: &mut Board| -> Array {
                b.ground().symmetries().iter().map(|s| Dynamic::from(b.list(s))).collect()
            });
        },
    ),
    row(
        "piece",
        "cell.piece -> text",
        "The name of the piece on the cell, or `\"empty\"`; in `render` only.",
        |engine, name, _| {
            engine.register_get(name, |c: &mut Cell| -> Outcome<ImmutableString> {
                match c.piece() {
                    Some(piece) => Ok(piece),
                    None => misuse(
                        "only `render` gives a cell its content",
                        Some("use `position.piece(cell)`".into()),
                    ),
                }
            });
        },
    ),
];
