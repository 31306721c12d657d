//! The game of a puzzle, read from its rules.
//!
//! Every action of a rule that is accepted takes a piece of one cell to an empty cell beside two other pieces,
//! on a part of the square grid: it is a move of coins on the plane, and every plan of the puzzle is a
//! sequence of such moves. Guards, scripts, ends of the board and windows only take moves away.

use std::collections::BTreeSet;

use puzzlec_checker::Unproved;
use puzzlec_checker::alternatives::{self, Positions};
use puzzlec_model::board::{Board, Coord, Shape};
use puzzlec_model::expr::{Cell, Cells, Num, Slot, Test};
use puzzlec_model::goal::Goal;
use puzzlec_model::piece::{Form, Selector};
use puzzlec_model::rule::{Body, Domain, Effect, Quantified, Rule};
use puzzlec_model::{Model, Question};
use puzzlec_syntax::ast::{BinaryOp, Lattice};

/// A puzzle about coins. Pieces of several kinds are identified: results about occupied cells apply to them.
pub(super) struct Game<'a> {
    pub(super) board: &'a Board,
    pub(super) start: BTreeSet<Coord>,
    goals: Vec<Coins>,
}

/// The coins of a goal, or of all its places.
enum Coins {
    Here(BTreeSet<Coord>),
    /// The places: how many columns and rows a goal is moved by, from the first place on.
    Anywhere {
        first: BTreeSet<Coord>,
        columns: i64,
        rows: i64,
    },
}

impl<'a> Game<'a> {
    /// Reads a puzzle.
    ///
    /// # Errors
    /// It may be another game, or its goal is of another form.
    pub(super) fn read(model: &'a Model) -> Result<Self, Unproved> {
        let two = |rule: &Rule| number(rule).is_some_and(|touching| touching >= 2);
        Game::whose(model, two, "not every move takes a coin to a free cell beside two others")
    }

    /// Reads a puzzle, every rule of which must be one of the game; `other` is the error for another rule.
    ///
    /// # Errors
    /// It may be another game, or its goal is of another form.
    pub(super) fn whose(
        model: &'a Model,
        plays: fn(&Rule) -> bool,
        other: &'static str,
    ) -> Result<Self, Unproved> {
        let Question::Moves { rules, start, goal: (goal, _) } = &model.question else {
            return Err(Unproved::wrong("no pieces move in this puzzle"));
        };
        if model.board.shape != Shape::Lattice(Lattice::Square) {
            return Err(Unproved::wrong("the board is no part of the square grid"));
        }
        if model.pieces.kinds.iter().any(|kind| kind.form != Form::Unit) {
            return Err(Unproved::wrong("a piece covers several cells"));
        }
        if !rules.iter().all(plays) {
            return Err(Unproved::wrong(other));
        }
        let start: BTreeSet<Coord> =
            start.iter().filter(|(_, held)| **held != 0).map(|(cell, _)| *cell).collect();
        let each = self::goals(model, goal)?.into_iter();
        let goals = each.filter_map(
            |(coins, anywhere)| {
                if anywhere { places(&start, &coins) } else { Some(Coins::Here(coins)) }
            },
        );
        let goals = goals.collect();
        Ok(Game { board: &model.board, start, goals })
    }

    /// The number of goals.
    pub(super) fn goals(&self) -> u128 {
        let places = |columns: i64, rows: i64| u128::try_from(i128::from(columns) * i128::from(rows));
        let each = self.goals.iter().map(|coins| match coins {
            Coins::Here(_) => 1,
            Coins::Anywhere { columns, rows, .. } => places(*columns, *rows).unwrap_or(0),
        });
        each.sum()
    }

    /// The goals one by one.
    pub(super) fn each_goal(&self) -> impl Iterator<Item = BTreeSet<Coord>> {
        self.goals.iter().flat_map(|coins| {
            let (first, columns, rows) = match coins {
                Coins::Here(coins) => (coins, 1, 1),
                Coins::Anywhere { first, columns, rows } => (first, *columns, *rows),
            };
            (0..rows).flat_map(move |y| (0..columns).map(move |x| moved(first, x, y)))
        })
    }
}

/// Coins translated by columns and rows.
fn moved(coins: &BTreeSet<Coord>, x: i64, y: i64) -> BTreeSet<Coord> {
    let add = |at: i32, by: i64| i32::try_from(i64::from(at) + by).unwrap_or(i32::MAX);
    coins.iter().map(|c| Coord::new(add(c.x, x), add(c.y, y))).collect()
}

/// The cell of an endless board that no letters name.
pub(super) fn endless(board: &Board, name: &str) -> Option<Coord> {
    let (x, y) = name.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
    let cell = Coord::new(x.parse().ok()?, y.parse().ok()?);
    (board.unbounded && board.name(cell) == name).then_some(cell)
}

