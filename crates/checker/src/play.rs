//! Steps, played in place by the rules as written.
//!
//! Time and memory of a step depend on the cells that it reads and changes, not on the size of the board or
//! the position, also if a row closes up. Scripts see whole positions, so their cost grows with them.

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::iter::Peekable;
use std::rc::Rc;
use std::vec;

use super::cells::Cells;
use super::eval::Eval;
use super::moved::{self, Moved};
use super::{Position, Unproved, apply, closure, goal_holds, rules};
use puzzlec_base::{Budget, Span};
use puzzlec_model::board::{Board, Coord, Direction, Shape};
use puzzlec_model::config::Configuration;
use puzzlec_model::expr::{Part, Test};
use puzzlec_model::hooks::{kind_in_play, quantified};
use puzzlec_model::piece::ContentId;
use puzzlec_model::query::Contents;
use puzzlec_model::rule::{
    Body, Consequence, Effect, Pattern, Quantified, Repeat, Rule, Setting, check_pieces,
};
use puzzlec_model::{Model, Question};
use puzzlec_syntax::ast::{Lattice, MeasureKind};
use puzzlec_task::SearchContext;
use puzzlec_task::{self, Action, Label};

/// A cell with what it held and what it holds.
pub type Change = (Coord, ContentId, ContentId);

/// A position that steps are played on.
pub(super) struct Play<'m> {
    pub(super) model: &'m Model,
    rules: &'m [Rule],
    /// The board that the rules see: without the cells that have vanished.
    pub(super) board: Cow<'m, Board>,
    cells: Cells,
    /// The number of cells that have vanished.
    gone: i32,
    /// What the step that was played last did, in order.
    journal: Vec<Done>,
    /// Before it, the numbers of vanished cells and of cells that hold something.
    before: (i32, usize),
    /// All its changes, in board order, if they were asked for.
    changes: OnceCell<Vec<Change>>,
    stages: Stages,
    /// The cost of the last step.
    pub(super) cost: u64,
    /// The test after the last step that does not hold.
    pub(super) untrue: Option<Span>,
    /// The name that its script gave it; empty if it has none.
    name: String,
}

/// The actions of consequences, with the directions given to them, as far as they were needed.
pub(super) type Stages = Rc<RefCell<Vec<(Consequence, Vec<Direction>, Rc<[Action]>)>>>;

/// A part of a step.
#[derive(Clone, Copy, Debug)]
enum Done {
    /// A cell that held this was set.
    Set(Coord, ContentId),
    /// The row closed up over a cell, which was empty.
    Closed(Coord),
}

impl<'m> Play<'m> {
    pub(super) fn new(model: &'m Model, position: Position) -> Self {
        // Floor pieces and counters have places beside the row, which does not close up.
        let row = matches!(model.board.shape, Shape::Ring(_) | Shape::Lattice(Lattice::Line))
            && !model.pieces.has_floor()
            && model.pieces.counters.is_empty();
        Play {
            model,
            rules: apply::rules(model),
            board: board(model, position.gone),
            gone: position.gone,
            before: (position.gone, position.cells.len()),
            cells: Cells::new(position.cells, row),
            journal: Vec::new(),
            changes: OnceCell::new(),
            stages: Stages::default(),
            cost: 1,
            untrue: None,
            name: String::new(),
        }
    }

    /// Shares the actions of consequences with other positions of the puzzle.
    pub(super) fn sharing(self, stages: &Stages) -> Self {
        Play { stages: Rc::clone(stages), ..self }
    }

