//! Upper bounds on the work that an expression takes.

use super::{Cell, Cells, Form, Num, Part, Test, Until};
use crate::board::{Board, Shape};

impl Part<'_> {
    /// A bound on the number of cells that evaluating it once looks at. Linear in the text, times its depth.
    pub fn effort(self, board: &Board) -> u64 {
        let cells = board.cells().len() as u64;
        let near = if board.shape == Shape::Graph { cells } else { board.directions().len() as u64 };
        Meter { cells, near }.part(self)
    }
}

/// A board by its number of cells and the greatest number of neighbours.
struct Meter {
    cells: u64,
    near: u64,
}

impl Meter {
    fn part(&self, part: Part<'_>) -> u64 {
        match part {
            Part::Cell(cell) => self.cell(cell),
            Part::Cells(cells) => self.list(cells),
            Part::Num(num) => self.num(num),
            Part::Test(test) => self.test(test),
        }
    }

    /// A bound on the length of a list.
    fn length(&self, list: &Cells) -> u64 {
        match list {
            Cells::One(_) => 1,
            Cells::Fixed(cells) => cells.len() as u64,
            Cells::All => self.cells,
            Cells::Run(_, _, n) => match **n {
                Num::Fixed(n) => u64::try_from(n).unwrap_or(0),
                Num::Var(_, (_, most)) => u64::try_from(most).unwrap_or(0).min(self.cells.max(1)),
                _ => self.cells,
            },
            Cells::Ray(..) => self.cells,
            Cells::Around(inner) => self.length(inner).saturating_mul(self.near),
            Cells::Where(inner, ..) | Cells::Except(inner, _) | Cells::Floor(inner) => self.length(inner),
            Cells::Component(_, inner) => self.length(inner),
            Cells::Both(a, b) => self.length(a).min(self.length(b)),
            Cells::Join(parts) => parts.iter().map(|part| self.length(part)).fold(0, u64::saturating_add),
        }
    }

    fn each(&self, list: &Cells, body: u64) -> u64 {
        self.list(list).saturating_add(self.length(list).saturating_mul(body))
    }

    fn cell(&self, cell: &Cell) -> u64 {
        match cell {
            Cell::Var(_) | Cell::Fixed(_) => 1,
            Cell::Step(from, _, n) => self.cell(from).saturating_add(self.num(n)),
            Cell::First(list) | Cell::Last(list) => self.list(list),
        }
    }

    fn list(&self, list: &Cells) -> u64 {
        let inner = match list {
            Cells::One(cell) => self.cell(cell),
            Cells::Fixed(_) | Cells::All => 0,
            Cells::Run(from, _, n) => self.cell(from).saturating_add(self.num(n)),
            Cells::Ray(from, _, until) => {
                let test = match until {
                    Some(Until::Test(_, test)) => self.test(test),
                    Some(Until::Holds(_)) | None => 0,
                };
                self.cell(from).saturating_add(self.cells.saturating_mul(test))
            }
            Cells::Around(inner) | Cells::Floor(inner) => self.list(inner),
            Cells::Where(inner, _, test) => self.each(inner, self.test(test)),
            Cells::Component(cell, inner) => self.cell(cell).saturating_add(self.list(inner)),
            Cells::Both(a, b) | Cells::Except(a, b) => {
                self.list(a).saturating_add(self.list(b)).saturating_add(self.length(b))
            }
            Cells::Join(parts) => parts.iter().map(|part| self.list(part)).fold(0, u64::saturating_add),
        };
        inner.saturating_add(self.length(list))
    }

    fn num(&self, num: &Num) -> u64 {
        match num {
            Num::Fixed(_) | Num::Var(..) | Num::Counter(..) => 1,
            Num::Size(list) | Num::Components(list) | Num::Count(_, list) => self.list(list),
            Num::Fold(_, _, list, body) => self.each(list, self.num(body)),
            Num::Binary(_, a, b) | Num::Min(a, b) | Num::Max(a, b) => self.num(a).saturating_add(self.num(b)),
            Num::Abs(a) => self.num(a),
            Num::Distance(a, b) => self.cell(a).saturating_add(self.cell(b)),
            Num::Number(cell) | Num::Row(cell) | Num::Column(cell) => self.cell(cell),
        }
    }

    fn test(&self, test: &Test) -> u64 {
        match test {
            Test::Fixed(_) => 1,
            Test::Not(inner) | Test::Total(inner) => self.test(inner),
            Test::And(parts) | Test::Or(parts) => {
                parts.iter().map(|part| self.test(part)).fold(0, u64::saturating_add)
            }
            Test::Compare(_, a, b) => self.num(a).saturating_add(self.num(b)),
            Test::Same(a, b) | Test::Adjacent(a, b) => self.cell(a).saturating_add(self.cell(b)),
            Test::Holds(list, _) | Test::Different(list) => self.list(list),
            Test::Form(Form::Path(a, b), list) => {
                self.cell(a).saturating_add(self.cell(b)).saturating_add(self.list(list))
            }
            Test::Form(_, list) => self.list(list),
            Test::Aligned(cell, _) => self.cell(cell),
            Test::Each(_, _, list, body) => self.each(list, self.test(body)),
            Test::Member(cell, list) => self.cell(cell).saturating_add(self.list(list)),
        }
    }
}
