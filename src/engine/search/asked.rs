//! Search where scripts are asked at every position: best first from the start, on one thread.
//!
//! Positions are packed as everywhere, but nothing is known of what a script will say of them: no
//! inverse moves, no symmetries. Open positions wait in buckets, by what a plan through them takes
//! at least, or for any plan by what they are from the goal at least. Bounds need not be
//! consistent: a position that is met again nearer to the start is opened again.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::bound::{Bound, DEAD};
use super::by_depth;
use super::column::Column;
use super::meter::Meter;
use super::store::Store;
use super::ways::NONE;
use crate::diag::Stop;
use crate::task::asked::{AtLeast, Oracle};
use crate::task::packed::{Job, Packed, Scratch};
use crate::task::{Action, ActionId, Position, Task, Value};

/// The search.
pub(super) struct Asked<'a, 'b> {
    pub(super) task: &'a Task,
    pub(super) oracle: &'a Oracle,
    /// What the engine itself knows of how far the goal is.
    pub(super) bound: Option<&'a Bound>,
    /// Whether the script is asked for bounds.
    pub(super) bounded: bool,
    /// Whether any plan will do.
    pub(super) any: bool,
    pub(super) meter: &'a mut Meter<'b>,
}

/// How it ends.
pub(super) enum Ended {
    /// A plan: actions of the task and, numbered after them, those that stand for moves of scripts.
    Plan(Vec<ActionId>, Vec<Action>),
    /// There is none: the positions by depth.
    Exhausted(Vec<u64>),
    /// There is none among the positions that no bound ruled out; how far they are from the start is
    /// not known.
    Pruned,
}

#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    /// The action, or after all actions the place of a script's move in [`Search::given`].
    how: u32,
    depth: u32,
    /// What it is from the goal at least.
    bound: u32,
}

impl Job for Asked<'_, '_> {
    type Output = Ended;

    fn run<const W: usize>(self, packed: &Packed) -> Result<Ended, Stop> {
        let store = Store::<W>::new(self.meter)?;
        let mut search = Search {
            of: self,
            packed,
            store,
            nodes: Column::new(),
            open: Vec::new(),
            given: Vec::new(),
            places: FxHashMap::default(),
            pruned: false,
        };
        search.run()
    }
}

struct Search<'a, 'b, const W: usize> {
    of: Asked<'a, 'b>,
    packed: &'a Packed,
    store: Store<W>,
    nodes: Column<Node>,
    open: Vec<VecDeque<u32>>,
    /// Moves of scripts by rule and part, each once.
    given: Vec<(u32, u32)>,
    places: FxHashMap<(u32, u32), u32>,
    /// Whether a bound ruled a position out.
    pruned: bool,
}

impl<const W: usize> Search<'_, '_, W> {
    fn run(&mut self) -> Result<Ended, Stop> {
        let start = self.packed.start::<W>();
        self.meet(&start, NONE, NONE, 0)?;
        let mut scratch = Scratch::default();
        let mut at = 0;
        while at < self.open.len() {
            let bucket = self.open.get_mut(at);
            let next = bucket.and_then(|b| if self.of.any { b.pop_front() } else { b.pop_back() });
            let Some(id) = next else {
                at += 1;
                continue;
            };
            let Some(node) = self.nodes.get(id).copied().filter(|n| self.bucket(n) == at) else { continue };
            // What a script says of lengths is no proof.
            if !self.of.any && !self.of.bounded {
                self.of.meter.proved(at as u64, self.open.get(at).map_or(0, |b| b.len() as u64));
            }
            self.of.meter.poll()?;
            let state = self.store.state(id);
            let position = self.packed.layout.unpack(&state);
            let budget = self.of.meter.budget();
            if self.packed.goal.holds(&state) && self.of.oracle.is_goal(&position, budget)? {
                return Ok(self.plan(id));
            }
            at = at.min(self.expand(id, &node, &state, &position, &mut scratch)?);
        }
        // What seems nearest first is not met at its least depth.
        let in_order = !self.of.any || !self.of.bounded && self.of.bound.is_none();
        if self.pruned || !in_order {
            return Ok(Ended::Pruned);
        }
        Ok(Ended::Exhausted(by_depth(self.nodes.iter().map(|n| n.depth))))
    }

    fn bucket(&self, node: &Node) -> usize {
        if self.of.any { node.bound as usize } else { (node.depth + node.bound) as usize }
    }

