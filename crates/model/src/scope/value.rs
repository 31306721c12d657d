//! Cells, directions and numbers.

use super::lists::{NO_LIST, no_list};
use super::range::counts;
use super::{Scope, Sense, range};
use crate::board::{Coord, LARGEST_BOARD};
use crate::expr::{Cell, Cells, Dir, Num, Part};
use crate::names::Sort;
use crate::number::{self, LARGE, NEGATIVE, ZERO};
use crate::piece::Selector;
use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_base::words::grouped;
use puzzlec_syntax::ast::{BinaryOp, Expr, ExprKind, Path, UnaryOp};

/// Maximum number of names that a message lists.
const SHOWN: usize = 8;

impl Scope<'_, '_> {
    /// The cells of a name on the board.
    fn cells_named(&mut self, path: &Path) -> Option<Vec<Coord>> {
        let Some(name) = path.single() else {
            return self.report(Code::UnknownName, path.span, format!("`{}` names no cell", path.text()));
        };
        let Some(board) = self.board else {
            let like_cell = name.text.ends_with(|c: char| c.is_ascii_digit());
            return if like_cell || self.values.contains_key(&name.text) {
                Some(vec![Coord::new(0, 0)])
            } else {
                self.unknown_cell(path)
            };
        };
        match board.find(&name.text) {
            Some(cells) => Some(cells),
            None => self.unknown_cell(path),
        }
    }

    fn unknown_cell<T>(&mut self, path: &Path) -> Option<T> {
        let name = path.single()?;
        if self.values.contains_key(&name.text) {
            let text = format!("a cell is needed here, but `{}` is a number", name.text);
            return self.number_for_cell(name.span, text);
        }
        if self.find_piece(path).is_some() {
            let text = format!("a cell is needed here, but `{}` is a piece", name.text);
            return self.report(Code::TypeMismatch, name.span, text);
        }
        let looks_like_cell = name.text.ends_with(|c: char| c.is_ascii_digit())
            && name.text.starts_with(|c: char| c.is_ascii_lowercase());
        if looks_like_cell && self.board.is_some() {
            let text = format!("the board has no cell `{}`", name.text);
            let d = self.with_cells(Diagnostic::new(Code::OffBoard, name.span, text));
            self.diagnostics.push(d);
            return None;
        }
        let lower = name.text.to_lowercase();
        let mut known: Vec<String> = self.variables.iter().map(|v| v.0.clone()).collect();
        known.extend(self.board.filter(|b| b.find(&lower).is_some()).map(|_| lower));
        known.extend(self.board.iter().flat_map(|b| b.named().keys().cloned()));
        let text = format!("there is no variable, cell or region `{}`", name.text);
        let d = Diagnostic::new(Code::UnknownName, name.span, text);
        let known = known.iter().map(String::as_str);
        let d = if name.text == NO_LIST { no_list(d) } else { d.suggest(&name.text, name.span, known) };
        let d = if d.help.is_none() { self.with_cells(d) } else { d };
        self.diagnostics.push(d);
        None
    }

    /// A diagnostic with the names that the board has.
    fn with_cells(&self, found: Diagnostic) -> Diagnostic {
        let Some(board) = self.board else { return found };
        let [first, .., last] = board.cells() else { return found };
        let cells =
            format!("the cells of the board run from `{}` to `{}`", board.name(*first), board.name(*last));
        let own =
            |(name, cells): &(&String, &Vec<Coord>)| !cells.iter().any(|cell| board.name(*cell) == **name);
        let named: Vec<String> =
            board.named().iter().filter(own).map(|(name, _)| format!("`{name}`")).collect();
        let shown = named.get(..named.len().min(SHOWN)).unwrap_or(&[]).join(", ");
        found.note(match named.len() {
            0 => cells,
            1..=SHOWN => format!("{cells}; named: {shown}"),
            _ => format!("{cells}; named: {shown} and others"),
        })
    }

