//! The geometry of expressions: which cells they mean once their variables have values. What the
//! cells hold plays no part here.

use std::fmt;

use rustc_hash::FxHashSet;

mod shapes;

use super::board::{Board, Coord, Direction, LARGEST_BOARD, Shape};
use super::config::Configuration;
use super::expr::{Cell, Cells, Dir, Num, Slot, Test, Until};
use super::number;
use super::piece::ContentId;
use puzzlec_syntax::ast::{BinaryOp, Fold};

pub use shapes::{components, links};

/// The value of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Bound {
    /// A cell.
    Cell(Coord),
    /// A direction.
    Direction(Direction),
    /// A number.
    Number(i64),
}

/// The contents of cells.
pub trait Contents: fmt::Debug {
    /// The content of a cell.
    fn content(&self, cell: Coord) -> ContentId;

    /// The cells that hold something, in order.
    fn occupied(&self) -> Vec<Coord>;
}

impl Contents for Configuration {
    fn content(&self, cell: Coord) -> ContentId {
        self.get(&cell).copied().unwrap_or(0)
    }

    fn occupied(&self) -> Vec<Coord> {
        self.keys().copied().collect()
    }
}

/// All cells.
#[derive(Clone, Copy, Debug)]
pub enum All<'a> {
    /// These.
    Cells(&'a [Coord]),
    /// Those that hold something.
    Held(&'a dyn Contents),
}

/// What knows a position, and so whether a test holds there.
pub trait Judge: fmt::Debug {
    /// Whether a test holds; `None` if it has no value.
    fn test(&self, test: &Test, slots: &mut Vec<Option<Bound>>) -> Option<bool>;
}

/// The context of evaluation.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The board.
    pub board: &'a Board,
    /// The meaning of `cells`.
    pub all: All<'a>,
    /// The values of the variables; `None` for unbound ones.
    pub slots: &'a [Option<Bound>],
    /// The position; without one, tests of what cells hold have no value.
    pub judge: Option<&'a dyn Judge>,
}

impl<'a> Place<'a> {
    /// The board alone.
    pub fn new(board: &'a Board, all: All<'a>, slots: &'a [Option<Bound>]) -> Self {
        Place { board, all, slots, judge: None }
    }

    /// The values with one more.
    fn with(&self, slot: Slot, cell: Coord) -> Vec<Option<Bound>> {
        let mut slots = self.slots.to_vec();
        bind(&mut slots, slot, cell);
        slots
    }

    /// Whether a test holds; `None` if it has no value.
    pub fn test(&self, test: &Test) -> Option<bool> {
        if let Some(judge) = self.judge {
            return judge.test(test, &mut self.slots.to_vec());
        }
        Some(match test {
            Test::Fixed(value) => *value,
            Test::Not(inner) => !self.test(inner)?,
            Test::Total(inner) => self.test(inner).unwrap_or(false),
            Test::And(parts) => parts.iter().try_fold(true, |all, part| Some(all & self.test(part)?))?,
            Test::Or(parts) => parts.iter().try_fold(false, |any, part| Some(any | self.test(part)?))?,
            Test::Compare(op, a, b) => compare(*op, self.number(a)?, self.number(b)?),
            Test::Same(a, b) => self.cell(a)? == self.cell(b)?,
            Test::Adjacent(a, b) => self.board.neighbours(self.cell(a)?).contains(&self.cell(b)?),
            Test::Each(all, slot, over, body) => {
                let mut result = *all;
                for cell in self.cells(over)? {
                    let one = Place { slots: &self.with(*slot, cell), ..*self }.test(body)?;
                    result = if *all { result && one } else { result || one };
                }
                result
            }
            Test::Member(cell, cells) => self.cells(cells)?.contains(&self.cell(cell)?),
            Test::Form(form, cells) => return self.form(form, cells),
            Test::Holds(..) | Test::Aligned(..) | Test::Different(_) => return None,
        })
    }

    /// Whether a cell ends a ray.
    fn stops(&self, until: &Until, cell: Coord) -> Option<bool> {
        match until {
            Until::Holds(selector) => {
                self.test(&Test::Holds(Cells::One(Cell::Fixed(cell)), selector.as_ref().clone()))
            }
            Until::Test(slot, test) => Place { slots: &self.with(*slot, cell), ..*self }.test(test),
        }
    }

