//! Steps of a count: cells are covered, and what that decides.

use std::ops::Range;

use smallvec::SmallVec;

use puzzlec_task::Value;

use super::plan::{Ask, Asks, Counted, Kind, NodeId, Parent, Plan, Set, Supply};
use super::state::{FALSE, OPEN, PAST, Slots, TRUE};
use crate::cover::Way;

/// What a member on the frontier has, less than the first member of its part there.
const PART: i64 = 2;

/// A number of pieces that can no longer leave its limits.
const FREE: i64 = -1;

impl Plan {
    /// Whether the cell of a position is covered ahead.
    pub fn is_covered(&self, state: &Slots, position: usize) -> bool {
        self.cell(position).and_then(|cell| self.ahead(cell)).is_some_and(|slot| state.get(slot) != 0)
    }

    fn ahead(&self, cell: usize) -> Option<usize> {
        self.covered.get(cell).copied().flatten()
    }

    /// Goes on where the cell is covered; nothing if no placement follows.
    pub fn pass(&self, state: &mut Slots, position: usize) -> Option<()> {
        for supply in self.supplies.iter().chain([&self.pieces]).flatten() {
            supply.check(state, position)?;
        }
        for number in 0..self.sets.len() {
            if self.sets.get(number).is_some_and(|set| set.last == Some(position)) {
                self.complete(state, number, position)?;
            }
        }
        Some(())
    }

    /// Lays a piece that begins at a position, or leaves the cell empty; nothing if no placement follows.
    pub fn lay(&self, state: &mut Slots, way: &Way, position: usize) -> Option<()> {
        for (cell, _) in &way.cells {
            if let Some(slot) = self.ahead(*cell as usize) {
                if state.get(slot) != 0 {
                    return None;
                }
                state.set(slot, 1);
            }
        }
        let pieces = self.pieces.as_ref().filter(|_| way.entry > 0);
        for supply in self.supplies.get(way.entry as usize).into_iter().flatten().chain(pieces) {
            if state.get(supply.slot) != FREE {
                state.add(supply.slot, 1);
            }
        }
        for (cell, value) in &way.cells {
            self.assign(state, *cell as usize, *value, position)?;
        }
        self.pass(state, position)
    }

    fn assign(&self, state: &mut Slots, cell: usize, value: Value, position: usize) -> Option<()> {
        for (number, moved) in self.watched.get(cell)? {
            if self.is_past(state, *number, position) {
                continue;
            }
            let node = self.nodes.get(*number)?;
            let holds = match &node.kind {
                Kind::In(values) => Some(values.contains(value)),
                _ => {
                    let (low, high) = moved.get(usize::from(value))?;
                    state.add(node.slots.start + 1, *low);
                    state.add(node.slots.start + 2, *high);
                    self.decided(state, node)
                }
            };
            if let Some(holds) = holds {
                self.decide(state, *number, holds, position)?;
            }
        }
        Some(())
    }

    /// Whether a node is decided, or what it is a part of.
    fn is_past(&self, state: &Slots, mut number: NodeId, position: usize) -> bool {
        while let Some(node) = self.nodes.get(number) {
            if state.get(node.slots.start) != OPEN {
                return true;
            }
            match node.parent {
                Parent::Goal => return false,
                Parent::Node(parent) => number = parent,
                Parent::Member(set, member) => {
                    let Some(set) = self.sets.get(set) else { return true };
                    return state.get(set.slots.start + member) != 0 || self.is_idle(state, set, position);
                }
            }
        }
        true
    }

    /// Whether nothing about a set is open.
    fn is_idle(&self, state: &Slots, set: &Set, position: usize) -> bool {
        let asks = set.asks.iter().filter_map(|ask| self.asks.get(*ask));
        asks.into_iter().all(|ask| self.is_past(state, ask.node, position))
    }

