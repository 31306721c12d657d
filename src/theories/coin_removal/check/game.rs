//! The game of a puzzle, read from its rules.
//!
//! Every action of a rule that is accepted removes a coin that shows heads and turns its neighbours over; where rules
//! close up, the cell of the coin is taken out of a line or ring without holes. Further conditions and scripts that
//! forbid moves only take moves away: what cannot be removed cannot be removed with fewer moves. For a game of two
//! players there must be none of them. Windows and ends of the board change nothing: a move puts no coin on a cell
//! that was free at the start, and coins move only towards others.

use crate::engine::verify::Unproved;
use crate::model::board::{Board, Shape};
use crate::model::config::Configuration;
use crate::model::expr::{Cell, Cells, Test};
use crate::model::piece::{Content, ContentId, Form, KindId, Pieces, Selector};
use crate::model::rule::{Body, Domain, Effect, Quantified};
use crate::model::{Model, Question};
use crate::syntax::ast::Lattice;

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
            Question::Game { rules, start, last_wins: true } => (rules, start, true),
            Question::Game { .. } => return Err(Unproved::wrong("the last to move does not win")),
            Question::Place { .. } => return Err(Unproved::wrong("no coins are removed in this puzzle")),
        };
        let mut known = None;
        for rule in rules {
            let read = match &rule.body {
                Body::Quantified(rule) => removal(rule, &model.pieces),
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
fn removal(rule: &Quantified, pieces: &Pieces) -> Option<Removal> {
    let [variable] = rule.variables.as_slice() else { return None };
    let Domain::Cells(domain) = &variable.domain else { return None };
    let (mut removes, mut turned, mut closing) = (false, None, false);
    // The neighbours of a cell do not include it, so that the order of these effects does not matter.
    for effect in &rule.effects {
        match effect {
            Effect::Remove(Cells::One(Cell::Var(0))) => removes = true,
            Effect::Flip(one, other, cells) if turned.is_none() && are_neighbours(cells) => {
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
        what.is(selector, true);
    }
    rule.guards.iter().for_each(|guard| what.learn(guard));
    let [heads] = what.may.as_slice() else { return None };
    let tails = if *heads == one { other } else { one };
    (one != other && *heads != 0).then_some(Removal { heads: *heads, tails, closing, always: what.always })
}

/// The only content of a piece of one cell and with one mark.
fn coin(pieces: &Pieces, kind: KindId) -> Option<ContentId> {
    pieces.kind(kind).filter(|found| found.form == Form::Unit && found.marks.len() <= 1)?;
    pieces.id(&Content::Unit(kind, 0))
}

/// Whether these are the neighbours of the rule's one variable.
fn are_neighbours(cells: &Cells) -> bool {
    let own = |cells: &Cells| *cells == Cells::One(Cell::Var(0));
    match cells {
        Cells::Around(inner) => own(inner),
        Cells::Except(cells, but) => own(but) && are_neighbours(cells),
        _ => false,
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
    fn is(&mut self, selector: &Selector, holds: bool) {
        self.may.retain(|held| selector.matches(self.pieces.content(*held)) == holds);
    }

    /// Learns from a condition. One of another form may only take actions away.
    fn learn(&mut self, test: &Test) {
        let own = |cells: &Cells| *cells == Cells::One(Cell::Var(0));
        match test {
            Test::Fixed(true) => {}
            Test::And(parts) => parts.iter().for_each(|part| self.learn(part)),
            Test::Holds(cells, selector) if own(cells) => self.is(selector, true),
            Test::Not(inner) => match &**inner {
                Test::Holds(cells, selector) if own(cells) => self.is(selector, false),
                _ => self.always = false,
            },
            _ => self.always = false,
        }
    }
}
