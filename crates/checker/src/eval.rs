//! Expressions on a position.

mod forms;

use puzzlec_model::board::{Board, Coord};
use puzzlec_model::expr::{Cells, Form, Num, Test};
use puzzlec_model::piece::{Content, Pieces, Selector};
use puzzlec_model::query::{All, Bound, Contents, Judge, Place, bind, calculate, compare, folded};

/// A position with its board.
#[derive(Debug)]
pub(super) struct Eval<'a> {
    board: &'a Board,
    pieces: &'a Pieces,
    position: &'a dyn Contents,
}

impl Judge for Eval<'_> {
    fn test(&self, test: &Test, slots: &mut Vec<Option<Bound>>) -> Option<bool> {
        Eval::test(self, test, slots)
    }
}

impl<'a> Eval<'a> {
    pub fn new(board: &'a Board, pieces: &'a Pieces, position: &'a dyn Contents) -> Self {
        Eval { board, pieces, position }
    }

    pub fn place<'b>(&'b self, slots: &'b [Option<Bound>]) -> Place<'b> {
        // On an unbounded board "all cells" are those that hold something.
        let all = match self.board.unbounded {
            true => All::Held(self.position),
            false => All::Cells(self.board.cells()),
        };
        Place { board: self.board, all, slots, judge: Some(self) }
    }

    pub fn content(&self, cell: Coord) -> &Content {
        self.pieces.content(self.position.content(cell))
    }

    /// Whether a test holds; `None` if it has no value.
    pub fn test(&self, test: &Test, slots: &mut Vec<Option<Bound>>) -> Option<bool> {
        Some(match test {
            Test::Fixed(value) => *value,
            Test::Not(inner) => !self.test(inner, slots)?,
            Test::Total(inner) => self.test(inner, slots).unwrap_or(false),
            Test::And(parts) => {
                let mut all = true;
                for part in parts {
                    all &= self.test(part, slots)?;
                }
                all
            }
            Test::Or(parts) => {
                let mut any = false;
                for part in parts {
                    any |= self.test(part, slots)?;
                }
                any
            }
            Test::Compare(op, a, b) => compare(*op, self.number(a, slots)?, self.number(b, slots)?),
            Test::Same(a, b) => self.place(slots).cell(a)? == self.place(slots).cell(b)?,
            Test::Holds(cells, selector) => {
                self.cells(cells, slots)?.iter().all(|c| selector.matches(self.content(*c)))
            }
            Test::Adjacent(a, b) => {
                let (a, b) = (self.place(slots).cell(a)?, self.place(slots).cell(b)?);
                self.board.neighbours(a).contains(&b)
            }
            Test::Aligned(cell, dir) => {
                let place = self.place(slots);
                let (cell, direction) = (place.cell(cell)?, place.direction(dir)?);
                let (dx, dy) = self.board.delta(direction);
                if let Content::Part(_, part) = self.content(cell) {
                    let deltas = part.directions().map(|d| self.board.delta(d));
                    return Some(deltas.into_iter().any(|d| d == (dx, dy) || d == (-dx, -dy)));
                }
                let covered = self.covered(cell);
                covered.iter().any(|c| covered.contains(&Coord::new(c.x + dx, c.y + dy)))
            }
            Test::Each(all, slot, over, body) => {
                let over = self.cells(over, slots)?;
                let mut result = *all;
                for cell in over {
                    bind(slots, *slot, cell);
                    let part = self.test(body, slots)?;
                    result = if *all { result && part } else { result || part };
                }
                result
            }
            Test::Member(cell, cells) => {
                let cell = self.place(slots).cell(cell)?;
                self.cells(cells, slots)?.contains(&cell)
            }
            Test::Form(form, cells) => {
                let cells = self.cells(cells, slots)?;
                let ends = match form {
                    Form::Path(a, b) => Some((self.place(slots).cell(a)?, self.place(slots).cell(b)?)),
                    Form::Loop | Form::Tree | Form::Rectangle => None,
                };
                forms::is(self.board, form, ends, &cells)
            }
            Test::Different(cells) => {
                let held = self.cells(cells, slots)?;
                let held = held.iter().filter_map(|cell| self.pieces.likeness(self.content(*cell)));
                let mut seen = std::collections::BTreeSet::new();
                held.into_iter().all(|likeness| seen.insert(likeness))
            }
        })
    }

    /// The cells of the piece on a cell; those of a ring in the order of its row.
    fn covered(&self, cell: Coord) -> Vec<Coord> {
        match self.content(cell) {
            Content::Empty => Vec::new(),
            Content::Unit(..) => vec![cell],
            Content::Part(_, part) => {
                let beside = part.directions().map(|d| self.board.delta(d));
                beside.map(|(dx, dy)| Coord::new(cell.x + dx, cell.y + dy)).chain([cell]).collect()
            }
            Content::Block(_, shape, part) => {
                let offsets = self.pieces.shapes.get(usize::from(*shape)).map_or(&[][..], Vec::as_slice);
                let own = offsets.get(usize::from(*part)).copied().unwrap_or((0, 0));
                let place = |(x, y): &(i32, i32)| Coord::new(cell.x + x - own.0, cell.y + y - own.1);
                offsets.iter().map(place).collect()
            }
        }
    }

    pub fn cells(&self, cells: &Cells, slots: &[Option<Bound>]) -> Option<Vec<Coord>> {
        self.place(slots).cells(cells)
    }

    /// The value of a number; `None` if it has none.
    pub fn number(&self, num: &Num, slots: &mut Vec<Option<Bound>>) -> Option<i64> {
        match num {
            Num::Count(selector, cells) => self.count(selector, cells, slots),
            Num::Binary(op, a, b) => calculate(*op, self.number(a, slots)?, self.number(b, slots)?),
            Num::Min(a, b) => Some(self.number(a, slots)?.min(self.number(b, slots)?)),
            Num::Max(a, b) => Some(self.number(a, slots)?.max(self.number(b, slots)?)),
            Num::Abs(a) => self.number(a, slots)?.checked_abs(),
            Num::Fold(fold, slot, cells, body) => {
                let mut all = Vec::new();
                for cell in self.cells(cells, slots)? {
                    bind(slots, *slot, cell);
                    all.push(self.number(body, slots)?);
                }
                folded(*fold, all)
            }
            Num::Number(cell) => {
                let cell = self.place(slots).cell(cell)?;
                self.pieces.number(self.content(cell))
            }
            Num::Counter(counter, (low, _)) => {
                low.checked_add(self.position.content(Coord::counter(*counter)).into())
            }
            Num::Fixed(_)
            | Num::Var(..)
            | Num::Size(_)
            | Num::Components(_)
            | Num::Distance(..)
            | Num::Row(_)
            | Num::Column(_) => self.place(slots).number(num),
        }
    }

    fn count(&self, selector: &Selector, cells: &Cells, slots: &[Option<Bound>]) -> Option<i64> {
        let cells = self.cells(cells, slots)?;
        i64::try_from(cells.iter().filter(|c| selector.matches(self.content(**c))).count()).ok()
    }
}