    /// A node is decided, and with it what it is a part of; nothing if the goal is missed.
    pub fn decide(&self, state: &mut Slots, number: NodeId, holds: bool, position: usize) -> Option<()> {
        let node = self.nodes.get(number)?;
        state.clear(node.slots.clone());
        state.set(node.slots.start, if holds { TRUE } else { FALSE });
        self.forget(state, node.asks.clone(), position);
        match node.parent {
            Parent::Goal => holds.then_some(()),
            Parent::Member(set, member) => self.meet(state, set, member, position),
            Parent::Node(parent) => {
                if self.is_past(state, parent, position) {
                    return Some(());
                }
                match self.decided(state, self.nodes.get(parent)?) {
                    Some(holds) => self.decide(state, parent, holds, position),
                    None => Some(()),
                }
            }
        }
    }

    /// Clears the sets of some shapes about which nothing is open.
    fn forget(&self, state: &mut Slots, asks: Range<usize>, position: usize) {
        for set in asks.filter_map(|ask| self.asks.get(ask)).filter_map(|ask| self.sets.get(ask.set)) {
            if self.is_idle(state, set, position) {
                state.clear(set.all.clone());
                self.forget(state, set.inside.clone(), position);
            }
        }
    }

    /// A test of a member was decided: perhaps the member is.
    fn meet(&self, state: &mut Slots, number: usize, at: usize, position: usize) -> Option<()> {
        let set = self.sets.get(number)?;
        let member = set.members.get(at)?;
        let slot = set.slots.start + at;
        if state.get(slot) != 0 || self.is_idle(state, set, position) {
            return Some(());
        }
        let of = |node: NodeId| self.nodes.get(node).map_or(OPEN, |node| state.get(node.slots.start));
        let counts = |counted: &Counted| match counted {
            Counted::Always => TRUE,
            Counted::Never => FALSE,
            Counted::If(node) => of(*node),
        };
        let inside = match of(member.holds) {
            OPEN => return Some(()),
            holds => holds == TRUE,
        };
        let counted: SmallVec<[i64; 8]> = member.counted.iter().map(counts).collect();
        if inside && counted.contains(&OPEN) {
            return Some(());
        }
        state.clear(member.tests.clone());
        let mut verdicts = Verdicts::new();
        if inside {
            self.enter(state, set, at, &counted, &mut verdicts);
        } else {
            state.set(slot, PAST);
            for (number, ask) in self.asked(set) {
                if let Asks::Component(of, min, _) = ask.asks
                    && of == at
                {
                    verdicts.push((number, min == 0));
                }
            }
        }
        for member in member.near.iter().copied().chain([at]) {
            self.leave(state, set, member, position, &mut verdicts);
        }
        self.weigh(state, set, &mut verdicts);
        for (ask, holds) in verdicts {
            let node = self.asks.get(ask)?.node;
            if !self.is_past(state, node, position) {
                self.decide(state, node, holds, position)?;
            }
        }
        Some(())
    }

