//! Bounds for the variables of a written rule on an unbounded board.
//!
//! A variable is anchored if the rule requires a piece on it, or has a test that fails unless a piece, a cell
//! named by the rule or another anchored variable lies within a certain number of steps. One step changes
//! each coordinate by at most 1, so all values lie in the squares around these cells. Tests of other forms
//! anchor nothing, and a rule with an unanchored variable is rejected.

use std::collections::BTreeSet;

use super::super::Unproved;
use puzzlec_model::board::{Board, Coord, Shape};
use puzzlec_model::expr::{Cell, Cells, Num, Test};
use puzzlec_model::piece::Selector;
use puzzlec_model::rule::{Domain, Quantified};
use puzzlec_syntax::ast::{BinaryOp, Lattice};

/// Farther away than this nothing is looked for.
const FARTHEST: i32 = 64;

/// Something with a distance from a cell: the least is a piece or a named cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Root {
    Variable(usize),
    Named(Coord),
}

/// For each variable, its possible cells if all pieces lie on these cells; `None` for a direction.
///
/// # Errors
/// A variable may be any cell of the board.
pub(super) fn candidates(
    rule: &Quantified,
    cells: &[Coord],
    board: &Board,
) -> Result<Vec<Vec<Coord>>, Unproved> {
    let mut far: Vec<Option<i64>> = rule.variables.iter().map(|v| is_piece(&v.domain).then_some(0)).collect();
    let flat = board.shape == Shape::Lattice(Lattice::Line);
    let neighbours = i64::try_from(board.directions().len()).unwrap_or(i64::MAX);
    let mut tests: Vec<&Test> = rule.guards.iter().collect();
    let mut tied = Vec::new();
    while let Some(test) = tests.pop() {
        match test {
            Test::And(parts) => tests.extend(parts),
            other => tied.extend(ties(other, neighbours)),
        }
    }
    // Variables may depend on each other.
    for _ in 0..rule.variables.len() {
        for (a, b) in &tied {
            for ((one, m), (other, n)) in [(a, b), (b, a)] {
                let from = match other {
                    None | Some(Root::Named(_)) => Some(0),
                    Some(Root::Variable(slot)) => far.get(*slot).copied().flatten(),
                };
                if let (Some(Root::Variable(slot)), Some(from)) = (one, from)
                    && let Some(place) = far.get_mut(*slot)
                {
                    let steps = from.saturating_add(*m).saturating_add(*n);
                    *place = Some(place.map_or(steps, |known| known.min(steps)));
                }
            }
        }
    }
    let named = tied.iter().flat_map(|(a, b)| [a.0, b.0]).filter_map(|root| match root {
        Some(Root::Named(cell)) => Some(cell),
        _ => None,
    });
    let near: BTreeSet<Coord> = cells.iter().copied().chain(named).collect();
    let mut all = Vec::new();
    for (variable, far) in rule.variables.iter().zip(far) {
        if matches!(variable.domain, Domain::Directions | Domain::Numbers(..)) {
            all.push(Vec::new());
            continue;
        }
        let far = far.and_then(|far| i32::try_from(far).ok()).filter(|far| *far <= FARTHEST);
        let Some(far) = far else {
            let text = format!(
                "`{}` of a rule may stand for any cell of an endless board, which this proof does not cover",
                variable.name
            );
            return Err(Unproved::Rejected(text));
        };
        let by = -far..=far;
        let along =
            |c: &Coord| by.clone().map(|d| Coord::new(c.x.saturating_add(d), c.y)).collect::<Vec<_>>();
        let across =
            |c: &Coord| by.clone().map(|d| Coord::new(c.x, c.y.saturating_add(d))).collect::<Vec<_>>();
        let mut found: BTreeSet<Coord> = near.iter().flat_map(along).collect();
        if !flat {
            found = found.iter().flat_map(across).collect();
        }
        all.push(found.into_iter().collect());
    }
    Ok(all)
}

fn is_piece(domain: &Domain) -> bool {
    matches!(domain, Domain::Cells(Some(selector)) if !selector.empty)
}

type End = (Option<Root>, i64);

