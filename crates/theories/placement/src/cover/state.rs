//! The ways that are left, and what follows from them.

mod enforce;
mod ways;

use super::Cover;
use super::constraint::{Constraints, LiteralId, Node};
use ways::{Lists, Ways, bits, flip, held, insert};

/// What is decided: it is so, or it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// This way is taken.
    Take(u32),
    /// This literal holds.
    Hold(LiteralId),
}

/// A change that is taken back.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// Ways of a word.
    Removed(u32, u64),
    Taken(u32),
}

/// The ways that are left.
pub(super) struct State<'c> {
    cover: &'c Cover,
    constraints: &'c Constraints,
    /// By way its entry, its cells, and its slots that constraints watch.
    entry_of: Vec<u32>,
    cells_of: Lists,
    slots: Lists,
    /// By slot the ways that fill it.
    ways_of: Vec<Ways>,
    /// By cell the ways that cover it.
    covering: Vec<Ways>,
    /// By entry its ways.
    of_entry: Vec<Ways>,
    /// The ways that are left, and those that are taken, each a bit.
    alive: Vec<u64>,
    taken: Vec<u64>,
    /// By cell the ways that are left.
    choices: Vec<u32>,
    /// By cell whether a way that covers it is taken.
    covered: Vec<bool>,
    /// By slot the ways that are left.
    support: Vec<u32>,
    /// By entry the pieces that may still be laid.
    left: Vec<u32>,
    /// The pieces of all entries that may still be laid.
    room: u32,
    /// By entry the ways that are left and not taken.
    open: Vec<u32>,
    chosen: Vec<u32>,
    trail: Vec<Change>,
    /// Cells with one way left, entries with no more ways than pieces, constraints to be looked at.
    cells: Vec<u32>,
    entries: Vec<u32>,
    nodes: Vec<u32>,
    waiting: Vec<bool>,
}

impl<'c> State<'c> {
    /// All ways.
    pub fn new(cover: &'c Cover, constraints: &'c Constraints) -> Self {
        let slot = |(cell, value): &(u32, u16)| {
            let list = constraints.slots.get(*cell as usize)?;
            list.iter().find(|(known, _)| known == value).map(|(_, slot)| *slot)
        };
        let watched = |(cell, _): &&(u32, u16)| {
            constraints.watching.get(*cell as usize).is_some_and(|nodes| !nodes.is_empty())
        };
        let (mut cells_of, mut slots) = (Lists::default(), Lists::default());
        let mut ways_of = vec![Ways::new(); constraints.slot_count];
        let mut covering = vec![Ways::new(); cover.cells];
        let mut of_entry = vec![Ways::new(); cover.supply.len()];
        let (mut support, mut choices) = (vec![0; ways_of.len()], vec![0; covering.len()]);
        let mut open = vec![0; of_entry.len()];
        for (number, way) in (0..).zip(&cover.ways) {
            cells_of.push(way.cells.iter().map(|(cell, _)| *cell));
            slots.push(way.cells.iter().filter(watched).filter_map(slot));
            for slot in way.cells.iter().filter_map(slot) {
                insert(&mut ways_of, slot, number);
                add(&mut support, slot, 1);
            }
            for (cell, _) in &way.cells {
                insert(&mut covering, *cell, number);
                add(&mut choices, *cell, 1);
            }
            insert(&mut of_entry, way.entry, number);
            add(&mut open, way.entry, 1);
        }
        State {
            cover,
            constraints,
            choices,
            support,
            open,
            alive: vec![u64::MAX; cover.ways.len().div_ceil(64)],
            taken: vec![0; cover.ways.len().div_ceil(64)],
            covered: vec![false; cover.cells],
            left: cover.supply.clone(),
            room: cover.most,
            entry_of: cover.ways.iter().map(|way| way.entry).collect(),
            cells_of,
            slots,
            ways_of,
            covering,
            of_entry,
            chosen: Vec::new(),
            trail: Vec::new(),
            cells: Vec::new(),
            entries: Vec::new(),
            nodes: Vec::new(),
            waiting: vec![false; constraints.nodes.len()],
        }
    }

    /// Looks at everything once; false if it contradicts itself.
    pub fn begin(&mut self) -> bool {
        for entry in 0..self.left.len() {
            if at(&self.open, entry) < self.needed(entry) {
                return false;
            }
            if at(&self.left, entry) == 0 && !self.remove_entry(entry) {
                return false;
            }
        }
        self.cells =
            (0..).take(self.cover.cells).filter(|cell| at(&self.choices, *cell as usize) == 1).collect();
        if self.choices.contains(&0) || self.room == 0 && !self.remove_pieces() {
            return false;
        }
        self.entries = (0..).take(self.left.len()).collect();
        self.nodes = (0..).take(self.constraints.nodes.len()).collect();
        self.waiting.fill(true);
        true
    }

    /// The taken ways.
    pub fn chosen(&self) -> &[u32] {
        &self.chosen
    }

