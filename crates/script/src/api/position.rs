//! Positions and moves, to be read only.

use std::sync::Arc;

use rhai::{Array, Dynamic, ImmutableString};

use super::board::Board;
use super::ground::Ground;
use super::{Outcome, Row, cell, cells, row, texts, unknown};
use crate::MoveView;
use crate::trace::{Aspect, Content, Read, Values};

/// Cells that a function can visit in the time of one operation.
const CELLS_PER_OPERATION: usize = 32;

/// A position; copies share it.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    board: Board,
    contents: Arc<[u16]>,
    /// Whether it is the position after the move.
    is_after: bool,
}

/// A move; copies share it.
#[derive(Clone, Debug)]
pub(crate) struct Move {
    board: Board,
    view: Arc<MoveView>,
}

/// The content of a cell.
struct Wanted<'a> {
    empty: bool,
    any: bool,
    values: Vec<&'a [u16]>,
}

impl<'a> Wanted<'a> {
    fn new(function: &str, ground: &'a Ground, words: &Dynamic) -> Outcome<Self> {
        let mut wanted = Wanted { empty: false, any: false, values: Vec::new() };
        if let Some(word) = words.read_lock::<ImmutableString>() {
            wanted.add(ground, &word)?;
            return Ok(wanted);
        }
        for word in texts(function, "the name of a piece or a list of them", words)? {
            wanted.add(ground, &word)?;
        }
        Ok(wanted)
    }

    fn add(&mut self, ground: &'a Ground, word: &str) -> Outcome<()> {
        match (word, ground.values.get(word)) {
            (_, Some(values)) => self.values.push(values),
            ("empty", None) => self.empty = true,
            ("piece", None) => self.any = true,
            _ => {
                let known = ground.values.keys().map(String::as_str).chain(["empty", "piece"]);
                return unknown("piece", word, known);
            }
        }
        Ok(())
    }

    fn has(&self, value: u16) -> bool {
        match value {
            0 => self.empty,
            _ => self.any || self.values.iter().any(|v| v.contains(&value)),
        }
    }

    /// The same contents as bits.
    fn bits(&self, ground: &Ground) -> Values {
        let mut bits: Box<[u64]> = vec![0; ground.pieces.len().div_ceil(64)].into();
        let named = self.values.iter().flat_map(|values| values.iter().copied());
        for value in named.chain(self.empty.then_some(0)) {
            if let Some(word) = bits.get_mut(usize::from(value) / 64) {
                *word |= 1 << (value % 64);
            }
        }
        Values { any: self.any, bits }
    }
}

impl Position {
    /// A position for scripts.
    pub(crate) fn new(board: Board, contents: &[u16]) -> Self {
        Position { board, contents: contents.into(), is_after: false }
    }

    /// Records a read.
    fn note(&self, content: impl FnOnce() -> Content) {
        let answer = |read: &Read| match read {
            Read::Of(_, content) => Some(content.answer(&self.contents)),
            Read::Step(_) => None,
        };
        self.board.trace().note(|| Read::Of(self.is_after, content()), answer);
    }

    fn value(&self, place: u32) -> u16 {
        self.contents.get(place as usize).copied().unwrap_or(0)
    }

    /// The text that stands for what a cell holds.
    fn text(&self, place: u32, texts: fn(&Ground) -> &[ImmutableString]) -> ImmutableString {
        self.note(|| Content::Value(place));
        texts(self.board.ground()).get(usize::from(self.value(place))).cloned().unwrap_or_default()
    }

    fn wanted(&self, function: &str, words: &Dynamic) -> Outcome<Wanted<'_>> {
        Wanted::new(function, self.board.ground(), words)
    }

    fn look(&self, cells: usize) {
        self.board.charge((cells / CELLS_PER_OPERATION) as u64);
    }

    fn count(&self, words: &Dynamic) -> Outcome<i64> {
        let wanted = self.wanted("count", words)?;
        self.note(|| Content::Count(wanted.bits(self.board.ground()), None));
        self.look(self.contents.len());
        Ok(self.contents.iter().map(|v| i64::from(wanted.has(*v))).sum())
    }

    fn count_in(&self, words: &Dynamic, among: &Dynamic) -> Outcome<i64> {
        let wanted = self.wanted("count", words)?;
        let among = cells("count", among)?;
        self.note(|| Content::Count(wanted.bits(self.board.ground()), Some(among.as_slice().into())));
        self.look(among.len());
        Ok(among.iter().map(|c| i64::from(wanted.has(self.value(*c)))).sum())
    }

    fn cells(&self, words: &Dynamic) -> Outcome<Array> {
        let wanted = self.wanted("cells", words)?;
        if let Some(place) = self.board.trace().only() {
            return Ok(self.board.list(&[place]));
        }
        self.note(|| Content::Cells(wanted.bits(self.board.ground())));
        self.look(self.contents.len());
        let places = (0u32..).zip(self.contents.iter()).filter(|c| wanted.has(*c.1));
        Ok(self.board.list_of(places.map(|c| c.0)))
    }

    /// The names of the pieces, in the puzzle's order, each once.
    fn pieces(&self) -> Array {
        let ground = self.board.ground();
        let mut names: Vec<&ImmutableString> = Vec::with_capacity(ground.values.len());
        for (value, name) in (1u16..).zip(ground.pieces.iter().skip(1)) {
            if ground.values.get(name.as_str()).and_then(|v| v.first()) == Some(&value) {
                names.push(name);
            }
        }
        self.board.charge(2 * ground.pieces.len() as u64);
        names.into_iter().cloned().map(Dynamic::from).collect()
    }
}

