//! The values of expressions in a position.

use std::collections::BTreeSet;

use puzzlec_syntax::ast::{BinaryOp, Expr, ExprKind, Fold, ItemKind, Path, Quantifier, SetItem, UnaryOp};

use super::board::{Board, Cell, Kind, once_each};
use super::files::{Values, arithmetic};
use super::position::{Held, Position};
use super::puzzle::Puzzle;
use super::sets;
use super::sort::{Below, Sort};
pub use super::value::{Found, Stop, Value};
use super::value::{same, unclear};

/// Of a test that is not made of others, whether it denies one.
fn denies(expr: &Expr) -> Option<bool> {
    match &expr.kind {
        ExprKind::Is(_, _, not) => Some(*not),
        ExprKind::Binary(BinaryOp::NotEqual, ..) => Some(true),
        ExprKind::Binary(op, ..) => matches!(
            op,
            BinaryOp::Equal
                | BinaryOp::Less
                | BinaryOp::LessEqual
                | BinaryOp::Greater
                | BinaryOp::GreaterEqual
        )
        .then_some(false),
        ExprKind::Call(name, _) => {
            let tests = ["occupied", "empty", "adjacent", "aligned", "different", "spells"];
            let name = name.text.as_str();
            (tests.contains(&name) || sets::TESTS.contains(&name)).then_some(false)
        }
        _ => None,
    }
}

/// Where an expression stands.
#[derive(Clone, Debug)]
pub struct Scope<'a> {
    puzzle: &'a Puzzle,
    /// The board, of a ring the part that is left.
    pub board: &'a Board,
    position: &'a Position,
    modules: Vec<usize>,
    values: &'a Values,
    pub variables: Vec<(String, Value)>,
}

