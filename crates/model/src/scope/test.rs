//! Tests: the conditions of `when`, `where` and goals.

use super::{Scope, Sense};
use crate::board::Lines;
use crate::expr::{Cells, Part, Test};
use crate::piece::Selector;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_syntax::ast::{BinaryOp, Expr, ExprKind, Name, Quantifier, UnaryOp};

impl Scope<'_, '_> {
    /// A whole test: it counts as false where it has no value.
    pub fn condition(&mut self, expr: &Expr) -> Option<Test> {
        self.test(expr).map(settled)
    }

    /// A test. From edition 2 on, each test that is not made of others is false where it has no value; in edition 1,
    /// a test has no value where a part of it has none.
    pub(super) fn test(&mut self, expr: &Expr) -> Option<Test> {
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, inner) => Some(Test::Not(Box::new(self.test(inner)?))),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                let (left, right) = (self.test(left), self.test(right));
                let mut parts = Vec::new();
                for part in [left?, right?] {
                    match (op, part) {
                        (BinaryOp::And, Test::And(inner)) | (BinaryOp::Or, Test::Or(inner)) => {
                            parts.extend(inner);
                        }
                        (_, part) => parts.push(part),
                    }
                }
                Some(if *op == BinaryOp::And { Test::And(parts) } else { Test::Or(parts) })
            }
            ExprKind::Binary(op, left, right) => self.comparison(expr, *op, left, right),
            ExprKind::Is(what, path, negated) => {
                // `x is REGION` reads as well as `x is PIECE`.
                let region = path
                    .single()
                    .is_some_and(|n| self.board.is_some_and(|b| b.named().contains_key(&n.text)));
                let test = if region
                    && self.find_piece(path).is_none()
                    && !matches!(path.text().as_str(), "empty" | "piece")
                {
                    let cells = self.board.and_then(|b| b.find(&path.text()))?;
                    Test::Member(self.cell(what)?, Cells::Fixed(cells))
                } else if !matches!(path.text().as_str(), "empty" | "piece")
                    && self.find_piece(path).is_none()
                    && let Some(set) = self.set_named(path)
                {
                    let cell = self.cell(what);
                    Test::Member(cell?, self.set(set, path.span)?)
                } else {
                    let (cells, selector) = (self.cells(what), self.selector(path));
                    let (cells, selector) = (cells?, selector?);
                    Test::Holds(self.layer(&selector, cells), selector)
                };
                let test = self.total(test);
                Some(if *negated { Test::Not(Box::new(test)) } else { test })
            }
            ExprKind::Quantified(quantifier, name, over, body) => {
                let all = *quantifier == Quantifier::All;
                let parts: Vec<Option<Test>> =
                    over.iter().map(|over| self.each(all, name, over, body)).collect();
                let mut parts: Vec<Test> = parts.into_iter().collect::<Option<_>>()?;
                match (parts.len(), all) {
                    (1, _) => parts.pop(),
                    (_, true) => Some(Test::And(parts)),
                    (_, false) => Some(Test::Or(parts)),
                }
            }
            ExprKind::Call(name, args) => {
                self.function(&name.text, name.span, args.len(), "a test")?;
                let test = match (name.text.as_str(), args.as_slice()) {
                    ("occupied", [cells]) => Some(Test::Holds(self.cells(cells)?, Selector::any())),
                    ("empty", [cells]) => Some(Test::Holds(self.cells(cells)?, Selector::empty())),
                    ("adjacent", [a, b]) => {
                        let (a, b) = (self.cell(a), self.cell(b));
                        Some(Test::Adjacent(a?, b?))
                    }
                    ("aligned", [cell, dir]) => {
                        let (cell, dir) = (self.cell(cell), self.direction(dir));
                        Some(Test::Aligned(cell?, dir?))
                    }
                    ("different", [cells]) => Some(Test::Different(self.cells(cells)?)),
                    ("different", [a, b]) => {
                        let (a, b) = (self.cells(a), self.cells(b));
                        Some(Test::Different(Cells::Join(vec![a?, b?])))
                    }
                    ("spells", [cells, words]) => self.spells(cells, words),
                    (_, [set, ends @ ..]) => self.form(&name.text, set, ends, expr.span),
                    _ => None,
                };
                Some(self.total(test?))
            }
            ExprKind::Error => None,
            ExprKind::Path(path) if matches!(path.text().as_str(), "true" | "false") => {
                let text = format!("there is no value `{}`", path.text());
                self.diagnostics.push(
                    Diagnostic::new(Code::TypeMismatch, expr.span, text)
                        .help("remove the test, or write it out"),
                );
                None
            }
            _ => {
                let d = Diagnostic::new(Code::TypeMismatch, expr.span, "a condition is needed here")
                    .help("compare it: `count(peg) == 1`, `x is empty`, `occupied(x)`");
                self.diagnostics.push(d);
                None
            }
        }
    }

    /// The body for all, or for any, of the cells; for `rows` and the like, of the lists of cells.
    fn each(&mut self, all: bool, name: &Name, over: &Expr, body: &Expr) -> Option<Test> {
        if let Some(lines) = self.lines_named(over) {
            let number = self.lines(lines, over)?;
            let parts = (0..number).map(|line| {
                self.variables.push((name.text.clone(), Sense::Line(lines), line));
                let body = self.test(body);
                self.variables.pop();
                body
            });
            let parts = parts.collect::<Option<Vec<Test>>>()?;
            return Some(if all { Test::And(parts) } else { Test::Or(parts) });
        }
        let cells = self.cells(over);
        // The variable is what its author takes it for, so that the body has no second error.
        let directions = cells.is_none()
            && matches!(&over.kind, ExprKind::Path(path) if path.text() == super::lists::NO_LIST);
        let slot = self.bind(&name.text, if directions { Sense::Direction } else { Sense::Cell });
        let body = self.test(body);
        self.variables.pop();
        let over = cells?;
        let lacks = self.is_total() && Part::Cells(&over).may_lack_value(self.board);
        let test = Test::Each(all, slot, over, Box::new(body?));
        self.in_time(Part::Test(&test), name.span)?;
        Some(if lacks { Test::Total(Box::new(test)) } else { test })
    }

    /// The lines that an expression names.
    fn lines_named(&self, expr: &Expr) -> Option<Lines> {
        let ExprKind::Path(path) = &expr.kind else { return None };
        let name = path.single().filter(|name| self.variable(&name.text).is_none())?;
        Lines::of(&name.text)
    }

    /// The number of lines of the board.
    fn lines(&mut self, lines: Lines, expr: &Expr) -> Option<usize> {
        // Without a board, a rule is only checked.
        let Some(board) = self.board else { return Some(0) };
        if board.unbounded {
            return self.report(Code::NeedsBound, expr.span, "an unbounded board has no list of its lines");
        }
        let number = board.lines(lines).len();
        if number > 0 {
            return Some(number);
        }
        let (word, help) = match lines {
            Lines::Rows => ("rows", "name the cells by a test"),
            Lines::Columns => ("columns", "name the cells by a test"),
            Lines::Diagonals => ("diagonals", "name the cells by a test"),
            Lines::Regions => {
                ("regions", "a letter that appears several times in the picture of a board names a region")
            }
        };
        let text = format!("the board has no {word}");
        self.diagnostics.push(Diagnostic::new(Code::NoSuchLines, expr.span, text).help(help));
        None
    }

    fn comparison(&mut self, expr: &Expr, op: BinaryOp, left: &Expr, right: &Expr) -> Option<Test> {
        let ordered = matches!(
            op,
            BinaryOp::Equal
                | BinaryOp::NotEqual
                | BinaryOp::Less
                | BinaryOp::LessEqual
                | BinaryOp::Greater
                | BinaryOp::GreaterEqual
        );
        if !ordered {
            return self.report(Code::TypeMismatch, expr.span, "a condition is needed here");
        }
        let equality = matches!(op, BinaryOp::Equal | BinaryOp::NotEqual);
        if equality && self.is_cell(left) && !self.is_cell(right) && self.is_piece(right) {
            let slice = |span| self.names.project.sources.slice(span);
            let is = if op == BinaryOp::Equal { "is" } else { "is not" };
            let new = format!("{} {is} {}", slice(left.span), slice(right.span));
            let d = Diagnostic::new(Code::TypeMismatch, expr.span, "a cell and a piece cannot be equal")
                .help(format!("test what the cell holds: `{new}`"))
                .fix(format!("write `{new}`"), expr.span, new, true);
            self.diagnostics.push(d);
            return None;
        }
        if equality && (self.is_cell(left) || self.is_cell(right)) {
            let (a, b) = (self.cell(left), self.cell(right));
            let same = self.total(Test::Same(a?, b?));
            return Some(if op == BinaryOp::Equal { same } else { Test::Not(Box::new(same)) });
        }
        let (a, b) = (self.number(left), self.number(right));
        let (a, b) = (a?, b?);
        Some(match op {
            // Where a number has no value, it equals none.
            BinaryOp::NotEqual => match self.total(Test::Compare(BinaryOp::Equal, a, b)) {
                equal @ Test::Total(_) => Test::Not(Box::new(equal)),
                Test::Compare(_, a, b) => Test::Compare(op, a, b),
                other => Test::Not(Box::new(other)),
            },
            _ => self.total(Test::Compare(op, a, b)),
        })
    }

    /// Whether tests are false where they have no value.
    fn is_total(&self) -> bool {
        self.names.project.edition(self.module) >= 2
    }

    /// The test, and false where it has no value.
    fn total(&self, test: Test) -> Test {
        match self.is_total() && Part::Test(&test).may_lack_value(self.board) {
            true => Test::Total(Box::new(test)),
            false => test,
        }
    }

    /// Whether an expression is `empty`, `piece` or names a piece.
    fn is_piece(&mut self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Path(path) => {
                let unknown = path
                    .single()
                    .is_none_or(|n| self.variable(&n.text).is_none() && !self.values.contains_key(&n.text));
                let word = matches!(path.text().as_str(), "empty" | "piece");
                unknown && (word || self.find_piece(path).is_some())
            }
            _ => false,
        }
    }

    /// Whether an expression denotes a cell, judging by its form.
    fn is_cell(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Path(path) => path.single().is_some_and(|n| match self.variable(&n.text) {
                Some((sense, _)) => matches!(sense, Sense::Cell | Sense::Unknown),
                None => {
                    !self.values.contains_key(&n.text)
                        && self.board.is_some_and(|b| b.find(&n.text).is_some())
                }
            }),
            ExprKind::Call(name, _) => matches!(name.text.as_str(), "step" | "first" | "last"),
            _ => self.edge(expr).is_some(),
        }
    }
}

/// A whole test without [`Test::Total`] where it changes nothing: where one part that has no value is enough for the
/// whole to be false.
fn settled(test: Test) -> Test {
    match test {
        Test::Total(inner) => settled(*inner),
        Test::And(parts) => Test::And(parts.into_iter().map(settled).collect()),
        Test::Each(true, slot, over, body) => Test::Each(true, slot, over, Box::new(settled(*body))),
        other => other,
    }
}
