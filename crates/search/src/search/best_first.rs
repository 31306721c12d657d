//! Best-first search: A* for a least plan, greedy for any, with scripts or without.
//!
//! Open states are kept in buckets: for A* by the lower bound of a plan through them, for greedy search by
//! the lower bound of the remaining distance. Without scripts the heuristic is consistent, so the states of
//! A*'s first bucket have their least depths, and several can be expanded together. A scripted bound may be
//! inconsistent: a state that is reached again at a smaller depth is reopened.

use super::by_depth;
use super::column::Column;
use super::heuristic::DEAD;
use super::meter::Meter;
use super::registry::{Batch, StateRegistry};
use super::successors::{Plain, Successors};
use super::transitions::NONE;
use crate::kernel::Buckets;
use crate::packed::{Job, Packed, Scratch};
use puzzlec_base::Limit;
use puzzlec_base::diag::Stop;
use puzzlec_task::{Action, ActionId};

/// Number of states that A* expands together, without scripts.
const AT_ONCE: usize = 16;

/// The order of expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// Least lower bound of the whole plan first; among equals the last one reached.
    Least,
    /// Least lower bound of the remaining distance first; among equals the first one reached.
    Nearest,
}

/// The search.
pub(super) struct BestFirst<'a, 'b, S> {
    pub(super) successors: S,
    pub(super) order: Order,
    /// The cost of every action, if the search proves lower bounds as it proceeds.
    pub(super) proves: Option<u64>,
    pub(super) meter: &'a mut Meter<'b>,
}

/// The same search by the task's own actions, to be run in turns.
pub(super) struct InTurns<'a, 'b, 's>(pub(super) BestFirst<'a, 'b, Plain<'s>>);

/// A search that waits between its turns.
pub(super) trait Waiting {
    /// Goes on up to this number of positions; nothing if it has not ended by then.
    ///
    /// # Errors
    /// A limit, or a fault of a script; the search cannot go on after one.
    fn turn(&mut self, states: u64, meter: &mut Meter) -> Result<Option<BestFirstResult>, Stop>;
}

/// The result of a best-first search.
pub(super) enum BestFirstResult {
    /// A plan, in the order [`Order::Least`] a least one if bounds are true; and the moves of
    /// scripts that it has, numbered after the task's actions.
    Plan(Vec<ActionId>, Vec<Action>),
    /// No plan. The states by depth if all reachable states were visited at their least depths; `None` if
    /// states that cannot reach the goal were pruned.
    Exhausted(Option<Vec<u64>>),
}

/// A state of the search.
#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    depth: u32,
    /// Lower bound of the number of actions to a goal.
    bound: u32,
}

/// Data of a state that has no number yet.
#[derive(Clone, Copy)]
struct Note {
    parent: u32,
    bound: u32,
}

impl<S: Successors> Job for BestFirst<'_, '_, S> {
    type Output = BestFirstResult;

    fn run<const W: usize>(self, packed: &Packed) -> Result<BestFirstResult, Stop> {
        let BestFirst { successors, order, proves, meter } = self;
        match Exploration::<S, W>::new(successors, order, proves, packed, meter)? {
            Ok(mut search) => Ok(search.turn(u64::MAX, meter)?.unwrap_or(BestFirstResult::Exhausted(None))),
            Err(result) => Ok(result),
        }
    }
}

impl<'s> Job for InTurns<'_, '_, 's> {
    /// The search, or its result if it needs none.
    type Output = Result<Box<dyn Waiting + 's>, BestFirstResult>;