    /// The length of the trail.
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes back all changes after a mark.
    pub fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark {
            match self.trail.pop() {
                None => return,
                Some(Change::Removed(word, part)) => {
                    if let Some(alive) = self.alive.get_mut(word as usize) {
                        *alive |= part;
                    }
                    for way in bits(word, part) {
                        add(&mut self.open, at(&self.entry_of, way as usize), 1);
                        self.cells_of.of(way).iter().for_each(|cell| add(&mut self.choices, *cell, 1));
                        self.slots.of(way).iter().for_each(|slot| add(&mut self.support, *slot, 1));
                    }
                }
                Some(Change::Taken(way)) => {
                    self.chosen.pop();
                    flip(&mut self.taken, way);
                    let Some(found) = self.cover.ways.get(way as usize) else { continue };
                    add(&mut self.left, found.entry, 1);
                    self.room += u32::from(found.entry > 0);
                    add(&mut self.open, found.entry, 1);
                    found.cells.iter().for_each(|(cell, _)| set(&mut self.covered, *cell, false));
                }
            }
        }
        self.cells.clear();
        self.entries.clear();
        for node in std::mem::take(&mut self.nodes) {
            set(&mut self.waiting, node, false);
        }
    }

    /// Makes a decision true or false; returns false if it cannot be.
    pub fn decide(&mut self, decision: Decision, holds: bool) -> bool {
        match (decision, holds) {
            (Decision::Take(way), true) => self.take(way),
            (Decision::Take(way), false) => self.remove(way / 64, 1 << (way % 64)),
            (Decision::Hold(literal), holds) => self.force(literal, holds),
        }
    }

    /// Draws all conclusions; returns false at a contradiction.
    pub fn settle(&mut self) -> bool {
        loop {
            if let Some(cell) = self.cells.pop() {
                if at(&self.covered, cell as usize) {
                    continue;
                }
                let only = self.alive_of(self.covering.get(cell as usize)).next();
                if !only.is_some_and(|way| self.take(way)) {
                    return false;
                }
            } else if let Some(entry) = self.entries.pop() {
                let entry = entry as usize;
                let (needed, open) = (self.needed(entry), at(&self.open, entry));
                if open < needed {
                    return false;
                }
                if open == needed && needed > 0 {
                    let ways: Vec<u32> = self.untaken(entry);
                    if !ways.into_iter().all(|way| self.is_taken(way) || self.take(way)) {
                        return false;
                    }
                }
            } else if let Some(node) = self.nodes.pop() {
                set(&mut self.waiting, node, false);
                let constraints = self.constraints;
                if !constraints.nodes.get(node as usize).is_none_or(|node| self.enforce(node)) {
                    return false;
                }
            } else {
                return true;
            }
        }
    }

    fn untaken(&self, entry: usize) -> Vec<u32> {
        self.alive_of(self.of_entry.get(entry)).filter(|way| !self.is_taken(*way)).collect()
    }

    /// Those of some ways that are left, rising.
    fn alive_of<'s>(&'s self, ways: Option<&'s Ways>) -> impl Iterator<Item = u32> + 's {
        let parts = ways.into_iter().flatten();
        parts.flat_map(|(word, part)| bits(*word, part & at(&self.alive, *word as usize)))
    }

    fn is_taken(&self, way: u32) -> bool {
        held(&self.taken, way)
    }

    fn take(&mut self, way: u32) -> bool {
        if !held(&self.alive, way) {
            return false;
        }
        if self.is_taken(way) {
            return true;
        }
        let cover = self.cover;
        let Some(found) = cover.ways.get(way as usize) else { return false };
        let entry = found.entry as usize;
        if at(&self.left, entry) == 0 || entry > 0 && self.room == 0 {
            return false;
        }
        self.room -= u32::from(entry > 0);
        self.trail.push(Change::Taken(way));
        self.chosen.push(way);
        flip(&mut self.taken, way);
        take_one(&mut self.left, entry);
        take_one(&mut self.open, entry);
        found.cells.iter().for_each(|(cell, _)| set(&mut self.covered, *cell, true));
        let (own, bit) = (way / 64, 1 << (way % 64));
        for (cell, _) in &found.cells {
            for part in 0..self.covering.get(*cell as usize).map_or(0, Vec::len) {
                let part = self.covering.get(*cell as usize).and_then(|parts| parts.get(part)).copied();
                let Some((word, part)) = part else { continue };
                let others = if word == own { part & !bit } else { part };
                if !self.remove(word, others) {
                    return false;
                }
            }
        }
        if at(&self.left, entry) == 0 && !self.remove_entry(entry) {
            return false;
        }
        entry == 0 || self.room > 0 || self.remove_pieces()
    }

    /// The pieces of an entry that must still be laid.
    fn needed(&self, entry: usize) -> u32 {
        let spare = at(&self.cover.supply, entry) - at(&self.cover.least, entry);
        at(&self.left, entry).saturating_sub(spare)
    }

    /// Removes the ways of all pieces that are not taken.
    fn remove_pieces(&mut self) -> bool {
        (1..self.left.len()).all(|entry| self.remove_entry(entry))
    }

    /// Removes the ways of an entry that are not taken.
    fn remove_entry(&mut self, entry: usize) -> bool {
        for part in 0..self.of_entry.get(entry).map_or(0, Vec::len) {
            let part = self.of_entry.get(entry).and_then(|parts| parts.get(part)).copied();
            let Some((word, part)) = part else { continue };
            let part = part & !at(&self.taken, word as usize);
            if !self.remove(word, part) {
                return false;
            }
        }
        true
    }

    /// Removes those of some ways of a word that are left; false if a cell keeps none, or if one of them is taken.
    fn remove(&mut self, word: u32, part: u64) -> bool {
        let Some(alive) = self.alive.get_mut(word as usize) else { return true };
        let gone = part & *alive;
        if gone == 0 {
            return true;
        }
        // A taken way removed the ways beside it, so another is never removed for its sake.
        if gone & at(&self.taken, word as usize) != 0 {
            return false;
        }
        *alive &= !gone;
        self.trail.push(Change::Removed(word, gone));
        let mut sound = true;
        for way in bits(word, gone) {
            sound &= self.forget(way);
        }
        sound
    }

    /// Takes a way out of all numbers; false if a cell keeps none.
    fn forget(&mut self, way: u32) -> bool {
        let entry = at(&self.entry_of, way as usize);
        take_one(&mut self.open, entry as usize);
        if at(&self.open, entry as usize) <= self.needed(entry as usize) {
            self.entries.push(entry);
        }
        let mut sound = true;
        for cell in self.cells_of.of(way) {
            let Some(choices) = self.choices.get_mut(*cell as usize) else { continue };
            *choices -= 1;
            match choices {
                0 => sound = false,
                1 => self.cells.push(*cell),
                _ => {}
            }
        }
        let constraints = self.constraints;
        for slot in self.slots.of(way) {
            take_one(&mut self.support, *slot as usize);
            if at(&self.support, *slot as usize) == 0 {
                let cell = at(&constraints.cell_of, *slot as usize);
                for node in constraints.watching.get(cell as usize).into_iter().flatten() {
                    if !at(&self.waiting, *node as usize) {
                        set(&mut self.waiting, *node, true);
                        self.nodes.push(*node);
                    }
                }
            }
        }
        sound
    }

    /// The next decision, where the fewest cases are open, with their number; nothing if all cells are covered.
    pub fn choose(&self) -> Option<(u32, Decision)> {
        let mut best: Option<(u32, Decision)> = None;
        let mut offer = |cases: u32, decision: &dyn Fn() -> Option<Decision>| {
            if best.is_none_or(|(known, _)| cases < known)
                && let Some(decision) = decision()
            {
                best = Some((cases, decision));
            }
        };
        for cell in (0..self.cover.cells).filter(|cell| !at(&self.covered, *cell)) {
            let first = || self.alive_of(self.covering.get(cell)).next().map(Decision::Take);
            offer(at(&self.choices, cell), &first);
        }
        for entry in 0..self.left.len() {
            if self.needed(entry) == 1 {
                let first = || {
                    let mut open = self.alive_of(self.of_entry.get(entry));
                    open.find(|way| !self.is_taken(*way)).map(Decision::Take)
                };
                offer(at(&self.open, entry), &first);
            }
        }
        for node in &self.constraints.nodes {
            let Node::Sum { terms, min: 1.., .. } = node else { continue };
            let (cases, first) = self.cases(terms, node);
            if let Some(first) = first {
                // A literal that fails says less than a way that is not taken.
                offer(cases.saturating_mul(2).saturating_sub(1), &|| Some(Decision::Hold(first)));
            }
        }
        best
    }

    /// The literals of which just one more must hold, and the first of them.
    fn cases(&self, terms: &[(i64, LiteralId)], node: &Node) -> (u32, Option<LiteralId>) {
        let Node::Sum { min, .. } = node else { return (0, None) };
        let (mut sure, mut cases, mut first) = (0, 0_u32, None);
        for (weight, literal) in terms {
            if *weight != 1 {
                return (0, None);
            }
            match self.may(*literal) {
                (true, false) => sure += 1,
                (true, true) => {
                    cases += 1;
                    first = first.or(Some(*literal));
                }
                (false, _) => {}
            }
        }
        if sure + 1 == *min { (cases, first) } else { (0, None) }
    }
}

fn at<T: Copy + Default>(list: &[T], at: usize) -> T {
    list.get(at).copied().unwrap_or_default()
}

fn set<T>(list: &mut [T], at: u32, value: T) {
    if let Some(slot) = list.get_mut(at as usize) {
        *slot = value;
    }
}

fn add(list: &mut [u32], at: u32, n: u32) {
    if let Some(slot) = list.get_mut(at as usize) {
        *slot += n;
    }
}

fn take_one(list: &mut [u32], at: usize) {
    if let Some(slot) = list.get_mut(at) {
        *slot = slot.saturating_sub(1);
    }
}
