//! The board and its cells, to be read only.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rhai::{Array, Dynamic, Engine, ImmutableString};

use super::ground::Ground;
use super::{Outcome, Row, cell, misuse, number, row, text, unknown};
use crate::trace::Trace;
use crate::{BoardView, CellView, Field};

/// Effort of making and freeing one item of a list of cells.
const EFFORT_PER_CELL: u64 = 2;

/// A board; copies share it.
#[derive(Clone, Debug)]
pub(crate) struct Board(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    ground: Arc<Ground>,
    effort: Arc<AtomicU64>,
    trace: Trace,
}

/// A cell of a board.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    board: Arc<Shared>,
    place: u32,
    /// Its content, if it is known.
    content: Option<u16>,
}

impl Cell {
    pub(super) fn view(&self) -> Option<&CellView> {
        self.board.ground.view().cells.get(self.place as usize)
    }

    /// Its place in [`BoardView::cells`].
    pub(super) fn place(&self) -> u32 {
        self.place
    }

    /// Its name.
    pub(super) fn name(&self) -> &str {
        self.view().map_or("", |c| c.name.as_str())
    }

    /// The name of the piece that it holds, where that is known.
    pub(super) fn piece(&self) -> Option<ImmutableString> {
        self.board.ground.pieces.get(usize::from(self.content?)).cloned()
    }
}

impl Board {
    /// A board for scripts. Making lists of cells adds to the effort.
    pub(crate) fn new(ground: Arc<Ground>, effort: Arc<AtomicU64>) -> Self {
        Board(Arc::new(Shared { ground, effort, trace: Trace::default() }))
    }

    /// A board without pieces.
    pub(crate) fn alone(view: &BoardView, effort: Arc<AtomicU64>) -> Self {
        let field = Field { board: view.clone(), contents: Vec::new() };
        Board::new(Arc::new(Ground::new(Arc::new(field))), effort)
    }

    /// The derived data of the board.
    pub(crate) fn ground(&self) -> &Ground {
        &self.0.ground
    }

    pub(super) fn view(&self) -> &BoardView {
        self.0.ground.view()
    }

    /// A cell of it that holds something.
    pub(crate) fn holding(&self, place: u32, content: u16) -> Cell {
        Cell { board: Arc::clone(&self.0), place, content: Some(content) }
    }

    /// The record of what the call reads.
    pub(crate) fn trace(&self) -> &Trace {
        &self.0.trace
    }

    /// Adds to the effort of the call.
    pub(super) fn charge(&self, effort: u64) {
        self.0.effort.fetch_add(effort, Ordering::Relaxed);
    }

    pub(super) fn at(&self, place: u32) -> Dynamic {
        Dynamic::from(Cell { board: Arc::clone(&self.0), place, content: None })
    }

    pub(super) fn list(&self, places: &[u32]) -> Array {
        self.list_of(places.iter().copied())
    }

    pub(super) fn list_of(&self, places: impl Iterator<Item = u32>) -> Array {
        let list: Array = places.map(|p| self.at(p)).collect();
        self.charge(list.len() as u64 * EFFORT_PER_CELL);
        list
    }

    fn direction(&self, function: &str, value: &Dynamic) -> Outcome<usize> {
        let name = text(function, "the name of a direction", value)?;
        let all = &self.view().directions;
        match all.iter().position(|d| *d == name) {
            Some(found) => Ok(found),
            None if all.is_empty() => misuse("this board has no directions", None),
            None => unknown("direction", &name, all.iter().map(String::as_str)),
        }
    }

    fn next(&self, place: u32, direction: usize) -> Option<u32> {
        *self.view().steps.get(place as usize)?.get(direction)?
    }

    fn around(&self, place: u32) -> &[u32] {
        self.0.ground.around(place)
    }
}

