//! The game of a puzzle, read from its rules.
//!
//! Every action of a rule that is accepted takes a piece of one cell to an empty cell beside two other pieces,
//! on a part of the square grid: it is a move of coins on the plane, and every plan of the puzzle is a
//! sequence of such moves. Guards, scripts, ends of the board and windows only take moves away.

use std::collections::BTreeSet;

use super::rule::{Moved, every};
use puzzlec_checker::Unproved;
use puzzlec_checker::alternatives::{self, Positions};
use puzzlec_model::board::{Board, Coord, Shape};
use puzzlec_model::goal::Goal;
use puzzlec_model::piece::Form;
use puzzlec_model::{Model, Question};
use puzzlec_syntax::ast::Lattice;
use puzzlec_task::SearchContext;

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
    pub(super) fn read(model: &'a Model, context: &SearchContext) -> Result<Self, Unproved> {
        let other = "not every move takes a coin to a free cell beside two others";
        Game::whose(model, |moved| moved.touching() >= 2, other, context)
    }

    /// Reads a puzzle, every action of which must be a move of the game; `other` is the error for another one.
    ///
    /// # Errors
    /// It may be another game, or its goal is of another form.
    pub(super) fn whose(
        model: &'a Model,
        plays: fn(&Moved<'_>) -> bool,
        other: &'static str,
        context: &SearchContext,
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
        for rule in rules {
            if !every(model, rule, context, plays)? {
                return Err(Unproved::wrong(other));
            }
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