    /// A cell; `None` if it is off the board.
    pub fn cell(&self, cell: &Cell) -> Option<Coord> {
        match cell {
            Cell::Var(slot) => match self.slots.get(*slot)? {
                Some(Bound::Cell(cell)) => Some(*cell),
                _ => None,
            },
            Cell::Fixed(cell) => self.board.contains(*cell).then_some(*cell),
            Cell::Step(from, dir, n) => {
                let (at, mut dir, n) = (self.cell(from)?, self.direction(dir)?, self.number(n)?);
                if n < 0 {
                    let half = i64::try_from(self.board.directions().len()).ok()? / 2;
                    dir = self.board.turn(dir, half);
                }
                self.board.steps(at, dir, n.unsigned_abs())
            }
            Cell::First(list) => self.cells(list)?.first().copied(),
            Cell::Last(list) => self.cells(list)?.last().copied(),
        }
    }

    /// A direction.
    pub fn direction(&self, dir: &Dir) -> Option<Direction> {
        match dir {
            Dir::Var(slot) => match self.slots.get(*slot)? {
                Some(Bound::Direction(d)) => Some(*d),
                _ => None,
            },
            Dir::Fixed(d) => Some(*d),
            Dir::Turn(inner, by) => Some(self.board.turn(self.direction(inner)?, *by)),
        }
    }

    /// A list of distinct cells; `None` if one of them would be off the board.
    pub fn cells(&self, cells: &Cells) -> Option<Vec<Coord>> {
        Some(match cells {
            Cells::One(cell) => vec![self.cell(cell)?],
            Cells::Fixed(cells) if cells.iter().all(|c| self.board.contains(*c)) => cells.clone(),
            Cells::Fixed(_) => return None,
            Cells::All => match self.all {
                All::Cells(cells) => cells.to_vec(),
                All::Held(held) => held.occupied(),
            },
            Cells::Around(inner) => {
                let inner = self.cells(inner)?;
                if let [cell] = inner.as_slice() {
                    return Some(self.board.neighbours(*cell));
                }
                let mut seen: FxHashSet<Coord> = inner.iter().copied().collect();
                let near = inner.iter().flat_map(|c| self.board.neighbours(*c));
                near.filter(|c| seen.insert(*c)).collect()
            }
            Cells::Run(from, dir, n) => {
                let (from, dir, n) = (self.cell(from)?, self.direction(dir)?, self.number(n)?);
                let n = match self.board.shape {
                    // Once round a ring is all of it.
                    Shape::Ring(_) => n.min(i64::try_from(self.board.cells().len()).ok()?),
                    _ if self.board.unbounded && n > LARGEST_BOARD => return None,
                    _ => n,
                };
                let mut run = Vec::new();
                let mut at = Some(from);
                for _ in 0..n {
                    let cell = at?;
                    run.push(cell);
                    at = self.board.step(cell, dir);
                }
                run
            }
            Cells::Ray(from, dir, until) => {
                let mut ray = self.ray(from, dir)?;
                if let Some(until) = until {
                    let mut free = 0;
                    while let Some(cell) = ray.get(free)
                        && !self.stops(until, *cell)?
                    {
                        free += 1;
                    }
                    ray.truncate(free);
                }
                ray
            }
            Cells::Where(inner, slot, test) => {
                let mut found = Vec::new();
                for cell in self.cells(inner)? {
                    if (Place { slots: &self.with(*slot, cell), ..*self }).test(test)? {
                        found.push(cell);
                    }
                }
                found
            }
            Cells::Both(left, right) => {
                let right: FxHashSet<Coord> = self.cells(right)?.into_iter().collect();
                self.cells(left)?.into_iter().filter(|c| right.contains(c)).collect()
            }
            Cells::Except(left, right) => {
                let right = self.cells(right)?;
                let mut left = self.cells(left)?;
                if let [cell] = right.as_slice() {
                    left.retain(|c| c != cell);
                    return Some(left);
                }
                let right: FxHashSet<Coord> = right.into_iter().collect();
                left.retain(|c| !right.contains(c));
                left
            }
            Cells::Floor(inner) => self.cells(inner)?.into_iter().map(Coord::floor).collect(),
            Cells::Component(cell, inner) => {
                let (cell, inner) = (self.cell(cell)?, self.cells(inner)?);
                let own = components(self.board, &inner).into_iter().find(|part| part.contains(&cell));
                inner.into_iter().filter(|c| own.as_ref().is_some_and(|own| own.contains(c))).collect()
            }
            Cells::Join(parts) => {
                let mut seen: FxHashSet<Coord> = FxHashSet::default();
                let mut all: Vec<Coord> = Vec::new();
                for part in parts {
                    all.extend(self.cells(part)?.into_iter().filter(|c| seen.insert(*c)));
                }
                all
            }
        })
    }