    fn run<const W: usize>(self, packed: &Packed) -> Result<Self::Output, Stop> {
        let BestFirst { successors, order, proves, meter } = self.0;
        let search = Exploration::<_, W>::new(successors, order, proves, packed, meter)?;
        Ok(search.map(|search| Box::new(search) as Box<dyn Waiting + 's>))
    }
}

struct Exploration<S, const W: usize> {
    successors: S,
    order: Order,
    proves: Option<u64>,
    registry: StateRegistry<W>,
    nodes: Column<Node>,
    open: Buckets<u32>,
    batch: Batch<W, Note>,
    /// The goal state nearest to the start so far, with its depth.
    goal: Option<(u32, u32)>,
    /// Whether a state was pruned.
    dead: bool,
    /// The bucket of the next state.
    at: usize,
}

impl<S: Successors, const W: usize> Exploration<S, W> {
    /// A search with its start; the result where none is needed.
    fn new(
        successors: S,
        order: Order,
        proves: Option<u64>,
        packed: &Packed,
        meter: &mut Meter,
    ) -> Result<Result<Self, BestFirstResult>, Stop> {
        let (start, budget) = (packed.start::<W>(), meter.budget());
        if !S::ASKS && successors.is_goal(&start, budget)? {
            meter.progress.states = 1;
            return Ok(Err(BestFirstResult::Plan(Vec::new(), Vec::new())));
        }
        let mut registry = StateRegistry::new(meter)?;
        registry.insert(&start, meter)?;
        let bound = successors.at_least(&start, budget)?;
        if bound == DEAD {
            return Ok(Err(BestFirstResult::Exhausted(None)));
        }
        let (nodes, open, batch) = (Column::new(), Buckets::default(), Batch::new());
        let (goal, dead, at) = (None, false, 0);
        let mut search =
            Exploration { successors, order, proves, registry, nodes, open, batch, goal, dead, at };
        search.meet(0, Node { parent: NONE, depth: 0, bound }, meter)?;
        Ok(Ok(search))
    }
}

impl<S: Successors, const W: usize> Waiting for Exploration<S, W> {
    fn turn(&mut self, states: u64, meter: &mut Meter) -> Result<Option<BestFirstResult>, Stop> {
        let mut scratch = Scratch::default();
        let mut taken = Vec::new();
        while self.at < self.open.ranks() {
            if meter.progress.states >= states {
                return Ok(None);
            }
            let at = self.at;
            if let Some(unit) = self.proves {
                meter.proved(at as u64 * unit, self.open.width(at) as u64);
            }
            taken.clear();
            self.take(at, &mut taken);
            if S::ASKS {
                meter.poll()?;
                self.look_for_goal(&taken, meter)?;
            }
            if self
                .goal
                .is_some_and(|(depth, _)| S::ASKS || self.order == Order::Nearest || depth as usize <= at)
            {
                break;
            }
            if taken.is_empty() {
                self.at += 1;
                continue;
            }
            let mut lowest = at;
            for &id in &taken {
                lowest = lowest.min(self.expand(id, &mut scratch, meter)?);
            }
            self.at = lowest.min(self.flush(meter)?);
        }
        Ok(Some(match self.goal {
            Some((_, id)) => self.plan(id, &mut scratch, meter)?,
            // Greedy search does not visit states at their least depths.
            None if self.dead || self.order == Order::Nearest && self.successors.bounds() => {
                BestFirstResult::Exhausted(None)
            }
            None => BestFirstResult::Exhausted(Some(by_depth(self.nodes.iter().map(|n| n.depth)))),
        }))
    }
}

impl<S: Successors, const W: usize> Exploration<S, W> {
    /// Tests the removed states for the goal.
    fn look_for_goal(&mut self, taken: &[u32], meter: &Meter) -> Result<(), Stop> {
        for &id in taken {
            if self.successors.is_goal(&self.registry.state(id), meter.budget())? {
                self.goal = Some((self.nodes.get(id).map_or(0, |n| n.depth), id));
                break;
            }
        }
        Ok(())
    }

    /// Removes the next states from a bucket, without those that moved to another bucket.
    fn take(&mut self, at: usize, taken: &mut Vec<u32>) {
        let most = if self.order == Order::Least && !S::ASKS { AT_ONCE } else { 1 };
        let order = self.order;
        while taken.len() < most
            && let Some(id) = match order {
                Order::Least => self.open.pop_last(at),
                Order::Nearest => self.open.pop_first(at),
            }
        {
            if self.nodes.get(id).is_some_and(|node| bucket(order, node) == at) {
                taken.push(id);
            }
        }
    }

    /// Collects a state's successors; gives the lowest bucket that got a state.
    fn expand(&mut self, id: u32, scratch: &mut Scratch, meter: &mut Meter) -> Result<usize, Stop> {
        let state = self.registry.state(id);
        let parent = self.nodes.get(id).map(|node| node.parent).filter(|parent| *parent != NONE);
        let before = parent.map(|parent| self.registry.state(parent));
        let (mut dead, mut made) = (false, 0);
        let (successors, batch) = (&self.successors, &mut self.batch);
        successors.each(&state, scratch, meter.budget(), |_, next| {
            made += 1;
            // Nothing is gained by going straight back.
            if Some(next) == before {
                return;
            }
            match successors.glance(&next) {
                DEAD => dead = true,
                bound => batch.push(next, Note { parent: id, bound }),
            }
        })?;
        self.dead |= dead;
        meter.expanded(made)?;
        if self.batch.is_full() { self.flush(meter) } else { Ok(usize::MAX) }
    }

    /// Inserts the states of the batch and opens them; returns the lowest bucket that received one.
    fn flush(&mut self, meter: &mut Meter) -> Result<usize, Stop> {
        let mut batch = std::mem::replace(&mut self.batch, Batch::new());
        let mut lowest = usize::MAX;
        let (nodes, open, goal, dead) = (&mut self.nodes, &mut self.open, &mut self.goal, &mut self.dead);
        let (order, successors) = (self.order, &self.successors);
        self.registry.insert_all(&mut batch, meter, |note, entry, state, meter| {
            let depth = nodes.get(note.parent).map_or(0, |parent| parent.depth) + 1;
            let bound = match nodes.get(entry.id).filter(|_| S::ASKS) {
                Some(old) => old.bound,
                None if S::ASKS => successors.at_least(state, meter.budget())?,
                None => note.bound,
            };
            let node = Node { parent: note.parent, depth, bound };
            if entry.new {
                nodes.push(node, meter)?;
            } else {
                match nodes.get_mut(entry.id) {
                    Some(old) if order == Order::Least && depth < old.depth => *old = node,
                    _ => return Ok(true),
                }
            }
            if S::ASKS && bound == DEAD {
                *dead = true;
                return Ok(true);
            }
            let nearest = goal.is_none_or(|(least, _)| depth < least);
            if !S::ASKS && nearest && successors.is_goal(state, meter.budget())? {
                *goal = Some((depth, entry.id));
            }
            let at = bucket(order, &node);
            lowest = lowest.min(at);
            put(open, at, entry.id, meter)?;
            Ok(true)
        })?;
        self.batch = batch;
        Ok(lowest)
    }

    /// Notes a first state.
    fn meet(&mut self, id: u32, node: Node, meter: &mut Meter) -> Result<(), Limit> {
        self.nodes.push(node, meter)?;
        let at = bucket(self.order, &node);
        put(&mut self.open, at, id, meter)
    }

    /// The plan to a state.
    fn plan(&self, to: u32, scratch: &mut Scratch, meter: &Meter) -> Result<BestFirstResult, Stop> {
        let (mut actions, mut made) = (Vec::new(), Vec::new());
        let mut id = to;
        while let Some(node) = self.nodes.get(id).filter(|node| node.parent != NONE) {
            let (before, after) = (self.registry.state(node.parent), self.registry.state(id));
            let mut first = None;
            self.successors.each(&before, scratch, meter.budget(), |how, next| {
                if next == after && first.is_none() {
                    first = Some(how);
                }
            })?;
            actions.extend(first.map(|how| self.successors.action(how, &before, &after, &mut made)));
            id = node.parent;
        }
        actions.reverse();
        Ok(BestFirstResult::Plan(actions, made))
    }
}

fn bucket(order: Order, node: &Node) -> usize {
    match order {
        Order::Least => (node.depth + node.bound) as usize,
        Order::Nearest => node.bound as usize,
    }
}

fn put(open: &mut Buckets<u32>, at: usize, id: u32, meter: &mut Meter) -> Result<(), Limit> {
    let more = open.needs(at);
    if more > 0 {
        meter.grow(more as u64)?;
    }
    open.push(at, id);
    Ok(())
}