impl Move {
    /// A move for scripts.
    pub(crate) fn new(board: Board, view: &MoveView) -> Self {
        Move { board, view: Arc::new(view.clone()) }
    }

    /// Records a read.
    fn note(&self, aspect: Aspect) {
        self.board.trace().note(|| Read::Step(aspect), |_| Some(aspect.answer(&self.view)));
    }

    fn end(&self, place: Option<u32>) -> Dynamic {
        place.map_or(Dynamic::UNIT, |p| self.board.at(p))
    }
}

/// The API of positions and moves.
pub(super) static TABLE: &[Row] = &[
    row("board", "position.board -> board", "The board of the position.", |engine, name, _| {
        engine.register_get(name, |p: &mut Position| p.board.clone());
    }),
    row(
        "piece",
        "position.piece(cell) -> text",
        "The name of the piece on a cell, or `\"empty\"`.",
        |engine, name, _| {
            engine.register_fn(name, |p: Position, c: Dynamic| -> Outcome<ImmutableString> {
                Ok(p.text(cell("piece", &c)?.place(), |g| &g.pieces))
            });
        },
    ),
    row(
        "mark",
        "position.mark(cell) -> text",
        "The mark of the content of a cell, as in pictures.",
        |engine, name, _| {
            engine.register_fn(name, |p: Position, c: Dynamic| -> Outcome<ImmutableString> {
                Ok(p.text(cell("mark", &c)?.place(), |g| &g.marks))
            });
        },
    ),
    row(
        "holds",
        "position.holds(cell, pieces) -> truth value",
        "Whether a cell holds one of the pieces; `\"empty\"` and `\"piece\"` (any) count as pieces.",
        |engine, name, _| {
            engine.register_fn(name, |p: Position, c: Dynamic, w: Dynamic| -> Outcome<bool> {
                let place = cell("holds", &c)?.place();
                let wanted = p.wanted("holds", &w)?;
                p.note(|| Content::Holds(place, wanted.bits(p.board.ground())));
                Ok(wanted.has(p.value(place)))
            });
        },
    ),
    row(
        "count",
        "position.count(pieces) -> whole number",
        "The number of cells that hold one of the pieces.",
        |engine, name, _| {
            engine.register_fn(name, |p: Position, w: Dynamic| p.count(&w));
        },
    ),
    row(
        "count",
        "position.count(pieces, cells) -> whole number",
        "The number of these cells that hold one of the pieces.",
        |engine, name, _| {
            engine.register_fn(name, |p: Position, w: Dynamic, c: Dynamic| p.count_in(&w, &c));
        },
    ),
    row(
        "cells",
        "position.cells(pieces) -> list of cells",
        "The cells that hold one of the pieces, in reading order.",
        |engine, name, _| {
            engine.register_fn(name, |p: Position, w: Dynamic| p.cells(&w));
        },
    ),
    row(
        "pieces",
        "position.pieces -> list of texts",
        "The names of the puzzle's pieces.",
        |engine, name, _| {
            engine.register_get(name, |p: &mut Position| p.pieces());
        },
    ),
    row("rule", "move.rule -> text", "The name of the rule that makes the move.", |engine, name, _| {
        engine.register_get(name, |m: &mut Move| {
            m.note(Aspect::Rule);
            m.view.rule.clone()
        });
    }),
    row("cells", "move.cells -> list of cells", "The cells that the move changes.", |engine, name, _| {
        engine.register_get(name, |m: &mut Move| {
            m.note(Aspect::Cells);
            m.board.list(&m.view.cells)
        });
    }),
    row(
        "from",
        "move.from -> cell or ()",
        "The cell that a piece leaves, or () if there is not exactly one.",
        |engine, name, _| {
            engine.register_get(name, |m: &mut Move| {
                m.note(Aspect::From);
                m.end(m.view.from)
            });
        },
    ),
    row(
        "to",
        "move.to -> cell or ()",
        "The cell that the piece reaches, or () if there is not exactly one.",
        |engine, name, _| {
            engine.register_get(name, |m: &mut Move| {
                m.note(Aspect::To);
                m.end(m.view.to)
            });
        },
    ),
    row("after", "move.after -> position", "The position after the move.", |engine, name, _| {
        engine.register_get(name, |m: &mut Move| Position {
            is_after: true,
            ..Position::new(m.board.clone(), &m.view.after)
        });
    }),
];
