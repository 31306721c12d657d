//! Steps, played in place by the rules as written.
//!
//! Time and memory of a step depend on the cells that it reads and changes, not on the size of the board or
//! the position. Scripts see whole positions, so their cost grows with them; closing up costs the row.

use std::borrow::Cow;

use super::eval::Eval;
use super::moved::{self, Moved};
use super::{Position, Unproved, apply};
use crate::base::Budget;
use crate::model::Model;
use crate::model::board::{Board, Coord, Shape};
use crate::model::config::Configuration;
use crate::model::hooks::{kind_in_play, quantified};
use crate::model::piece::ContentId;
use crate::model::rule::{Body, Pattern, Quantified, Rule};
use crate::task::{self, Label};

/// A cell with what it held and what it holds.
pub type Change = (Coord, ContentId, ContentId);

/// A position that steps are played on.
pub(super) struct Play<'m> {
    pub(super) model: &'m Model,
    rules: &'m [Rule],
    /// The board that the rules see: without the cells that have vanished.
    pub(super) board: Cow<'m, Board>,
    pub(super) position: Position,
    /// Cells with what they held, in the order in which the step that was played last changed them.
    journal: Vec<(Coord, ContentId)>,
    /// The number of removed cells before it.
    gone: i32,
    /// All its changes, in board order.
    changes: Vec<Change>,
}

impl<'m> Play<'m> {
    pub(super) fn new(model: &'m Model, position: Position) -> Self {
        Play {
            model,
            rules: apply::rules(model),
            board: board(model, &position),
            gone: position.gone,
            position,
            journal: Vec::new(),
            changes: Vec::new(),
        }
    }

