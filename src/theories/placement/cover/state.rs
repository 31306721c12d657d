//! The ways that are left, and what follows from them.

mod enforce;

use super::Cover;
use super::constraint::{Constraints, LiteralId, Node};

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
    Removed(u32),
    Taken(u32),
}

/// The ways that are left.
pub(super) struct State<'c> {
    cover: &'c Cover,
    constraints: &'c Constraints,
    /// By way its slots.
    slots: Vec<Vec<u32>>,
    /// By slot the ways that fill it.
    ways_of: Vec<Vec<u32>>,
    /// By cell the ways that cover it.
    covering: Vec<Vec<u32>>,
    /// By entry its ways.
    of_entry: Vec<Vec<u32>>,
    alive: Vec<bool>,
    taken: Vec<bool>,
    /// By cell the ways that are left.
    choices: Vec<u32>,
    /// By cell whether a way that covers it is taken.
    covered: Vec<bool>,
    /// By slot the ways that are left.
    support: Vec<u32>,
    /// By entry the pieces that are not laid yet.
    left: Vec<u32>,
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
        let slots: Vec<Vec<u32>> =
            cover.ways.iter().map(|way| way.cells.iter().filter_map(slot).collect()).collect();
        let mut ways_of = vec![Vec::new(); constraints.slot_count];
        let mut covering = vec![Vec::new(); cover.cells];
        let mut of_entry = vec![Vec::new(); cover.supply.len()];
        for (number, (way, slots)) in (0..).zip(cover.ways.iter().zip(&slots)) {
            slots.iter().for_each(|slot| push(&mut ways_of, *slot, number));
            way.cells.iter().for_each(|(cell, _)| push(&mut covering, *cell, number));
            push(&mut of_entry, way.entry, number);
        }
        let numbers = |lists: &[Vec<u32>]| -> Vec<u32> {
            lists.iter().map(|list| u32::try_from(list.len()).unwrap_or(u32::MAX)).collect()
        };
        State {
            cover,
            constraints,
            choices: numbers(&covering),
            support: numbers(&ways_of),
            open: numbers(&of_entry),
            alive: vec![true; cover.ways.len()],
            taken: vec![false; cover.ways.len()],
            covered: vec![false; cover.cells],
            left: cover.supply.clone(),
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
            let (left, open) = (at(&self.left, entry), at(&self.open, entry));
            if open < left {
                return false;
            }
            if left == 0 && !self.remove_entry(entry) {
                return false;
            }
        }
        self.cells =
            (0..).take(self.cover.cells).filter(|cell| at(&self.choices, *cell as usize) == 1).collect();
        if self.choices.contains(&0) {
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
                Some(Change::Removed(way)) => {
                    if let Some(alive) = self.alive.get_mut(way as usize) {
                        *alive = true;
                    }
                    let Some(found) = self.cover.ways.get(way as usize) else { continue };
                    add(&mut self.open, found.entry, 1);
                    found.cells.iter().for_each(|(cell, _)| add(&mut self.choices, *cell, 1));
                    for slot in self.slots.get(way as usize).into_iter().flatten() {
                        add(&mut self.support, *slot, 1);
                    }
                }
                Some(Change::Taken(way)) => {
                    self.chosen.pop();
                    set(&mut self.taken, way, false);
                    let Some(found) = self.cover.ways.get(way as usize) else { continue };
                    add(&mut self.left, found.entry, 1);
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
            (Decision::Take(way), false) => self.remove(way),
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
                let list = self.covering.get(cell as usize).into_iter().flatten();
                let only = list.copied().find(|way| at(&self.alive, *way as usize));
                if !only.is_some_and(|way| self.take(way)) {
                    return false;
                }
            } else if let Some(entry) = self.entries.pop() {
                let entry = entry as usize;
                let (left, open) = (at(&self.left, entry), at(&self.open, entry));
                if open < left {
                    return false;
                }
                if open == left && left > 0 {
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
        let list = self.of_entry.get(entry).into_iter().flatten().copied();
        list.filter(|way| at(&self.alive, *way as usize) && !self.is_taken(*way)).collect()
    }

    fn is_taken(&self, way: u32) -> bool {
        at(&self.taken, way as usize)
    }

    fn take(&mut self, way: u32) -> bool {
        if !at(&self.alive, way as usize) {
            return false;
        }
        if self.is_taken(way) {
            return true;
        }
        let cover = self.cover;
        let Some(found) = cover.ways.get(way as usize) else { return false };
        let entry = found.entry as usize;
        if at(&self.left, entry) == 0 {
            return false;
        }
        self.trail.push(Change::Taken(way));
        self.chosen.push(way);
        set(&mut self.taken, way, true);
        take_one(&mut self.left, entry);
        take_one(&mut self.open, entry);
        found.cells.iter().for_each(|(cell, _)| set(&mut self.covered, *cell, true));
        for (cell, _) in &found.cells {
            for at in 0..self.covering.get(*cell as usize).map_or(0, Vec::len) {
                let other = self.covering.get(*cell as usize).and_then(|list| list.get(at)).copied();
                if let Some(other) = other.filter(|other| *other != way)
                    && !self.remove(other)
                {
                    return false;
                }
            }
        }
        at(&self.left, entry) > 0 || self.remove_entry(entry)
    }

    /// Removes the ways of an entry that are not taken.
    fn remove_entry(&mut self, entry: usize) -> bool {
        self.untaken(entry).into_iter().all(|way| self.remove(way))
    }

    fn remove(&mut self, way: u32) -> bool {
        if !at(&self.alive, way as usize) {
            return true;
        }
        let cover = self.cover;
        let Some(found) = cover.ways.get(way as usize) else { return false };
        // A taken way removed the ways beside it, so another is never removed for its sake.
        if self.is_taken(way) {
            return false;
        }
        set(&mut self.alive, way, false);
        self.trail.push(Change::Removed(way));
        let entry = found.entry as usize;
        take_one(&mut self.open, entry);
        if at(&self.open, entry) <= at(&self.left, entry) {
            self.entries.push(found.entry);
        }
        let mut sound = true;
        for (cell, _) in &found.cells {
            take_one(&mut self.choices, *cell as usize);
            match at(&self.choices, *cell as usize) {
                0 => sound = false,
                1 => self.cells.push(*cell),
                _ => {}
            }
        }
        let constraints = self.constraints;
        for slot in 0..self.slots.get(way as usize).map_or(0, Vec::len) {
            let Some(slot) = self.slots.get(way as usize).and_then(|slots| slots.get(slot)).copied() else {
                continue;
            };
            take_one(&mut self.support, slot as usize);
            if at(&self.support, slot as usize) == 0 {
                let cell = at(&constraints.cell_of, slot as usize);
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

    /// The next decision, where the fewest cases are open; nothing if all cells are covered.
    pub fn choose(&self) -> Option<Decision> {
        let mut best: Option<(u32, Decision)> = None;
        let mut offer = |cases: u32, decision: &dyn Fn() -> Option<Decision>| {
            if best.is_none_or(|(known, _)| cases < known)
                && let Some(decision) = decision()
            {
                best = Some((cases, decision));
            }
        };
        for cell in (0..self.cover.cells).filter(|cell| !at(&self.covered, *cell)) {
            let first = || {
                let list = self.covering.get(cell).into_iter().flatten().copied();
                list.into_iter().find(|way| at(&self.alive, *way as usize)).map(Decision::Take)
            };
            offer(at(&self.choices, cell), &first);
        }
        for entry in 0..self.left.len() {
            if at(&self.left, entry) == 1 {
                let first = || {
                    let list = self.of_entry.get(entry).into_iter().flatten().copied();
                    let mut open = list.filter(|way| at(&self.alive, *way as usize) && !self.is_taken(*way));
                    open.next().map(Decision::Take)
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
        best.map(|(_, decision)| decision)
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

fn push(lists: &mut [Vec<u32>], at: u32, number: u32) {
    if let Some(list) = lists.get_mut(at as usize) {
        list.push(number);
    }
}
