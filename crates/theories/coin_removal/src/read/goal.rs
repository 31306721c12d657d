//! Goals that mean an empty board.

use super::rule::Form;
use puzzlec_model::board::Board;
use puzzlec_model::expr::{Cells, Num, Test};
use puzzlec_model::goal::Goal;
use puzzlec_model::piece::{Pieces, Selector};
use puzzlec_syntax::ast::BinaryOp;

/// The board and the pieces of a goal.
pub(super) struct Field<'a> {
    /// The board.
    pub board: &'a Board,
    /// The pieces.
    pub pieces: &'a Pieces,
    /// The coins: every cell holds one of them or nothing.
    pub form: Form,
}

impl Field<'_> {
    /// Whether a goal is the empty board. Drawn goals draw no coin and speak of all cells; tests say of all cells that
    /// they are empty, or that no cell holds a coin; disjunctions and conjunctions have such parts alone.
    pub fn is_empty(&self, goal: &Goal) -> bool {
        match goal {
            Goal::Drawn(drawn) => {
                let drawn_cell = |cell| drawn.cells.contains_key(cell);
                let whole = || !self.board.unbounded && self.board.cells().iter().all(drawn_cell);
                drawn.cells.values().all(|held| **held == [0]) && (drawn.rest_empty || whole())
            }
            Goal::Any(parts) | Goal::All(parts) => {
                !parts.is_empty() && parts.iter().all(|part| self.is_empty(part))
            }
            Goal::Test(test) => self.says_empty(test),
            Goal::Callback(_) => false,
        }
    }

    fn says_empty(&self, test: &Test) -> bool {
        match test {
            Test::Holds(Cells::All, selector) => self.by(selector) == [true, false, false],
            Test::And(parts) | Test::Or(parts) => {
                !parts.is_empty() && parts.iter().all(|part| self.says_empty(part))
            }
            Test::Compare(BinaryOp::Equal, Num::Count(selector, Cells::All), Num::Fixed(0))
            | Test::Compare(BinaryOp::Equal, Num::Fixed(0), Num::Count(selector, Cells::All)) => {
                self.by(selector) == [false, true, true]
            }
            _ => false,
        }
    }

    /// Which contents a selector allows: nothing, heads, tails.
    fn by(&self, selector: &Selector) -> [bool; 3] {
        [0, self.form.heads, self.form.tails].map(|held| selector.matches(self.pieces.content(held)))
    }
}
