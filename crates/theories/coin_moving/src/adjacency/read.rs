//! Puzzles of these games, by what their text means.
//!
//! The rule and the goals are read as those of the [game on the square grid](super::super::read). The board is the grid
//! without end: where coins spread, one with an end or a stated window makes another game.

use super::game::{Cells, Game, Grid};
use crate::coins::Move;
use crate::read::{Form, drawn};
use puzzlec_base::Budget;
use puzzlec_model::Model;
use puzzlec_model::board::{Coord, Shape};
use puzzlec_syntax::ast::Lattice;
use puzzlec_task::{Bound, Label};

/// Columns and rows up to here are treated.
const FARTHEST: u32 = 1 << 28;

/// A puzzle.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The grid and the number of neighbours.
    pub game: Game,
    /// The coins at the start.
    pub start: Cells,
    /// The goals, in the order of the puzzle.
    pub goals: Vec<Goal>,
    form: Form,
}

/// A goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The cells with a coin, as they are drawn; all others are empty.
    pub coins: Cells,
    /// Whether it may lie anywhere.
    pub anywhere: bool,
}

impl Variant {
    /// Reads a puzzle; nothing where it is another game.
    pub fn read(model: &Model, budget: &Budget) -> Option<Self> {
        let ((form, touching), start, goals) = drawn(model, budget)?;
        let grid = match model.board.shape {
            Shape::Lattice(Lattice::Square) => Grid::Square,
            Shape::Lattice(Lattice::Hex | Lattice::Triangle) => Grid::Triangular,
            _ => return None,
        };
        let game = Game { grid, touching };
        let start: Cells = start.into_iter().collect();
        let goal =
            |(coins, anywhere): (Vec<Coord>, bool)| Goal { coins: coins.into_iter().collect(), anywhere };
        let goals: Vec<Goal> = goals.into_iter().map(goal).collect();
        let far = |cell: &Coord| cell.x.unsigned_abs().max(cell.y.unsigned_abs()) > FARTHEST;
        let cells = || goals.iter().flat_map(|goal: &Goal| &goal.coins);
        if start.iter().chain(cells()).any(far) {
            return None;
        }
        let endless = model.board.unbounded && model.window.is_none();
        (endless && game.spreads()).then_some(Variant { game, start, goals, form })
    }

    /// A move as a step of the puzzle.
    pub fn label(&self, step: Move) -> Label {
        let cell = |cell: Coord| Bound::Cell(cell.x, cell.y);
        self.form.label(cell(step.from), cell(step.to))
    }
}
