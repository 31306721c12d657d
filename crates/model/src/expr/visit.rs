//! Traversal of all parts of an expression.

use super::{Cell, Cells, Dir, Form, Num, Slot, Test, Until};
use crate::board::{Board, Shape};
use puzzlec_syntax::ast::{BinaryOp, Fold};

/// A part of an expression.
#[derive(Clone, Copy, Debug)]
pub enum Part<'a> {
    /// One cell.
    Cell(&'a Cell),
    /// A list of cells.
    Cells(&'a Cells),
    /// A number.
    Num(&'a Num),
    /// A test.
    Test(&'a Test),
}

impl<'a> Part<'a> {
    /// Calls `see` for this part and everything within it, from outside to inside. Linear.
    pub fn visit(self, see: &mut dyn FnMut(Part<'a>)) {
        see(self);
        match self {
            Part::Cell(cell) => in_cell(cell, see),
            Part::Cells(cells) => in_cells(cells, see),
            Part::Num(num) => in_num(num, see),
            Part::Test(test) => in_test(test, see),
        }
    }
}

impl Part<'_> {
    /// Whether its value depends on what cells hold, or on counters. Linear.
    pub fn looks(self) -> bool {
        let mut looks = false;
        self.visit(&mut |part| {
            looks |= matches!(
                part,
                Part::Test(Test::Holds(..) | Test::Aligned(..) | Test::Different(_))
                    | Part::Num(Num::Count(..) | Num::Counter(..) | Num::Number(_))
                    | Part::Cells(Cells::Ray(_, _, Some(Until::Holds(_))))
            );
        });
        looks
    }

    /// Whether it depends on counters. Linear.
    pub fn has_counters(self) -> bool {
        let mut found = false;
        self.visit(&mut |part| found |= matches!(part, Part::Num(Num::Counter(..))));
        found
    }

    /// Whether it has the number of a piece. Linear.
    pub fn has_numbers(self) -> bool {
        let mut found = false;
        self.visit(&mut |part| found |= matches!(part, Part::Num(Num::Number(_))));
        found
    }

    /// Whether it holds a list of cells that depends on what cells hold. Linear in the text, times its depth.
    pub fn varies(self) -> bool {
        let mut varies = false;
        self.visit(&mut |part| varies |= matches!(part, Part::Cells(list) if list.filters()));
        varies
    }

    /// Whether it may have no value: it divides, takes an extreme, or a step that may leave the board. Linear.
    pub fn may_lack_value(self, board: Option<&Board>) -> bool {
        // A ring may lose cells.
        let ring = board.is_some_and(|b| matches!(b.shape, Shape::Ring(_)));
        let endless = ring || board.is_some_and(|b| b.unbounded);
        let connected = board.is_some_and(|b| b.shape != Shape::Graph);
        let mut may = false;
        self.visit(&mut |part| {
            may |= match part {
                Part::Cell(Cell::Step(..)) | Part::Cells(Cells::Run(..)) => !endless,
                Part::Cell(Cell::Fixed(_)) | Part::Cells(Cells::Fixed(_)) => ring,
                Part::Cell(Cell::First(_) | Cell::Last(_)) => true,
                Part::Num(Num::Number(_)) => true,
                Part::Num(Num::Fold(fold, ..)) => *fold != Fold::Sum,
                Part::Num(Num::Binary(BinaryOp::Divide | BinaryOp::Remainder, _, by)) => {
                    !matches!(**by, Num::Fixed(by) if by != 0)
                }
                Part::Num(Num::Distance(..)) => !connected,
                _ => false,
            };
        });
        may
    }

    /// Whether it holds a list of cells that depends on what cells hold, or adds up, or takes the extreme of, numbers
    /// that do. Linear in the text, times its depth.
    pub fn lists(self) -> bool {
        let mut lists = false;
        self.visit(&mut |part| {
            lists |= match part {
                Part::Cells(list) => list.filters(),
                Part::Num(Num::Fold(_, _, _, body)) => Part::Num(body).looks(),
                _ => false,
            };
        });
        lists
    }

    /// Whether it has number variables, rays, selections or intersections of cells, numbers over cells or of pieces, or
    /// shapes of cells.
    /// Linear.
    pub fn ranges(self) -> bool {
        let mut ranges = false;
        self.visit(&mut |part| {
            ranges |= matches!(
                part,
                Part::Cell(Cell::First(_) | Cell::Last(_))
                    | Part::Cells(Cells::Ray(..) | Cells::Where(..) | Cells::Both(..) | Cells::Component(..))
                    | Part::Num(
                        Num::Var(..) | Num::Size(_) | Num::Components(_) | Num::Fold(..) | Num::Number(_)
                    )
                    | Part::Test(Test::Form(..))
            );
        });
        ranges
    }

    /// Calls `see` for every slot that is read. Linear.
    pub fn slots(self, see: &mut dyn FnMut(Slot)) {
        fn in_dir(dir: &Dir, see: &mut dyn FnMut(Slot)) {
            match dir {
                Dir::Var(slot) => see(*slot),
                Dir::Fixed(_) => {}
                Dir::Turn(inner, _) => in_dir(inner, see),
            }
        }
        self.visit(&mut |part| match part {
            Part::Cell(Cell::Var(slot)) | Part::Num(Num::Var(slot, _)) => see(*slot),
            Part::Cell(Cell::Step(_, dir, _))
            | Part::Cells(Cells::Run(_, dir, _) | Cells::Ray(_, dir, _))
            | Part::Test(Test::Aligned(_, dir)) => in_dir(dir, see),
            _ => {}
        });
    }
}

impl Cells {
    /// Whether it is a ray or a selection of cells by what they hold.
    pub fn filters(&self) -> bool {
        match self {
            Cells::Ray(_, _, Some(Until::Holds(_))) => true,
            Cells::Ray(_, _, Some(Until::Test(_, test))) | Cells::Where(_, _, test) => {
                Part::Test(test).looks()
            }
            _ => false,
        }
    }
}

fn in_cell<'a>(cell: &'a Cell, see: &mut dyn FnMut(Part<'a>)) {
    match cell {
        Cell::Var(_) | Cell::Fixed(_) => {}
        Cell::Step(from, _, n) => {
            Part::Cell(from).visit(see);
            Part::Num(n).visit(see);
        }
        Cell::First(list) | Cell::Last(list) => Part::Cells(list).visit(see),
    }
}

fn in_cells<'a>(cells: &'a Cells, see: &mut dyn FnMut(Part<'a>)) {
    match cells {
        Cells::One(cell) => Part::Cell(cell).visit(see),
        Cells::Fixed(_) | Cells::All => {}
        Cells::Around(inner) | Cells::Floor(inner) => Part::Cells(inner).visit(see),
        Cells::Run(from, _, n) => {
            Part::Cell(from).visit(see);
            Part::Num(n).visit(see);
        }
        Cells::Ray(from, _, until) => {
            Part::Cell(from).visit(see);
            if let Some(Until::Test(_, test)) = until {
                Part::Test(test).visit(see);
            }
        }
        Cells::Where(list, _, test) => {
            Part::Cells(list).visit(see);
            Part::Test(test).visit(see);
        }
        Cells::Except(a, b) | Cells::Both(a, b) => {
            Part::Cells(a).visit(see);
            Part::Cells(b).visit(see);
        }
        Cells::Join(parts) => parts.iter().for_each(|p| Part::Cells(p).visit(see)),
        Cells::Component(cell, list) => {
            Part::Cell(cell).visit(see);
            Part::Cells(list).visit(see);
        }
    }
}

fn in_num<'a>(num: &'a Num, see: &mut dyn FnMut(Part<'a>)) {
    match num {
        Num::Fixed(_) | Num::Var(..) | Num::Counter(..) => {}
        Num::Count(_, cells) | Num::Size(cells) | Num::Components(cells) => Part::Cells(cells).visit(see),
        Num::Fold(_, _, cells, body) => {
            Part::Cells(cells).visit(see);
            Part::Num(body).visit(see);
        }
        Num::Binary(_, a, b) | Num::Min(a, b) | Num::Max(a, b) => {
            Part::Num(a).visit(see);
            Part::Num(b).visit(see);
        }
        Num::Abs(a) => Part::Num(a).visit(see),
        Num::Distance(a, b) => {
            Part::Cell(a).visit(see);
            Part::Cell(b).visit(see);
        }
        Num::Number(cell) | Num::Row(cell) | Num::Column(cell) => Part::Cell(cell).visit(see),
    }
}

fn in_test<'a>(test: &'a Test, see: &mut dyn FnMut(Part<'a>)) {
    match test {
        Test::Fixed(_) => {}
        Test::Not(inner) | Test::Total(inner) => Part::Test(inner).visit(see),
        Test::And(parts) | Test::Or(parts) => parts.iter().for_each(|p| Part::Test(p).visit(see)),
        Test::Compare(_, a, b) => {
            Part::Num(a).visit(see);
            Part::Num(b).visit(see);
        }
        Test::Same(a, b) | Test::Adjacent(a, b) => {
            Part::Cell(a).visit(see);
            Part::Cell(b).visit(see);
        }
        Test::Holds(cells, _) | Test::Different(cells) => Part::Cells(cells).visit(see),
        Test::Form(form, cells) => {
            if let Form::Path(a, b) = form {
                Part::Cell(a).visit(see);
                Part::Cell(b).visit(see);
            }
            Part::Cells(cells).visit(see);
        }
        Test::Aligned(cell, _) => Part::Cell(cell).visit(see),
        Test::Each(_, _, cells, body) => {
            Part::Cells(cells).visit(see);
            Part::Test(body).visit(see);
        }
        Test::Member(cell, cells) => {
            Part::Cell(cell).visit(see);
            Part::Cells(cells).visit(see);
        }
    }
}
