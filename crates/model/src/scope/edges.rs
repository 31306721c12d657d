//! The edges and corners of a board in expressions.

use super::Scope;
use crate::board::{Coord, PlaceSort};
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_syntax::ast::{BinaryOp, Expr, ExprKind, Path};

impl Scope<'_, '_> {
    /// The edge or the corner that an expression names: `a1-b1`, `a1-left`. It reads as a difference, which cells do not have.
    pub(super) fn edge(&self, expr: &Expr) -> Option<Coord> {
        let board = self.board.filter(|board| board.has_edges())?;
        let ExprKind::Binary(BinaryOp::Subtract, ..) = &expr.kind else { return None };
        if !self.of_names(expr) {
            return None;
        }
        let text: String =
            self.names.project.sources.slice(expr.span).chars().filter(|c| !c.is_whitespace()).collect();
        board.find(&text)?.first().copied()
    }

    /// Whether an expression is a difference of names that are neither variables nor parameters.
    fn of_names(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Binary(BinaryOp::Subtract, left, right) => self.of_names(left) && self.of_names(right),
            ExprKind::Path(path) => path.single().is_some_and(|name| {
                self.variable(&name.text).is_none() && !self.values.contains_key(&name.text)
            }),
            _ => false,
        }
    }

    /// The list that one of the words `faces`, `edges` and `corners` means, or a report where the board has none; nothing for
    /// any other name.
    pub(super) fn places(&mut self, path: &Path) -> Option<Option<Vec<Coord>>> {
        let name = path.single()?;
        let sort = PlaceSort::of(&name.text).filter(|_| !self.values.contains_key(&name.text))?;
        // Without a board an expression is only checked.
        let Some(board) = self.board else { return Some(Some(vec![Coord::new(0, 0)])) };
        if board.find(&name.text).is_some() {
            return None;
        }
        if !board.has_edges() {
            let text = format!("the board has no {} as cells", name.text);
            let help = "make the edges of a square board cells: `board square 5 by 5 edges`";
            self.diagnostics.push(Diagnostic::new(Code::NoEdges, name.span, text).help(help));
            return Some(None);
        }
        Some(Some(board.places(sort)))
    }
}
