//! Where steps and runs leave the board.

use std::collections::BTreeMap;

use super::{Scope, Sense};
use crate::board::{Board, Coord, Direction};
use crate::names::Names;
use crate::number::Values;
use crate::piece::Pieces;
use crate::project::ModuleId;
use crate::query::{All, Bound, Place};
use puzzlec_syntax::ast::{BinaryOp, Expr, ExprKind, Quantifier, UnaryOp};

/// Larger boards are not looked at.
const MOST_CELLS: usize = 4_096;

/// Where a `step` or a `run` leaves the board.
#[derive(Clone, Debug)]
pub struct Falls {
    /// The variable of the cell from which it goes; without one, some cell stands for all.
    cell: Option<String>,
    /// The variable of its direction.
    direction: Option<String>,
    /// The cells from which it leaves the board, by direction if that is a variable.
    from: BTreeMap<Option<Direction>, Vec<Coord>>,
}

impl Falls {
    /// Whether it stays on the board from everywhere.
    pub fn is_empty(&self) -> bool {
        self.from.is_empty()
    }

    /// The cells from which it leaves the board, in words: the first ones of each direction; nothing if it names no
    /// variable, or never leaves the board.
    pub fn words(&self, board: &Board) -> Option<String> {
        let cells = |from: &Vec<Coord>| {
            let mut names: Vec<String> = from.iter().take(8).map(|c| board.name(*c)).collect();
            if from.len() > names.len() {
                names.push("…".to_owned());
            }
            names.join(", ")
        };
        let one = |(way, from): (&Option<Direction>, &Vec<Coord>)| match (&self.cell, &self.direction, way) {
            (Some(cell), Some(direction), Some(way)) => {
                format!("`{cell}` = {} with `{direction}` = {}", cells(from), board.direction_name(*way))
            }
            (None, Some(direction), Some(way)) => format!("`{direction}` = {}", board.direction_name(*way)),
            (Some(cell), ..) => format!("`{cell}` = {}", cells(from)),
            _ => String::new(),
        };
        let all: Vec<String> = self.from.iter().map(one).filter(|words| !words.is_empty()).collect();
        (!all.is_empty()).then(|| all.join("; "))
    }
}

/// Where a call of `step` or `run` leaves a board; nothing if that depends on more than one cell and one direction.
pub fn falls(
    names: &Names<'_>,
    module: ModuleId,
    board: &Board,
    values: &Values,
    call: &Expr,
) -> Option<Falls> {
    if board.unbounded || board.cells().len() > MOST_CELLS {
        return None;
    }
    let (mut cells, mut directions) = (Vec::new(), Vec::new());
    variables(call, board, values, &mut cells, &mut directions)?;
    if cells.len() > 1 || directions.len() > 1 {
        return None;
    }
    let mut pieces = Pieces::new();
    let mut diagnostics = Vec::new();
    let mut scope = Scope {
        names,
        module,
        piece_modules: Vec::new(),
        values: values.clone(),
        sets: Vec::new(),
        parts: 0,
        board: Some(board),
        pieces: &mut pieces,
        legend: None,
        variables: Vec::new(),
        slots: 0,
        filled: false,
        diagnostics: &mut diagnostics,
    };
    for name in &cells {
        scope.bind(name, Sense::Cell);
    }
    for name in &directions {
        scope.bind(name, Sense::Direction);
    }
    let list = scope.cells(call)?;
    let ways = u8::try_from(board.directions().len()).ok()?;
    let ways: Vec<Option<Direction>> = if directions.is_empty() {
        vec![None]
    } else {
        (0..ways).map(|d| Direction::try_from(d).ok()).collect()
    };
    let starts = if cells.is_empty() { board.cells().get(..1)? } else { board.cells() };
    let mut from: BTreeMap<Option<Direction>, Vec<Coord>> = BTreeMap::new();
    for way in ways {
        for start in starts {
            let cell = (!cells.is_empty()).then_some(Some(Bound::Cell(*start)));
            let way_bound = way.map(|way| Some(Bound::Direction(way)));
            let slots: Vec<Option<Bound>> = cell.into_iter().chain(way_bound).collect();
            if Place::new(board, All::Cells(board.cells()), &slots).cells(&list).is_none() {
                from.entry(way).or_default().push(*start);
            }
        }
    }
    Some(Falls { cell: cells.pop(), direction: directions.pop(), from })
}