/// The goals of a puzzle as they are drawn, and whether each may lie anywhere.
///
/// # Errors
/// One is no configuration.
pub(super) fn goals(model: &Model, goal: &Goal) -> Result<Vec<(BTreeSet<Coord>, bool)>, Unproved> {
    let coins = |goal: Positions| {
        let anywhere = goal.anywhere;
        Ok((goal.pieces(model)?.into_keys().collect(), anywhere))
    };
    alternatives::read(model, goal)?.into_iter().map(coins).collect()
}

/// The places of a goal in the smallest rectangle around the start, which no coin leaves.
fn places(start: &BTreeSet<Coord>, coins: &BTreeSet<Coord>) -> Option<Coins> {
    let ends = |set: &BTreeSet<Coord>, of: fn(&Coord) -> i32| {
        let (low, high) = (set.iter().map(of).min()?, set.iter().map(of).max()?);
        Some((i64::from(low), i64::from(high)))
    };
    let Some((x, y)) = ends(coins, |c| c.x).zip(ends(coins, |c| c.y)) else {
        return Some(Coins::Here(BTreeSet::new()));
    };
    // Without coins at the start there is no place for some.
    let (columns, rows) = ends(start, |c| c.x).zip(ends(start, |c| c.y))?;
    let first = moved(coins, columns.0 - x.0, rows.0 - y.0);
    let fits = |all: (i64, i64), own: (i64, i64)| (all.1 - all.0 - (own.1 - own.0) + 1).max(0);
    Some(Coins::Anywhere { first, columns: fits(columns, x), rows: fits(rows, y) })
}

/// The number of other pieces that must be next to the destination in every action of a rule that moves a
/// piece to an empty cell; `None` if it may be another rule.
pub(super) fn number(rule: &Rule) -> Option<i64> {
    let Body::Quantified(rule) = &rule.body else { return None };
    let [Effect::Move(Cells::One(Cell::Var(from)), Cells::One(Cell::Var(to)))] = rule.effects.as_slice()
    else {
        return None;
    };
    let mut guards = Vec::new();
    rule.guards.iter().for_each(|guard| conjuncts(guard, &mut guards));
    let held = |slot, fits: fn(&Selector) -> bool| holds(rule, &guards, slot, fits);
    let moves =
        from != to && !rule.closes && held(*from, |s| !s.empty) && held(*to, |s| *s == Selector::empty());
    let least = guards.iter().filter_map(|guard| beside(guard, *to).filter(|found| found.1 == Some(*from)));
    least.map(|found| found.0).max().filter(|_| moves)
}

pub(super) fn conjuncts<'t>(test: &'t Test, parts: &mut Vec<&'t Test>) {
    match test {
        Test::And(tests) => tests.iter().for_each(|test| conjuncts(test, parts)),
        test => parts.push(test),
    }
}

/// Whether a variable stands for cells with such contents only.
pub(super) fn holds(rule: &Quantified, guards: &[&Test], slot: Slot, fits: fn(&Selector) -> bool) -> bool {
    let domain = match rule.variables.get(slot).map(|v| &v.domain) {
        Some(Domain::Cells(domain)) => domain,
        _ => return false,
    };
    let asked = |guard: &&Test| matches!(guard, Test::Holds(Cells::One(Cell::Var(of)), held) if *of == slot && fits(held));
    domain.as_ref().is_some_and(fits) || guards.iter().any(asked)
}

/// The least number of pieces that a test requires on the neighbours of a cell, and the excluded cell if
/// there is one; `None` for other tests.
pub(super) fn beside(test: &Test, centre: Slot) -> Option<(i64, Option<Slot>)> {
    let Test::Compare(op, left, right) = test else { return None };
    let (count, op, number) = match (left, right) {
        (Num::Count(..), Num::Fixed(number)) => (left, *op, *number),
        (Num::Fixed(number), Num::Count(..)) => match op {
            BinaryOp::LessEqual => (right, BinaryOp::GreaterEqual, *number),
            BinaryOp::Less => (right, BinaryOp::Greater, *number),
            BinaryOp::Equal => (right, BinaryOp::Equal, *number),
            _ => return None,
        },
        _ => return None,
    };
    let Num::Count(pieces, cells) = count else { return None };
    let (near, but) = match cells {
        Cells::Except(near, but) => match **but {
            Cells::One(Cell::Var(but)) => (&**near, Some(but)),
            _ => return None,
        },
        near => (near, None),
    };
    let least = match op {
        BinaryOp::GreaterEqual | BinaryOp::Equal => number,
        BinaryOp::Greater => number.saturating_add(1),
        _ => return None,
    };
    let around = Cells::Around(Box::new(Cells::One(Cell::Var(centre))));
    (!pieces.empty && *near == around).then_some((least, but))
}