    /// A list of cells.
    pub fn cells(&mut self, expr: &Expr) -> Option<Cells> {
        if let Some(place) = self.edge(expr) {
            return Some(Cells::One(Cell::Fixed(place)));
        }
        match &expr.kind {
            ExprKind::Path(path) => {
                if let Some(name) = path.single() {
                    match self.variable(&name.text) {
                        Some((Sense::Cell, slot)) => return Some(Cells::One(Cell::Var(slot))),
                        Some((Sense::Line(lines), number)) => {
                            let line = self.board.and_then(|b| b.lines(lines).into_iter().nth(number));
                            return line.map(Cells::Fixed);
                        }
                        Some((Sense::Direction, _)) => {
                            let text = format!("a cell is needed here, but `{}` is a direction", name.text);
                            return self.report(Code::TypeMismatch, expr.span, text);
                        }
                        Some((Sense::Number(..), _)) => {
                            let text = format!("a cell is needed here, but `{}` is a number", name.text);
                            return self.number_for_cell(expr.span, text);
                        }
                        Some((Sense::Unknown, _)) => return self.follows(expr.span),
                        None if name.text == "cells" => return Some(Cells::All),
                        None => {}
                    }
                }
                if let Some(set) = self.set_named(path) {
                    return self.set(set, expr.span);
                }
                if let Some(places) = self.places(path) {
                    return places.map(Cells::Fixed);
                }
                let cells = self.cells_named(path)?;
                Some(match cells.as_slice() {
                    [one] => Cells::One(Cell::Fixed(*one)),
                    _ => Cells::Fixed(cells),
                })
            }
            ExprKind::Around(inner) => Some(Cells::Around(Box::new(self.cells(inner)?))),
            ExprKind::Binary(BinaryOp::Except, left, right) => {
                let left = self.cells(left);
                let right = self.cells(right);
                Some(Cells::Except(Box::new(left?), Box::new(right?)))
            }
            ExprKind::Binary(BinaryOp::Union, left, right) => {
                let (left, right) = (self.cells(left), self.cells(right));
                Some(Cells::Join(vec![left?, right?]))
            }
            ExprKind::Binary(BinaryOp::And, left, right) => {
                let (left, right) = (self.cells(left), self.cells(right));
                Some(Cells::Both(Box::new(left?), Box::new(right?)))
            }
            ExprKind::Until(ray, kinds) => self.until_kinds(ray, kinds),
            ExprKind::UntilTest(ray, name, test) => self.until_test(ray, name, test),
            ExprKind::Where(list, name, test) => self.filtered(list, name, test, expr.span),
            ExprKind::Call(name, args) => {
                self.function(&name.text, name.span, args.len(), "cells")?;
                match (name.text.as_str(), args.as_slice()) {
                    ("run", [from, dir, n]) => {
                        let (from, dir, length) = (self.cell(from), self.direction(dir), self.reach(n));
                        Some(Cells::Run(from?, dir?, Box::new(length?)))
                    }
                    ("ray", [from, dir]) => {
                        self.ends(expr.span, "a ray")?;
                        let (from, dir) = (self.cell(from), self.direction(dir));
                        Some(Cells::Ray(from?, dir?, None))
                    }
                    ("component", [cell, set]) => {
                        let (cell, set) = (self.cell(cell), self.set_of(set, expr.span));
                        let found = Cells::Component(cell?, Box::new(set?));
                        self.in_time(Part::Cells(&found), expr.span)?;
                        Some(found)
                    }
                    _ => self.cell(expr).map(Cells::One),
                }
            }
            ExprKind::Error => None,
            ExprKind::Int(_) => {
                let text = "a cell is needed here, found a number";
                let d = Diagnostic::new(Code::TypeMismatch, expr.span, text)
                    .help("a cell is named by its column and row: `a1`");
                self.diagnostics.push(d);
                None
            }
            ExprKind::Binary(
                BinaryOp::Add
                | BinaryOp::Subtract
                | BinaryOp::Multiply
                | BinaryOp::Divide
                | BinaryOp::Remainder
                | BinaryOp::Power,
                ..,
            ) => self.number_for_cell(expr.span, "a cell is needed here, found a number".to_owned()),
            _ => self.report(Code::TypeMismatch, expr.span, "a cell or a list of cells is needed here"),
        }
    }

    /// Reports a number in place of a cell.
    fn number_for_cell<T>(&mut self, span: Span, text: String) -> Option<T> {
        let help = "count from a cell in a direction d: `step(a1, d, n)`";
        self.diagnostics.push(Diagnostic::new(Code::TypeMismatch, span, text).help(help));
        None
    }

    /// Several lists as one.
    pub fn join(&mut self, exprs: &[Expr]) -> Option<Cells> {
        let parts: Vec<Option<Cells>> = exprs.iter().map(|e| self.cells(e)).collect();
        let mut parts: Vec<Cells> = parts.into_iter().collect::<Option<_>>()?;
        match parts.len() {
            1 => parts.pop(),
            _ => Some(Cells::Join(parts)),
        }
    }

    /// One cell.
    pub fn cell(&mut self, expr: &Expr) -> Option<Cell> {
        if let ExprKind::Call(name, args) = &expr.kind
            && name.text == "step"
        {
            self.function("step", name.span, args.len(), "cells")?;
            let from = args.first().and_then(|a| self.cell(a));
            let dir = args.get(1).and_then(|a| self.direction(a));
            let n = match args.get(2) {
                Some(n) => self.steps(n),
                None => Some(Num::Fixed(1)),
            };
            return Some(Cell::Step(Box::new(from?), dir?, Box::new(n?)));
        }
        if let ExprKind::Call(name, args) = &expr.kind
            && matches!(name.text.as_str(), "first" | "last")
        {
            self.function(&name.text, name.span, args.len(), "cells")?;
            let list = Box::new(self.cells(args.first()?)?);
            return Some(if name.text == "first" { Cell::First(list) } else { Cell::Last(list) });
        }
        match self.cells(expr)? {
            Cells::One(cell) => Some(cell),
            _ => self.report(Code::TypeMismatch, expr.span, "one cell is needed here, found several"),
        }
    }

