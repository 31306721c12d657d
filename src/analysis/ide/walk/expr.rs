//! Expressions.

use super::super::tokens::TokenClass;
use super::{Visitor, Want, exprs};
use crate::syntax::ast::{Expr, ExprKind};

pub(super) fn expr<'t>(expr: &'t Expr, v: &mut impl Visitor<'t>) {
    v.node(expr.span);
    match &expr.kind {
        ExprKind::Path(path) => v.path(path, Want::Value),
        ExprKind::Call(name, arguments) => {
            v.name(name, TokenClass::Function);
            exprs(arguments, v);
        }
        ExprKind::Around(inner) | ExprKind::Unary(_, inner) => self::expr(inner, v),
        ExprKind::Binary(_, left, right) => {
            self::expr(left, v);
            self::expr(right, v);
        }
        ExprKind::Is(inner, path, _) => {
            self::expr(inner, v);
            v.path(path, Want::Content);
        }
        ExprKind::Quantified(_, name, over, claim) => {
            self::expr(over, v);
            v.enter();
            v.declare(name, TokenClass::Variable);
            self::expr(claim, v);
            v.leave();
        }
        ExprKind::Int(_) | ExprKind::Text(_) | ExprKind::Error => {}
    }
}
