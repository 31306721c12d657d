//! Expressions.

use super::Meaning;
use super::walk::Walker;
use crate::model::scope::function_names;
use crate::syntax::ast::{Expr, ExprKind, Name, Path};

/// The directions of all boards.
pub(in crate::analysis::ide) const DIRECTIONS: &[&str] =
    &["right", "down", "left", "up", "up-right", "up-left", "down-right", "down-left"];

impl<'a> Walker<'_, 'a> {
    pub(super) fn expr(&mut self, expr: &'a Expr) {
        match &expr.kind {
            ExprKind::Path(path) => self.value(path),
            ExprKind::Call(name, args) => {
                if function_names().any(|f| f == name.text) {
                    self.uses(name.span, Meaning::Function(name.text.clone()));
                }
                if name.text == "count"
                    && let Some((Expr { kind: ExprKind::Path(path), .. }, rest)) = args.split_first()
                {
                    self.selector(path);
                    self.exprs(rest);
                } else {
                    self.exprs(args);
                }
            }
            ExprKind::Around(inner) | ExprKind::Unary(_, inner) => self.expr(inner),
            ExprKind::Binary(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Is(what, path, _) => {
                self.expr(what);
                if !self.selector(path) {
                    self.cell(path);
                }
            }
            ExprKind::Quantified(_, name, over, body) => {
                self.expr(over);
                self.bind(name);
                self.expr(body);
                self.unbind();
            }
            ExprKind::Int(_) | ExprKind::Text(_) | ExprKind::Error => {}
        }
    }

    /// `empty`, `piece` or a piece.
    fn selector(&mut self, path: &'a Path) -> bool {
        path.single().is_some_and(|n| matches!(n.text.as_str(), "empty" | "piece")) || self.piece(path)
    }

    fn value(&mut self, path: &'a Path) {
        let Some(name) = path.single() else {
            self.piece(path);
            return;
        };
        if let Some(local) = self.local(&name.text) {
            self.uses(name.span, local);
        } else if !self.cell(path) && !self.direction(name) && name.text != "cells" {
            self.piece(path);
        }
    }

    fn cell(&mut self, path: &Path) -> bool {
        let Some(name) = path.single() else { return false };
        let Some(floor) = &self.stage.floor else { return false };
        let Some(board) = self.book.board(floor) else { return false };
        if board.find(&name.text).is_none() {
            return false;
        }
        let meaning = Meaning::Cell(floor.expr.span, name.text.clone());
        self.uses(name.span, meaning);
        true
    }

    pub(super) fn direction(&mut self, name: &Name) -> bool {
        let known = DIRECTIONS.contains(&name.text.as_str());
        if known {
            self.uses(name.span, Meaning::Direction(name.text.clone()));
        }
        known
    }
}
