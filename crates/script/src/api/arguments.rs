//! Arguments of API functions.

use rhai::Dynamic;

use super::board::Cell;
use super::{Outcome, kind, misuse};

/// The error for an argument of the wrong kind.
pub(super) fn wants<T>(function: &str, wanted: &str, got: &Dynamic) -> Outcome<T> {
    let help = got.is_unit().then(|| {
        "`at`, `step` and `run` give () outside the board: skip it with `if c != () { … }`".to_owned()
    });
    misuse(format!("`{function}` needs {wanted}, found {}", kind(got)), help)
}

/// A cell as an argument.
pub(super) fn cell(function: &str, value: &Dynamic) -> Outcome<Cell> {
    value.clone().try_cast::<Cell>().map_or_else(|| wants(function, "a cell", value), Ok)
}

/// An integer argument.
pub(super) fn number(function: &str, value: &Dynamic) -> Outcome<i64> {
    value.as_int().or_else(|_| wants(function, "a whole number", value))
}

/// A cell or a list of cells as an argument, as places on the board.
pub(super) fn cells(function: &str, value: &Dynamic) -> Outcome<Vec<u32>> {
    if let Some(list) = value.read_lock::<rhai::Array>() {
        return list.iter().map(|v| cell(function, v).map(|c| c.place())).collect();
    }
    match value.clone().try_cast::<Cell>() {
        Some(cell) => Ok(vec![cell.place()]),
        None => wants(function, "a cell or a list of cells", value),
    }
}

/// A text as an argument; a character counts as one.
pub(super) fn text(function: &str, wanted: &str, value: &Dynamic) -> Outcome<String> {
    match value.clone().into_string() {
        Ok(text) => Ok(text),
        Err(_) => match value.as_char() {
            Ok(c) => Ok(c.to_string()),
            Err(_) => wants(function, wanted, value),
        },
    }
}

/// A text or a list of texts as an argument.
pub(super) fn texts(function: &str, wanted: &str, value: &Dynamic) -> Outcome<Vec<String>> {
    match value.read_lock::<rhai::Array>() {
        Some(list) => list.iter().map(|v| text(function, wanted, v)).collect(),
        None => text(function, wanted, value).map(|t| vec![t]),
    }
}
