//! Strategies, as certificates have them: for each position in which the player of the strategy is to move,
//! the number of one move, in the order in which the positions are first met.

use std::cmp::Reverse;
use std::fmt::Write;

use rustc_hash::FxHashSet;

use super::retrograde::{Backward, Mark, Marked};
use super::{Endings, Graph};
use crate::packed::{Job, Packed};
use crate::relaxed;
use crate::search::meter::Meter;
use crate::search::registry::StateRegistry;
use puzzlec_base::diag::Stop;
use puzzlec_syntax::ast::Ends;
use puzzlec_task::SearchContext;
use puzzlec_task::Task;
use puzzlec_task::certificate::Winner;

/// Positions between two looks at the budget.
const POLLED: usize = 1 << 12;
/// Bytes for a position of a strategy, at most.
const BYTES: u64 = 64;

/// A proof about a game.
pub(crate) struct Strategies {
    pub(crate) winner: Winner,
    /// Its Grundy value, if it has one.
    pub(crate) value: Option<u64>,
    /// The number of moves until it ends, where the strategies prove it.
    pub(crate) moves: Option<u64>,
    /// Strategies for these.
    pub(crate) strategies: Vec<String>,
}

/// The answer to a game, with strategies; with its Grundy value if `valued` and there is one.
///
/// # Errors
/// A limit.
pub(crate) fn strategies(
    task: &Task,
    valued: bool,
    ends: Ends,
    context: &SearchContext,
) -> Result<Strategies, Stop> {
    let mut meter = Meter::new(context);
    meter.poll()?;
    let packed = Packed::new(task, &relaxed(task))?;
    let endings = Endings::new(task, ends, &packed);
    let found = packed.dispatch(Find { valued, endings: &endings, meter: &mut meter });
    packed.all_settled(task)?;
    found
}

struct Find<'a, 'b> {
    /// Whether the game may have a Grundy value.
    valued: bool,
    endings: &'a Endings,
    meter: &'a mut Meter<'b>,
}

impl Job for Find<'_, '_> {
    type Output = Strategies;

    fn run<const W: usize>(self, packed: &Packed) -> Result<Strategies, Stop> {
        let Find { valued, endings, meter } = self;
        let (graph, registry) = Graph::explore::<W>(packed, endings, meter)?;
        let backward = Backward::new(&graph, meter)?;
        let values = if valued { backward.values(meter)? } else { None };
        meter.grow(8 * graph.degrees.len() as u64)?;
        let mut sum = 0;
        let first = |degree: &u32| {
            sum += *degree;
            sum - *degree
        };
        let firsts = graph.degrees.iter().map(first).collect();
        let walk = StrategyWalk { packed, registry: &registry, graph: &graph, firsts };
        if let Some(values) = values {
            let value = |id: u32| values.get(id as usize).copied().unwrap_or(0);
            let answer = |node: &Node, targets: &[u32]| {
                let heap = node.heap as usize;
                match value(node.id) {
                    of if of < node.heap => Some(of as usize),
                    _ => targets.iter().position(|to| value(*to) == node.heap).map(|at| heap + at),
                }
            };
            let heap = value(0);
            let strategy = walk.strategy(Node { id: 0, heap, own: false }, None, answer, meter)?;
            let winner = if heap > 0 { Winner::First } else { Winner::Second };
            let strategies = vec![strategy];
            return Ok(Strategies { winner, value: Some(heap.into()), moves: None, strategies });
        }
        let Marked { marks, distances, order } = backward.marks(meter)?;
        let mut ranks = vec![u32::MAX; marks.len()];
        for (rank, id) in (0..).zip(order) {
            if let Some(slot) = ranks.get_mut(id as usize) {
                *slot = rank;
            }
        }
        // The earliest lost position, or a draw.
        let answer = |_: &Node, targets: &[u32]| {
            let of = |id: &u32| match marks.get(*id as usize)? {
                Mark::Lost => ranks.get(*id as usize).copied(),
                Mark::Open => Some(u32::MAX),
                Mark::Won => None,
            };
            let ranked = targets.iter().enumerate().filter_map(|(at, id)| Some((of(id)?, at)));
            ranked.min().map(|(_, at)| at)
        };
        // The player who loses goes where that takes longest.
        let delay = |_: &Node, targets: &[u32]| {
            let of = |id: &u32| match marks.get(*id as usize)? {
                Mark::Lost => Some(u64::MAX),
                Mark::Open => Some(u64::MAX - 1),
                Mark::Won => distances.get(*id as usize).copied().map(u64::from),
            };
            let longest = targets.iter().enumerate().filter_map(|(at, id)| Some((of(id)?, Reverse(at))));
            longest.max().map(|(_, Reverse(at))| at)
        };
        let node = |own| Node { id: 0, heap: 0, own };
        let first = match marks.first() {
            Some(Mark::Won) => true,
            Some(Mark::Lost) => false,
            _ => {
                let one = |own: bool| walk.strategy(node(own), None, answer, meter);
                let strategies = [true, false].into_iter().map(one).collect::<Result<_, _>>()?;
                return Ok(Strategies { winner: Winner::Draw, value: None, moves: None, strategies });
            }
        };
        let moves = distances.first().copied().unwrap_or(0);
        let hurry = walk.strategy(node(first), None, answer, meter)?;
        let delayed = walk.strategy(node(!first), Some(moves), delay, meter)?;
        let winner = if first { Winner::First } else { Winner::Second };
        Ok(Strategies { winner, value: None, moves: Some(moves.into()), strategies: vec![hurry, delayed] })
    }
}

