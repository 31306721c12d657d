//! The game of a puzzle, read from its rules.
//!
//! Every action of a rule that is accepted ([`block`]) is a move of the game on the endless line, and every plan of the
//! puzzle is a sequence of such moves. Further conditions, scripts that forbid moves, ends of the board and windows only
//! take moves away: a row that is not reached on the endless line, or not by so few moves, is not reached without them.

use std::collections::BTreeSet;

use super::row::{Colour, Goal, Row};
use super::rule::block;
use puzzlec_checker::Unproved;
use puzzlec_checker::alternatives::{self, open};
use puzzlec_model::board::{Coord, Shape};
use puzzlec_model::goal;
use puzzlec_model::piece::{ContentId, Form};
use puzzlec_model::{Model, Question};
use puzzlec_syntax::ast::Lattice;
use puzzlec_task::SearchContext;

/// Lines with more cells between their first coin and their last are not read.
const MOST_CELLS: i64 = 1 << 26;

/// A puzzle about coins on a line.
pub(super) struct Game {
    /// How many coins move at a time.
    pub(super) k: usize,
    /// Whether coins may land on cells that they leave.
    pub(super) over: bool,
    /// The first cell of the line and the one after the last, if it has ends.
    pub(super) ends: Option<(i64, i64)>,
    pub(super) start: Row,
    pub(super) goals: Vec<Goal>,
}

impl Game {
    /// Reads a puzzle.
    ///
    /// # Errors
    /// It may be another game, or its goal is of another form.
    pub(super) fn read(model: &Model, context: &SearchContext) -> Result<Self, Unproved> {
        let Question::Moves { rules, start, goal: (goal, _) } = &model.question else {
            return Err(Unproved::wrong("no pieces move in this puzzle"));
        };
        let board = &model.board;
        if board.shape != Shape::Lattice(Lattice::Line) {
            return Err(Unproved::wrong("the board is no line"));
        }
        if model.pieces.kinds.iter().any(|kind| kind.form != Form::Unit) {
            return Err(Unproved::wrong("a piece covers several cells"));
        }
        let ends = match (board.unbounded, board.cells()) {
            (true, _) => None,
            (false, [first, .., last]) => Some((i64::from(first.x), i64::from(last.x) + 1)),
            (false, cells) => cells.first().map(|cell| (i64::from(cell.x), i64::from(cell.x) + 1)),
        };
        let held = start.iter().filter(|(_, held)| **held != 0).map(|(cell, held)| (*cell, *held));
        let start = row(held)?;
        let coins: BTreeSet<ContentId> = start.colours().into_keys().collect();
        let mut moves = None;
        for rule in rules {
            let (k, over) = block(model, rule, &coins, context)?;
            let (known, before) = *moves.get_or_insert((k, over));
            if known != k {
                return Err(Unproved::wrong("moves take different numbers of coins"));
            }
            moves = Some((k, over || before));
        }
        let (k, over) = moves.ok_or_else(|| Unproved::wrong("the puzzle has no rule"))?;
        let goals = read_goals(model, goal)?;
        Ok(Game { k, over, ends, start, goals })
    }
}

/// Coins on cells, given from left to right.
fn row(coins: impl Iterator<Item = (Coord, Colour)>) -> Result<Row, Unproved> {
    let mut row = Row::default();
    for (cell, held) in coins {
        let x = i64::from(cell.x);
        if row.cells.is_empty() {
            row.first = x;
        }
        let place = usize::try_from(x - row.first).ok().filter(|_| x - row.first < MOST_CELLS && cell.y == 0);
        let place = place.ok_or_else(|| Unproved::wrong("the coins lie too far apart"))?;
        row.cells.resize(place, 0);
        row.cells.push(held);
    }
    Ok(row)
}

/// The rows of a goal.
///
/// # Errors
/// It says something else than how all coins lie.
fn read_goals(model: &Model, goal: &goal::Goal) -> Result<Vec<Goal>, Unproved> {
    let rows = alternatives::read(model, goal)?.into_iter().map(|goal| {
        let anywhere = goal.anywhere;
        let coins = goal.pieces(model)?.into_iter().map(|(cell, held)| match held.as_slice() {
            [one] => Ok((cell, *one)),
            _ => Err(open()),
        });
        Ok(Goal { row: row(coins.collect::<Result<Vec<_>, _>>()?.into_iter())?, anywhere })
    });
    rows.collect()
}