    /// All cells after a cell in a direction, each once; `None` if the cell is off the board, or the board
    /// unbounded.
    pub fn ray(&self, from: &Cell, dir: &Dir) -> Option<Vec<Coord>> {
        let (from, dir) = (self.cell(from)?, self.direction(dir)?);
        if self.board.unbounded {
            return None;
        }
        let mut seen = FxHashSet::from_iter([from]);
        let mut ray = Vec::new();
        let mut at = from;
        while let Some(next) = self.board.step(at, dir).filter(|next| seen.insert(*next)) {
            ray.push(next);
            at = next;
        }
        Some(ray)
    }

    /// A number that does not depend on the contents of cells; `None` for a count, a cell off the board and a
    /// division by zero.
    pub fn number(&self, num: &Num) -> Option<i64> {
        Some(match num {
            Num::Fixed(n) => *n,
            Num::Var(slot, _) => match self.slots.get(*slot)? {
                Some(Bound::Number(n)) => *n,
                _ => return None,
            },
            Num::Size(cells) => i64::try_from(self.cells(cells)?.len()).ok()?,
            Num::Components(cells) => {
                i64::try_from(components(self.board, &self.cells(cells)?).len()).ok()?
            }
            Num::Fold(fold, slot, cells, body) => {
                let mut all = Vec::new();
                for cell in self.cells(cells)? {
                    all.push(Place { slots: &self.with(*slot, cell), ..*self }.number(body)?);
                }
                folded(*fold, all)?
            }
            Num::Count(..) | Num::Counter(..) | Num::Number(_) => return None,
            Num::Binary(op, a, b) => calculate(*op, self.number(a)?, self.number(b)?)?,
            Num::Min(a, b) => self.number(a)?.min(self.number(b)?),
            Num::Max(a, b) => self.number(a)?.max(self.number(b)?),
            Num::Abs(a) => self.number(a)?.checked_abs()?,
            Num::Distance(a, b) => self.board.distance(self.cell(a)?, self.cell(b)?)?,
            Num::Row(cell) => {
                let top = self.board.cells().first().map_or(0, |c| c.y);
                i64::from(self.cell(cell)?.y) - i64::from(top) + 1
            }
            Num::Column(cell) => i64::from(self.cell(cell)?.x) - i64::from(self.board.left()) + 1,
        })
    }
}

/// Gives a slot a cell.
pub fn bind(slots: &mut Vec<Option<Bound>>, slot: Slot, cell: Coord) {
    if slots.len() <= slot {
        slots.resize(slot + 1, None);
    }
    if let Some(place) = slots.get_mut(slot) {
        *place = Some(Bound::Cell(cell));
    }
}

/// The sum, minimum or maximum of numbers, if it has a value.
pub fn folded(fold: Fold, all: impl IntoIterator<Item = i64>) -> Option<i64> {
    let mut all = all.into_iter();
    match fold {
        Fold::Sum => all.try_fold(0, i64::checked_add),
        Fold::Least => all.min(),
        Fold::Greatest => all.max(),
    }
}

/// The result of an operation, if it has one.
pub fn calculate(op: BinaryOp, a: i64, b: i64) -> Option<i64> {
    number::apply(op, a, b)?.ok()
}

/// Whether a comparison of two numbers is true.
pub fn compare(op: BinaryOp, a: i64, b: i64) -> bool {
    match op {
        BinaryOp::Equal => a == b,
        BinaryOp::NotEqual => a != b,
        BinaryOp::Less => a < b,
        BinaryOp::LessEqual => a <= b,
        BinaryOp::Greater => a > b,
        BinaryOp::GreaterEqual => a >= b,
        _ => false,
    }
}

/// The cells of an expression without variables.
pub fn fixed_cells(cells: &Cells, board: &Board) -> Option<Vec<Coord>> {
    Place::new(board, All::Cells(board.cells()), &[]).cells(cells)
}
