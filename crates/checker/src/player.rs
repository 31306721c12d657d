//! Steps that are tried one by one, by the rules as written, and why one cannot be played.

use super::apply::{self, Slot};
use super::measure::Measure;
use super::moved;
use super::play::{Change, Play};
use super::{Played, Position, Unproved, ending, goal_holds, lay_one};
use puzzlec_base::{Budget, Span};
use puzzlec_model::board::{Board, Coord};
use puzzlec_model::config::Configuration;
use puzzlec_model::expr::Test;
use puzzlec_model::piece::{Content, ContentId, KindId, Selector};
use puzzlec_model::query;
use puzzlec_model::rule::{Body, Domain, Pattern, PatternCell, Quantified};
use puzzlec_model::{Ending, Model, Question};
use puzzlec_task::{Bound, Label};

/// A position that steps are tried on.
pub struct Player<'m> {
    play: Play<'m>,
    /// By kind of piece that is laid how many are left.
    left: Vec<u16>,
    /// The same before the last step.
    left_before: Vec<u16>,
    measure: Measure<'m>,
    /// The same before the last step.
    measure_before: Measure<'m>,
}

/// A step that can be played.
pub struct Tried {
    /// Its changes, in the order of the cells.
    pub changes: Vec<Change>,
    /// Where the piece that it moves stood, and where it stands.
    pub mover: Option<(Coord, Coord)>,
    /// The name that a script gave it; empty if it has none.
    pub name: String,
}

/// Why a step cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// How many of the rule's demands are met before the one that is not.
    pub met: usize,
    /// The cell that holds something else than the rule demands.
    pub cell: Option<(Coord, Needed)>,
    /// The place of the condition that does not hold.
    pub condition: Option<Span>,
    /// Whether the condition concerns the position after the step.
    pub after: bool,
}

/// The demand of a rule on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Needed {
    /// Nothing may be there.
    Free,
    /// A piece of one of these kinds; of any kind if there is none.
    Piece(Vec<KindId>),
    /// It must be a cell of the board.
    Cell,
    /// Something else.
    Other,
}

impl Needed {
    fn of(selector: &Selector) -> Self {
        match selector {
            Selector { empty: true, any: false, kinds, members }
                if kinds.is_empty() && members.is_empty() =>
            {
                Needed::Free
            }
            Selector { empty: false, any, kinds, members } if *any || members.is_empty() => {
                Needed::Piece(if *any { Vec::new() } else { kinds.clone() })
            }
            Selector { .. } => Needed::Other,
        }
    }
}

impl<'m> Player<'m> {
    /// The start of a puzzle.
    pub fn new(model: &'m Model) -> Self {
        let left: Vec<u16> = match &model.question {
            Question::Place { supply, .. } => supply.iter().map(|s| s.count).collect(),
            Question::Moves { .. } | Question::Game { .. } => Vec::new(),
        };
        let (play, measure) = (Play::new(model, Position::first(model)), Measure::new(model));
        Player { play, left_before: left.clone(), left, measure_before: measure.clone(), measure }
    }

    /// The contents of the cells.
    pub fn position(&self) -> &Configuration {
        self.play.cells()
    }

    /// The content of a cell, by number.
    pub fn content(&self, cell: Coord) -> ContentId {
        self.play.content(cell)
    }

    /// The content of a cell.
    pub fn kind_on(&self, cell: Coord) -> &Content {
        self.play.model.pieces.content(self.content(cell))
    }

    /// The board that the rules see: without the cells that have vanished.
    pub fn board(&self) -> &Board {
        &self.play.board
    }

    /// The length of the steps so far, in the puzzle's measure.
    pub fn length(&self) -> u64 {
        self.measure.length
    }

    /// By kind of piece that is laid, how many are left.
    pub fn left(&self) -> &[u16] {
        &self.left
    }