/// The API of boards and cells.
pub(super) static TABLE: &[Row] = &[
    row("cells", "board.cells -> list of cells", "All cells in reading order.", |engine, name, _| {
        engine.register_get(name, |b: &mut Board| -> Array {
            match b.trace().only() {
                Some(place) => b.list(&[place]),
                None => b.list_of((0u32..).zip(&b.view().cells).map(|c| c.0)),
            }
        });
    }),
    row(
        "cell",
        "board.cell(name) -> cell",
        "The cell of that name, as in `board.cell(\"d4\")`.",
        |engine, name, _| {
            engine.register_fn(name, |b: Board, value: Dynamic| -> Outcome<Dynamic> {
                let wanted = text("cell", "the name of a cell", &value)?;
                match b.0.ground.by_name.get(&wanted) {
                    Some(place) => Ok(b.at(*place)),
                    None => unknown("cell", &wanted, b.view().cells.iter().map(|c| c.name.as_str())),
                }
            });
        },
    ),
    row(
        "at",
        "board.at(x, y) -> cell or ()",
        "The cell in that column and row, or () if there is none.",
        |engine, name, _| {
            engine.register_fn(name, |b: Board, x: Dynamic, y: Dynamic| -> Outcome<Dynamic> {
                let (x, y) = (number("at", &x)?, number("at", &y)?);
                let place = i32::try_from(x).ok().zip(i32::try_from(y).ok());
                Ok(place.and_then(|p| b.0.ground.by_place.get(&p)).map_or(Dynamic::UNIT, |p| b.at(*p)))
            });
        },
    ),
    row(
        "directions",
        "board.directions -> list of texts",
        "The names of the directions in cyclic order; none on a graph.",
        |engine, name, _| {
            engine.register_get(name, |b: &mut Board| -> Array {
                b.view().directions.iter().map(|d| Dynamic::from(d.clone())).collect()
            });
        },
    ),
    row(
        "step",
        "board.step(cell, direction) -> cell or ()",
        "The next cell in a direction, or () at the edge of the board.",
        |engine, name, _| {
            engine.register_fn(name, |b: Board, c: Dynamic, d: Dynamic| -> Outcome<Dynamic> {
                let (from, direction) = (cell("step", &c)?, b.direction("step", &d)?);
                Ok(b.next(from.place, direction).map_or(Dynamic::UNIT, |p| b.at(p)))
            });
        },
    ),
    row(
        "run",
        "board.run(cell, direction, n) -> list of cells or ()",
        "The cell and those after it in a direction, n in all, or () if the board ends before.",
        |engine, name, _| {
            engine.register_fn(name, |b: Board, c: Dynamic, d: Dynamic, n: Dynamic| -> Outcome<Dynamic> {
                let (from, direction) = (cell("run", &c)?, b.direction("run", &d)?);
                let n = number("run", &n)?;
                if n < 0 {
                    return misuse(format!("`run` needs a length of 0 or more, found {n}"), None);
                }
                let mut places = Vec::new();
                let mut next = Some(from.place);
                // On a ring a run could continue forever.
                let most = b.view().cells.len() as u64;
                for _ in 0..n.unsigned_abs().min(most + 1) {
                    let Some(place) = next else { return Ok(Dynamic::UNIT) };
                    places.push(place);
                    next = b.next(place, direction);
                }
                let fits = n.unsigned_abs() <= most;
                Ok(if fits { Dynamic::from(b.list(&places)) } else { Dynamic::UNIT })
            });
        },
    ),
    row(
        "neighbours",
        "board.neighbours(cell) -> list of cells",
        "The cells next to a cell.",
        |engine, name, _| {
            engine.register_fn(name, |b: Board, c: Dynamic| -> Outcome<Array> {
                Ok(b.list(b.around(cell("neighbours", &c)?.place)))
            });
        },
    ),
    row(
        "adjacent",
        "board.adjacent(cell, cell) -> truth value",
        "Whether two cells are neighbours.",
        |engine, name, _| {
            engine.register_fn(name, |b: Board, x: Dynamic, y: Dynamic| -> Outcome<bool> {
                let (x, y) = (cell("adjacent", &x)?, cell("adjacent", &y)?);
                Ok(b.around(x.place).contains(&y.place))
            });
        },
    ),
    row(
        "region",
        "board.region(name) -> list of cells",
        "The cells that share a letter in the board's picture.",
        |engine, name, _| {
            engine.register_fn(name, |b: Board, value: Dynamic| -> Outcome<Array> {
                let wanted = text("region", "the name of a region", &value)?;
                match b.view().regions.get(&wanted) {
                    Some(places) => Ok(b.list(places)),
                    None => unknown("region", &wanted, b.view().regions.keys().map(String::as_str)),
                }
            });
        },
    ),
    row("name", "cell.name -> text", "The cell's name: `d4`, or the vertex's.", |engine, name, _| {
        engine.register_get(name, |c: &mut Cell| c.name().to_owned());
    }),
    row(
        "x",
        "cell.x -> whole number",
        "The cell's column from 0; on a graph the vertex's number.",
        |engine, name, _| {
            engine.register_get(name, |c: &mut Cell| c.view().map_or(0, |v| i64::from(v.x)));
        },
    ),
    row("y", "cell.y -> whole number", "The cell's row from 0; 0 on a graph.", |engine, name, _| {
        engine.register_get(name, |c: &mut Cell| c.view().map_or(0, |v| i64::from(v.y)));
    }),
];

/// Cells compare with cells and with (), so that `board.step(c, d) == ()` means "off the board".
pub(super) fn register_comparisons(engine: &mut Engine) {
    engine
        .register_fn("==", |a: Cell, b: Cell| a.place == b.place)
        .register_fn("!=", |a: Cell, b: Cell| a.place != b.place)
        .register_fn("==", |_: Cell, (): ()| false)
        .register_fn("!=", |_: Cell, (): ()| true)
        .register_fn("==", |(): (), _: Cell| false)
        .register_fn("!=", |(): (), _: Cell| true)
        .register_fn("==", |_: Array, (): ()| false)
        .register_fn("!=", |_: Array, (): ()| true)
        .register_fn("==", |(): (), _: Array| false)
        .register_fn("!=", |(): (), _: Array| true);
}