    /// A direction.
    pub fn direction(&mut self, expr: &Expr) -> Option<Dir> {
        match &expr.kind {
            ExprKind::Path(path) => {
                let Some(name) = path.single() else {
                    return self.report(Code::TypeMismatch, expr.span, "a direction is needed here");
                };
                match self.variable(&name.text) {
                    Some((Sense::Direction, slot)) => Some(Dir::Var(slot)),
                    Some((sense @ (Sense::Cell | Sense::Line(_) | Sense::Number(..)), _)) => {
                        let what = if matches!(sense, Sense::Number(..)) { "number" } else { "cell" };
                        let text = format!("a direction is needed here, but `{}` is a {what}", name.text);
                        self.report(Code::TypeMismatch, expr.span, text)
                    }
                    Some((Sense::Unknown, _)) => self.follows(expr.span),
                    None => self.named_direction(&name.text, name.span).map(Dir::Fixed),
                }
            }
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), left, right) => {
                let dir = self.direction(left);
                match number::evaluate(right, &self.values) {
                    Ok(n) => {
                        let n = if *op == BinaryOp::Subtract { n.checked_neg() } else { Some(n) };
                        let Some(n) = n else { return self.report(Code::Arithmetic, expr.span, LARGE) };
                        Some(Dir::Turn(Box::new(dir?), n))
                    }
                    Err(d) => {
                        self.diagnostics.push(*d);
                        None
                    }
                }
            }
            ExprKind::Error => None,
            _ => self.report(Code::TypeMismatch, expr.span, "a direction is needed here"),
        }
    }

    /// A number, which may count pieces.
    pub fn number(&mut self, expr: &Expr) -> Option<Num> {
        match &expr.kind {
            ExprKind::Int(n) => Some(Num::Fixed(*n)),
            ExprKind::Path(path) => {
                let name = path.single().map(|n| n.text.clone()).unwrap_or_default();
                if self.variable(&name).is_none()
                    && let Some(n) = self.values.get(&name)
                {
                    return Some(Num::Fixed(*n));
                }
                if let Some((sense, slot)) = self.variable(&name) {
                    if let Sense::Number(low, high) = sense {
                        return Some(Num::Var(slot, (low, high)));
                    }
                    if sense == Sense::Unknown {
                        return self.follows(expr.span);
                    }
                    let text = format!("a number is needed here, but `{name}` is a cell or direction");
                    return self.report(Code::TypeMismatch, expr.span, text);
                }
                if let Some(counter) = self.counter(path) {
                    return Some(counter);
                }
                if self.find_piece(path).is_some() {
                    let text = format!("a number is needed here, but `{}` is a piece", path.text());
                    let new = format!("count({})", path.text());
                    let d = Diagnostic::new(Code::TypeMismatch, expr.span, text)
                        .help(format!("write `{new}` for the number of these pieces"))
                        .fix(format!("write `{new}`"), expr.span, new, false);
                    self.diagnostics.push(d);
                    return None;
                }
                // The name of a counter that could not be read.
                if self.names.resolve(self.module, path, Sort::Counter).is_err_and(|d| d.is_consequence()) {
                    return self.follows(expr.span);
                }
                match number::evaluate(expr, &self.values) {
                    Ok(n) => Some(Num::Fixed(n)),
                    Err(d) => {
                        self.diagnostics.push(*d);
                        None
                    }
                }
            }
            ExprKind::Unary(UnaryOp::Negate, inner) => {
                let n = self.number(inner)?;
                self.calculation(BinaryOp::Subtract, Num::Fixed(0), n, expr.span)
            }
            ExprKind::Binary(op, left, right) if number::apply(*op, 1, 1).is_some() => {
                let (left, right) = (self.number(left), self.number(right));
                self.calculation(*op, left?, right?, expr.span)
            }
            ExprKind::Fold(fold, name, over, body) => self.fold(*fold, name, over, body, expr.span),
            ExprKind::Call(name, args) => {
                self.function(&name.text, name.span, args.len(), "a number")?;
                self.number_call(&name.text, args, expr.span)
            }
            ExprKind::Error => None,
            _ => self.report(Code::TypeMismatch, expr.span, "a number is needed here"),
        }
    }

    /// The length of a step or run: its cell must not depend on the contents of cells.
    fn steps(&mut self, expr: &Expr) -> Option<Num> {
        let number = self.number(expr)?;
        if !counts(&number) {
            return Some(number);
        }
        let (text, help) = match Part::Num(&number).has_counters() {
            true => (
                "the length of a step or run cannot depend on a counter",
                "use a variable, as in `k in 1..`, and `when k == …`",
            ),
            false => (
                "the length of a step or run cannot depend on a count",
                "test the count separately, and give the length as a number",
            ),
        };
        self.diagnostics.push(Diagnostic::new(Code::TypeMismatch, expr.span, text).help(help));
        None
    }

    /// The length of a run. An unbounded board does not stop it, so a number must.
    fn reach(&mut self, expr: &Expr) -> Option<Num> {
        let number = self.steps(expr)?;
        let far = |n: i64| n.unsigned_abs() > LARGEST_BOARD.unsigned_abs();
        match number {
            Num::Fixed(n) if far(n) && self.board.is_some_and(|b| b.unbounded) => {
                let most = grouped(LARGEST_BOARD.unsigned_abs());
                let text = format!("on an unbounded board a run has at most {most} cells, found {n}");
                self.report(Code::OutOfRange, expr.span, text)
            }
            number => Some(number),
        }
    }

    /// An operation, carried out if it is one of fixed numbers.
    fn calculation(&mut self, op: BinaryOp, left: Num, right: Num, span: Span) -> Option<Num> {
        match (&left, &right) {
            (Num::Fixed(a), Num::Fixed(b)) => {
                return match number::apply(op, *a, *b)? {
                    Ok(n) => Some(Num::Fixed(n)),
                    Err(why) => self.report(Code::Arithmetic, span, why),
                };
            }
            (_, power) if op == BinaryOp::Power && self.range(power).0 < 0 => {
                return self.report(Code::Arithmetic, span, NEGATIVE);
            }
            (_, Num::Fixed(0)) if matches!(op, BinaryOp::Divide | BinaryOp::Remainder) => {
                return self.report(Code::Arithmetic, span, ZERO);
            }
            _ => {}
        }
        self.in_range(range::of(op, self.range(&left), self.range(&right)), span)?;
        Some(Num::Binary(op, Box::new(left), Box::new(right)))
    }

    fn number_call(&mut self, name: &str, args: &[Expr], span: Span) -> Option<Num> {
        match (name, args) {
            ("count", [list]) if self.is_list(list) => {
                let cells = self.cells(list)?;
                self.finite(&cells, list.span)?;
                Some(Num::Size(cells))
            }
            ("count", [piece, rest @ ..]) => {
                let selector = self.piece_argument(piece);
                let cells = match rest.first() {
                    Some(cells) => self.cells(cells),
                    None => Some(Cells::All),
                };
                let (selector, cells) = (selector?, cells?);
                let cells = self.layer(&selector, cells);
                Some(Num::Count(Box::new(selector), cells))
            }
            ("components", [set]) => {
                let num = Num::Components(self.set_of(set, span)?);
                self.in_time(Part::Num(&num), span)?;
                Some(num)
            }
            ("distance", [a, b]) => {
                let (a, b) = (self.cell(a), self.cell(b));
                Some(Num::Distance(a?, b?))
            }
            ("number", [a]) => {
                self.ends(span, "the number of a piece")?;
                Some(Num::Number(self.cell(a)?))
            }
            ("rowof", [a]) => Some(Num::Row(self.cell(a)?)),
            ("columnof", [a]) => Some(Num::Column(self.cell(a)?)),
            ("min" | "max", [a, b]) => {
                let (a, b) = (self.number(a), self.number(b));
                Some(match (a?, b?, name) {
                    (Num::Fixed(a), Num::Fixed(b), "min") => Num::Fixed(a.min(b)),
                    (Num::Fixed(a), Num::Fixed(b), _) => Num::Fixed(a.max(b)),
                    (a, b, "min") => Num::Min(Box::new(a), Box::new(b)),
                    (a, b, _) => Num::Max(Box::new(a), Box::new(b)),
                })
            }
            ("abs", [a]) => match self.number(a)? {
                Num::Fixed(n) => match n.checked_abs() {
                    Some(n) => Some(Num::Fixed(n)),
                    None => self.report(Code::Arithmetic, span, LARGE),
                },
                n => Some(Num::Abs(Box::new(n))),
            },
            _ => None,
        }
    }

    /// An expression that must name a piece, `empty` or `piece`.
    fn piece_argument(&mut self, expr: &Expr) -> Option<Selector> {
        match &expr.kind {
            ExprKind::Path(path) => self.selector(path),
            ExprKind::Error => None,
            _ => self.report(Code::TypeMismatch, expr.span, "a piece is needed here"),
        }
    }
}
