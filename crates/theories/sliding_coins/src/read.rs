//! Puzzles that are the game of coins on a line. Only a small part of the line is grounded.
//!
//! **The rule.** A written rule of one of the forms of [`Form`] has as its actions the moves of the game, each
//! once: one for each choice of the first cell that is lifted and of the first that is covered.
//!
//! **The board.** The endless line, or a row of cells that are neighbours one after the other: there all cells of
//! a move lie on the board.
//!
//! **The goal.** Rows drawn in full: every other cell is empty. On a bounded line a goal that lies anywhere lies on
//! the line, as all coins do.
//!
//! Everything else is another game: measures other than moves, scripts that run while the puzzle is played, stated
//! windows, several rules, pieces of several cells, goals that leave a cell open.

use super::problem::{Goal, Problem};
use super::row::{Colour, FREE, Move, Row};
use puzzlec_base::Budget;
use puzzlec_model::board::{Board, Coord, Shape};
use puzzlec_model::piece::{Content, ContentId};
use puzzlec_model::{Model, Question};
use puzzlec_syntax::ast::{Lattice, MeasureKind};
use puzzlec_task::Label;

pub use super::rule::Form;

/// Rows with more cells between their first coin and their last are another game.
const MOST_CELLS: i64 = 1 << 26;

/// A puzzle of coins on a line.
#[derive(Clone, Debug)]
pub struct Game<'m> {
    /// The puzzle: cells have the numbers of the board's columns, from 0.
    pub problem: Problem,
    /// How its rule is written.
    pub form: Form,
    /// By colour, from 1, the mark of its coins.
    marks: Vec<char>,
    board: &'m Board,
}

impl<'m> Game<'m> {
    /// Reads a puzzle; nothing for another game.
    pub fn read(model: &'m Model, budget: &Budget) -> Option<Self> {
        let Question::Moves { rules, start, goal: (goal, _) } = &model.question else { return None };
        let [rule] = rules.as_slice() else { return None };
        let asked = model.has_callbacks() || model.hooks.bound.is_some() || model.hooks.invariant.is_some();
        if asked || model.measure != MeasureKind::Actions || model.window.is_some() {
            return None;
        }
        let ends = line(&model.board)?;
        let mut colours = Colours::default();
        for held in start.values() {
            colours.take(*held)?;
        }
        let coins = colours.of.clone();
        if coins.iter().any(|held| !matches!(model.pieces.content(*held), Content::Unit(..))) {
            return None;
        }
        let form = Form::of(model, rule, &coins, budget)?;
        let held = start.iter().map(|(cell, held)| Some((*cell, colours.take(*held)?)));
        let first_row = row(held.collect::<Option<Vec<_>>>()?)?;
        let contents: Vec<ContentId> = model.pieces.contents().map(|(held, _)| held).collect();
        let alternatives = goal.alternatives(&model.board, &model.pieces, &contents)?;
        let goals = alternatives.iter().map(|goal| {
            let coins = goal.configuration(&model.board)?.into_iter();
            let coins = coins.map(|(cell, held)| Some((cell, colours.take(held)?)));
            Some(Goal { row: row(coins.collect::<Option<_>>()?)?, anywhere: goal.anywhere })
        });
        let goals = goals.collect::<Option<_>>()?;
        let marks = colours.of.iter().map(|held| model.pieces.glyph(*held)).collect();
        let problem = Problem { k: form.k(), over: form.over(), ends, start: first_row, goals };
        Some(Game { problem, form, marks, board: &model.board })
    }

    /// The name of a cell.
    pub fn name(&self, cell: i64) -> String {
        i32::try_from(cell).map_or_else(|_| cell.to_string(), |x| self.board.name(Coord::new(x, 0)))
    }

    /// The mark of a colour, `.` for a free cell.
    pub fn mark(&self, colour: Colour) -> char {
        let place = usize::from(colour).checked_sub(1);
        place.and_then(|place| self.marks.get(place)).copied().unwrap_or('.')
    }

    /// A move as a step of the puzzle; `None` if a cell has no coordinate.
    pub fn label(&self, step: Move) -> Option<Label> {
        self.form.label(step)
    }
}

/// Colours by the contents that they are, in the order in which they are met from left to right.
#[derive(Default)]
struct Colours {
    of: Vec<ContentId>,
}

impl Colours {
    /// The colour of a content, new or known; `None` if there are too many.
    fn take(&mut self, held: ContentId) -> Option<Colour> {
        if held == 0 {
            return Some(FREE);
        }
        let place = self.of.iter().position(|known| *known == held).unwrap_or_else(|| {
            self.of.push(held);
            self.of.len() - 1
        });
        Colour::try_from(place + 1).ok()
    }
}

/// The ends of a line, if the board is one; none for the endless line.
fn line(board: &Board) -> Option<Option<(i64, i64)>> {
    if board.shape != Shape::Lattice(Lattice::Line) {
        return None;
    }
    if board.unbounded {
        return Some(None);
    }
    let (first, last) = (board.cells().first()?, board.cells().last()?);
    let in_turn = board.cells().iter().zip(first.x..).all(|(cell, x)| *cell == Coord::new(x, 0));
    in_turn.then_some(Some((i64::from(first.x), i64::from(last.x))))
}

/// Coins on cells, given from left to right.
fn row(coins: Vec<(Coord, Colour)>) -> Option<Row> {
    let (Some((first, _)), Some((last, _))) = (coins.first(), coins.last()) else {
        return Some(Row::default());
    };
    let (left, right) = (i64::from(first.x), i64::from(last.x));
    if right - left >= MOST_CELLS {
        return None;
    }
    let mut cells = vec![FREE; usize::try_from(right - left + 1).ok()?];
    for (cell, colour) in coins {
        *cells.get_mut(usize::try_from(i64::from(cell.x) - left).ok()?)? = colour;
    }
    Some(Row::new(left, cells))
}
