//! Breadth-first search where consecutive moves of one piece cost one together.
//!
//! A level is the positions that so many runs reach and fewer do not. Within a level a search on
//! pairs of a position and the place of the piece that moved last makes the runs longer. Positions
//! of earlier levels need not be looked at again: what such a position reaches by going on with
//! the run, it also reaches by a new run of the same piece from its own level, at no greater cost.
//!
//! Both sides share one store, as in [`breadth`](super::breadth), and by the same argument the
//! first position of the other side that a new level runs into gives a least plan: a plan of
//! `f + b` runs or fewer has a position between two of its runs that both sides know.

use std::ops::Range;

use super::Outcome;
use super::column::Column;
use super::meter::Meter;
use super::store::{Batch, Store};
use super::ways::{NONE, Ways};
use crate::base::Limit;
use crate::task::packed::Scratch;
use crate::task::{ActionId, VarId};

/// A position and the place of the piece that moved last.
#[derive(Clone, Copy)]
struct Pair {
    state: u32,
    /// `NONE` where no piece moved or the move moves none.
    place: u32,
    /// The pair it comes from, by a move.
    parent: u32,
    by: u32,
    /// The next pair of the same state.
    next: u32,
}

/// How a state waiting in the batch was reached.
#[derive(Clone, Copy)]
struct Note {
    parent: u32,
    by: u32,
    place: u32,
}

struct Side {
    backwards: bool,
    /// The states of the last level.
    frontier: Range<u32>,
    levels: Vec<u64>,
}

struct Search<'a, 'b, const W: usize> {
    ways: Ways<'a>,
    store: Store<W>,
    pairs: Column<Pair>,
    /// By state its first pair.
    first: Column<u32>,
    batch: Batch<W, Note>,
    scratch: Scratch,
    meter: &'a mut Meter<'b>,
}

/// A pair at the near side, a move, and a state at the far side or a goal.
struct Bridge {
    near: u32,
    by: u32,
    far: u32,
}

/// Finds a plan of fewest runs.
///
/// # Errors
/// The limit that came first; what was proved until then is in the meter.
pub(super) fn search<const W: usize>(ways: Ways, meter: &mut Meter) -> Result<Outcome, Limit> {
    let start = ways.packed.start::<W>();
    if ways.packed.goal.holds(&start) {
        meter.progress.states = 1;
        return Ok(Outcome::Plan(Vec::new()));
    }
    let store = Store::new(meter)?;
    let mut search = Search {
        ways,
        store,
        pairs: Column::new(),
        first: Column::new(),
        batch: Batch::new(),
        scratch: Scratch::default(),
        meter,
    };
    let mut ahead = search.side(false, std::iter::once(start))?;
    let mut behind = match ways.goals() {
        Some(goals) => Some(search.side(true, goals)?),
        None => None,
    };
    loop {
        let (far, far_size) = behind.as_ref().map_or((1, 0), |s| (s.levels.len(), s.frontier.len()));
        let least = ahead.levels.len() + far - 1;
        search.meter.proved(least as u64, (ahead.frontier.len() + far_size) as u64);
        search.meter.poll()?;
        let (bridge, backwards) = match &mut behind {
            Some(side) if side.frontier.len() < ahead.frontier.len() => {
                if side.frontier.is_empty() {
                    return Ok(Outcome::ExhaustedBackward(std::mem::take(&mut side.levels)));
                }
                (search.expand(side, &ahead.frontier)?, true)
            }
            _ => {
                if ahead.frontier.is_empty() {
                    return Ok(Outcome::Exhausted(ahead.levels));
                }
                let other = behind.as_ref().map_or(0..0, |s| s.frontier.clone());
                (search.expand(&mut ahead, &other)?, false)
            }
        };
        if let Some(bridge) = bridge {
            return Ok(Outcome::Plan(search.plan(&bridge, backwards)));
        }
    }
}

impl<const W: usize> Search<'_, '_, W> {
    fn side(&mut self, backwards: bool, states: impl Iterator<Item = [u64; W]>) -> Result<Side, Limit> {
        let first = self.store.len();
        for state in states {
            let entry = self.store.insert(&state, self.meter)?;
            if entry.new {
                self.first.push(self.pairs.len() as u32, self.meter)?;
                let pair = Pair { state: entry.id, place: NONE, parent: NONE, by: NONE, next: NONE };
                self.pairs.push(pair, self.meter)?;
            }
        }
        let frontier = first..self.store.len();
        let levels = vec![frontier.len() as u64];
        Ok(Side { backwards, frontier, levels })
    }

