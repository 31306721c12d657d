//! Best-first search: A* for a least plan, greedy for any.
//!
//! Open states wait in buckets: A* by what a plan through them takes at least, greedy by what they
//! are from the goal at least. Bounds are consistent, so the states of A*'s first bucket have their
//! least depths, and several may be expanded at once.

use super::bound::{Bound, DEAD};
use super::by_depth;
use super::column::Column;
use super::meter::Meter;
use super::store::{Batch, Store};
use super::ways::NONE;
use crate::base::Limit;
use crate::diag::Stop;
use crate::task::ActionId;
use crate::task::packed::{Job, Packed, Scratch};

/// A* expands so many states at once.
const AT_ONCE: usize = 16;

/// Which open state is next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// One on a plan that may be shortest; of those the last that was met.
    Least,
    /// One nearest to the goal; of those the first that was met.
    Nearest,
}

/// The search.
pub(super) struct Best<'a, 'b> {
    pub(super) bound: &'a Bound,
    pub(super) order: Order,
    /// What every action costs; 0 if they differ.
    pub(super) unit: u64,
    pub(super) meter: &'a mut Meter<'b>,
}

/// How it ends.
pub(super) enum Found {
    /// A plan; a least one in the order [`Order::Least`].
    Plan(Vec<ActionId>),
    /// There is none. The states by depth, where all that can be reached were seen at their least
    /// depths; else nothing, since positions that cannot reach the goal were left out.
    Exhausted(Option<Vec<u64>>),
}

/// What is known of a state besides.
#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    depth: u32,
    /// What it is from the goal at least.
    bound: u32,
}

/// What is known of a state that waits for its number.
#[derive(Clone, Copy)]
struct Note {
    parent: u32,
    bound: u32,
}

impl Job for Best<'_, '_> {
    type Output = Found;

    fn run<const W: usize>(self, packed: &Packed) -> Result<Found, Stop> {
        let Best { bound, order, unit, meter } = self;
        let start = packed.start::<W>();
        if packed.goal.holds(&start) {
            meter.progress.states = 1;
            return Ok(Found::Plan(Vec::new()));
        }
        let first = bound.of(&start);
        if first == DEAD {
            return Ok(Found::Exhausted(None));
        }
        let mut search = Search::<W> {
            packed,
            bound,
            order,
            unit,
            store: Store::new(meter)?,
            nodes: Column::new(),
            open: Vec::new(),
            batch: Batch::new(),
            goal: None,
            dead: false,
            meter,
        };
        search.store.insert(&start, search.meter)?;
        search.meet(0, Node { parent: NONE, depth: 0, bound: first })?;
        search.run()
    }
}

struct Search<'a, 'b, const W: usize> {
    packed: &'a Packed,
    bound: &'a Bound,
    order: Order,
    unit: u64,
    store: Store<W>,
    nodes: Column<Node>,
    open: Vec<Bucket>,
    batch: Batch<W, Note>,
    /// The goal state nearest to the start so far.
    goal: Option<(u32, u32)>,
    /// Whether a state was left out.
    dead: bool,
    meter: &'a mut Meter<'b>,
}

/// Numbers of states in the order they came.
#[derive(Default)]
struct Bucket {
    ids: Vec<u32>,
    /// So many at the front were taken.
    taken: usize,
}

impl Bucket {
    fn push(&mut self, id: u32, meter: &mut Meter) -> Result<(), Limit> {
        if self.ids.len() == self.ids.capacity() {
            let more = self.ids.capacity().max(1 << 8);
            meter.grow(4 * more as u64)?;
            self.ids.reserve_exact(more);
        }
        self.ids.push(id);
        Ok(())
    }

    fn take(&mut self, order: Order) -> Option<u32> {
        match order {
            Order::Least => self.ids.pop(),
            Order::Nearest => {
                let id = self.ids.get(self.taken).copied();
                self.taken += usize::from(id.is_some());
                if id.is_none() {
                    self.ids.clear();
                    self.taken = 0;
                }
                id
            }
        }
    }
}

impl<const W: usize> Search<'_, '_, W> {
    fn run(mut self) -> Result<Found, Stop> {
        let mut scratch = Scratch::default();
        let mut at = 0;
        let mut taken = Vec::new();
        while at < self.open.len() {
            if self.order == Order::Least {
                self.meter.proved(at as u64 * self.unit, self.waiting(at));
            }
            taken.clear();
            self.take(at, &mut taken);
            if self.goal.is_some_and(|(depth, _)| self.order == Order::Nearest || depth as usize <= at) {
                break;
            }
            if taken.is_empty() {
                at += 1;
                continue;
            }
            let mut lowest = at;
            for &id in &taken {
                lowest = lowest.min(self.expand(id, &mut scratch)?);
            }
            lowest = lowest.min(self.flush()?);
            at = lowest;
        }
        match self.goal {
            Some((_, id)) => Ok(Found::Plan(self.plan(id, &mut scratch))),
            None if self.dead || self.order == Order::Nearest => Ok(Found::Exhausted(None)),
            None => Ok(Found::Exhausted(Some(by_depth(self.nodes.iter().map(|n| n.depth))))),
        }
    }

