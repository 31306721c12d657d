//! Expressions with parts of them replaced.

use super::{Cell, Cells, Form, Num, Slot, Test, Until};
use crate::board::Coord;

/// What takes the place of parts: lists or numbers that are equal to one, or a variable.
#[derive(Clone, Copy, Debug)]
pub enum Change<'a> {
    /// Every list that is equal to this becomes these cells.
    List(&'a Cells, &'a [Coord]),
    /// Every number that is equal to the first becomes the second.
    Num(&'a Num, &'a Num),
    /// The slot becomes this cell.
    Slot(Slot, Coord),
    /// The counter becomes this number.
    Counter(u16, i64),
}

impl Change<'_> {
    /// A cell. Linear, as are the others.
    pub fn cell(self, cell: &Cell) -> Cell {
        match (self, cell) {
            (Change::Slot(slot, at), Cell::Var(s)) if *s == slot => Cell::Fixed(at),
            (_, Cell::Var(_) | Cell::Fixed(_)) => cell.clone(),
            (_, Cell::Step(from, dir, n)) => {
                Cell::Step(Box::new(self.cell(from)), dir.clone(), Box::new(self.num(n)))
            }
            (_, Cell::First(list)) => Cell::First(Box::new(self.cells(list))),
            (_, Cell::Last(list)) => Cell::Last(Box::new(self.cells(list))),
        }
    }

    /// A list of cells.
    pub fn cells(self, cells: &Cells) -> Cells {
        if let Change::List(list, found) = self
            && list == cells
        {
            return Cells::Fixed(found.to_vec());
        }
        let list = |inner: &Cells| Box::new(self.cells(inner));
        match cells {
            Cells::One(cell) => Cells::One(self.cell(cell)),
            Cells::Fixed(_) | Cells::All => cells.clone(),
            Cells::Around(inner) => Cells::Around(list(inner)),
            Cells::Floor(inner) => Cells::Floor(list(inner)),
            Cells::Run(from, dir, n) => Cells::Run(self.cell(from), dir.clone(), Box::new(self.num(n))),
            Cells::Ray(from, dir, until) => {
                let until = until.as_ref().map(|until| match until {
                    Until::Holds(selector) => Until::Holds(selector.clone()),
                    Until::Test(slot, test) => Until::Test(*slot, Box::new(self.test(test))),
                });
                Cells::Ray(self.cell(from), dir.clone(), until)
            }
            Cells::Where(inner, slot, test) => Cells::Where(list(inner), *slot, Box::new(self.test(test))),
            Cells::Component(cell, inner) => Cells::Component(self.cell(cell), list(inner)),
            Cells::Both(a, b) => Cells::Both(list(a), list(b)),
            Cells::Except(a, b) => Cells::Except(list(a), list(b)),
            Cells::Join(parts) => Cells::Join(parts.iter().map(|p| self.cells(p)).collect()),
        }
    }

    /// A number.
    pub fn num(self, num: &Num) -> Num {
        if let Change::Num(old, new) = self
            && old == num
        {
            return new.clone();
        }
        let inner = |n: &Num| Box::new(self.num(n));
        match num {
            Num::Counter(counter, _) if matches!(self, Change::Counter(own, _) if own == *counter) => {
                match self {
                    Change::Counter(_, number) => Num::Fixed(number),
                    _ => num.clone(),
                }
            }
            Num::Fixed(_) | Num::Var(..) | Num::Counter(..) => num.clone(),
            Num::Size(cells) => Num::Size(self.cells(cells)),
            Num::Components(cells) => Num::Components(self.cells(cells)),
            Num::Fold(fold, slot, cells, body) => Num::Fold(*fold, *slot, self.cells(cells), inner(body)),
            Num::Count(selector, cells) => Num::Count(selector.clone(), self.cells(cells)),
            Num::Number(cell) => Num::Number(self.cell(cell)),
            Num::Binary(op, a, b) => Num::Binary(*op, inner(a), inner(b)),
            Num::Min(a, b) => Num::Min(inner(a), inner(b)),
            Num::Max(a, b) => Num::Max(inner(a), inner(b)),
            Num::Abs(a) => Num::Abs(inner(a)),
            Num::Distance(a, b) => Num::Distance(self.cell(a), self.cell(b)),
            Num::Row(cell) => Num::Row(self.cell(cell)),
            Num::Column(cell) => Num::Column(self.cell(cell)),
        }
    }

    /// A test.
    pub fn test(self, test: &Test) -> Test {
        let all = |parts: &[Test]| parts.iter().map(|p| self.test(p)).collect();
        match test {
            Test::Fixed(value) => Test::Fixed(*value),
            Test::Not(inner) => Test::Not(Box::new(self.test(inner))),
            Test::Total(inner) => Test::Total(Box::new(self.test(inner))),
            Test::And(parts) => Test::And(all(parts)),
            Test::Or(parts) => Test::Or(all(parts)),
            Test::Compare(op, a, b) => Test::Compare(*op, self.num(a), self.num(b)),
            Test::Same(a, b) => Test::Same(self.cell(a), self.cell(b)),
            Test::Holds(cells, selector) => Test::Holds(self.cells(cells), selector.clone()),
            Test::Adjacent(a, b) => Test::Adjacent(self.cell(a), self.cell(b)),
            Test::Different(cells) => Test::Different(self.cells(cells)),
            Test::Form(form, cells) => {
                let form = match form {
                    Form::Path(a, b) => Form::Path(self.cell(a), self.cell(b)),
                    Form::Loop | Form::Tree | Form::Rectangle => form.clone(),
                };
                Test::Form(form, self.cells(cells))
            }
            Test::Aligned(cell, dir) => Test::Aligned(self.cell(cell), dir.clone()),
            Test::Each(every, slot, over, body) => {
                Test::Each(*every, *slot, self.cells(over), Box::new(self.test(body)))
            }
            Test::Member(cell, cells) => Test::Member(self.cell(cell), self.cells(cells)),
        }
    }
}
