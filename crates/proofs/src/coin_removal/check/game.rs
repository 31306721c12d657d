//! The game of a puzzle, read from its rules.
//!
//! Every action of a rule that is accepted removes a coin that shows heads and turns its neighbours over; where rules
//! close up, the cell of the coin is taken out of a line or ring without holes. Further conditions and scripts that
//! forbid moves only take moves away: what cannot be removed cannot be removed with fewer moves. For a game of two
//! players there must be none of them. Windows and ends of the board change nothing: a move puts no coin on a cell
//! that was free at the start, and coins move only towards others.

use puzzlec_checker::Unproved;
use puzzlec_model::board::{Board, Shape};
use puzzlec_model::config::Configuration;
use puzzlec_model::expr::{Cell, Cells, Dir, Num, Test};
use puzzlec_model::piece::{Content, ContentId, Form, Named, Pieces};
use puzzlec_model::query::compare;
use puzzlec_model::rule::{Body, Domain, Effect, Face, Quantified};
use puzzlec_model::{Model, Question};
use puzzlec_syntax::ast::Lattice;

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
    pub(super) fn read(model: &'a Model) -> Result<Self, Unproved> {
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
            let read = match &rule.body {
                Body::Quantified(rule) => removal(rule, &model.pieces, &model.board),
                Body::Patterns(_) | Body::Scripted(_) | Body::Callback(_) => None,
            };
            let read = read.filter(|read| read.always || !exact);
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

/// A rule of the game.
struct Removal {
    heads: ContentId,
    tails: ContentId,
    closing: bool,
    /// Whether it removes every coin that shows heads, and not only some.
    always: bool,
}

/// Reads a rule; nothing where one of its actions may be another move.
fn removal(rule: &Quantified, pieces: &Pieces, board: &Board) -> Option<Removal> {
    let [variable] = rule.variables.as_slice() else { return None };
    let Domain::Cells(domain) = &variable.domain else { return None };
    let (mut removes, mut turned, mut closing) = (false, None, false);
    // The neighbours of a cell do not include it, so that the order of these effects does not matter.
    for effect in &rule.effects {
        match effect {
            Effect::Remove(cells) if is_own(cells) => removes = true,
            Effect::Flip(Face::Piece(one), Face::Piece(other), cells)
                if turned.is_none() && are_neighbours(cells, board) =>
            {
                turned = Some((*one, *other));
            }
            Effect::Close(0) => closing = true,
            _ => return None,
        }
    }
    // Closing up takes away what the cell holds.
    if !removes && !closing || closing != rule.closes {
        return None;
    }
    let (one, other) = turned?;
    let (one, other) = (coin(pieces, one)?, coin(pieces, other)?);
    let mut what = Held { pieces, may: vec![0, one, other], always: true };
    if let Some(selector) = domain {
        what.may.retain(|held| selector.matches(pieces.content(*held)));
    }
    rule.guards.iter().for_each(|guard| what.learn(guard));
    let [heads] = what.may.as_slice() else { return None };
    let tails = if *heads == one { other } else { one };
    (one != other && *heads != 0).then_some(Removal { heads: *heads, tails, closing, always: what.always })
}

/// The only content of a piece of one cell and with one mark.
fn coin(pieces: &Pieces, piece: Named) -> Option<ContentId> {
    let Named { kind, member: None } = piece else { return None };
    pieces.kind(kind).filter(|found| found.form == Form::Unit && found.marks.len() <= 1)?;
    pieces.id(&Content::Unit(kind, 0))
}

/// Whether cells are the rule's one variable.
fn is_own(cells: &Cells) -> bool {
    match cells {
        Cells::One(cell) => *cell == Cell::Var(0),
        Cells::Join(parts) => !parts.is_empty() && parts.iter().all(is_own),
        _ => false,
    }
}

/// Whether cells are the neighbours of the rule's one variable, but for that cell itself, which is removed.
fn are_neighbours(cells: &Cells, board: &Board) -> bool {
    match cells {
        Cells::Around(inner) => is_own(inner),
        Cells::Except(cells, but) => is_own(but) && are_neighbours(cells, board),
        Cells::Join(parts) => match parts.as_slice() {
            [one] => are_neighbours(one, board),
            // Where a step leads off the board, there is no action; where both lead to one cell, it is listed once.
            [Cells::One(one), Cells::One(other)] => {
                let line = board.unbounded && board.shape == Shape::Lattice(Lattice::Line);
                let steps = (step(one), step(other));
                (line || matches!(board.shape, Shape::Ring(_)))
                    && matches!(steps, (Some(one), Some(other)) if one != other)
            }
            _ => false,
        },
        _ => false,
    }
}

/// Whether a cell is a step to the right of the rule's one variable, and not to the left. Lines and rings have these
/// directions, in this order.
fn step(cell: &Cell) -> Option<bool> {
    match cell {
        Cell::Step(from, Dir::Fixed(direction @ 0..=1), steps) if **from == Cell::Var(0) => match **steps {
            Num::Fixed(1) => Some(*direction == 0),
            Num::Fixed(-1) => Some(*direction == 1),
            _ => None,
        },
        _ => None,
    }
}

/// What the cell of a rule may hold, of the contents that ever occur.
struct Held<'a> {
    pieces: &'a Pieces,
    may: Vec<ContentId>,
    /// Whether these are all conditions.
    always: bool,
}

impl Held<'_> {
    /// Learns from a condition. One of another form may only take actions away.
    fn learn(&mut self, test: &Test) {
        if let Test::And(parts) = test {
            return parts.iter().for_each(|part| self.learn(part));
        }
        let decided = |held: &ContentId| self.fits(test, *held);
        let all: Option<Vec<bool>> = self.may.iter().map(decided).collect();
        match all {
            Some(all) => {
                let mut all = all.into_iter();
                self.may.retain(|_| all.next() == Some(true));
            }
            None => self.always = false,
        }
    }

    /// Whether a condition holds where the cell holds this; nothing if it is about something else.
    fn fits(&self, test: &Test, held: ContentId) -> Option<bool> {
        let content = self.pieces.content(held);
        match test {
            Test::Fixed(holds) => Some(*holds),
            Test::Not(inner) => Some(!self.fits(inner, held)?),
            Test::And(parts) => parts.iter().try_fold(true, |all, part| Some(self.fits(part, held)? && all)),
            Test::Or(parts) => parts.iter().try_fold(false, |any, part| Some(self.fits(part, held)? || any)),
            Test::Holds(cells, selector) if is_own(cells) => Some(selector.matches(content)),
            Test::Compare(op, Num::Count(selector, cells), Num::Fixed(number)) if is_own(cells) => {
                Some(compare(*op, i64::from(selector.matches(content)), *number))
            }
            _ => None,
        }
    }
}