    fn waiting(&self, at: usize) -> u64 {
        self.open.get(at).map_or(0, |b| (b.ids.len() - b.taken) as u64)
    }

    fn bucket(&self, node: &Node) -> usize {
        match self.order {
            Order::Least => (node.depth + node.bound) as usize,
            Order::Nearest => node.bound as usize,
        }
    }

    /// Takes the next states out of a bucket, but for those that have left it.
    fn take(&mut self, at: usize, taken: &mut Vec<u32>) {
        let most = if self.order == Order::Least { AT_ONCE } else { 1 };
        while taken.len() < most
            && let Some(id) = self.open.get_mut(at).and_then(|b| b.take(self.order))
        {
            if self.nodes.get(id).is_some_and(|node| self.bucket(node) == at) {
                taken.push(id);
            }
        }
    }

    /// Collects a state's successors; gives the lowest bucket that got a state.
    fn expand(&mut self, id: u32, scratch: &mut Scratch) -> Result<usize, Stop> {
        let state = self.store.state(id);
        let before = self.batch.len();
        let (mut dead, mut made) = (false, 0);
        let (bound, batch) = (self.bound, &mut self.batch);
        self.packed.moves.each(&state, scratch, |_, next| {
            made += 1;
            match bound.of(&next) {
                DEAD => dead = true,
                bound => batch.push(next, Note { parent: id, bound }),
            }
        });
        self.dead |= dead;
        self.meter.expanded(made)?;
        debug_assert!(self.batch.len() - before <= made as usize);
        if self.batch.is_full() { self.flush() } else { Ok(usize::MAX) }
    }

    /// Gives the states of the batch their numbers and places; gives the lowest bucket that got one.
    fn flush(&mut self) -> Result<usize, Stop> {
        let mut batch = std::mem::replace(&mut self.batch, Batch::new());
        let mut lowest = usize::MAX;
        let (nodes, open, goal) = (&mut self.nodes, &mut self.open, &mut self.goal);
        let (order, packed) = (self.order, self.packed);
        self.store.insert_all(&mut batch, self.meter, |note, entry, state, meter| {
            let depth = nodes.get(note.parent).map_or(0, |parent| parent.depth) + 1;
            let node = Node { parent: note.parent, depth, bound: note.bound };
            if entry.new {
                nodes.push(node, meter)?;
            } else {
                match nodes.get_mut(entry.id) {
                    Some(old) if order == Order::Least && depth < old.depth => *old = node,
                    _ => return Ok(true),
                }
            }
            if packed.goal.holds(state) && goal.is_none_or(|(least, _)| depth < least) {
                *goal = Some((depth, entry.id));
            }
            let at = match order {
                Order::Least => (node.depth + node.bound) as usize,
                Order::Nearest => node.bound as usize,
            };
            lowest = lowest.min(at);
            put(open, at, entry.id, meter)?;
            Ok(true)
        })?;
        self.batch = batch;
        Ok(lowest)
    }

    /// Notes a first state.
    fn meet(&mut self, id: u32, node: Node) -> Result<(), Limit> {
        self.nodes.push(node, self.meter)?;
        let at = self.bucket(&node);
        put(&mut self.open, at, id, self.meter)
    }

    /// The plan to a state.
    fn plan(&self, to: u32, scratch: &mut Scratch) -> Vec<ActionId> {
        let mut actions = Vec::new();
        let mut id = to;
        while let Some(node) = self.nodes.get(id).filter(|node| node.parent != NONE) {
            let (before, after) = (self.store.state(node.parent), self.store.state(id));
            let mut action = None;
            self.packed.moves.each(&before, scratch, |at, next| {
                if next == after && action.is_none() {
                    action = Some(self.packed.moves.action(at));
                }
            });
            actions.extend(action);
            id = node.parent;
        }
        actions.reverse();
        actions
    }
}

fn put(open: &mut Vec<Bucket>, at: usize, id: u32, meter: &mut Meter) -> Result<(), Limit> {
    if open.len() <= at {
        meter.grow((size_of::<Bucket>() * (at + 1 - open.len())) as u64)?;
        open.resize_with(at + 1, Bucket::default);
    }
    match open.get_mut(at) {
        Some(bucket) => bucket.push(id, meter),
        None => Ok(()),
    }
}