    pub(super) fn eval(&self) -> Eval<'_> {
        Eval::new(&self.board, &self.model.pieces, &self.position.cells)
    }

    pub(super) fn content(&self, cell: Coord) -> ContentId {
        self.position.cells.get(&cell).copied().unwrap_or(0)
    }

    pub(super) fn set(&mut self, cell: Coord, content: ContentId) {
        let held = put(&mut self.position.cells, cell, content);
        self.journal.push((cell, held));
    }

    /// Removes a cell from its row: the contents after it move up, and a ring loses a cell.
    pub(super) fn close(&mut self, gap: Coord) {
        let later: Vec<_> =
            self.position.cells.range(gap..).map(|(cell, content)| (*cell, *content)).collect();
        later.iter().for_each(|(cell, _)| self.set(*cell, 0));
        for (cell, content) in later.into_iter().filter(|(cell, _)| *cell != gap) {
            self.set(Coord::new(cell.x - 1, cell.y), content);
        }
        if matches!(self.board.shape, Shape::Ring(_)) {
            self.position.gone += 1;
        }
    }

    /// Begins a step; earlier changes become permanent.
    pub(super) fn begin(&mut self) {
        self.journal.clear();
        self.gone = self.position.gone;
    }

    /// Reverts the changes since the step began.
    pub(super) fn undo(&mut self) {
        for (cell, held) in self.journal.drain(..).rev() {
            put(&mut self.position.cells, cell, held);
        }
        if self.position.gone != self.gone {
            self.position.gone = self.gone;
            self.board = board(self.model, &self.position);
        }
    }

    /// Ends a step; returns its changes.
    pub(super) fn end(&mut self) -> &[Change] {
        // The first entry of a cell has its content before the step, so the sort must be stable.
        self.journal.sort_by_key(|(cell, _)| *cell);
        self.changes.clear();
        let mut last = None;
        for (cell, held) in &self.journal {
            if last.replace(*cell) != Some(*cell) {
                let holds = self.position.cells.get(cell).copied().unwrap_or(0);
                self.changes.extend((*held != holds).then_some((*cell, *held, holds)));
            }
        }
        &self.changes
    }

    /// The changes of the last step, in board order.
    pub(super) fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Plays a step. Returns the moving piece, if the rule as written determines it. After an error the
    /// position may only be used for [`Play::undo`].
    pub(super) fn step(&mut self, label: &Label, budget: &Budget) -> Result<Option<Moved>, Unproved> {
        self.begin();
        let model = self.model;
        let rule = self.rules.get(label.rule as usize);
        let rule = rule.ok_or_else(|| Unproved::wrong("there is no such rule"))?;
        let before = model.hooks.legal.is_some().then(|| model.contents(&self.position.cells));
        let moved = match &rule.body {
            Body::Callback(callback) => {
                let position = before.clone().unwrap_or_else(|| model.contents(&self.position.cells));
                let moves =
                    apply::script_result(callback.moves(&model.hooks.field, &position, budget), budget)?;
                let spec = moves.get(label.part as usize);
                let spec = spec.ok_or_else(|| Unproved::wrong("the script gives no such move here"))?;
                let mut kind = |name: &str| kind_in_play(&model.pieces, name);
                let quantified = quantified(&model.board, spec, &mut kind).map_err(Unproved::Rejected)?;
                self.written(&quantified, &[]).map(|()| None)
            }
            body => self.as_written(body, label),
        };
        let moved = moved.map_err(Unproved::Rejected)?;
        let same = self.gone == self.position.gone;
        if self.end().is_empty() && same {
            return Err(Unproved::wrong("it changes nothing, so it is not a move"));
        }
        if let Some(before) = before {
            let after = model.contents(&self.position.cells);
            if !apply::legal(model, label.rule, &before, &after, budget)? {
                return Err(Unproved::wrong("the script does not allow it"));
            }
        }
        Ok(moved)
    }

    fn as_written(&mut self, body: &Body, label: &Label) -> Result<Option<Moved>, String> {
        let part = label.part as usize;
        let rule = match body {
            Body::Callback(_) => return Err("the moves come from the script".into()),
            Body::Patterns(patterns) => {
                let pattern = patterns.get(part).ok_or("the rule has no such pattern")?;
                let cell = |bound: &task::Bound| match bound {
                    task::Bound::Cell(x, y) => Some(Coord::new(*x, *y)),
                    _ => None,
                };
                let cells: Vec<Coord> = label.binding.iter().filter_map(cell).collect();
                self.drawn(pattern, &cells)?;
                return Ok(Some(moved::by_pattern(pattern, &cells)));
            }
            Body::Quantified(rule) => rule,
            Body::Scripted(all) => all.get(part).ok_or("the script returned no such action")?,
        };
        let slots = apply::bound(&self.eval(), &self.board, rule, &label.binding)?;
        let moved = moved::by_effects(&self.eval(), &self.board, rule, &slots);
        self.effects(rule, &slots)?;
        Ok(moved)
    }

    /// Lays a pattern on cells.
    pub(super) fn drawn(&mut self, pattern: &Pattern, cells: &[Coord]) -> Result<(), String> {
        let held: Vec<ContentId> = cells.iter().map(|cell| self.content(*cell)).collect();
        apply::fits(self.model, &self.board, pattern, cells, &held)?;
        for (i, cell) in cells.iter().enumerate() {
            if let Some(content) = apply::laid_on(self.model, &self.board, pattern, (i, cells), &held)? {
                self.set(*cell, content);
            }
        }
        Ok(())
    }

    /// Applies a rule with bound variables.
    pub(super) fn written(&mut self, rule: &Quantified, binding: &[task::Bound]) -> Result<(), String> {
        let slots = apply::bound(&self.eval(), &self.board, rule, binding)?;
        self.effects(rule, &slots)
    }

    fn effects(&mut self, rule: &Quantified, slots: &[apply::Slot]) -> Result<(), String> {
        for effect in &rule.effects {
            apply::change(self, effect, slots)?;
        }
        for gap in apply::gaps(rule, slots)?.iter().rev() {
            self.close(*gap);
        }
        if self.position.gone != self.gone {
            self.board = board(self.model, &self.position);
        }
        Ok(())
    }
}

/// The board that the rules see: without the cells that have vanished.
pub(super) fn board<'m>(model: &'m Model, position: &Position) -> Cow<'m, Board> {
    match model.board.shape {
        Shape::Ring(n) if position.gone > 0 => Cow::Owned(Board::ring(n - position.gone)),
        _ => Cow::Borrowed(&model.board),
    }
}

/// Sets the content of a cell; returns the old one.
fn put(cells: &mut Configuration, cell: Coord, content: ContentId) -> ContentId {
    let held = if content == 0 { cells.remove(&cell) } else { cells.insert(cell, content) };
    held.unwrap_or(0)
}
