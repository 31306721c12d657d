//! Puzzles that are the game, by what their text means: nothing is grounded.
//!
//! **The rules.** Drawn rules whose patterns are the slides, turns and pivots of the game, all of them and nothing else;
//! see `rule`.
//!
//! **The board.** A bounded part of the triangular lattice (`hex` or `triangle`).
//!
//! **The pieces.** Every cell of the start holds an end of a two-cell piece, and just one cell is empty. A pattern matches
//! two-cell pieces of every kind, so gourds of several kinds may lie on the board; no other piece does.
//!
//! **The goal.** The contents of cells: drawn goals and tests of the contents of fixed cells, joined by `and`
//! and `or`; see `goal`.
//!
//! Or gourds are laid on a board, with such a goal. Everything else is another game: measures other than moves, scripts that
//! run while the puzzle is played, two players.

mod ends;
mod goal;

use super::problem::{Board, Cell, Placement, Problem};
use puzzlec_model::board::{Board as Cells, Coord, Shape};
use puzzlec_model::{Model, Question};
use puzzlec_syntax::ast::{Lattice, MeasureKind};
use puzzlec_task::Label as Step;

pub(super) use super::rule::Moves;
pub use ends::Labels;

/// A puzzle of gourds.
#[derive(Clone, Debug)]
pub struct Game<'m> {
    /// What is asked.
    pub question: Asked,
    /// The labels of ends.
    pub labels: Labels,
    model: &'m Model,
}

/// What is asked of gourds.
#[derive(Clone, Debug)]
pub enum Asked {
    /// To move them.
    Plan {
        /// The gourds and the goals.
        problem: Problem,
        /// The rules.
        moves: Moves,
    },
    /// To lay them.
    Place(Placement),
}

/// Reads a puzzle; nothing for another game.
pub fn read(model: &Model) -> Option<Game<'_>> {
    let scripts = model.has_callbacks() || model.hooks.bound.is_some() || model.hooks.invariant.is_some();
    let lattice = matches!(model.board.shape, Shape::Lattice(Lattice::Hex | Lattice::Triangle));
    if scripts || model.measure != MeasureKind::Actions || model.window.is_some() || model.family.is_some() {
        return None;
    }
    if !lattice || model.board.unbounded || model.board.cells().is_empty() {
        return None;
    }
    let board = Board::new(model.board.cells().iter().map(|cell| (cell.x, cell.y)).collect());
    let labels = Labels::new(&model.pieces);
    let goals = |goal| goal::Targets { cells: &model.board, pieces: &model.pieces, labels: &labels }.of(goal);
    let question = match &model.question {
        Question::Moves { rules, start, goal: (goal, _) } => {
            let moves = Moves::of(rules)?;
            let (start, ends) = ends::start(model, start, &board, &labels)?;
            Asked::Plan { problem: Problem { start, labels: ends, goals: goals(goal)?, board }, moves }
        }
        Question::Place { supply, goal: (goal, _) } => {
            let supply = ends::supply(supply, &labels)?;
            Asked::Place(Placement { supply, goals: goals(goal)?, board })
        }
        Question::Game { .. } => return None,
    };
    Some(Game { question, labels, model })
}

impl Game<'_> {
    /// The cells by number.
    pub fn cells(&self) -> &Cells {
        &self.model.board
    }

    /// The coordinates of a cell.
    pub fn coordinates(&self, cell: Cell) -> Option<Coord> {
        self.model.board.cells().get(cell as usize).copied()
    }

    /// The name of a cell.
    pub fn name(&self, cell: Cell) -> String {
        self.coordinates(cell).map_or_else(String::new, |cell| self.model.board.name(cell))
    }

    /// The names of all cells.
    pub fn names(&self) -> Vec<String> {
        self.model.board.cells().iter().map(|cell| self.model.board.name(*cell)).collect()
    }

    /// The board.
    pub fn board(&self) -> &Board {
        match &self.question {
            Asked::Plan { problem, .. } => &problem.board,
            Asked::Place(placement) => &placement.board,
        }
    }

    /// The steps of a plan: the cells moved through, from the start.
    pub fn steps(&self, plan: &[Cell]) -> Vec<Step> {
        let Asked::Plan { problem, moves } = &self.question else { return Vec::new() };
        moves.steps(&problem.board, &problem.start, plan)
    }

    /// Whether every move is one action, so that plans are sequences of actions.
    pub fn are_single(&self) -> bool {
        matches!(&self.question, Asked::Plan { moves, .. } if moves.are_single())
    }
}