/// The names in a call that the board and the parameters do not explain: cells, and directions where one is expected.
fn variables(
    expr: &Expr,
    board: &Board,
    values: &Values,
    cells: &mut Vec<String>,
    directions: &mut Vec<String>,
) -> Option<()> {
    let mut free = |expr: &Expr, direction: bool| match &expr.kind {
        ExprKind::Path(path) => {
            let name = path.single()?.text.clone();
            if values.contains_key(&name) || board.direction(&name).is_some() || board.find(&name).is_some() {
                return Some(());
            }
            let list = if direction { &mut *directions } else { &mut *cells };
            if !list.contains(&name) {
                list.push(name);
            }
            Some(())
        }
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Subtract, base, _) if direction => match &base.kind {
            ExprKind::Path(path) => {
                let name = path.single()?.text.clone();
                if board.direction(&name).is_none() && !directions.contains(&name) {
                    directions.push(name);
                }
                Some(())
            }
            _ => None,
        },
        ExprKind::Call(..) if !direction => variables(expr, board, values, cells, directions),
        _ => None,
    };
    let ExprKind::Call(name, arguments) = &expr.kind else { return None };
    match (name.text.as_str(), arguments.as_slice()) {
        ("step" | "run", [from, way, length @ ..]) => {
            free(from, false)?;
            free(way, true)?;
            length.iter().all(|n| is_fixed(n, values)).then_some(())
        }
        _ => None,
    }
}

/// Whether a number is the same for all variables.
fn is_fixed(expr: &Expr, values: &Values) -> bool {
    match &expr.kind {
        ExprKind::Int(_) => true,
        ExprKind::Path(path) => path.single().is_some_and(|name| values.contains_key(&name.text)),
        ExprKind::Unary(UnaryOp::Negate, inner) => is_fixed(inner, values),
        ExprKind::Binary(_, a, b) => is_fixed(a, values) && is_fixed(b, values),
        _ => false,
    }
}

/// The steps and runs in tests that one without a value does not decide alone: under `not`, `or` and `any`, and where a
/// test says that something is not so. `whole` says that the test fails where this one does.
pub fn undecided<'t>(test: &'t Expr, whole: bool, found: &mut Vec<&'t Expr>) {
    match &test.kind {
        ExprKind::Unary(UnaryOp::Not, inner) => undecided(inner, false, found),
        ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
            let whole = whole && *op == BinaryOp::And;
            undecided(a, whole, found);
            undecided(b, whole, found);
        }
        ExprKind::Quantified(quantifier, _, lists, body) => {
            if !whole {
                lists.iter().for_each(|list| calls(list, found));
            }
            undecided(body, whole && *quantifier == Quantifier::All, found);
        }
        ExprKind::Is(_, _, true) | ExprKind::Binary(BinaryOp::NotEqual, ..) => calls(test, found),
        _ if !whole => calls(test, found),
        _ => {}
    }
}

/// The calls of `step` and `run` within an expression, the outer ones only.
fn calls<'t>(expr: &'t Expr, found: &mut Vec<&'t Expr>) {
    match &expr.kind {
        ExprKind::Call(name, _) if matches!(name.text.as_str(), "step" | "run") => found.push(expr),
        ExprKind::Call(_, arguments) => arguments.iter().for_each(|argument| calls(argument, found)),
        ExprKind::Around(inner) | ExprKind::Unary(_, inner) | ExprKind::Until(inner, _) => {
            calls(inner, found)
        }
        ExprKind::Is(inner, ..) => calls(inner, found),
        ExprKind::Binary(_, a, b)
        | ExprKind::UntilTest(a, _, b)
        | ExprKind::Where(a, _, b)
        | ExprKind::Fold(_, _, a, b) => {
            calls(a, found);
            calls(b, found);
        }
        ExprKind::Quantified(_, _, lists, body) => {
            lists.iter().for_each(|list| calls(list, found));
            calls(body, found);
        }
        ExprKind::Int(_) | ExprKind::Text(_) | ExprKind::Path(_) | ExprKind::Error => {}
    }
}