    /// The asks of a set, with their numbers.
    fn asked<'s>(&'s self, set: &'s Set) -> impl Iterator<Item = (usize, &'s Ask)> {
        set.asks.iter().filter_map(|number| Some((*number, self.asks.get(*number)?)))
    }

    /// A member is in the set, and joins the parts beside it.
    fn enter(&self, state: &mut Slots, set: &Set, at: usize, counted: &[i64], verdicts: &mut Verdicts) {
        let mut parts: SmallVec<[i64; 8]> = SmallVec::new();
        let mut cycle = false;
        for near in set.members.get(at).into_iter().flat_map(|member| &member.near) {
            let part = state.get(set.slots.start + near);
            if part >= PART {
                cycle |= parts.contains(&part);
                parts.push(part);
            }
        }
        let own = at as i64 + PART;
        let first = parts.iter().copied().fold(own, i64::min);
        for slot in set.slots.clone() {
            if parts.contains(&state.get(slot)) {
                state.set(slot, first);
            }
        }
        state.set(set.slots.start + at, first);
        parts.sort_unstable();
        parts.dedup();
        for ((number, ask), counted) in self.asked(set).zip(counted) {
            match ask.asks {
                Asks::Components(..) => {}
                Asks::Forest if cycle => verdicts.push((number, false)),
                Asks::Forest => {}
                Asks::Component(of, _, max) => {
                    let count = |part: i64| ask.slots.start + 1 + (part - PART) as usize;
                    let mut all = i64::from(*counted == TRUE);
                    for part in &parts {
                        all += state.get(count(*part));
                        state.set(count(*part), 0);
                    }
                    // More than the greatest number are as good as one more.
                    state.set(count(first), all.min(i64::from(max) + 1));
                    if of == at || parts.contains(&state.get(ask.slots.start)) {
                        state.set(ask.slots.start, first);
                    }
                }
            }
        }
    }

    /// A member leaves the frontier if all its neighbours are decided.
    fn leave(&self, state: &mut Slots, set: &Set, at: usize, position: usize, verdicts: &mut Verdicts) {
        let part = state.get(set.slots.start + at);
        let Some(member) = set.members.get(at).filter(|_| part >= PART) else { return };
        let is_decided = |near: &usize| {
            state.get(set.slots.start + near) != 0
                || set.members.get(*near).is_some_and(|member| member.last < position)
        };
        if !member.near.iter().all(is_decided) {
            return;
        }
        state.set(set.slots.start + at, PAST);
        let next = set.slots.clone().position(|slot| state.get(slot) == part);
        let renamed = next.map(|next| next as i64 + PART);
        if renamed == Some(part) {
            return;
        }
        for slot in set.slots.clone() {
            if state.get(slot) == part
                && let Some(name) = renamed
            {
                state.set(slot, name);
            }
        }
        for (number, ask) in self.asked(set) {
            match (ask.asks, renamed) {
                (Asks::Components(..), None) => state.add(ask.slots.start, 1),
                (Asks::Component(_, min, max), _) => {
                    let slot = |part: i64| ask.slots.start + 1 + (part - PART) as usize;
                    let counted = state.get(slot(part));
                    state.set(slot(part), 0);
                    let is_its = state.get(ask.slots.start) == part;
                    match renamed {
                        Some(name) => {
                            state.set(slot(name), counted);
                            if is_its {
                                state.set(ask.slots.start, name);
                            }
                        }
                        None if is_its => {
                            verdicts.push((number, i64::from(min) <= counted && counted <= i64::from(max)));
                        }
                        None => {}
                    }
                }
                _ => {}
            }
        }
    }

    /// What the parts that there are decide before all members are.
    fn weigh(&self, state: &Slots, set: &Set, verdicts: &mut Verdicts) {
        let members = set.members.len() as u64;
        let open = || set.slots.clone().any(|slot| state.get(slot) >= PART);
        for (number, ask) in self.asked(set) {
            let (min, max, sure) = match ask.asks {
                Asks::Components(min, max) => (min, max, state.get(ask.slots.start) + i64::from(open())),
                Asks::Component(_, min, max) => {
                    let part = state.get(ask.slots.start);
                    let slot = ask.slots.start + 1 + (part - PART).max(0) as usize;
                    (min, max, if part >= PART { state.get(slot) } else { 0 })
                }
                Asks::Forest => continue,
            };
            if sure > i64::from(max) {
                verdicts.push((number, false));
            } else if sure >= i64::from(min) && u64::from(max) >= members {
                verdicts.push((number, true));
            }
        }
    }

    /// All members of a set are decided.
    pub fn complete(&self, state: &mut Slots, number: usize, position: usize) -> Option<()> {
        let set = self.sets.get(number)?;
        for ask in set.asks.iter().filter_map(|ask| self.asks.get(*ask)) {
            let holds = match ask.asks {
                Asks::Components(min, max) => {
                    let parts = state.get(ask.slots.start);
                    i64::from(min) <= parts && parts <= i64::from(max)
                }
                Asks::Forest => true,
                // Its part is complete, too.
                Asks::Component(..) => continue,
            };
            if !self.is_past(state, ask.node, position) {
                self.decide(state, ask.node, holds, position)?;
            }
        }
        Some(())
    }
}

/// What was found out about asks.
type Verdicts = SmallVec<[(usize, bool); 4]>;

impl Supply {
    /// Nothing if too many pieces are used, or too few can be.
    fn check(&self, state: &mut Slots, position: usize) -> Option<()> {
        let used = state.get(self.slot);
        let later = self.later.get(position).copied().unwrap_or(0);
        if used == FREE {
            return Some(());
        }
        if used > self.most || used + later < self.least {
            return None;
        }
        if used >= self.least && used + later <= self.most {
            state.set(self.slot, FREE);
        }
        Some(())
    }
}
