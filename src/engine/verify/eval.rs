//! Expressions on a position.

use crate::model::board::{Board, Coord};
use crate::model::config::Configuration;
use crate::model::expr::{Cells, Num, Test};
use crate::model::piece::{Content, Pieces, Selector};
use crate::model::query::{All, Bound, Place, calculate, compare};

/// A position with its board.
pub(super) struct Eval<'a> {
    board: &'a Board,
    pieces: &'a Pieces,
    position: &'a Configuration,
}

impl<'a> Eval<'a> {
    pub fn new(board: &'a Board, pieces: &'a Pieces, position: &'a Configuration) -> Self {
        Eval { board, pieces, position }
    }

    pub fn place<'b>(&'b self, slots: &'b [Option<Bound>]) -> Place<'b> {
        // On an unbounded board "all cells" are those that hold something.
        let all = match self.board.unbounded {
            true => All::Held(self.position),
            false => All::Cells(self.board.cells()),
        };
        Place { board: self.board, all, slots }
    }

    pub fn content(&self, cell: Coord) -> &Content {
        self.pieces.content(self.position.get(&cell).copied().unwrap_or(0))
    }

    /// Whether a test holds; none where it speaks of a cell off the board.
    pub fn test(&self, test: &Test, slots: &mut Vec<Option<Bound>>) -> Option<bool> {
        Some(match test {
            Test::Fixed(value) => *value,
            Test::Not(inner) => !self.test(inner, slots)?,
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
                let half = i64::try_from(self.board.directions().len() / 2).ok()?;
                let opposite = self.board.turn(direction, half);
                [direction, opposite]
                    .iter()
                    .any(|d| self.board.step(cell, *d).is_some_and(|next| self.one_piece(cell, next)))
            }
            Test::Each(all, slot, over, body) => {
                let over = self.cells(over, slots)?;
                if slots.len() <= *slot {
                    slots.resize(slot + 1, None);
                }
                let mut result = *all;
                for cell in over {
                    if let Some(s) = slots.get_mut(*slot) {
                        *s = Some(Bound::Cell(cell));
                    }
                    let part = self.test(body, slots)?;
                    result = if *all { result && part } else { result || part };
                }
                result
            }
            Test::Member(cell, cells) => {
                let cell = self.place(slots).cell(cell)?;
                self.cells(cells, slots)?.contains(&cell)
            }
        })
    }

    /// Whether two neighbouring cells are covered by one piece.
    fn one_piece(&self, a: Coord, b: Coord) -> bool {
        match (self.content(a), self.content(b)) {
            (Content::Block(k, shape, i), Content::Block(l, other, j)) => {
                let offset = |part: &u16| {
                    self.pieces
                        .shapes
                        .get(usize::from(*shape))
                        .and_then(|s| s.get(usize::from(*part)))
                        .copied()
                };
                let delta = offset(i).zip(offset(j)).map(|((x, y), (u, v))| (u - x, v - y));
                k == l && shape == other && delta == Some((b.x - a.x, b.y - a.y))
            }
            (Content::End(_, _, _, d), _) => self.board.step(a, *d) == Some(b),
            _ => false,
        }
    }

    pub fn cells(&self, cells: &Cells, slots: &[Option<Bound>]) -> Option<Vec<Coord>> {
        self.place(slots).cells(cells)
    }

    fn number(&self, num: &Num, slots: &mut Vec<Option<Bound>>) -> Option<i64> {
        match num {
            Num::Count(selector, cells) => self.count(selector, cells, slots),
            Num::Binary(op, a, b) => calculate(*op, self.number(a, slots)?, self.number(b, slots)?),
            Num::Min(a, b) => Some(self.number(a, slots)?.min(self.number(b, slots)?)),
            Num::Max(a, b) => Some(self.number(a, slots)?.max(self.number(b, slots)?)),
            Num::Abs(a) => self.number(a, slots)?.checked_abs(),
            Num::Fixed(_) | Num::Distance(..) | Num::Row(_) | Num::Column(_) => self.place(slots).number(num),
        }
    }

    fn count(&self, selector: &Selector, cells: &Cells, slots: &[Option<Bound>]) -> Option<i64> {
        let cells = self.cells(cells, slots)?;
        i64::try_from(cells.iter().filter(|c| selector.matches(self.content(**c))).count()).ok()
    }
}