    /// Whether the position is a goal; where pieces are laid, with none left.
    ///
    /// # Errors
    /// A script fails, or a limit.
    pub fn is_goal(&self, budget: &Budget) -> Result<bool, Unproved> {
        let enough = match &self.play.model.question {
            Question::Place { supply, .. } => {
                self.left.iter().zip(supply).all(|(left, entry)| *left <= entry.count - entry.least)
            }
            Question::Moves { .. } | Question::Game { .. } => true,
        };
        Ok(enough && goal_holds(self.play.model, self.play.cells(), budget)?)
    }

    /// How a game has ended for the player who moved last, where the goal holds or no move is possible; nothing if the puzzle is
    /// no game.
    ///
    /// # Errors
    /// A limit.
    pub fn ending(&self, budget: &Budget) -> Result<Option<Ending>, Unproved> {
        ending(self.play.model, self.play.cells(), budget)
    }

    /// How many actions a rule has whose moves scripts give here: their labels have the numbers from 0 as
    /// parts and bind nothing.
    ///
    /// # Errors
    /// The script fails, or a limit.
    pub fn given(&self, rule: u32, budget: &Budget) -> Result<usize, Unproved> {
        let model = self.play.model;
        match apply::rules(model).get(rule as usize).map(|rule| &rule.body) {
            Some(Body::Callback(callback)) => {
                let position = model.contents(self.play.cells());
                Ok(apply::script_result(callback.moves(&model.hooks.field, &position, budget), budget)?.len())
            }
            Some(Body::Scripted(all)) => Ok(all.len()),
            _ => Ok(0),
        }
    }

    /// Plays a step. [`Player::undo`] takes it back.
    ///
    /// # Errors
    /// It cannot be played here, or a limit; then the position is as it was.
    pub fn step(&mut self, label: &Label, budget: &Budget) -> Result<Tried, Unproved> {
        self.left_before.clone_from(&self.left);
        self.measure_before.clone_from(&self.measure);
        self.play.begin();
        let moved = match &self.play.model.question {
            Question::Place { supply, .. } => {
                lay_one(&mut self.play, supply, &mut self.left, label).map(|()| None)
            }
            Question::Moves { .. } | Question::Game { .. } => self.play.step(label, budget),
        };
        let moved = match moved {
            Ok(moved) => moved,
            Err(why) => {
                self.undo();
                return Err(why);
            }
        };
        self.measure.step(label.rule, moved, self.play.cost);
        let mover = Played { label, moved, play: &self.play }.replayed().mover;
        let name = self.play.name().to_owned();
        Ok(Tried { changes: self.play.changes().to_vec(), mover, name })
    }

    /// Takes back the last step.
    pub fn undo(&mut self) {
        self.play.undo();
        self.left.clone_from(&self.left_before);
        self.measure.clone_from(&self.measure_before);
    }

    /// Where a piece would stand before and after a step, by the rule alone: whether or not it can be played.
    pub fn mover(&self, label: &Label) -> Option<(Coord, Coord)> {
        let part = label.part as usize;
        let moved = match &apply::rules(self.play.model).get(label.rule as usize)?.body {
            Body::Patterns(patterns) => moved::by_pattern(patterns.get(part)?, &cells(label)),
            Body::Quantified(rule) => {
                let slots = slots(rule, &label.binding);
                moved::by_effects(&self.play.eval(), &self.play.board, rule, &slots)?
            }
            Body::Scripted(_) | Body::Callback(_) => return None,
        };
        moved.mover
    }

    /// The first demand of its rule that a step does not meet; `None` if no single demand can be named.
    pub fn refusal(&self, label: &Label) -> Option<Refusal> {
        self.unsuited(label).or_else(|| self.untrue(label))
    }

    /// The test of the position after a step that does not hold. The cost is that of the position.
    fn untrue(&self, label: &Label) -> Option<Refusal> {
        let mut play = Play::new(self.play.model, self.play.position());
        play.step(label, &Budget::unlimited()).err()?;
        let condition = Some(play.untrue?);
        Some(Refusal { met: usize::MAX - 1, cell: None, condition, after: true })
    }