    /// Makes a side's next level.
    fn expand(&mut self, side: &mut Side, other: &Range<u32>) -> Result<Option<Bridge>, Limit> {
        let level = self.store.len();
        let mut pair = self.pairs.len() as u32;
        for id in side.frontier.clone() {
            let parent = self.first.get(id).copied().unwrap_or(NONE);
            if let Some(bridge) = self.hop(side.backwards, id, parent, None, level, other)? {
                return Ok(Some(bridge));
            }
        }
        loop {
            if let Some(bridge) = self.flush(level, other)? {
                return Ok(Some(bridge));
            }
            if pair == self.pairs.len() as u32 {
                break;
            }
            while let Some(&Pair { state, place, .. }) = self.pairs.get(pair) {
                if place != NONE
                    && let Some(bridge) = self.hop(side.backwards, state, pair, Some(place), level, other)?
                {
                    return Ok(Some(bridge));
                }
                pair += 1;
            }
        }
        side.frontier = level..self.store.len();
        if !side.frontier.is_empty() {
            side.levels.push(side.frontier.len() as u64);
        }
        Ok(None)
    }

    /// Makes the moves of a state; where a place is given, only those of the piece there.
    fn hop(
        &mut self,
        backwards: bool,
        id: u32,
        parent: u32,
        only: Option<VarId>,
        level: u32,
        other: &Range<u32>,
    ) -> Result<Option<Bridge>, Limit> {
        let state = self.store.state(id);
        let before = self.batch.len();
        self.ways.each(backwards, &state, &mut self.scratch, |hop, after| {
            if only.is_none_or(|place| hop.mover.is_some_and(|m| m.0 == place)) {
                let place = hop.mover.map_or(NONE, |m| m.1);
                self.batch.push(after, Note { parent, by: hop.at, place });
            }
        });
        let made = (self.batch.len() - before) as u64;
        match only {
            None => self.meter.expanded(made)?,
            Some(_) => self.meter.steps(1 + made)?,
        }
        if self.batch.is_full() { self.flush(level, other) } else { Ok(None) }
    }

    /// Puts the batch into the store; gives the first edge that ends the search.
    fn flush(&mut self, level: u32, other: &Range<u32>) -> Result<Option<Bridge>, Limit> {
        let mut found = None;
        let goal = if self.ways.backward.is_none() { Some(&self.ways.packed.goal) } else { None };
        let (pairs, first) = (&mut self.pairs, &mut self.first);
        self.store.insert_all(&mut self.batch, self.meter, |note, entry, state, meter| {
            let Note { parent, by, place } = note;
            if entry.new {
                first.push(pairs.len() as u32, meter)?;
                pairs.push(Pair { state: entry.id, place, parent, by, next: NONE }, meter)?;
                if goal.is_some_and(|g| g.holds(state)) {
                    found = Some(Bridge { near: parent, by, far: NONE });
                }
            } else if other.contains(&entry.id) {
                found = Some(Bridge { near: parent, by, far: entry.id });
            } else if entry.id >= level {
                // A state of this level reached again: a pair of its own, unless there is one.
                let mut at = first.get(entry.id).copied().unwrap_or(NONE);
                let mut last = NONE;
                while let Some(pair) = pairs.get(at) {
                    if pair.place == place {
                        return Ok(true);
                    }
                    (last, at) = (at, pair.next);
                }
                let id = pairs.len() as u32;
                pairs.push(Pair { state: entry.id, place, parent, by, next: NONE }, meter)?;
                if let Some(pair) = pairs.get_mut(last) {
                    pair.next = id;
                }
            }
            Ok(found.is_none())
        })?;
        Ok(found)
    }

    /// The plan across a bridge.
    fn plan(&self, bridge: &Bridge, backwards: bool) -> Vec<ActionId> {
        let far = self.first.get(bridge.far).copied().unwrap_or(NONE);
        let (ahead, behind) = if backwards { (far, bridge.near) } else { (bridge.near, far) };
        let mut line = self.line(ahead);
        line.reverse();
        line.push(bridge.by);
        line.extend(self.line(behind));
        line.into_iter().map(|at| self.ways.packed.moves.action(at)).collect()
    }

    /// The moves from a pair to its side's beginning.
    fn line(&self, from: u32) -> Vec<u32> {
        let mut line = Vec::new();
        let mut at = from;
        while let Some(pair) = self.pairs.get(at).filter(|p| p.parent != NONE) {
            line.push(pair.by);
            at = pair.parent;
        }
        line
    }
}
