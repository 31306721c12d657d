//! Puzzles of these games, by what their text means.
//!
//! The rule and the goals are read as those of the [game on the square grid](super::super::read). A board
//! without end is the grid. A board with an end, or a stated window on the square grid, is the grid, too, if it
//! has every cell of the closure of the start: the neighbours of such a cell beyond the board never hold a coin.
//! Where coins spread there is no such board, and it is another game.

use super::game::{Cells, Game, Grid};
use crate::coins::Move;
use crate::read::{Form, drawn};
use puzzlec_model::Model;
use puzzlec_model::board::{Board, Coord, Shape};
use puzzlec_syntax::ast::Lattice;
use puzzlec_task::{Bound, Label};

/// Maximum number of cells of a bounded board.
const MOST_CELLS: usize = 1 << 16;

/// A board of more cells is long in grounding.
const FEW_CELLS: usize = 100;

/// Columns and rows up to here are treated.
const FARTHEST: u32 = 1 << 28;

/// A puzzle.
#[derive(Clone, Debug)]
pub struct Variant<'m> {
    /// The grid and the number of neighbours.
    pub game: Game,
    /// The coins at the start.
    pub start: Cells,
    /// The goals, in the order of the puzzle.
    pub goals: Vec<Goal>,
    form: Form,
    /// The board.
    pub board: &'m Board,
}

/// A goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The cells with a coin, as they are drawn; all others are empty.
    pub coins: Cells,
    /// Whether it may lie anywhere.
    pub anywhere: bool,
}

impl<'m> Variant<'m> {
    /// Reads a puzzle; nothing where it is another game.
    pub fn read(model: &'m Model) -> Option<Self> {
        let ((form, touching), start, goals) = drawn(model)?;
        let grid = match model.board.shape {
            Shape::Lattice(Lattice::Square) => Grid::Square,
            Shape::Lattice(Lattice::Hex | Lattice::Triangle) => Grid::Triangular,
            _ => return None,
        };
        let touching = usize::try_from(touching).ok().filter(|n| *n > 0)?;
        let game = Game { grid, touching };
        let start: Cells = start.into_iter().collect();
        let goal =
            |(coins, anywhere): (Vec<Coord>, bool)| Goal { coins: coins.into_iter().collect(), anywhere };
        let goals: Vec<Goal> = goals.into_iter().map(goal).collect();
        let board = &model.board;
        let far = |cell: &Coord| cell.x.unsigned_abs().max(cell.y.unsigned_abs()) > FARTHEST;
        let cells = || goals.iter().flat_map(|goal: &Goal| &goal.coins);
        if start.iter().chain(cells()).any(far) {
            return None;
        }
        let known = (grid, touching) != (Grid::Square, 2);
        (known && is_grid(game, model, &start)).then_some(Variant { game, start, goals, form, board })
    }

    /// Whether coins can cover few cells only.
    pub fn is_small(&self) -> bool {
        !self.game.spreads() && self.game.closure(&self.start, FEW_CELLS).is_some()
    }

    /// A move as a step of the puzzle.
    pub fn label(&self, step: Move) -> Label {
        let cell = |cell: Coord| Bound::Cell(cell.x, cell.y);
        self.form.label(cell(step.from), cell(step.to))
    }
}

/// Whether the board of a puzzle is as good as the grid without end.
fn is_grid(game: Game, model: &Model, start: &Cells) -> bool {
    if model.board.unbounded {
        // The smallest rectangle around the start has the closure, on the square grid.
        return model.window.is_none() || game.grid == Grid::Square && !game.spreads();
    }
    let closure = if game.spreads() { None } else { game.closure(start, MOST_CELLS) };
    closure.is_some_and(|closure| closure.iter().all(|cell| model.board.contains(*cell)))
}
