//! Shapes of sets of cells, by what their names say.

use std::collections::BTreeSet;

use puzzlec_syntax::ast::{Expr, ExprKind};

use super::board::{Board, Cell};
use super::expression::{Found, Scope, Value};
use super::sort::Sort;

/// The functions that are tests.
pub const TESTS: [&str; 5] = ["connected", "loop", "path", "tree", "rectangle"];

fn joined(board: &Board, a: Cell, b: Cell) -> bool {
    a != b && board.neighbours(a).contains(&b)
}

fn near(board: &Board, set: &[Cell], cell: Cell) -> Vec<Cell> {
    set.iter().copied().filter(|other| joined(board, cell, *other)).collect()
}

/// The parts of a set: as long as two of them have cells that are joined, they become one.
fn parts(board: &Board, set: &[Cell]) -> Vec<BTreeSet<Cell>> {
    let mut parts: Vec<BTreeSet<Cell>> = set.iter().map(|cell| BTreeSet::from([*cell])).collect();
    let together =
        |a: &BTreeSet<Cell>, b: &BTreeSet<Cell>| a.iter().any(|x| b.iter().any(|y| joined(board, *x, *y)));
    'next: loop {
        for a in 0..parts.len() {
            for b in a + 1..parts.len() {
                if together(&parts[a], &parts[b]) {
                    let other = parts.remove(b);
                    parts[a].extend(other);
                    continue 'next;
                }
            }
        }
        return parts;
    }
}

/// Whether a walk from one end takes in the whole set and stops at the other, without a choice on its way.
fn is_path(board: &Board, set: &[Cell], a: Cell, b: Cell) -> bool {
    if !set.contains(&a) || !set.contains(&b) {
        return false;
    }
    let (mut walked, mut at) = (vec![a], a);
    loop {
        let before = walked.iter().rev().nth(1).copied();
        let on: Vec<Cell> = near(board, set, at).into_iter().filter(|c| Some(*c) != before).collect();
        match on.as_slice() {
            [] => return at == b && walked.len() == set.len(),
            [next] if at != b && !walked.contains(next) => {
                walked.push(*next);
                at = *next;
            }
            _ => return false,
        }
    }
}

/// A tree loses its leaves, one after the other, until one cell is left.
fn is_tree(board: &Board, set: &[Cell]) -> bool {
    let mut left = set.to_vec();
    while left.len() > 1 {
        let Some(leaf) = left.iter().position(|cell| near(board, &left, *cell).len() == 1) else {
            return false;
        };
        left.remove(leaf);
    }
    left.len() == 1
}

fn is_rectangle(set: &[Cell]) -> bool {
    let sizes = 1..=set.len() as i32;
    let full = |width: i32, height: i32| {
        let (x, y) = set.iter().fold((i32::MAX, i32::MAX), |low, c| (low.0.min(c.0), low.1.min(c.1)));
        let all = (0..width).flat_map(|i| (0..height).map(move |j| (x + i, y + j)));
        all.collect::<BTreeSet<Cell>>() == set.iter().copied().collect()
    };
    sizes.clone().any(|width| sizes.clone().any(|height| full(width, height)))
}

impl Scope<'_> {
    /// All cells with the floor piece of this name, if it is one.
    pub fn lying(&self, expr: &Expr) -> Option<Vec<Cell>> {
        let sort = self.named_piece(expr)?;
        self.below(Some(sort))?;
        Some(self.holding(sort))
    }

    /// What an expression asks for that is `empty`, `piece` or the name of a piece.
    pub fn named_piece(&self, expr: &Expr) -> Option<Sort> {
        if let ExprKind::Path(path) = &expr.kind { self.sort(path) } else { None }
    }

    fn holding(&self, sort: Sort) -> Vec<Cell> {
        self.board.cells.iter().copied().filter(|cell| self.admits(sort, *cell)).collect()
    }

    /// A list of cells, or those that hold the piece that is named.
    fn members(&self, expr: &Expr) -> Found<Vec<Cell>> {
        self.named_piece(expr).map_or_else(|| self.cells(expr), |sort| Ok(self.holding(sort)))
    }

    /// The value of a function of sets; nothing for other functions.
    pub fn of_set(&self, name: &str, args: &[Expr]) -> Option<Found<Value>> {
        let board = self.board;
        let set = |at: usize| self.members(&args[at]);
        Some(match (name, args.len()) {
            ("components", 1) => set(0).map(|set| Value::Number(parts(board, &set).len() as i64)),
            ("component", 2) => self.cell(&args[0]).and_then(|cell| {
                let set = set(1)?;
                let own = parts(board, &set).into_iter().find(|part| part.contains(&cell));
                let own = own.unwrap_or_default();
                Ok(Value::Cells(set.into_iter().filter(|c| own.contains(c)).collect()))
            }),
            ("connected", 1) => set(0).map(|set| Value::Truth(parts(board, &set).len() < 2)),
            ("loop", 1) => set(0).map(|set| {
                let two = set.iter().all(|cell| near(board, &set, *cell).len() == 2);
                Value::Truth(parts(board, &set).len() == 1 && two)
            }),
            ("path", 3) => self.cell(&args[1]).and_then(|a| {
                let (b, set) = (self.cell(&args[2])?, set(0)?);
                Ok(Value::Truth(is_path(board, &set, a, b)))
            }),
            ("tree", 1) => set(0).map(|set| Value::Truth(is_tree(board, &set))),
            ("rectangle", 1) => set(0).map(|set| Value::Truth(is_rectangle(&set))),
            _ => return None,
        })
    }
}