/// A tie of a test: two things whose distance is at most the sum of both numbers of steps; `None` is some
/// piece.
fn ties(test: &Test, neighbours: i64) -> Vec<(End, End)> {
    match test {
        Test::Same(a, b) => root(a).zip(root(b)).into_iter().collect(),
        Test::Adjacent(a, b) => root(a).zip(root(b)).map(|(a, (b, n))| (a, (b, n + 1))).into_iter().collect(),
        Test::Aligned(cell, _) => root(cell).map(|end| (end, (None, 0))).into_iter().collect(),
        Test::Holds(list, selector) if !selector.empty => {
            surely(list).into_iter().map(|end| (end, (None, 0))).collect()
        }
        Test::Compare(op, Num::Count(selector, list), Num::Fixed(n)) => counted(*op, selector, list, *n),
        Test::Compare(op, Num::Fixed(n), Num::Count(selector, list)) => {
            let turned = match op {
                BinaryOp::Less => BinaryOp::Greater,
                BinaryOp::LessEqual => BinaryOp::GreaterEqual,
                BinaryOp::Greater => BinaryOp::Less,
                BinaryOp::GreaterEqual => BinaryOp::LessEqual,
                other => *other,
            };
            counted(turned, selector, list, *n)
        }
        Test::Compare(BinaryOp::Equal | BinaryOp::LessEqual | BinaryOp::Less, Num::Distance(a, b), far) => {
            let Some(far) = most(far, neighbours) else { return Vec::new() };
            let apart = |(a, (b, m)): (End, End)| (a, (b, m.saturating_add(far)));
            root(a).zip(root(b)).map(apart).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// At least one of the cells holds a piece; all cells of the list are near their reference points.
fn counted(op: BinaryOp, selector: &Selector, list: &Cells, n: i64) -> Vec<(End, End)> {
    let some = match op {
        BinaryOp::Greater => n >= 0,
        BinaryOp::GreaterEqual | BinaryOp::Equal => n >= 1,
        _ => false,
    };
    if !some || selector.empty {
        return Vec::new();
    }
    reckoned(list).map(|(root, far)| ((Some(root), far), (None, 0))).into_iter().collect()
}

/// The most that a number can be that is never negative.
fn most(num: &Num, neighbours: i64) -> Option<i64> {
    match num {
        Num::Fixed(n) => (*n >= 0).then_some(*n),
        Num::Count(_, list) => size(list, neighbours),
        Num::Binary(BinaryOp::Add, a, b) => most(a, neighbours)?.checked_add(most(b, neighbours)?),
        Num::Binary(BinaryOp::Multiply, a, b) => most(a, neighbours)?.checked_mul(most(b, neighbours)?),
        _ => None,
    }
}

/// Maximum number of cells of a list.
fn size(list: &Cells, neighbours: i64) -> Option<i64> {
    match list {
        Cells::One(_) => Some(1),
        Cells::Fixed(cells) => i64::try_from(cells.len()).ok(),
        Cells::Around(inner) => size(inner, neighbours)?.checked_mul(neighbours),
        Cells::Run(_, _, n) => most(n, neighbours),
        Cells::Except(from, _) | Cells::Both(from, _) => size(from, neighbours),
        Cells::Join(parts) => parts.iter().try_fold(0_i64, |n, part| n.checked_add(size(part, neighbours)?)),
        // An endless board has no floor pieces.
        Cells::All | Cells::Ray(..) | Cells::Where(..) | Cells::Component(..) | Cells::Floor(_) => None,
    }
}

/// The reference point of a cell, and the distance in steps.
fn root(cell: &Cell) -> Option<End> {
    match cell {
        Cell::Var(slot) => Some((Some(Root::Variable(*slot)), 0)),
        Cell::Fixed(cell) => Some((Some(Root::Named(*cell)), 0)),
        Cell::Step(from, _, n) => {
            let Num::Fixed(n) = **n else { return None };
            root(from).map(|(root, far)| (root, far.saturating_add(n.saturating_abs())))
        }
        Cell::First(_) | Cell::Last(_) => None,
    }
}

/// Cells that are surely among these.
fn surely(list: &Cells) -> Vec<End> {
    match list {
        Cells::One(cell) => root(cell).into_iter().collect(),
        Cells::Run(cell, _, n) if matches!(**n, Num::Fixed(n) if n > 0) => root(cell).into_iter().collect(),
        Cells::Fixed(cells) => cells.iter().map(|c| (Some(Root::Named(*c)), 0)).collect(),
        Cells::Join(parts) => parts.iter().flat_map(surely).collect(),
        Cells::Run(..)
        | Cells::All
        | Cells::Around(_)
        | Cells::Except(..)
        | Cells::Both(..)
        | Cells::Ray(..)
        | Cells::Where(..)
        | Cells::Component(..)
        | Cells::Floor(_) => Vec::new(),
    }
}

/// The common reference point of the cells, and the maximum distance in steps.
fn reckoned(list: &Cells) -> Option<(Root, i64)> {
    let one = |cell: &Cell| root(cell).and_then(|(root, far)| Some((root?, far)));
    match list {
        Cells::One(cell) => one(cell),
        Cells::Run(cell, _, n) => {
            let Num::Fixed(n) = **n else { return None };
            one(cell).map(|(root, far)| (root, far.saturating_add(n.max(0))))
        }
        Cells::Around(inner) => reckoned(inner).map(|(root, far)| (root, far.saturating_add(1))),
        Cells::Except(from, _) | Cells::Both(from, _) => reckoned(from),
        Cells::Join(parts) => {
            let mut all = parts.iter().map(reckoned).collect::<Option<Vec<_>>>()?.into_iter();
            let first = all.next()?;
            all.try_fold(first, |(root, far), (other, n)| (root == other).then_some((root, far.max(n))))
        }
        Cells::All
        | Cells::Fixed(_)
        | Cells::Ray(..)
        | Cells::Where(..)
        | Cells::Component(..)
        | Cells::Floor(_) => None,
    }
}
