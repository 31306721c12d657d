//! Puzzles that are the game. Nothing is grounded but the rule on a few cells.
//!
//! **The rule.** One written rule that removes a coin and turns its neighbours over; see `rule`.
//!
//! **The board.** Any. If the row closes up, a line without holes or a ring, bounded or not.
//!
//! **The coins.** Every cell of the start holds a coin of the two kinds that the rule turns over, or nothing. No move
//! puts a coin on a cell that was empty, nor, where nothing closes up, on one that was left; so the neighbours of a
//! coin that remain are those of the start. Where the row closes up, a gap of the start stays a cell between
//! the coins beside it. So coins that are not joined by coins at the start never meet, and the start falls into parts.
//! A stated window includes the start, and so every cell that matters.
//!
//! **The question.** An empty board, or who makes the last move.
//!
//! Everything else is another game: measures other than moves, scripts that run while the puzzle is played, several
//! rules.

mod parts;

use super::problem::Problem;
use super::rule::Form;
use puzzlec_base::Budget;
use puzzlec_model::board::{Board, Coord, Shape};
use puzzlec_model::goal::{Alternative, Goal};
use puzzlec_model::piece::ContentId;
use puzzlec_model::{Model, Question};
use puzzlec_syntax::ast::{Lattice, MeasureKind};
use puzzlec_task::Label;

pub(super) use parts::Cells;

/// A puzzle of coins that are removed.
#[derive(Clone, Debug)]
pub struct Game<'m> {
    /// The coins.
    pub problem: Problem,
    /// Whether two players remove the coins, and the one who takes the last coin that can be removed wins.
    pub players: bool,
    /// By part, the cells of its coins.
    cells: Vec<Cells>,
    board: &'m Board,
    /// The contents of a cell with a coin that shows heads, and with one that shows tails.
    sides: [ContentId; 2],
}

impl<'m> Game<'m> {
    /// Reads a puzzle; nothing for another game, and for a start without coins.
    pub fn read(model: &'m Model, budget: &Budget) -> Option<Self> {
        let (rules, start, goal) = match &model.question {
            Question::Moves { rules, start, goal: (goal, _) } => (rules, start, Some(goal)),
            Question::Game { rules, start, goal: None, ends, .. } if ends.always_win() => {
                (rules, start, None)
            }
            Question::Game { .. } | Question::Place { .. } => return None,
        };
        let [rule] = rules.as_slice() else { return None };
        let scripts = model.has_callbacks() || model.hooks.bound.is_some() || model.hooks.invariant.is_some();
        if scripts || model.measure != MeasureKind::Actions {
            return None;
        }
        let board = &model.board;
        let form = Form::of(model, rule, budget)?;
        if form.closing && !closes_up(board) {
            return None;
        }
        if goal.is_some_and(|goal| !is_empty(goal, model, form)) {
            return None;
        }
        let (parts, cells) = parts::parts(board, start, &form)?;
        let problem = Problem { closing: form.closing, parts };
        let sides = [form.heads, form.tails];
        Some(Game { problem, players: goal.is_none(), cells, board, sides })
    }

    /// The board.
    pub fn board(&self) -> &'m Board {
        self.board
    }

    /// By part, the cells of its coins.
    pub(super) fn cells(&self) -> &[Cells] {
        &self.cells
    }

    /// The contents of a cell with a coin that shows heads, and with one that shows tails.
    pub(super) fn sides(&self) -> [ContentId; 2] {
        self.sides
    }

    /// The number of coins.
    pub fn coins(&self) -> u64 {
        self.problem.parts.iter().map(|part| part.heads.len() as u64).sum()
    }

    /// The cell of a coin at the start.
    pub fn cell(&self, part: usize, coin: u32) -> Option<Coord> {
        self.cells.get(part)?.cell(coin)
    }

    /// The name of the cell of a coin at the start.
    pub fn name(&self, part: usize, coin: u32) -> String {
        self.cell(part, coin).map_or_else(String::new, |cell| self.board.name(cell))
    }

    /// The first move that removes a coin.
    pub fn first_move(&self, part: usize, coin: u32) -> Option<Label> {
        self.cell(part, coin).map(label)
    }

    /// Of a ring that closes up and has gaps at the start, the part that goes on from the last cell to the first, and how
    /// many of its coins lie before the end.
    pub(super) fn over(&self) -> Option<(usize, u32)> {
        if !self.problem.closing {
            return None;
        }
        let mut parts = self.cells.iter().zip(&self.problem.parts).enumerate();
        parts.find_map(|(at, (cells, part))| {
            let before = cells.before_end().filter(|before| (*before as usize) < part.heads.len())?;
            Some((at, before))
        })
    }
}

/// The step that removes the coin on a cell.
pub(super) fn label(cell: Coord) -> Label {
    Label::on([(cell.x, cell.y)])
}

/// Whether a goal is the empty board.
fn is_empty(goal: &Goal, model: &Model, form: Form) -> bool {
    let contents = [0, form.heads, form.tails];
    goal.alternatives(&model.board, &model.pieces, &contents).is_some_and(|goals| {
        let empty =
            |goal: &Alternative| goal.configuration(&model.board).is_some_and(|coins| coins.is_empty());
        !goals.is_empty() && goals.iter().all(empty)
    })
}

/// Whether a board is a ring or a line without holes.
fn closes_up(board: &Board) -> bool {
    match board.shape {
        Shape::Ring(_) => true,
        Shape::Lattice(Lattice::Line) => is_line(board),
        Shape::Lattice(_) | Shape::Graph => false,
    }
}

/// Whether a board is a line whose cells are neighbours one after the other.
fn is_line(board: &Board) -> bool {
    let first = board.cells().first().map_or(0, |cell| cell.x);
    board.shape == Shape::Lattice(Lattice::Line)
        && board.cells().iter().zip(first..).all(|(cell, x)| *cell == Coord::new(x, 0))
}
