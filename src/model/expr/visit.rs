//! Traversal of all parts of an expression.

use super::{Cell, Cells, Num, Test};

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

fn in_cell<'a>(cell: &'a Cell, see: &mut dyn FnMut(Part<'a>)) {
    if let Cell::Step(from, _, n) = cell {
        Part::Cell(from).visit(see);
        Part::Num(n).visit(see);
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
        Cells::Except(a, b) => {
            Part::Cells(a).visit(see);
            Part::Cells(b).visit(see);
        }
        Cells::Join(parts) => parts.iter().for_each(|p| Part::Cells(p).visit(see)),
    }
}

fn in_num<'a>(num: &'a Num, see: &mut dyn FnMut(Part<'a>)) {
    match num {
        Num::Fixed(_) => {}
        Num::Count(_, cells) => Part::Cells(cells).visit(see),
        Num::Binary(_, a, b) | Num::Min(a, b) | Num::Max(a, b) => {
            Part::Num(a).visit(see);
            Part::Num(b).visit(see);
        }
        Num::Abs(a) => Part::Num(a).visit(see),
        Num::Distance(a, b) => {
            Part::Cell(a).visit(see);
            Part::Cell(b).visit(see);
        }
        Num::Row(cell) | Num::Column(cell) => Part::Cell(cell).visit(see),
    }
}

fn in_test<'a>(test: &'a Test, see: &mut dyn FnMut(Part<'a>)) {
    match test {
        Test::Fixed(_) => {}
        Test::Not(inner) => Part::Test(inner).visit(see),
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
