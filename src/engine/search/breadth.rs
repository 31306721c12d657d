//! Breadth-first search, from the start alone or from both ends.
//!
//! Both sides share one store. A level is made by one side without interruption, so it is a range
//! of state numbers, and a state of the other side is recognised by its number. Let the levels up
//! to `f` forward and `b` backward be complete and disjoint; then no plan has `f + b` steps or
//! fewer, and the first state of the other side that a new level runs into lies in the other
//! side's last level: the plan through it has `f + b + 1` steps and is shortest.

use std::ops::Range;

use super::Outcome;
use super::column::Column;
use super::meter::Meter;
use super::store::{Batch, Store};
use super::ways::{NONE, Ways};
use crate::base::Limit;
use crate::task::ActionId;
use crate::task::packed::Scratch;

struct Side {
    frontier: Range<u32>,
    /// The sizes of the levels.
    levels: Vec<u64>,
}

impl Side {
    fn depth(&self) -> u64 {
        self.levels.len() as u64 - 1
    }
}

/// An edge between the sides, or to a goal: numbers of two states.
struct Bridge {
    before: u32,
    after: u32,
}

struct Search<'a, 'b, const W: usize> {
    ways: Ways<'a>,
    store: Store<W>,
    parents: Column<u32>,
    batch: Batch<W, u32>,
    scratch: Scratch,
    meter: &'a mut Meter<'b>,
}

/// Finds a shortest plan, where a step costs `unit`.
///
/// # Errors
/// The limit that came first; what was proved until then is in the meter.
pub(super) fn search<const W: usize>(ways: Ways, unit: u64, meter: &mut Meter) -> Result<Outcome, Limit> {
    let start = ways.packed.start::<W>();
    if ways.packed.goal.holds(&start) {
        meter.progress.states = 1;
        return Ok(Outcome::Plan(Vec::new()));
    }
    let mut search = Search {
        ways,
        store: Store::new(meter)?,
        parents: Column::new(),
        batch: Batch::new(),
        scratch: Scratch::default(),
        meter,
    };
    let mut ahead = search.side(std::iter::once(start))?;
    let mut behind = match ways.goals() {
        Some(goals) => Some(search.side(goals)?),
        None => None,
    };
    loop {
        let depth = ahead.depth() + behind.as_ref().map_or(0, Side::depth);
        let size = ahead.frontier.len() + behind.as_ref().map_or(0, |s| s.frontier.len());
        search.meter.proved((depth + 1) * unit, size as u64);
        search.meter.poll()?;
        let bridge = match &mut behind {
            Some(side) if side.frontier.len() < ahead.frontier.len() => {
                if side.frontier.is_empty() {
                    return Ok(Outcome::ExhaustedBackward(std::mem::take(&mut side.levels)));
                }
                search.expand(side, true, &ahead.frontier)?
            }
            _ => {
                if ahead.frontier.is_empty() {
                    return Ok(Outcome::Exhausted(ahead.levels));
                }
                let other = behind.as_ref().map_or(0..0, |s| s.frontier.clone());
                search.expand(&mut ahead, false, &other)?
            }
        };
        if let Some(bridge) = bridge {
            return Ok(Outcome::Plan(search.plan(&bridge)));
        }
    }
}

impl<const W: usize> Search<'_, '_, W> {
    /// A side that begins with these states.
    fn side(&mut self, states: impl Iterator<Item = [u64; W]>) -> Result<Side, Limit> {
        let first = self.store.len();
        for state in states {
            if self.store.insert(&state, self.meter)?.new {
                self.parents.push(NONE, self.meter)?;
            }
        }
        let frontier = first..self.store.len();
        let size = frontier.len() as u64;
        Ok(Side { frontier, levels: vec![size] })
    }

    /// Makes a side's next level; stops at the first edge to the other side's frontier or to a
    /// goal.
    fn expand(
        &mut self,
        side: &mut Side,
        backwards: bool,
        other: &Range<u32>,
    ) -> Result<Option<Bridge>, Limit> {
        let first = self.store.len();
        let last = side.frontier.end.wrapping_sub(1);
        for id in side.frontier.clone() {
            let state = self.store.state(id);
            let before = self.batch.len();
            self.ways.each(backwards, &state, &mut self.scratch, |_, next| self.batch.push(next, id));
            self.meter.expanded((self.batch.len() - before) as u64)?;
            if (self.batch.is_full() || id == last)
                && let Some((near, far)) = self.flush(other)?
            {
                let bridge = if backwards {
                    Bridge { before: far, after: near }
                } else {
                    Bridge { before: near, after: far }
                };
                return Ok(Some(bridge));
            }
        }
        side.frontier = first..self.store.len();
        if !side.frontier.is_empty() {
            side.levels.push(side.frontier.len() as u64);
        }
        Ok(None)
    }

    /// Puts the batch into the store; gives the first edge that ends the search, from the state
    /// expanded to the state reached.
    fn flush(&mut self, other: &Range<u32>) -> Result<Option<(u32, u32)>, Limit> {
        let mut found = None;
        let goal = if self.ways.backward.is_none() { Some(&self.ways.packed.goal) } else { None };
        let parents = &mut self.parents;
        self.store.insert_all(&mut self.batch, self.meter, |parent, entry, state, meter| {
            if entry.new {
                parents.push(parent, meter)?;
                if goal.is_some_and(|g| g.holds(state)) {
                    found = Some((parent, entry.id));
                }
            } else if other.contains(&entry.id) {
                found = Some((parent, entry.id));
            }
            Ok(found.is_none())
        })?;
        Ok(found)
    }

    /// The plan across a bridge.
    fn plan(&mut self, bridge: &Bridge) -> Vec<ActionId> {
        let mut path = self.line(bridge.before);
        path.reverse();
        match self.ways.backward {
            Some(_) => path.extend(self.line(bridge.after)),
            None => path.push(bridge.after),
        }
        let states = path.iter().map(|id| self.store.state(*id));
        let next = path.iter().skip(1).map(|id| self.store.state(*id));
        let mut actions = Vec::new();
        for (before, wanted) in states.zip(next) {
            let mut action = None;
            let moves = &self.ways.packed.moves;
            moves.each(&before, &mut self.scratch, |at, after| {
                if after == wanted && action.is_none() {
                    action = Some(moves.action(at));
                }
            });
            actions.extend(action);
        }
        actions
    }

    /// A state, its parent, its parent's parent and so on to the side's beginning.
    fn line(&self, from: u32) -> Vec<u32> {
        let mut line = vec![from];
        let mut at = from;
        while let Some(parent) = self.parents.get(at).copied().filter(|p| *p != NONE) {
            line.push(parent);
            at = parent;
        }
        line
    }
}
