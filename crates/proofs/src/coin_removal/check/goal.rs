//! Goals without coins.

use std::collections::BTreeSet;

use super::game::Game;
use puzzlec_checker::Unproved;
use puzzlec_model::board::Coord;
use puzzlec_model::expr::{Cells, Num, Test};
use puzzlec_model::goal::{Drawn, Goal};
use puzzlec_model::piece::{ContentId, Selector};
use puzzlec_model::{Model, Question};
use puzzlec_syntax::ast::BinaryOp;

/// Checks that no coin lies on the board at any goal.
///
/// # Errors
/// One may.
pub(super) fn is_empty(model: &Model, game: &Game<'_>) -> Result<(), Unproved> {
    let Question::Moves { goal: (goal, _), .. } = &model.question else {
        return Err(Unproved::wrong("the puzzle has no goal"));
    };
    let empty = Empty { model, coins: [game.heads, game.tails] };
    if empty.goal(goal) { Ok(()) } else { Err(Unproved::wrong("coins may be left at the goal")) }
}

struct Empty<'a> {
    model: &'a Model,
    coins: [ContentId; 2],
}

impl Empty<'_> {
    fn goal(&self, goal: &Goal) -> bool {
        match goal {
            Goal::Drawn(drawn) => self.drawn(drawn),
            Goal::Test(test) => self.test(test),
            Goal::Callback(_) => false,
            Goal::Any(parts) => parts.iter().all(|part| self.goal(part)),
            Goal::All(parts) => parts.iter().any(|part| self.goal(part)),
        }
    }

    fn drawn(&self, drawn: &Drawn) -> bool {
        let board = &self.model.board;
        let free = |held: &[ContentId]| !held.is_empty() && !held.iter().any(|c| self.coins.contains(c));
        let all = || !board.unbounded && board.cells().iter().all(|cell| drawn.cells.contains_key(cell));
        drawn.cells.values().all(|held| free(held)) && (drawn.rest_empty || !drawn.anywhere && all())
    }

    fn test(&self, test: &Test) -> bool {
        match test {
            Test::And(parts) => parts.iter().any(|part| self.test(part)),
            Test::Or(parts) => parts.iter().all(|part| self.test(part)),
            Test::Holds(cells, selector) => {
                self.are_all(cells) && !self.coins(selector).any(|matches| matches)
            }
            Test::Compare(op, Num::Count(selector, cells), Num::Fixed(number)) => {
                matches!((op, number), (BinaryOp::Equal | BinaryOp::LessEqual, 0) | (BinaryOp::Less, 1))
                    && self.are_all(cells)
                    && self.coins(selector).all(|matches| matches)
            }
            _ => false,
        }
    }

    /// Whether cells are all that hold coins.
    fn are_all(&self, cells: &Cells) -> bool {
        let board = &self.model.board;
        match cells {
            Cells::All => true,
            Cells::Fixed(cells) => {
                let listed: BTreeSet<Coord> = cells.iter().copied().collect();
                !board.unbounded && board.cells().iter().all(|cell| listed.contains(cell))
            }
            _ => false,
        }
    }

    /// Whether a selector matches coins, one by one.
    fn coins<'s>(&'s self, selector: &'s Selector) -> impl Iterator<Item = bool> + 's {
        self.coins.iter().map(|coin| selector.matches(self.model.pieces.content(*coin)))
    }
}
