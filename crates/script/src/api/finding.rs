//! Puzzles as a check sees them, what it finds, and marks.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use rhai::{Array, Dynamic};

use super::board::{Board, Cell};
use super::ground::Ground;
use super::position::Position;
use super::{MAX_NAME, Outcome, Row, misuse, row, text, unknown};
use crate::{At, FindingSpec, MarkSpec, PuzzleView};
use puzzlec_base::diag::Severity;

/// Characters of a headline or a help.
const MAX_LINE: usize = 300;

/// A puzzle; copies share it.
#[derive(Clone, Debug)]
pub(crate) struct Puzzle {
    view: Arc<PuzzleView>,
    board: Board,
}

impl Puzzle {
    /// A puzzle for scripts.
    pub(crate) fn new(view: &PuzzleView, effort: Arc<AtomicU64>) -> Self {
        let ground = Arc::new(Ground::new(Arc::clone(&view.field)));
        Puzzle { view: Arc::new(view.clone()), board: Board::new(ground, effort) }
    }
}

/// Something that a check found; every method gives a new one.
#[derive(Clone, Debug)]
pub(crate) struct Finding(Arc<FindingSpec>);

impl Finding {
    fn new(severity: Severity, function: &str, headline: &Dynamic) -> Outcome<Self> {
        let headline = line(function, headline)?;
        Ok(Finding(Arc::new(FindingSpec { severity, headline, at: At::Puzzle, help: None })))
    }

    /// The finding.
    pub(crate) fn spec(&self) -> &FindingSpec {
        &self.0
    }

    fn with(&self, change: impl FnOnce(&mut FindingSpec)) -> Finding {
        let mut spec = self.0.as_ref().clone();
        change(&mut spec);
        Finding(Arc::new(spec))
    }

    fn at(&self, place: &Dynamic) -> Outcome<Finding> {
        let at = match place.read_lock::<Cell>() {
            Some(cell) => At::Cell(cell.place()),
            None => At::Statement(word("at", "a cell, or the name of a statement or parameter", place)?),
        };
        Ok(self.with(|spec| spec.at = at))
    }
}

/// A line of text as an argument.
fn line(function: &str, value: &Dynamic) -> Outcome<String> {
    let line = text(function, "a text", value)?;
    if line.trim().is_empty() || line.contains(char::is_control) || line.chars().count() > MAX_LINE {
        return misuse(format!("`{function}` needs one line of 1 to {MAX_LINE} characters"), None);
    }
    Ok(line)
}

/// A name as an argument.
fn word(function: &str, wanted: &str, value: &Dynamic) -> Outcome<String> {
    let word = text(function, wanted, value)?;
    if word.is_empty() || word.len() > MAX_NAME {
        return misuse(format!("`{function}` needs {wanted}, of 1 to {MAX_NAME} bytes"), None);
    }
    Ok(word)
}

/// The appearance of a cell.
#[derive(Clone, Debug)]
pub(crate) struct Mark(pub(crate) Arc<MarkSpec>);

impl Mark {
    /// A mark of a text of one character.
    pub(crate) fn of(mark: &Dynamic, colour: Option<&Dynamic>) -> Outcome<Self> {
        let shown = text("mark", "a character", mark)?;
        let mut chars = shown.chars();
        let (Some(mark), None) = (chars.next().filter(|c| !c.is_control()), chars.next()) else {
            return misuse(
                format!("`mark` needs a text of one character, found {}", shown.chars().count()),
                None,
            );
        };
        let colour = colour.map(|c| word("mark", "the name of a colour", c)).transpose()?;
        Ok(Mark(Arc::new(MarkSpec { mark, colour })))
    }
}

/// The API of puzzles, and for findings and marks.
pub(super) static TABLE: &[Row] = &[
    row("name", "puzzle.name -> text", "The puzzle's name.", |engine, name, _| {
        engine.register_get(name, |p: &mut Puzzle| p.view.name.clone());
    }),
    row(
        "value",
        "puzzle.value(name) -> whole number",
        "The value of a parameter of the puzzle.",
        |engine, name, _| {
            engine.register_fn(name, |p: Puzzle, wanted: Dynamic| -> Outcome<i64> {
                let wanted = text("value", "the name of a parameter", &wanted)?;
                match p.view.values.get(&wanted) {
                    Some(value) => Ok(*value),
                    None => unknown("parameter", &wanted, p.view.values.keys().map(String::as_str)),
                }
            });
        },
    ),
    row("board", "puzzle.board -> board", "The puzzle's board.", |engine, name, _| {
        engine.register_get(name, |p: &mut Puzzle| p.board.clone());
    }),
    row("start", "puzzle.start -> position", "The puzzle's start.", |engine, name, _| {
        engine.register_get(name, |p: &mut Puzzle| Position::new(p.board.clone(), &p.view.start));
    }),
    row("rules", "puzzle.rules -> list of texts", "The names of the puzzle's rules.", |engine, name, _| {
        engine.register_get(name, |p: &mut Puzzle| -> Array {
            p.view.rules.iter().map(|r| Dynamic::from(r.clone())).collect()
        });
    }),
    row(
        "error",
        "error(headline) -> finding",
        "An error, which makes the puzzle invalid.",
        |engine, name, _| {
            engine.register_fn(name, |h: Dynamic| Finding::new(Severity::Error, "error", &h));
        },
    ),
    row("warning", "warning(headline) -> finding", "A warning.", |engine, name, _| {
        engine.register_fn(name, |h: Dynamic| Finding::new(Severity::Warning, "warning", &h));
    }),
    row(
        "at",
        "finding.at(place) -> finding",
        "The place: a statement as `\"start\"` or `\"goal\"`, the name of a parameter, or a cell of the start.",
        |engine, name, _| {
            engine.register_fn(name, |f: Finding, place: Dynamic| f.at(&place));
        },
    ),
    row("help", "finding.help(text) -> finding", "A suggestion for the author.", |engine, name, _| {
        engine.register_fn(name, |f: Finding, help: Dynamic| -> Outcome<Finding> {
            let help = line("help", &help)?;
            Ok(f.with(|spec| spec.help = Some(help)))
        });
    }),
    row("mark", "mark(character) -> mark", "A mark for `render`.", |engine, name, _| {
        engine.register_fn(name, |m: Dynamic| Mark::of(&m, None));
    }),
    row(
        "mark",
        "mark(character, colour) -> mark",
        "A mark for `render`, in a named colour.",
        |engine, name, _| {
            engine.register_fn(name, |m: Dynamic, c: Dynamic| Mark::of(&m, Some(&c)));
        },
    ),
];
