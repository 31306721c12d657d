//! Proof by exhaustion that no arrangement of the pieces satisfies a goal.
//!
//! Cells are filled in reading order, each with a piece that begins there, with the rest of an earlier piece,
//! or with nothing. If every test of the goal refers to one cell, the remaining possibilities depend only on
//! the next cell, on the pieces laid beyond it and on the remaining pieces, so no such state is searched
//! twice.

use rustc_hash::FxHashSet;

use super::{Unproved, apply, rules, sets};
use crate::base::Progress;
use crate::engine::SearchContext;
use crate::model::Model;
use crate::model::board::{Coord, Direction};
use crate::model::goal::Goal;
use crate::model::puzzle::Supply;
use crate::task::{Bound, Condition, Value, ValueSet};

/// States between two polls of the budget.
const STEPS: u64 = 1 << 10;

/// Larger boards are not tried.
const MOST_CELLS: usize = 512;

/// Checks that no arrangement of the pieces satisfies the goal; returns the number of states tried.
pub(super) fn none(
    model: &Model,
    supply: &[Supply],
    goal: &Goal,
    context: &SearchContext,
) -> Result<u64, Unproved> {
    if model.board.cells().len() > MOST_CELLS {
        let what = format!("all arrangements are tried on at most {MOST_CELLS} cells");
        return Err(Unproved::too_large(what));
    }
    let mut tried = 0;
    let parts = match goal {
        Goal::Any(parts) => parts.as_slice(),
        one => std::slice::from_ref(one),
    };
    let pieces = supply.iter().map(|entry| ways(model, entry)).collect::<Vec<_>>();
    for part in parts {
        let goal = rules::goal(model, part)?;
        let alternatives = match goal {
            Condition::Any(all) => all,
            one => vec![one],
        };
        for goal in alternatives {
            let mut filling = Filling::new(model, supply, &pieces, goal, context);
            filling.tried = tried;
            if filling.from(0)? {
                return Err(Unproved::wrong("an arrangement of the pieces matches the goal"));
            }
            tried = filling.tried;
        }
    }
    Ok(tried)
}

/// The contents that a piece gives to the cells that it covers.
type Laid = Vec<(usize, Value)>;

/// By cell, all placements of a piece of a kind that cover it and later cells.
fn ways(model: &Model, entry: &Supply) -> Vec<Vec<Laid>> {
    let board = &model.board;
    let place = |cell: Coord| board.index(cell).and_then(|at| usize::try_from(at).ok());
    let mut all = vec![Vec::new(); board.cells().len()];
    for first in board.cells() {
        let turns = (0..board.directions().len()).filter_map(|d| Direction::try_from(d).ok());
        let rests: Vec<Vec<Bound>> = match entry.labels {
            None => vec![Vec::new()],
            Some(_) => {
                turns.flat_map(|d| [0, 1].map(|n| vec![Bound::Direction(d), Bound::Number(n)])).collect()
            }
        };
        for rest in rests {
            let laid = apply::laid(model, entry, *first, &rest);
            let cells = laid.and_then(|laid| {
                laid.into_iter().map(|(cell, value)| Some((place(cell)?, value))).collect::<Option<Laid>>()
            });
            let Some(mut cells) = cells else { continue };
            cells.sort_unstable();
            let Some(list) = cells.first().and_then(|(at, _)| all.get_mut(*at)) else { continue };
            if !list.contains(&cells) {
                list.push(cells);
            }
        }
    }
    all
}

struct Filling<'a> {
    pieces: &'a [Vec<Vec<Laid>>],
    left: Vec<u16>,
    /// The allowed contents of each cell, by the tests that refer only to it.
    fit: Vec<ValueSet>,
    /// The other conditions of the goal.
    rest: Condition,
    /// The remaining possible contents of the cells; those before the next cell have one each.
    sets: Vec<ValueSet>,
    /// The laid pieces.
    held: Vec<Value>,
    hopeless: FxHashSet<Vec<u16>>,
    tried: u64,
    context: &'a SearchContext,
}