    fn unsuited(&self, label: &Label) -> Option<Refusal> {
        match &apply::rules(self.play.model).get(label.rule as usize)?.body {
            Body::Patterns(patterns) => self.misfit(patterns.get(label.part as usize)?, &cells(label)),
            Body::Quantified(rule) => self.unmet(rule, &label.binding),
            Body::Scripted(_) | Body::Callback(_) => None,
        }
    }

    fn misfit(&self, pattern: &Pattern, cells: &[Coord]) -> Option<Refusal> {
        let mut wrong = None;
        let mut met = 0;
        let asked = pattern.floors.iter().filter_map(|said| cells.get(said.cell).zip(said.before));
        for (cell, floor) in asked {
            let content = self.play.model.pieces.content(self.play.content(cell.floor()));
            let fits = floor.selector().matches(content);
            met += usize::from(fits);
            if !fits && wrong.is_none() {
                wrong = Some((cell.floor(), Needed::of(&floor.selector())));
            }
        }
        for ((before, _), cell) in pattern.cells.iter().zip(cells) {
            let content = self.play.model.pieces.content(self.play.content(*cell));
            let (fits, needed) = match before {
                PatternCell::Any => (true, Needed::Other),
                PatternCell::Empty => (*content == Content::Empty, Needed::Free),
                PatternCell::Piece(piece, _) => {
                    let selector = Selector::named(*piece);
                    (selector.matches(content), Needed::of(&selector))
                }
                PatternCell::Part(..) => (matches!(content, Content::Part(..)), Needed::Other),
            };
            met += usize::from(fits);
            if !fits && wrong.is_none() {
                wrong = Some((*cell, needed));
            }
        }
        wrong.map(|cell| Refusal { met, cell: Some(cell), condition: None, after: false })
    }

    fn unmet(&self, rule: &Quantified, binding: &[Bound]) -> Option<Refusal> {
        let eval = self.play.eval();
        for (met, (variable, bound)) in rule.variables.iter().zip(binding).enumerate() {
            let (Domain::Cells(selector), Bound::Cell(x, y)) = (&variable.domain, bound) else { continue };
            let cell = Coord::new(*x, *y);
            let needed = match selector {
                _ if !self.play.board.contains(cell) => Needed::Cell,
                Some(selector) if !selector.matches(eval.content(cell)) => Needed::of(selector),
                _ => continue,
            };
            return Some(Refusal { met, cell: Some((cell, needed)), condition: None, after: false });
        }
        let mut slots = slots(rule, binding);
        let tests = rule.guards.iter().flat_map(|guard| match guard {
            Test::And(parts) => parts.as_slice(),
            other => std::slice::from_ref(other),
        });
        for (at, test) in tests.enumerate() {
            if eval.test(test, &mut slots) == Some(true) {
                continue;
            }
            let cell = match test {
                Test::Holds(list, selector) => {
                    let list = eval.cells(list, &slots).unwrap_or_default();
                    let wrong = list.into_iter().find(|cell| !selector.matches(eval.content(*cell)));
                    wrong.map(|cell| (cell, Needed::of(selector)))
                }
                _ => None,
            };
            let (met, condition) = (binding.len() + at, rule.places.get(at).copied());
            return Some(Refusal { met, cell, condition, after: false });
        }
        None
    }
}

fn cells(label: &Label) -> Vec<Coord> {
    let cell = |bound: &Bound| match bound {
        Bound::Cell(x, y) => Some(Coord::new(*x, *y)),
        Bound::Direction(_) | Bound::Number(_) => None,
    };
    label.binding.iter().filter_map(cell).collect()
}

/// The slots of a rule with its variables bound so, whether or not they may be.
fn slots(rule: &Quantified, binding: &[Bound]) -> Vec<Slot> {
    let bound = |bound: &Bound| match bound {
        Bound::Cell(x, y) => Some(query::Bound::Cell(Coord::new(*x, *y))),
        Bound::Direction(d) => Some(query::Bound::Direction(*d)),
        Bound::Number(n) => Some(query::Bound::Number(*n)),
    };
    let mut slots: Vec<Slot> = binding.iter().map(bound).collect();
    slots.resize(rule.slots.max(slots.len()), None);
    slots
}
