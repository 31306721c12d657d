//! A prepared count: the cells in order, the goal as a tree of tests, and how long each part of a state matters.

use std::ops::Range;

use puzzlec_task::ValueSet;

use super::goal::Goal;
use super::state::{FALSE, OPEN, PAST, Slots, TRUE};
use crate::cover::{Cover, Way, domains};

pub(super) type NodeId = usize;

/// A test of the goal.
#[derive(Debug)]
pub(super) struct Node {
    pub kind: Kind,
    pub parent: Parent,
    /// Its slots and those of the nodes below it; the first says whether it is decided.
    pub slots: Range<usize>,
    /// The shapes among it and the nodes below it.
    pub asks: Range<usize>,
    /// The cells that it depends on.
    pub cells: Vec<u32>,
}

#[derive(Debug)]
pub(super) enum Kind {
    /// Whether the cell has one of these contents.
    In(ValueSet),
    /// Whether a sum is in a range; without any cell it is between the two last numbers. Two slots have what the cells that
    /// are covered add to these.
    Sum {
        min: i64,
        max: i64,
        low: i64,
        high: i64,
    },
    All(Vec<NodeId>),
    Any(Vec<NodeId>),
    Not(NodeId),
    /// The shape of a set.
    Ask,
}

/// Who is told of a decision.
#[derive(Clone, Copy, Debug)]
pub(super) enum Parent {
    /// It has to hold.
    Goal,
    Node(NodeId),
    /// A set and one of its members.
    Member(usize, usize),
}

/// What is asked about the shape of a set.
#[derive(Debug)]
pub(super) struct Ask {
    pub node: NodeId,
    pub set: usize,
    pub asks: Asks,
    /// Its slots after that of its node.
    pub slots: Range<usize>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Asks {
    /// The number of parts; a slot has those that are complete.
    Components(u32, u32),
    /// The number of counted members in the part of one. The first slot has the part of that one as in [`Set::slots`],
    /// others have the counted members by the first member of their part.
    Component(usize, u32, u32),
    /// No cycle.
    Forest,
}

#[derive(Debug)]
pub(super) struct Set {
    pub members: Vec<Member>,
    /// By member: 0 while it is open; 1 if nothing of it matters any longer; 2 more than the first member of its part that has
    /// an open neighbour.
    pub slots: Range<usize>,
    /// All slots of the set and of its members' tests.
    pub all: Range<usize>,
    pub asks: Vec<usize>,
    /// The shapes in its members' tests.
    pub inside: Range<usize>,
    /// The position at which its last member is decided, if a cell matters.
    pub last: Option<usize>,
}

#[derive(Debug)]
pub(super) struct Member {
    pub holds: NodeId,
    /// By ask of the set, whether it counts.
    pub counted: Vec<Counted>,
    pub near: Vec<usize>,
    /// The slots of its tests.
    pub tests: Range<usize>,
    /// The position at which it is decided at the latest.
    pub last: usize,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Counted {
    Always,
    Never,
    If(NodeId),
}

/// A test of a cell; of a sum, by content what is added to its two numbers.
pub(super) type Watch = (NodeId, Vec<(i64, i64)>);

/// A number of pieces that is limited.
#[derive(Debug)]
pub(super) struct Supply {
    pub slot: usize,
    pub least: i64,
    pub most: i64,
    /// By position how many later positions may begin a piece of it.
    pub later: Vec<i64>,
}

/// A prepared count.
#[derive(Debug)]
pub(super) struct Plan {
    cells: Vec<u32>,
    /// By position the ways that begin there.
    ways: Vec<Vec<Way>>,
    pub nodes: Vec<Node>,
    pub asks: Vec<Ask>,
    pub sets: Vec<Set>,
    /// By cell its tests.
    pub watched: Vec<Vec<Watch>>,
    /// By cell the slot that says whether it is covered ahead.
    pub covered: Vec<Option<usize>>,
    /// By entry, and that of all pieces together.
    pub supplies: Vec<Option<Supply>>,
    pub pieces: Option<Supply>,
    /// The state before the first cell; nothing if there is no placement.
    pub start: Option<Slots>,
    /// By position the slots that matter before it.
    live: Vec<Vec<u32>>,
    /// The slots of members that are in their sets from the start, with the positions after which they do not matter.
    passing: Vec<(usize, usize)>,
}

impl Plan {
    /// Nothing where sums are too large.
    pub fn new(cover: &Cover) -> Option<Plan> {
        let domains = domains(cover);
        let goal = Goal::new(cover, &domains)?;
        let cells = goal.order(cover);
        let Goal { nodes, asks, sets, watched, mut slots, .. } = goal;
        let mut at = vec![0; cover.cells];
        for (position, cell) in cells.iter().enumerate() {
            if let Some(at) = at.get_mut(*cell as usize) {
                *at = position;
            }
        }
        let of = |cell: u32| at.get(cell as usize).copied().unwrap_or(0);
        let mut ways = vec![Vec::new(); cells.len()];
        let mut first: Vec<usize> = (0..cover.cells).map(|cell| at.get(cell).copied().unwrap_or(0)).collect();
        for way in &cover.ways {
            let begin = way.cells.iter().map(|(cell, _)| of(*cell)).min()?;
            ways.get_mut(begin)?.push(way.clone());
            for (cell, _) in &way.cells {
                let first = first.get_mut(*cell as usize)?;
                *first = begin.min(*first);
            }
        }
        let mut slot = || {
            slots += 1;
            slots - 1
        };
        let covered = (0..cover.cells).map(|cell| (first.get(cell) < at.get(cell)).then(&mut slot)).collect();
        let supply = |least: u32, most: u32, of: &dyn Fn(u32) -> bool| {
            let mut later = Vec::new();
            let mut left = 0;
            for ways in ways.iter().rev() {
                later.push(left);
                left += i64::from(ways.iter().any(|way| of(way.entry)));
            }
            later.reverse();
            (i64::from(least), i64::from(most), later, left)
        };
        let mut limited = |least: u32, most: u32, of: &dyn Fn(u32) -> bool| {
            let (least, most, later, all) = supply(least, most, of);
            (least > 0 || most < all).then(|| Supply { slot: slot(), least, most, later })
        };
        let entries = (0..).zip(cover.least.iter().zip(&cover.supply));
        let supplies =
            entries.map(|(entry, (least, most))| limited(*least, *most, &|e| e == entry)).collect();
        let pieces = limited(0, cover.most, &|entry| entry > 0);
        let mut plan = Plan {
            cells,
            ways,
            nodes,
            asks,
            sets,
            watched,
            covered,
            supplies,
            pieces,
            start: None,
            live: Vec::new(),
            passing: Vec::new(),
        };
        let life = plan.lives(slots, &first, &at);
        let mut start = Slots::new(slots);
        let begun = plan.begin(&mut start).filter(|()| !cover.overfull);
        for position in 0..=plan.cells.len() {
            // What is set by an earlier position and read by a later one.
            let lives = |(born, dies): &(usize, usize)| *born < position && position <= *dies;
            let live = (0..).zip(&life).filter(|(_, life)| lives(life)).map(|(slot, _)| slot);
            plan.live.push(live.collect());
        }
        let members = plan.sets.iter().flat_map(|set| set.slots.clone()).filter(|slot| start.get(*slot) != 0);
        plan.passing = members.map(|slot| (slot, life.get(slot).map_or(0, |life| life.1))).collect();
        plan.start = begun.map(|()| start);
        Some(plan)
    }