impl<'a> Filling<'a> {
    fn new(
        model: &Model,
        supply: &[Supply],
        pieces: &'a [Vec<Vec<Laid>>],
        goal: Condition,
        context: &'a SearchContext,
    ) -> Self {
        let contents = Value::try_from(model.pieces.contents().count()).unwrap_or(Value::MAX);
        let every: ValueSet = (0..contents).collect();
        let cells = model.board.cells().len();
        let mut fit = vec![every; cells];
        let mut rest = Condition::True;
        let parts = match goal {
            Condition::All(parts) => parts,
            one => vec![one],
        };
        for part in parts {
            match &part {
                Condition::In(var, values) => {
                    if let Some(set) = fit.get_mut(*var as usize) {
                        *set = set.intersection(values);
                    }
                }
                _ => rest = rest.and(part),
            }
        }
        Filling {
            pieces,
            left: supply.iter().map(|s| s.count).collect(),
            sets: fit.clone(),
            fit,
            rest,
            held: vec![0; cells],
            hopeless: FxHashSet::default(),
            tried: 0,
            context,
        }
    }

    /// Whether the cells from this one on can be filled.
    fn from(&mut self, at: usize) -> Result<bool, Unproved> {
        self.tried += 1;
        if self.tried.is_multiple_of(STEPS) {
            let each = (self.held.len() + self.left.len()) as u64 * 2 + 32;
            let bytes = self.hopeless.capacity() as u64 * each;
            self.context.poll(&Progress { states: self.tried, bytes, ..Progress::default() })?;
        }
        if self.rest != Condition::True && !sets::may(&self.rest, &self.sets).0 {
            return Ok(false);
        }
        let Some(held) = self.held.get(at).copied() else {
            return Ok(self.left.iter().all(|n| *n == 0));
        };
        let state = (self.rest == Condition::True).then(|| self.state(at));
        if state.as_ref().is_some_and(|state| self.hopeless.contains(state)) {
            return Ok(false);
        }
        let found = if held != 0 { self.with(at, &[])? } else { self.fill(at)? };
        if !found && let Some(state) = state {
            self.hopeless.insert(state);
        }
        Ok(found)
    }

    /// The cell, what was laid on it and beyond, and the pieces that are left.
    fn state(&self, at: usize) -> Vec<u16> {
        let mut state = self.left.clone();
        state.push(u16::try_from(at >> 16).unwrap_or(u16::MAX));
        state.push(u16::try_from(at & 0xffff).unwrap_or(u16::MAX));
        let beyond = self.held.get(at..).unwrap_or(&[]);
        let last = beyond.iter().rposition(|value| *value != 0).map_or(0, |last| last + 1);
        state.extend(beyond.iter().take(last));
        state
    }

    /// Whether a piece that begins at a free cell, or an empty cell, leads to the goal.
    fn fill(&mut self, at: usize) -> Result<bool, Unproved> {
        if self.with(at, &[])? {
            return Ok(true);
        }
        let pieces = self.pieces;
        for (kind, ways) in pieces.iter().enumerate() {
            if self.left.get(kind).is_none_or(|n| *n == 0) {
                continue;
            }
            for laid in ways.get(at).into_iter().flatten() {
                if laid.iter().any(|(cell, _)| self.held.get(*cell) != Some(&0)) {
                    continue;
                }
                self.count(kind, -1);
                let found = self.with(at, laid)?;
                self.count(kind, 1);
                if found {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn count(&mut self, kind: usize, by: i16) {
        if let Some(left) = self.left.get_mut(kind) {
            *left = left.saturating_add_signed(by);
        }
    }

    /// Whether the goal can be completed with a piece that begins here, or without one.
    fn with(&mut self, at: usize, laid: &[(usize, Value)]) -> Result<bool, Unproved> {
        for (cell, value) in laid {
            if let Some(held) = self.held.get_mut(*cell) {
                *held = *value;
            }
        }
        let fits = |cell: usize| {
            let held = self.held.get(cell).copied().unwrap_or(0);
            self.fit.get(cell).is_some_and(|set| set.contains(held))
        };
        let mut found = fits(at) && laid.iter().all(|(cell, _)| fits(*cell));
        if found {
            let held = self.held.get(at).copied().unwrap_or(0);
            let before = self.sets.get_mut(at).map(|set| std::mem::replace(set, ValueSet::one(held)));
            found = self.from(at + 1)?;
            if let (Some(set), Some(before)) = (self.sets.get_mut(at), before) {
                *set = before;
            }
        }
        for (cell, _) in laid {
            if let Some(held) = self.held.get_mut(*cell) {
                *held = 0;
            }
        }
        Ok(found)
    }
}
