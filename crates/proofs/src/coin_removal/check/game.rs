//! The game of a puzzle, read from its rules.
//!
//! Every action of a rule that is accepted removes a coin that shows heads and turns its neighbours over; where rules
//! close up, the cell of the coin is taken out of a line or ring without holes. Further conditions and scripts that
//! forbid moves only take moves away: what cannot be removed cannot be removed with fewer moves. For a game of two
//! players there must be none of them. Windows and ends of the board change nothing: a move puts no coin on a cell
//! that was free at the start, and coins move only towards others.

use super::rule::{Removal, removal};
use puzzlec_checker::Unproved;
use puzzlec_model::board::{Board, Shape};
use puzzlec_model::config::Configuration;
use puzzlec_model::piece::ContentId;
use puzzlec_model::{Model, Question};
use puzzlec_syntax::ast::Lattice;
use puzzlec_task::SearchContext;

/// A puzzle about coins that are removed.
pub(super) struct Game<'a> {
    pub(super) board: &'a Board,
    /// Holds no other contents than these two.
    pub(super) start: &'a Configuration,
    pub(super) heads: ContentId,
    pub(super) tails: ContentId,
    /// Whether the row or ring closes up behind a coin that is removed.
    pub(super) closing: bool,
}

impl<'a> Game<'a> {
    /// Reads a puzzle. In a game of two players every coin that shows heads may be removed, and the player who
    /// removes the last one wins.
    ///
    /// # Errors
    /// It may be another game.
    pub(super) fn read(model: &'a Model, context: &SearchContext) -> Result<Self, Unproved> {
        let (rules, start, exact) = match &model.question {
            Question::Moves { rules, start, .. } => (rules, start, false),
            Question::Game { rules, start, goal: None, ends, .. } if ends.always_win() => {
                (rules, start, true)
            }
            Question::Game { .. } => return Err(Unproved::wrong("not just the last to move wins")),
            Question::Place { .. } => return Err(Unproved::wrong("no coins are removed in this puzzle")),
        };
        let mut known = None;
        for rule in rules {
            let read = removal(model, rule, context)?.filter(|read| read.always || !exact);
            let Some(Removal { heads, tails, closing, .. }) = read else {
                return Err(Unproved::wrong("not every move removes a coin and turns its neighbours over"));
            };
            if *known.get_or_insert((heads, tails, closing)) != (heads, tails, closing) {
                return Err(Unproved::wrong("the moves are not all of one game"));
            }
        }
        let (heads, tails, closing) = known.ok_or_else(|| Unproved::wrong("the puzzle has no rule"))?;
        if exact && model.has_callbacks() {
            return Err(Unproved::wrong("scripts may forbid moves"));
        }
        if start.values().any(|held| *held != heads && *held != tails) {
            return Err(Unproved::wrong("the start holds other pieces than coins"));
        }
        let game = Game { board: &model.board, start, heads, tails, closing };
        if closing && !game.whole() {
            return Err(Unproved::wrong("the board is no line or ring without holes"));
        }
        Ok(game)
    }

    /// Whether the board is a line or a ring without holes.
    fn whole(&self) -> bool {
        let cells = self.board.cells();
        let first = cells.first().map_or(0, |cell| i64::from(cell.x));
        let in_a_row = (first..).zip(cells).all(|(x, cell)| cell.y == 0 && i64::from(cell.x) == x);
        match self.board.shape {
            Shape::Lattice(Lattice::Line) => self.board.unbounded || in_a_row,
            Shape::Ring(n) => in_a_row && first == 0 && usize::try_from(n) == Ok(cells.len()),
            Shape::Lattice(_) | Shape::Graph => false,
        }
    }
}