/// A position of a strategy, with a heap beside the game, of which a move takes any number.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Node {
    id: u32,
    heap: u32,
    /// Whether the player of the strategy is to move.
    own: bool,
}

struct StrategyWalk<'a, const W: usize> {
    packed: &'a Packed,
    registry: &'a StateRegistry<W>,
    graph: &'a Graph,
    /// By position, its first entry among the targets.
    firsts: Vec<u32>,
}

impl<const W: usize> StrategyWalk<'_, W> {
    /// The positions after a move, each once, in the order of their values.
    fn targets(&self, id: u32) -> Vec<u32> {
        let first = self.firsts.get(id as usize).copied().unwrap_or(0);
        let degree = self.graph.degrees.get(id).copied().unwrap_or(0);
        let mut all: Vec<u32> =
            (first..first + degree).filter_map(|at| self.graph.targets.get(at).copied()).collect();
        all.sort_by_cached_key(|id| self.packed.layout.unpack(&self.registry.state(*id)));
        all.dedup();
        all
    }

    /// The answers of a strategy from this position: `answer` gives the number of a move, first those of the
    /// heap, then those to the targets. With `most`, only of the positions that fewer moves lead to.
    fn strategy(
        &self,
        start: Node,
        most: Option<u32>,
        answer: impl Fn(&Node, &[u32]) -> Option<usize>,
        meter: &mut Meter,
    ) -> Result<String, Stop> {
        let mut text = String::new();
        let mut known = FxHashSet::from_iter([start]);
        let mut nodes = vec![(start, 0)];
        let mut at = 0;
        while let Some((node, depth)) = nodes.get(at).copied() {
            // All that follow are as far.
            if most == Some(depth) {
                break;
            }
            if at.is_multiple_of(POLLED) {
                meter.grow(BYTES * POLLED as u64)?;
            }
            at += 1;
            let targets = self.targets(node.id);
            meter.steps(1 + targets.len() as u64)?;
            let piles = (0..node.heap).map(|heap| Node { heap, own: !node.own, ..node });
            let boards = targets.iter().map(|id| Node { id: *id, heap: node.heap, own: !node.own });
            let mut options: Vec<Node> = piles.chain(boards).collect();
            if node.own && !options.is_empty() {
                let lost = || Stop::bug("a strategy has no answer");
                let chosen = answer(&node, &targets).ok_or_else(lost)?;
                // Writing to a `String` cannot fail.
                let _ = write!(text, "{}{chosen}", if text.is_empty() { "" } else { " " });
                options = options.get(chosen).into_iter().copied().collect();
            }
            let new = options.into_iter().filter(|option| known.insert(*option));
            nodes.extend(new.map(|option| (option, depth + 1)));
        }
        Ok(text)
    }
}