    pub(super) fn eval(&self) -> Eval<'_> {
        Eval::new(&self.board, &self.model.pieces, &self.cells)
    }

    /// The contents of the cells.
    pub(super) fn cells(&self) -> &Configuration {
        self.cells.all()
    }

    /// The position.
    pub(super) fn position(&self) -> Position {
        Position { cells: self.cells().clone(), gone: self.gone }
    }

    pub(super) fn content(&self, cell: Coord) -> ContentId {
        self.cells.content(cell)
    }

    pub(super) fn set(&mut self, cell: Coord, content: ContentId) {
        let held = self.cells.put(cell, content);
        self.journal.push(Done::Set(cell, held));
    }

    /// Removes a cell from its row: the contents after it move up, and a ring loses a cell.
    pub(super) fn close(&mut self, gap: Coord) {
        self.set(gap, 0);
        self.cells.close(gap);
        self.journal.push(Done::Closed(gap));
        if matches!(self.board.shape, Shape::Ring(_)) {
            self.gone += 1;
            self.board.to_mut().lose_last();
        }
    }

    /// Begins a step; earlier changes become permanent.
    pub(super) fn begin(&mut self) {
        self.journal.clear();
        self.changes.take();
        self.name.clear();
        self.before = (self.gone, self.cells.held());
    }

    /// Reverts the changes since the step began.
    pub(super) fn undo(&mut self) {
        for done in self.journal.drain(..).rev() {
            match done {
                Done::Set(cell, held) => {
                    self.cells.put(cell, held);
                }
                Done::Closed(gap) => self.cells.open(gap),
            }
        }
        self.changes.take();
        while self.gone > self.before.0 {
            self.gone -= 1;
            self.board.to_mut().regain_last();
        }
    }

    /// Whether the step changed anything.
    fn has_changed(&self) -> bool {
        self.before != (self.gone, self.cells.held()) || !self.changes().is_empty()
    }

    /// The amount of work of the last step: the cells that it set.
    pub(super) fn work(&self) -> usize {
        self.journal.len()
    }

    /// The name that a script gave the last step; empty if it has none.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The changes of the last step, in board order. If the row closed up, the cost is that of the row.
    pub(super) fn changes(&self) -> &[Change] {
        self.changes.get_or_init(|| {
            // By cell its content before the step: its first entry has it.
            let mut old: BTreeMap<Coord, ContentId> = BTreeMap::new();
            let mut gaps = Vec::new();
            for done in &self.journal {
                match done {
                    Done::Set(cell, held) => {
                        old.entry(*cell).or_insert(*held);
                    }
                    // Rows close up last, from the last gap to the first: all cells of the journal are those of the
                    // row before.
                    Done::Closed(gap) => gaps.push(*gap),
                }
            }
            let change = |(cell, held): (Coord, ContentId)| (cell, held, self.content(cell));
            let differs = |change: &Change| change.1 != change.2;
            let Some(first) = gaps.last() else {
                return old.into_iter().map(change).filter(differs).collect();
            };
            let later = old.split_off(first);
            let mut all: Vec<Change> = old.into_iter().map(change).filter(differs).collect();
            let after = self.cells.later(*first);
            let before = after.iter().map(|(cell, held)| {
                let up = gaps.iter().rev().fold(*cell, |cell, gap| {
                    if *gap <= cell { Coord::new(cell.x + 1, cell.y) } else { cell }
                });
                (up, *held)
            });
            let mut before: Vec<_> = before.filter(|(cell, _)| !later.contains_key(cell)).collect();
            before.extend(later.into_iter().filter(|(_, held)| *held != 0));
            before.sort_unstable_by_key(|(cell, _)| *cell);
            let (mut before, mut after) = (before.into_iter().peekable(), after.into_iter().peekable());
            while let Some(cell) = before.peek().into_iter().chain(after.peek()).map(|(cell, _)| *cell).min()
            {
                let held = |list: &mut Peekable<vec::IntoIter<(Coord, ContentId)>>| {
                    list.next_if(|(own, _)| *own == cell).map_or(0, |(_, held)| held)
                };
                all.push((cell, held(&mut before), held(&mut after)));
            }
            all.retain(differs);
            all
        })
    }

    /// Plays a step. Returns the moving piece, if the rule as written determines it. After an error the
    /// position may only be used for [`Play::undo`].
    pub(super) fn step(&mut self, label: &Label, budget: &Budget) -> Result<Option<Moved>, Unproved> {
        self.begin();
        let model = self.model;
        if matches!(model.question, Question::Game { .. }) && goal_holds(model, self.cells(), budget)? {
            return Err(Unproved::wrong("the game is over"));
        }
        let rule = self.rules.get(label.rule as usize);
        let rule = rule.ok_or_else(|| Unproved::wrong("there is no such rule"))?;
        let cost = self.cost_of(rule, label);
        let before = model.hooks.legal.is_some().then(|| model.contents(self.cells()));
        let moved = match &rule.body {
            Body::Callback(callback) => {
                let position = before.clone().unwrap_or_else(|| model.contents(self.cells()));
                let moves =
                    apply::script_result(callback.moves(&model.hooks.field, &position, budget), budget)?;
                let spec = moves.get(label.part as usize);
                let spec = spec.ok_or_else(|| Unproved::wrong("the script gives no such move here"))?;
                let mut kind = |name: &str| kind_in_play(&model.pieces, name);
                let quantified = quantified(&model.board, spec, &mut kind).map_err(Unproved::Rejected)?;
                check_pieces(&model.pieces, &quantified).map_err(Unproved::Rejected)?;
                self.name.clone_from(&quantified.name);
                self.written(&quantified, &[], &[]).map(|()| None)
            }
            body => self.as_written(body, label, &rule.sets),
        };
        self.cost = cost.map_err(Unproved::Rejected)?;
        let moved = moved.map_err(Unproved::Rejected)?;
        if !self.has_changed() {
            return Err(Unproved::wrong("it changes nothing, so it is not a move"));
        }
        self.untrue = self.illegal_after();
        if self.untrue.is_some() {
            return Err(Unproved::wrong("the puzzle does not allow the position after it"));
        }
        if let Some(before) = before {
            let after = model.contents(self.cells());
            if !apply::legal(model, label.rule, &before, &after, budget)? {
                return Err(Unproved::wrong("the script does not allow it"));
            }
        }
        Ok(moved)
    }

    /// The cost of a step, in the position before it. Without a cost of its rule it is 1.
    fn cost_of(&self, rule: &Rule, label: &Label) -> Result<u64, String> {
        let Some((number, _)) = rule.cost.as_ref().filter(|_| self.model.measure == MeasureKind::Cost) else {
            return Ok(1);
        };
        let mut slots = match &rule.body {
            Body::Quantified(written) => apply::bound(&self.eval(), &self.board, written, &label.binding)?,
            Body::Patterns(_) | Body::Scripted(_) | Body::Callback(_) => Vec::new(),
        };
        let cost = self.eval().number(number, &mut slots).ok_or("its cost has no value")?;
        u64::try_from(cost).map_err(|_| "its cost is negative".to_owned())
    }

    /// The first of the puzzle's tests of the position in which a move ends that does not hold.
    pub(super) fn illegal_after(&self) -> Option<Span> {
        let eval = Eval::new(&self.model.board, &self.model.pieces, &self.cells);
        let mut tests = self.model.legal.iter();
        tests.find(|(test, _)| eval.test(test, &mut Vec::new()) != Some(true)).map(|(_, span)| *span)
    }

    fn as_written(&mut self, body: &Body, label: &Label, sets: &[Setting]) -> Result<Option<Moved>, String> {
        let part = label.part as usize;
        let rule = match body {
            Body::Callback(_) => return Err("the moves come from the script".into()),
            Body::Patterns(patterns) => {
                let pattern = patterns.get(part).ok_or("the rule has no such pattern")?;
                let cell = |bound: &puzzlec_task::Bound| match bound {
                    puzzlec_task::Bound::Cell(x, y) => Some(Coord::new(*x, *y)),
                    _ => None,
                };
                let cells: Vec<Coord> = label.binding.iter().filter_map(cell).collect();
                self.drawn(pattern, &cells, sets)?;
                return Ok(Some(moved::by_pattern(pattern, &cells)));
            }
            Body::Quantified(rule) => rule,
            Body::Scripted(all) => all.get(part).ok_or("the script returned no such action")?,
        };
        self.name.clone_from(&rule.name);
        let slots = apply::bound(&self.eval(), &self.board, rule, &label.binding)?;
        let moved = moved::by_effects(&self.eval(), &self.board, rule, &slots);
        self.effects(rule, &slots, sets)?;
        Ok(moved)
    }

    /// Lays a pattern on cells.
    pub(super) fn drawn(
        &mut self,
        pattern: &Pattern,
        cells: &[Coord],
        sets: &[Setting],
    ) -> Result<(), String> {
        let held: Vec<ContentId> = cells.iter().map(|cell| self.content(*cell)).collect();
        apply::fits(self.model, &self.board, pattern, cells, &held)?;
        apply::fits_floors(self, pattern, cells)?;
        let counted = apply::settings(&self.eval(), &self.model.pieces, sets, &[])?;
        for (i, cell) in cells.iter().enumerate() {
            if let Some(content) = apply::laid_on(self.model, &self.board, pattern, (i, cells), &held)? {
                self.set(*cell, content);
            }
        }
        for said in &pattern.floors {
            let after = apply::floor_after(&self.model.pieces, said)?;
            if let Some((cell, content)) = cells.get(said.cell).zip(after) {
                self.set(cell.floor(), content);
            }
        }
        counted.into_iter().for_each(|(place, value)| self.set(place, value));
        self.settle(&[], &[])
    }

    /// Applies a rule with bound variables.
    pub(super) fn written(
        &mut self,
        rule: &Quantified,
        binding: &[puzzlec_task::Bound],
        sets: &[Setting],
    ) -> Result<(), String> {
        let slots = apply::bound(&self.eval(), &self.board, rule, binding)?;
        self.effects(rule, &slots, sets)
    }

    fn effects(&mut self, rule: &Quantified, slots: &[apply::Slot], sets: &[Setting]) -> Result<(), String> {
        let counted = apply::settings(&self.eval(), &self.model.pieces, sets, slots)?;
        // All lists are those of the position before the move.
        let varies = |effect: &Effect| effect.parts().into_iter().any(Part::varies);
        if rule.effects.iter().any(varies) {
            let effects = apply::settled(&self.eval(), &rule.effects, slots)?;
            effects.iter().try_for_each(|effect| apply::change(self, effect, slots))?;
        } else {
            rule.effects.iter().try_for_each(|effect| apply::change(self, effect, slots))?;
        }
        counted.into_iter().for_each(|(place, value)| self.set(place, value));
        let gaps = apply::gaps(rule, slots)?;
        let closed: Vec<Coord> = gaps.iter().copied().collect();
        apply::all_covered(self, &closed, &closed)?;
        for gap in gaps.iter().rev() {
            self.close(*gap);
        }
        let mut bound = slots.to_vec();
        let fails = |(test, _): &&(Test, Span)| self.eval().test(test, &mut bound) != Some(true);
        self.untrue = rule.after.iter().find(fails).map(|(_, span)| *span);
        if self.untrue.is_some() {
            return Err("a condition after the move does not hold".into());
        }
        self.settle(&rule.then, slots)
    }

    /// Runs the consequences of a rule's action, then those of every action.
    fn settle(&mut self, own: &[Consequence], slots: &[apply::Slot]) -> Result<(), String> {
        let model = self.model;
        for one in own.iter().chain(&model.then) {
            let given = rules::given(one, &self.eval().place(slots)).ok_or("a direction is missing")?;
            let actions = self.stage(one, given).map_err(|why| why.to_string())?;
            let before = self.places();
            let mut after: Vec<ContentId> = before.iter().map(|place| place.1).collect();
            closure::run(&actions, one.repeat, &mut after).map_err(|why| why.to_string())?;
            for ((cell, old), new) in before.into_iter().zip(after) {
                if old != new {
                    self.set(cell, new);
                }
            }
        }
        Ok(())
    }

    /// The contents of the places that are variables of a reading: the cells, then their floors if rules change them,
    /// then the counters.
    pub(super) fn places(&self) -> Vec<(Coord, ContentId)> {
        let cells = self.model.board.cells();
        let floors = if self.model.changes_floor() { cells } else { &[] };
        let places = cells.iter().copied().chain(floors.iter().map(|cell| cell.floor()));
        let places = places.chain(self.model.pieces.counter_places());
        places.map(|place| (place, self.content(place))).collect()
    }

    fn stage(&self, one: &Consequence, given: Vec<Direction>) -> Result<Rc<[Action]>, Unproved> {
        let known =
            self.stages.borrow().iter().find(|s| s.0 == *one && s.1 == given).map(|s| Rc::clone(&s.2));
        if let Some(known) = known {
            return Ok(known);
        }
        let context = SearchContext::from(&Budget::unlimited());
        let actions: Rc<[Action]> = rules::stage(self.model, one, &given, &context)?.into();
        self.stages.borrow_mut().push((one.clone(), given, Rc::clone(&actions)));
        Ok(actions)
    }

    /// The first consequence of every action that would be applied again and again to the position as it is.
    pub(super) fn unsettled(&self) -> Result<Option<Span>, Unproved> {
        let position: Vec<ContentId> = self.places().into_iter().map(|place| place.1).collect();
        for one in self.model.then.iter().filter(|one| one.repeat == Repeat::UntilNone) {
            let given = rules::given(one, &self.eval().place(&[])).unwrap_or_default();
            if closure::is_unsettled(&self.stage(one, given)?, &position) {
                return Ok(Some(one.span));
            }
        }
        Ok(None)
    }
}

/// The board that the rules see: without the cells that have vanished.
pub(super) fn board(model: &Model, gone: i32) -> Cow<'_, Board> {
    match model.board.shape {
        Shape::Ring(n) if gone > 0 => Cow::Owned(Board::ring(n - gone)),
        _ => Cow::Borrowed(&model.board),
    }
}
