//! Expressions.

use super::{Name, Path};
use puzzlec_base::Span;

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// The whole.
    pub span: Span,
    /// Which.
    pub kind: ExprKind,
}

/// The kinds of expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A whole number.
    Int(i64),
    /// A text.
    Text(String),
    /// A name: variable, parameter, cell, region, direction, piece.
    Path(Path),
    /// `count(coin, around y)`.
    Call(Name, Vec<Expr>),
    /// `around x`: the neighbours.
    Around(Box<Expr>),
    /// `- x`, `not x`.
    Unary(UnaryOp, Box<Expr>),
    /// `x + y`.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `x is peg`, `x is not empty`.
    Is(Box<Expr>, Path, bool),
    /// `all x in S: P`, `any x in S, T: P`.
    Quantified(Quantifier, Name, Vec<Expr>, Box<Expr>),
    /// `ray(x, d) until rock or wall`.
    Until(Box<Expr>, Vec<Path>),
    /// `ray(x, d) until y: P`.
    UntilTest(Box<Expr>, Name, Box<Expr>),
    /// `E where y: P`.
    Where(Box<Expr>, Name, Box<Expr>),
    /// `sum y in E: N`, `min y in E: N`, `max y in E: N`.
    Fold(Fold, Name, Box<Expr>, Box<Expr>),
    /// Not an expression.
    Error,
}

/// Operators before an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `-`.
    Negate,
    /// `not`.
    Not,
}

/// Operators between expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
    /// Cells of the left that are not of the right.
    Except,
    /// Cells of the left, then those of the right.
    Union,
}

impl BinaryOp {
    /// The comparison with its sides exchanged; any other operation as it is.
    pub fn turned(self) -> BinaryOp {
        match self {
            BinaryOp::Less => BinaryOp::Greater,
            BinaryOp::LessEqual => BinaryOp::GreaterEqual,
            BinaryOp::Greater => BinaryOp::Less,
            BinaryOp::GreaterEqual => BinaryOp::LessEqual,
            other => other,
        }
    }
}

/// `sum`, `min` or `max` over cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Fold {
    Sum,
    Least,
    Greatest,
}

/// `all` or `any`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Quantifier {
    All,
    Any,
}