    pub fn positions(&self) -> usize {
        self.cells.len()
    }

    /// The cell of a position.
    pub fn cell(&self, position: usize) -> Option<usize> {
        self.cells.get(position).map(|cell| *cell as usize)
    }

    /// The ways that begin at a position.
    pub fn ways(&self, position: usize) -> &[Way] {
        self.ways.get(position).map_or(&[], Vec::as_slice)
    }

    /// What matters of a state before a position.
    pub fn pack(&self, state: &Slots, position: usize) -> Box<[u8]> {
        let (Some(live), Some(start)) = (self.live.get(position), &self.start) else { return Box::default() };
        state.pack(live, start)
    }

    /// The state before a position.
    pub fn unpack(&self, key: &[u8], position: usize, state: &mut Slots) {
        if let (Some(live), Some(start)) = (self.live.get(position), &self.start) {
            state.unpack(key, live, start);
            for (slot, _) in self.passing.iter().filter(|(_, dies)| *dies < position) {
                state.set(*slot, PAST);
            }
        }
    }

    /// By slot the first position that may set it, and the last that reads it; sets and their members learn their last
    /// positions.
    fn lives(&mut self, slots: usize, first: &[usize], at: &[usize]) -> Vec<(usize, usize)> {
        let span = |cells: &[u32]| {
            let firsts = cells.iter().filter_map(|cell| first.get(*cell as usize)).min();
            let lasts = cells.iter().filter_map(|cell| at.get(*cell as usize)).max();
            firsts.copied().zip(lasts.copied())
        };
        let spans: Vec<Option<(usize, usize)>> = self.nodes.iter().map(|node| span(&node.cells)).collect();
        let of = |node: NodeId| spans.get(node).copied().flatten();
        let mut life = vec![(usize::MAX, 0); slots];
        let mut give = |range: Range<usize>, (born, dies): (usize, usize)| {
            for slot in life.get_mut(range).into_iter().flatten() {
                *slot = (slot.0.min(born), slot.1.max(dies));
            }
        };
        for set in &mut self.sets {
            let mut whole: Option<(usize, usize)> = None;
            let mut each = Vec::new();
            for member in &mut set.members {
                let counted = member.counted.iter().filter_map(|counted| match counted {
                    Counted::If(node) => Some(*node),
                    _ => None,
                });
                let own = std::iter::once(member.holds).chain(counted).filter_map(of).reduce(join);
                member.last = own.map_or(0, |own| own.1);
                if let Some(own) = own {
                    give(member.tests.clone(), own);
                    whole = Some(whole.map_or(own, |whole| join(whole, own)));
                }
                each.push(own);
            }
            set.last = whole.map(|whole| whole.1);
            let Some(whole) = whole else { continue };
            for (number, (member, slot)) in set.members.iter().zip(set.slots.clone()).enumerate() {
                let near = member.near.iter().filter_map(|near| each.get(*near).copied().flatten());
                let own = each.get(number).copied().flatten();
                // A member without a cell is decided from the start, and may join a part later.
                let born = own.map_or(0, |own| own.0);
                let dies = near.chain(own).map(|own| own.1).max().unwrap_or(0);
                give(slot..slot + 1, (born, dies));
                for ask in set.asks.iter().filter_map(|ask| self.asks.get(*ask)) {
                    if let Asks::Component(..) = ask.asks {
                        let slot = ask.slots.start + 1 + number;
                        give(slot..slot + 1, (born, dies));
                    }
                }
            }
            for ask in set.asks.iter().filter_map(|ask| self.asks.get(*ask)) {
                let shared = if let Asks::Component(..) = ask.asks { 1 } else { ask.slots.len() };
                give(ask.slots.start..ask.slots.start + shared, whole);
            }
        }
        for (number, node) in self.nodes.iter().enumerate() {
            let Some(own) = of(number) else { continue };
            let dies = match node.parent {
                Parent::Goal => own.1,
                Parent::Node(parent) => of(parent).map_or(own.1, |parent| parent.1),
                Parent::Member(set, member) => {
                    self.sets.get(set).and_then(|set| set.members.get(member)).map_or(own.1, |m| m.last)
                }
            };
            give(node.slots.start..node.slots.start + 1, (own.0, dies));
            if let Kind::Sum { .. } = node.kind {
                give(node.slots.start + 1..node.slots.start + 3, own);
            }
        }
        for (slot, (first, at)) in self.covered.iter().zip(first.iter().zip(at)) {
            if let Some(slot) = slot {
                give(*slot..slot + 1, (*first, *at));
            }
        }
        for supply in self.supplies.iter().chain([&self.pieces]).flatten() {
            give(supply.slot..supply.slot + 1, (0, at.len()));
        }
        life
    }
}

fn join(a: (usize, usize), b: (usize, usize)) -> (usize, usize) {
    (a.0.min(b.0), a.1.max(b.1))
}

impl Plan {
    /// Decides what no cell has to decide.
    fn begin(&self, state: &mut Slots) -> Option<()> {
        // Parts come after what they are parts of.
        for (number, node) in self.nodes.iter().enumerate().rev() {
            if state.get(node.slots.start) == OPEN
                && let Some(holds) = self.decided(state, node)
            {
                self.decide(state, number, holds, 0)?;
            }
        }
        for number in 0..self.sets.len() {
            if self.sets.get(number).is_some_and(|set| set.last.is_none()) {
                self.complete(state, number, 0)?;
            }
        }
        Some(())
    }

    /// Whether a test holds, by what is known of its parts.
    pub fn decided(&self, state: &Slots, node: &Node) -> Option<bool> {
        let of = |node: &NodeId| self.nodes.get(*node).map_or(OPEN, |node| state.get(node.slots.start));
        match &node.kind {
            Kind::Sum { min, max, low, high } => {
                let low = low.saturating_add(state.get(node.slots.start + 1));
                let high = high.saturating_add(state.get(node.slots.start + 2));
                match () {
                    () if low >= *min && high <= *max => Some(true),
                    () if low > *max || high < *min => Some(false),
                    () => None,
                }
            }
            Kind::All(parts) if parts.iter().any(|part| of(part) == FALSE) => Some(false),
            Kind::All(parts) => parts.iter().all(|part| of(part) == TRUE).then_some(true),
            Kind::Any(parts) if parts.iter().any(|part| of(part) == TRUE) => Some(true),
            Kind::Any(parts) => parts.iter().all(|part| of(part) == FALSE).then_some(false),
            Kind::Not(part) => match of(part) {
                OPEN => None,
                holds => Some(holds == FALSE),
            },
            Kind::In(_) | Kind::Ask => None,
        }
    }
}