    /// Meets a position's successors; gives the lowest bucket that got one.
    fn expand(
        &mut self,
        id: u32,
        node: &Node,
        state: &[u64; W],
        position: &[Value],
        scratch: &mut Scratch,
    ) -> Result<usize, Stop> {
        let mut next = Vec::new();
        let moves = &self.packed.moves;
        moves.each(state, scratch, |at, after| next.push((moves.action(at), after)));
        self.of.meter.expanded(next.len() as u64)?;
        let (oracle, task) = (self.of.oracle, self.of.task);
        let mut lowest = usize::MAX;
        for (action, after) in next {
            let rule = task.actions.get(action as usize).map_or(0, |a| a.label.rule);
            let unpacked = || self.packed.layout.unpack(&after);
            if oracle.allows(rule, position, &unpacked, self.of.meter.budget())? {
                lowest = lowest.min(self.meet(&after, id, action, node.depth + 1)?);
            }
        }
        for given in oracle.moves(position, self.of.meter.budget())? {
            let how = self.how(given.rule, given.part);
            let after = Packed::widen(&self.packed.layout.pack(&given.after));
            lowest = lowest.min(self.meet(&after, id, how, node.depth + 1)?);
        }
        Ok(lowest)
    }

    /// The number of a script's move.
    fn how(&mut self, rule: u32, part: u32) -> u32 {
        let first = self.of.task.actions.len() as u32;
        *self.places.entry((rule, part)).or_insert_with(|| {
            self.given.push((rule, part));
            first + self.given.len() as u32 - 1
        })
    }

    /// Notes a position and opens it; gives its bucket, or `usize::MAX` if there is nothing to do.
    fn meet(&mut self, state: &[u64; W], parent: u32, how: u32, depth: u32) -> Result<usize, Stop> {
        let entry = self.store.insert(state, self.of.meter)?;
        let bound = if entry.new {
            let bound = self.at_least(state)?;
            self.nodes.push(Node { parent, how, depth, bound }, self.of.meter)?;
            bound
        } else {
            match self.nodes.get_mut(entry.id) {
                Some(node) if !self.of.any && depth < node.depth => {
                    *node = Node { parent, how, depth, bound: node.bound };
                    node.bound
                }
                _ => return Ok(usize::MAX),
            }
        };
        if bound == DEAD {
            self.pruned = true;
            return Ok(usize::MAX);
        }
        let at = self.bucket(&Node { parent, how, depth, bound });
        if self.open.len() <= at {
            self.of.meter.grow((size_of::<VecDeque<u32>>() * (at + 1 - self.open.len())) as u64)?;
            self.open.resize_with(at + 1, VecDeque::new);
        }
        if let Some(bucket) = self.open.get_mut(at) {
            self.of.meter.grow(4)?;
            bucket.push_back(entry.id);
        }
        Ok(at)
    }

    fn at_least(&mut self, state: &[u64; W]) -> Result<u32, Stop> {
        let own = self.of.bound.map_or(0, |bound| bound.of(state));
        if own == DEAD || !self.of.bounded {
            return Ok(own);
        }
        let position = self.packed.layout.unpack(state);
        Ok(match self.of.oracle.at_least(&position, self.of.meter.budget())? {
            AtLeast::DeadEnd => DEAD,
            // Farther than this nobody looks; a bucket is kept for every length.
            AtLeast::Moves(moves) => own.max(u32::try_from(moves).unwrap_or(u32::MAX).min(MOST_BOUND)),
        })
    }

    /// The plan to a position.
    fn plan(&self, to: u32) -> Ended {
        let position = |id: u32| -> Position { self.packed.layout.unpack(&self.store.state(id)) };
        let actions = self.of.task.actions.len() as u32;
        let (mut plan, mut made) = (Vec::new(), Vec::new());
        let mut id = to;
        while let Some(node) = self.nodes.get(id).filter(|node| node.parent != NONE) {
            match node.how.checked_sub(actions).and_then(|at| self.given.get(at as usize)) {
                None => plan.push(node.how),
                Some((rule, part)) => {
                    plan.push(actions + made.len() as u32);
                    made.push(self.of.oracle.step(*rule, *part, &position(node.parent), &position(id)));
                }
            }
            id = node.parent;
        }
        plan.reverse();
        Ended::Plan(plan, made)
    }
}

/// A larger bound says no more than this one.
const MOST_BOUND: u32 = 1 << 20;