impl<'a> Scope<'a> {
    pub fn new(
        puzzle: &'a Puzzle,
        board: &'a Board,
        position: &'a Position,
        modules: Vec<usize>,
        values: &'a Values,
    ) -> Scope<'a> {
        Scope { puzzle, board, position, modules, values, variables: Vec::new() }
    }

    /// The same names where the position is another.
    pub fn later(&self, position: &'a Position) -> Scope<'a> {
        Scope { position, ..self.clone() }
    }

    /// What `empty`, `piece` or a piece's name asks for.
    pub fn sort(&self, path: &Path) -> Option<Sort> {
        match path.text().as_str() {
            "empty" => Some(Sort::Empty),
            "piece" => Some(Sort::Anything),
            _ => self.puzzle.named(&self.modules, path),
        }
    }

    /// Whether a cell holds this: a floor piece below, anything else above.
    pub fn admits(&self, sort: Sort, cell: Cell) -> bool {
        match self.below(Some(sort)) {
            Some(floor) => floor.lies(self.position.floor.get(&cell)),
            None => sort.admits(self.holds(cell)),
        }
    }

    /// The floor piece that a sort is, if it is one.
    pub fn below(&self, sort: Option<Sort>) -> Option<Below> {
        let (piece, member) = match sort? {
            Sort::Piece(piece) => (piece, None),
            Sort::Member(piece, member) => (piece, Some(member)),
            Sort::Empty | Sort::Anything => return None,
        };
        self.puzzle.files.pieces[piece].floor.then_some(Below(piece, member))
    }

    pub fn cells(&self, expr: &Expr) -> Found<Vec<Cell>> {
        match self.value(expr)? {
            Value::Cells(cells) => Ok(cells),
            other => unclear(format!("cells expected: {other:?}")),
        }
    }

    pub fn cell(&self, expr: &Expr) -> Found<Cell> {
        match self.cells(expr)?.as_slice() {
            [cell] => Ok(*cell),
            other => unclear(format!("one cell expected: {other:?}")),
        }
    }

    pub fn number(&self, expr: &Expr) -> Found<i64> {
        match self.value(expr)? {
            Value::Number(n) => Ok(n),
            other => unclear(format!("a number expected: {other:?}")),
        }
    }

    pub fn truth(&self, expr: &Expr) -> Found<bool> {
        match self.value(expr)? {
            Value::Truth(t) => Ok(t),
            other => unclear(format!("a test expected: {other:?}")),
        }
    }

    pub fn direction(&self, expr: &Expr) -> Found<usize> {
        match self.value(expr)? {
            Value::Direction(d) => Ok(d),
            other => unclear(format!("a direction expected: {other:?}")),
        }
    }

    fn holds(&self, cell: Cell) -> Option<&Held> {
        self.position.held.get(&cell)
    }

    /// A value; that of a test which is not made of others is no from edition 2 on, where it has none.
    pub fn value(&self, expr: &Expr) -> Found<Value> {
        match (self.read(expr), denies(expr)) {
            (Err(Stop::Off), Some(denied)) if self.puzzle.edition > 1 => Ok(Value::Truth(denied)),
            (found, _) => found,
        }
    }

    fn read(&self, expr: &Expr) -> Found<Value> {
        Ok(match &expr.kind {
            ExprKind::Int(n) => Value::Number(*n),
            ExprKind::Text(_) | ExprKind::Error => return unclear("an expression"),
            ExprKind::Path(path) => self.name(path)?,
            ExprKind::Call(name, args) => self.call(&name.text, args)?,
            ExprKind::Around(inner) => {
                let inner = self.cells(inner)?;
                let around: Vec<Cell> = inner.iter().flat_map(|c| self.board.neighbours(*c)).collect();
                Value::Cells(once_each(&around).into_iter().filter(|c| !inner.contains(c)).collect())
            }
            ExprKind::Unary(UnaryOp::Negate, inner) => Value::Number(-self.number(inner)?),
            ExprKind::Unary(UnaryOp::Not, inner) => Value::Truth(!self.truth(inner)?),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b)?,
            ExprKind::Is(what, path, not) => {
                let cell = self.cell(what)?;
                let is = match self.sort(path) {
                    Some(sort) => self.admits(sort, cell),
                    // A region, also where a variable has its name.
                    None => match (Scope { variables: Vec::new(), ..self.clone() }).name(path)? {
                        Value::Cells(cells) => cells.contains(&cell),
                        other => return unclear(format!("is {other:?}")),
                    },
                };
                Value::Truth(is != *not)
            }
            ExprKind::Until(ray, kinds) => {
                let sorts: Option<Vec<Sort>> = kinds.iter().map(|k| self.sort(k)).collect();
                let Some(sorts) = sorts else { return unclear("until what") };
                let stops = |cell: &Cell| sorts.iter().any(|s| self.admits(*s, *cell));
                Value::Cells(self.cells(ray)?.into_iter().take_while(|c| !stops(c)).collect())
            }
            ExprKind::UntilTest(ray, name, test) => {
                let mut free = Vec::new();
                for cell in self.cells(ray)? {
                    if self.with(&name.text, cell).truth(test)? {
                        break;
                    }
                    free.push(cell);
                }
                Value::Cells(free)
            }
            ExprKind::Where(set, name, test) => {
                let mut found = Vec::new();
                for cell in self.cells(set)? {
                    if self.with(&name.text, cell).truth(test)? {
                        found.push(cell);
                    }
                }
                Value::Cells(found)
            }
            ExprKind::Fold(fold, name, set, number) => {
                let mut found = Vec::new();
                for cell in self.cells(set)? {
                    found.push(self.with(&name.text, cell).number(number)?);
                }
                match fold {
                    Fold::Sum => Value::Number(found.iter().sum()),
                    Fold::Least => Value::Number(*found.iter().min().ok_or(Stop::Off)?),
                    Fold::Greatest => Value::Number(*found.iter().max().ok_or(Stop::Off)?),
                }
            }
            ExprKind::Quantified(quantifier, name, set, test) => {
                let mut found = Vec::new();
                let mut sets = Vec::new();
                for set in set {
                    match self.lines(set) {
                        Some(lines) => sets.extend(lines),
                        None => match self.cells(set) {
                            // A list that there is not: for all of it no, for one of it no.
                            Err(Stop::Off) if self.puzzle.edition > 1 => found.push(false),
                            cells => sets.extend(cells?.into_iter().map(|cell| vec![cell])),
                        },
                    }
                }
                for cells in sets {
                    let mut inner = self.clone();
                    inner.variables.push((name.text.clone(), Value::Cells(cells)));
                    found.push(inner.truth(test)?);
                }
                Value::Truth(match quantifier {
                    Quantifier::All => found.iter().all(|t| *t),
                    Quantifier::Any => found.iter().any(|t| *t),
                })
            }
        })
    }

    /// The same place with one more variable.
    fn with(&self, name: &str, cell: Cell) -> Scope<'a> {
        let mut inner = self.clone();
        inner.variables.push((name.to_owned(), Value::Cells(vec![cell])));
        inner
    }

    /// A named set, read where it is declared.
    fn set(&self, path: &Path) -> Found<Value> {
        let item = |i: &ItemKind| match i {
            ItemKind::Set(set) => Some((set.name.text.clone(), set.clone())),
            _ => None,
        };
        let named = |module: usize| self.puzzle.files.set(module, path, &item);
        let Some((module, set)): Option<(usize, SetItem)> = self.modules.iter().find_map(|m| named(*m))
        else {
            return unclear(format!("no {}", path.text()));
        };
        let none = Values::new();
        let inner = Scope {
            puzzle: self.puzzle,
            board: self.board,
            position: self.position,
            modules: vec![module],
            values: &none,
            variables: Vec::new(),
        };
        inner.value(&set.value)
    }

    /// The words of a list.
    fn words(&self, path: &Path) -> Found<String> {
        let item = |i: &ItemKind| match i {
            ItemKind::List(list) if !list.in_file => Some((list.name.text.clone(), list.words.value.clone())),
            _ => None,
        };
        let named = |module: usize| self.puzzle.files.set(module, path, &item);
        let found = self.modules.iter().find_map(|m| named(*m));
        found.map_or_else(|| unclear(format!("no {}", path.text())), |(_, words)| Ok(words))
    }

    /// `rows`, `columns`, `diagonals` and `regions`.
    fn lines(&self, set: &Expr) -> Option<Vec<Vec<Cell>>> {
        let ExprKind::Path(path) = &set.kind else { return None };
        let word = path.text();
        if self.variables.iter().any(|v| v.0 == word) {
            return None;
        }
        let slanted = self.board.kind == Kind::Hex;
        let along = |key: &dyn Fn(&Cell) -> i32| {
            let cells = if self.board.edged { self.board.places(2) } else { self.board.cells.clone() };
            let keys: BTreeSet<i32> = cells.iter().map(key).collect();
            let line = |k: &i32| cells.iter().filter(|c| key(c) == *k).copied().collect();
            keys.iter().map(line).collect::<Vec<Vec<Cell>>>()
        };
        match word.as_str() {
            "rows" => Some(along(&|c| c.1)),
            "columns" => Some(along(&|c| c.0)),
            "diagonals" if slanted => Some(along(&|c| c.0 + c.1)),
            "diagonals" => Some([along(&|c| c.0 + c.1), along(&|c| c.0 - c.1)].concat()),
            "regions" => {
                let names = self.puzzle.board.names.values();
                Some(names.filter(|cells| cells.len() > 1).cloned().collect())
            }
            _ => None,
        }
    }

    /// What makes pieces different: the member of a family, the label of a cell, otherwise the piece.
    fn likeness(&self, cell: Cell) -> Option<(usize, usize, String)> {
        Some(match self.holds(cell)? {
            Held::One(piece, member) => (*piece, *member, String::new()),
            Held::Block(piece, _) => (*piece, 0, String::new()),
            Held::Chain(piece, cells) => {
                let label = cells.iter().find(|c| c.0 == cell).map_or(String::new(), |c| c.1.clone());
                if label.is_empty() { (*piece, 0, label) } else { (usize::MAX, 0, label) }
            }
        })
    }

    fn name(&self, path: &Path) -> Found<Value> {
        let text = path.text();
        if let Some((_, value)) = self.variables.iter().rev().find(|v| v.0 == text) {
            return Ok(value.clone());
        }
        if let Some(n) = self.values.get(&text) {
            return Ok(Value::Number(*n));
        }
        if let Some(n) = self.position.counts.get(&text) {
            return Ok(Value::Number(*n));
        }
        if let Some(direction) = self.board.direction(&text) {
            return Ok(Value::Direction(direction));
        }
        if text == "cells" {
            if self.board.endless {
                return unclear("all cells of a board without end");
            }
            return Ok(Value::Cells(self.board.cells.clone()));
        }
        let odd = ["corners", "edges", "faces"].iter().position(|word| *word == text);
        if let Some(odd) = odd.filter(|_| self.board.edged) {
            return Ok(Value::Cells(self.board.places(odd)));
        }
        match self.puzzle.board.named(&text) {
            // A cell that a ring has lost is no cell for any rule.
            Some(cells) if cells.iter().any(|c| !self.board.has(*c)) => Err(Stop::Off),
            Some(cells) => Ok(Value::Cells(cells)),
            None => self.set(path),
        }
    }

    fn turned(&self, direction: usize, by: i64) -> usize {
        (direction as i64 + by).rem_euclid(self.board.directions().len() as i64) as usize
    }

    /// The name of an edge or a corner, which reads as a difference.
    fn edge(expr: &Expr) -> Option<String> {
        match &expr.kind {
            ExprKind::Binary(BinaryOp::Subtract, a, b) => {
                Some(format!("{}-{}", Self::edge(a)?, Self::edge(b)?))
            }
            ExprKind::Path(path) => Some(path.text()),
            _ => None,
        }
    }

    fn binary(&self, op: BinaryOp, a: &Expr, b: &Expr) -> Found<Value> {
        if op == BinaryOp::Subtract
            && self.board.edged
            && let (Some(a), Some(b)) = (Self::edge(a), Self::edge(b))
            && let Some(cells) = self.board.named(&format!("{a}-{b}"))
        {
            return Ok(Value::Cells(cells));
        }
        let (a, b) = (self.value(a)?, self.value(b)?);
        Ok(match (op, a, b) {
            (BinaryOp::Or, Value::Truth(a), Value::Truth(b)) => Value::Truth(a || b),
            (BinaryOp::And, Value::Truth(a), Value::Truth(b)) => Value::Truth(a && b),
            (BinaryOp::And, Value::Cells(a), Value::Cells(b)) => {
                Value::Cells(a.into_iter().filter(|c| b.contains(c)).collect())
            }
            (BinaryOp::Union, Value::Cells(a), Value::Cells(b)) => {
                Value::Cells(once_each(&a.into_iter().chain(b).collect::<Vec<_>>()))
            }
            (BinaryOp::Equal, a, b) => Value::Truth(same(a, b)?),
            (BinaryOp::NotEqual, a, b) => Value::Truth(!same(a, b)?),
            (BinaryOp::Less, Value::Number(a), Value::Number(b)) => Value::Truth(a < b),
            (BinaryOp::LessEqual, Value::Number(a), Value::Number(b)) => Value::Truth(a <= b),
            (BinaryOp::Greater, Value::Number(a), Value::Number(b)) => Value::Truth(a > b),
            (BinaryOp::GreaterEqual, Value::Number(a), Value::Number(b)) => Value::Truth(a >= b),
            (BinaryOp::Except, Value::Cells(a), Value::Cells(b)) => {
                Value::Cells(a.into_iter().filter(|c| !b.contains(c)).collect())
            }
            (BinaryOp::Add, Value::Direction(d), Value::Number(by)) => Value::Direction(self.turned(d, by)),
            (BinaryOp::Subtract, Value::Direction(d), Value::Number(by)) => {
                Value::Direction(self.turned(d, -by))
            }
            (op, Value::Number(a), Value::Number(b)) => match arithmetic(op, a, b) {
                Some(n) => Value::Number(n),
                None => return unclear("a number that cannot be computed"),
            },
            (op, a, b) => return unclear(format!("{op:?} of {a:?} and {b:?}")),
        })
    }

    fn call(&self, name: &str, args: &[Expr]) -> Found<Value> {
        let board = self.board;
        if let Some(found) = self.of_set(name, args) {
            return found;
        }
        Ok(match (name, args) {
            ("run", [x, d, n]) => {
                let (x, d, n) = (self.cell(x)?, self.direction(d)?, self.number(n)?);
                Value::Cells(board.run(x, d, n).ok_or(Stop::Off)?)
            }
            ("ray", [x, d]) => {
                let (x, d) = (self.cell(x)?, self.direction(d)?);
                let mut ray = Vec::new();
                let mut at = x;
                while let Some(next) = board.next(at, d).filter(|n| *n != x && !ray.contains(n)) {
                    ray.push(next);
                    at = next;
                }
                Value::Cells(ray)
            }
            ("first", [set]) => Value::Cells(vec![*self.cells(set)?.first().ok_or(Stop::Off)?]),
            ("last", [set]) => Value::Cells(vec![*self.cells(set)?.last().ok_or(Stop::Off)?]),
            ("step", [x, d]) => {
                Value::Cells(vec![board.steps(self.cell(x)?, self.direction(d)?, 1).ok_or(Stop::Off)?])
            }
            ("step", [x, d, n]) => {
                let (x, d, n) = (self.cell(x)?, self.direction(d)?, self.number(n)?);
                Value::Cells(vec![board.steps(x, d, n).ok_or(Stop::Off)?])
            }
            ("count", [set]) if !self.names_piece(set) => Value::Number(self.cells(set)?.len() as i64),
            ("different", [_] | [_, _]) => {
                let sets: Vec<Vec<Cell>> = args.iter().map(|set| self.cells(set)).collect::<Found<_>>()?;
                let all = once_each(&sets.concat()).into_iter();
                let seen: Vec<_> = all.filter_map(|c| self.likeness(c)).collect();
                Value::Truth(seen.iter().collect::<BTreeSet<_>>().len() == seen.len())
            }
            ("spells", [set, words]) => {
                let words = match &words.kind {
                    ExprKind::Text(words) => words.clone(),
                    ExprKind::Path(path) => self.words(path)?,
                    _ => return unclear("words that are no text"),
                };
                let cells = self.cells(set)?;
                let mark = |c: &Cell| self.holds(*c).and_then(|held| self.puzzle.mark(held));
                let spelt: Option<String> = cells.iter().map(mark).collect();
                Value::Truth(spelt.is_some_and(|spelt| words.split(' ').any(|word| word == spelt)))
            }
            ("count", [piece]) => self.count(piece, &board.cells)?,
            ("count", [piece, set]) => self.count(piece, &self.cells(set)?)?,
            ("distance", [x, y]) => match board.distance(self.cell(x)?, self.cell(y)?) {
                Some(n) => Value::Number(n),
                None => return unclear("a distance between parts of a graph"),
            },
            ("number", [x]) => {
                let x = self.cell(x)?;
                let number = self.holds(x).and_then(|held| self.puzzle.number(held, x));
                Value::Number(number.ok_or(Stop::Off)?)
            }
            ("rowof", [x]) => Value::Number(board.row(self.cell(x)?).ok_or(Stop::Off)?),
            ("columnof", [x]) => Value::Number(board.column(self.cell(x)?).ok_or(Stop::Off)?),
            ("min", [a, b]) => Value::Number(self.number(a)?.min(self.number(b)?)),
            ("max", [a, b]) => Value::Number(self.number(a)?.max(self.number(b)?)),
            ("abs", [a]) => Value::Number(self.number(a)?.abs()),
            ("occupied", [set]) => Value::Truth(self.cells(set)?.iter().all(|c| self.holds(*c).is_some())),
            ("empty", [set]) => Value::Truth(self.cells(set)?.iter().all(|c| self.holds(*c).is_none())),
            ("adjacent", [x, y]) => {
                let (x, y) = (self.cell(x)?, self.cell(y)?);
                Value::Truth(board.neighbours(x).contains(&y))
            }
            ("aligned", [x, d]) => {
                let (x, d) = (self.cell(x)?, self.direction(d)?);
                // Of a piece that bends, the cell and those beside it along the piece.
                if let Some(Held::Chain(_, cells)) = self.holds(x) {
                    let met = |a: &Cell, b: &Cell| {
                        *a == x && board.next(*a, d) == Some(*b) || *b == x && board.next(*a, d) == Some(*b)
                    };
                    let linked =
                        |two: &[(Cell, String)]| met(&two[0].0, &two[1].0) || met(&two[1].0, &two[0].0);
                    return Ok(Value::Truth(cells.windows(2).any(linked)));
                }
                let own = self.holds(x).map(|h| h.cells(x)).unwrap_or_default();
                let next = |c: &Cell| board.next(*c, d).filter(|n| n != c);
                Value::Truth(own.iter().filter_map(next).any(|c| own.contains(&c)))
            }
            _ => return unclear(format!("{name} with {} arguments", args.len())),
        })
    }

    fn names_piece(&self, expr: &Expr) -> bool {
        self.named_piece(expr).is_some()
    }

    fn count(&self, piece: &Expr, set: &[Cell]) -> Found<Value> {
        let ExprKind::Path(path) = &piece.kind else { return unclear("count of no piece") };
        let Some(sort) = self.sort(path) else { return unclear(format!("count of {}", path.text())) };
        if self.board.endless && sort == Sort::Empty && set == self.board.cells {
            return unclear("the empty cells of a board without end");
        }
        let count = set.iter().filter(|c| self.admits(sort, **c)).count();
        Ok(Value::Number(count as i64))
    }
}
