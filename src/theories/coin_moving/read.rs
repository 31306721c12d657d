//! Puzzles that are the game of coins, by what their text means: nothing is grounded.
//!
//! **The rule.** A written rule of one of the forms of [`Form`] has as its actions: take a coin from a cell x,
//! put it on an empty cell y of the board with at least two neighbours other than x that hold a coin. That is
//! the game of the paper, played on the board.
//!
//! **The board.** On all cells of the square lattice it is the game. On a part S of the lattice it is, too, if
//! S includes the span of the start: let all coins lie in the span. A cell y beside two coins is a cell of the
//! span, as spans are closed, so the lattice has no move that S has not. And the neighbours of y without S are
//! beyond the span and hold no coin, so the count is the same on both. After the move all coins lie in the
//! span again. The same argument covers a stated window, which includes the rectangle around the start, and so
//! its span.
//!
//! **The goal.** It is read as the cells that must hold a coin, those that must not, and those that it leaves
//! open. Every position has as many coins as the start. So if none is open, or if as many or more must hold a
//! coin as there are coins, the only position with that number of coins which can be the goal is the one with
//! coins on just these cells.
//!
//! Everything else is another game: a measure, scripts that are asked while the puzzle is played, several
//! rules, pieces of another kind, goals with a choice.

mod goal;
mod rule;

use super::coins::Move;
use super::problem::Problem;
use super::span::Spans;
use crate::model::board::{Board, Coord, Shape};
use crate::model::piece::Content;
use crate::model::{Model, Question};
use crate::syntax::ast::{Lattice, MeasureKind};
use crate::task::{Bound, Label};

pub use rule::Form;

/// A puzzle of coins.
#[derive(Clone, Debug)]
pub struct Game {
    /// From where to where.
    pub problem: Problem,
    /// How its rule is written.
    form: Form,
}

/// What a puzzle is to this theory.
#[derive(Clone, Debug)]
pub enum Read {
    /// The game.
    Game(Box<Game>),
    /// The game, and too large; why, in words.
    TooLarge(String),
    /// Something else.
    Other,
}

impl Game {
    /// Reads a puzzle.
    pub fn read(model: &Model) -> Read {
        let Some((form, start, goal)) = game(model) else { return Read::Other };
        let Some(problem) = Problem::new(&start, &goal) else {
            return Read::TooLarge("the theory of coins takes up to 2^26 cells between the coins".into());
        };
        if !includes_span(&model.board, &problem) {
            return Read::Other;
        }
        Read::Game(Box::new(Game { problem, form }))
    }

    /// A move as a step of the puzzle.
    pub fn label(&self, step: Move) -> Option<Label> {
        let on_board = |cell| self.problem.on_board(cell).map(|c: Coord| Bound::Cell(c.x, c.y));
        Some(self.form.label(on_board(step.from)?, on_board(step.to)?))
    }
}

/// The form of the rule, and the cells of the coins at the start and at the goal.
fn game(model: &Model) -> Option<(Form, Vec<Coord>, Vec<Coord>)> {
    let Question::Moves { rules, start, goal: (goal, _) } = &model.question else { return None };
    let ([rule], Shape::Lattice(Lattice::Square)) = (rules.as_slice(), model.board.shape) else {
        return None;
    };
    let asked = model.is_asked() || model.hooks.bound.is_some() || model.hooks.invariant.is_some();
    if asked || model.measure != MeasureKind::Actions {
        return None;
    }
    let (form, coin) = Form::of(rule, &model.pieces)?;
    if !matches!(model.pieces.content(coin), Content::Unit(..)) || start.values().any(|held| *held != coin) {
        return None;
    }
    let start: Vec<Coord> = start.keys().copied().collect();
    let goal = goal::coins(goal, &model.board, &model.pieces, coin, start.len())?;
    Some((form, start, goal))
}

/// Whether the board has every cell of the span of the start.
fn includes_span(board: &Board, problem: &Problem) -> bool {
    if board.unbounded {
        return true;
    }
    let span = Spans::new(problem.start.width(), problem.start.height()).span(problem.start.iter());
    let has = |cell| problem.on_board(cell).is_some_and(|cell| board.contains(cell));
    span.0.iter().flat_map(|rectangle| rectangle.cells()).all(has)
}
