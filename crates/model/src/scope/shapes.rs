//! Shapes of sets of cells.

use super::Scope;
use crate::board::Shape;
use crate::expr::{Cell, Cells, Form, Num, Part, Test};
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_syntax::ast::{BinaryOp, Expr, ExprKind, Lattice};

impl Scope<'_, '_> {
    /// A set of cells: a list, or the name of pieces, which stands for the cells that hold one of them.
    pub(super) fn set_of(&mut self, expr: &Expr, span: Span) -> Option<Cells> {
        self.ends(span, "the shape of a set")?;
        let ExprKind::Path(path) = &expr.kind else { return self.cells(expr) };
        if self.is_list(expr) {
            return self.cells(expr);
        }
        let selector = self.selector(path)?;
        let slot = self.slots;
        self.slots += 1;
        let held = self.layer(&selector, Cells::One(Cell::Var(slot)));
        Some(Cells::Where(Box::new(Cells::All), slot, Box::new(Test::Holds(held, selector))))
    }

    /// The test that a set has a shape; the ends are those of a path.
    pub(super) fn form(&mut self, name: &str, set: &Expr, ends: &[Expr], span: Span) -> Option<Test> {
        let form = match (name, ends) {
            ("connected", []) => None,
            ("loop", []) => Some(Form::Loop),
            ("tree", []) => Some(Form::Tree),
            ("path", [from, to]) => {
                let (from, to) = (self.cell(from), self.cell(to));
                Some(Form::Path(from?, to?))
            }
            ("rectangle", []) => {
                self.has_rows(span)?;
                Some(Form::Rectangle)
            }
            _ => return None,
        };
        let set = self.set_of(set, span)?;
        let test = match form {
            Some(form) => Test::Form(form, set),
            None => Test::Compare(BinaryOp::LessEqual, Num::Components(set), Num::Fixed(1)),
        };
        self.in_time(Part::Test(&test), span)?;
        Some(test)
    }

    /// Reports a board whose cells are not in rows and columns.
    fn has_rows(&mut self, span: Span) -> Option<()> {
        let square = |shape| {
            matches!(shape, Shape::Lattice(Lattice::Square | Lattice::SquareDiagonal | Lattice::Line))
        };
        if self.board.is_none_or(|board| square(board.shape)) {
            return Some(());
        }
        let d = Diagnostic::new(Code::NoSuchLines, span, "the board has no rows and columns for a rectangle")
            .help("use a square board; `connected`, `loop`, `path` and `tree` suit every board");
        self.diagnostics.push(d);
        None
    }
}
