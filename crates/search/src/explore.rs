//! Positions level by level, with the moves between them.
//!
//! A move is an action that changes the position. There is no symmetry reduction.

use std::num::NonZero;
use std::ops::Range;

use serde::Serialize;

use super::count::{MoveKind, SortedLevels};
use super::search::Options;
use super::search::column::Column;
use super::search::meter::Meter;
use super::search::registry::{Batch, StateRegistry};
use super::search::team::Team;
use crate::packed::{Job, Packed, Scratch};
use crate::{Relaxed, relaxed};
use puzzlec_base::diag::Stop;
use puzzlec_task::SearchContext;
use puzzlec_task::{ActionId, Position, Task};

/// The reachable positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explored {
    /// The positions by distance from the start, in moves.
    pub levels: Vec<Level>,
    /// Positions and moves one by one, if asked for and if no limit came first.
    pub graph: Option<Graph>,
    /// Whether there are no other positions.
    pub whole: bool,
    /// The limit that ended the exploration; the levels are then the completed ones.
    pub stopped: Option<Stop>,
}

/// The positions that are first reached after a number of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Level {
    /// The number of positions.
    pub positions: u64,
    /// The number of goals among them.
    pub goals: u64,
    /// The number of moves from them; `None` if they were not expanded.
    pub moves: Option<Moves>,
}

/// The moves from the positions of a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Moves {
    /// To the next level.
    pub forward: u64,
    /// Within the level.
    pub within: u64,
    /// To earlier levels.
    pub back: u64,
    /// Positions without any.
    pub stuck: u64,
}

/// Positions and moves one by one. Positions are numbered in the order in which they are reached;
/// 0 is the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// The positions.
    pub positions: Vec<Position>,
    /// Whether each is a goal.
    pub goals: Vec<bool>,
    /// All moves, by origin; a task's action that represents several is listed once.
    pub moves: Vec<Move>,
}

/// A move of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The position before.
    pub from: u32,
    /// The position after.
    pub to: u32,
    /// The moving piece.
    pub action: ActionId,
}

/// How to explore.
#[derive(Clone, Copy, Debug)]
pub struct ExploreOptions {
    /// Maximum depth in moves.
    pub depth: Option<u32>,
    /// Whether the graph is wanted.
    pub graph: bool,
    /// The number of threads; the result does not depend on it.
    pub threads: NonZero<usize>,
    /// Number of positions above which levels are sorted and compressed, where no graph is wanted.
    pub large: u64,
}

impl ExploreOptions {
    /// Everything, on one thread. Levels are sorted from a million positions on.
    pub fn new(graph: bool) -> Self {
        ExploreOptions { depth: None, graph, threads: NonZero::<usize>::MIN, large: 1 << 20 }
    }
}

/// Explores a task.
///
/// Time grows with the number of positions and moves. Memory grows with both if the graph is wanted; else with three levels, of
/// a few bytes a position, where every move can be undone, with two where a position occurs at one level only, and with all
/// positions in other tasks.
pub fn explore(task: &Task, options: &ExploreOptions, context: impl Into<SearchContext>) -> Explored {
    let context = context.into();
    let mut meter = Meter::new(&context);
    let mut found = Explored::default();
    found.stopped = fill(task, options, &mut found, &mut meter).err();
    if found.stopped.is_some() {
        found.graph = None;
    }
    found
}

fn fill(task: &Task, options: &ExploreOptions, found: &mut Explored, meter: &mut Meter) -> Result<(), Stop> {
    meter.poll()?;
    task.without_scripts()?;
    let relaxed = relaxed(task);
    let packed = Packed::new(task, &relaxed)?;
    meter.poll()?;
    packed.dispatch(Explore { task, relaxed: &relaxed, options, found, meter })?;
    packed.all_settled(task)
}

struct Explore<'a, 'b> {
    task: &'a Task,
    relaxed: &'a Relaxed,
    options: &'a ExploreOptions,
    found: &'a mut Explored,
    meter: &'a mut Meter<'b>,
}

impl Job for Explore<'_, '_> {
    type Output = ();

    fn run<const W: usize>(self, packed: &Packed) -> Result<(), Stop> {
        let Explore { task, relaxed, options, found, meter } = self;
        let (depth, graph) = (options.depth.unwrap_or(u32::MAX), options.graph);
        let mut registry = StateRegistry::<W>::new(meter)?;
        let mut edges: Column<Move> = Column::new();
        registry.insert(&packed.start(), meter)?;
        found.levels.push(level(packed, &registry, 0));
        let (mut first, mut number) = (0, 0);
        while first < registry.len() && number < depth {
            let end = registry.len();
            if !graph && u64::from(end) > options.large {
                let team = Team::new(&Options { threads: options.threads, ..Options::default() });
                let known = &registry;
                let states = |ids: Range<u32>| ids.map(move |id| known.state(id));
                let levels = (states(first..end), states(0..first));
                let kind = MoveKind::of(task, relaxed);
                let levels = SortedLevels::exploring(packed, (kind, team), meter, levels)?;
                drop(registry);
                return sorted(levels, depth, found);
            }
            let mut level_now = Expansion { first, end, moves: Moves::default(), graph };
            level_now.expand(packed, &mut registry, &mut edges, meter)?;
            if let Some(level) = found.levels.last_mut() {
                level.moves = Some(level_now.moves);
            }
            if registry.len() > end {
                found.levels.push(level(packed, &registry, end));
            }
            (first, number) = (end, number + 1);
            meter.progress.depth = number;
        }
        found.whole = first == registry.len();
        if graph {
            found.graph = Some(drawn(packed, &registry, &edges, meter)?);
        }
        Ok(())
    }
}

/// Goes on by sorted levels.
fn sorted<const W: usize>(mut levels: SortedLevels<W>, depth: u32, found: &mut Explored) -> Result<(), Stop> {
    // The start is level 0.
    while found.levels.len() as u64 <= u64::from(depth) {
        let moves = levels.explore()?;
        let (next, _) = levels.level()?;
        if let Some(last) = found.levels.last_mut() {
            last.moves = Some(moves);
        }
        if next.positions == 0 {
            found.whole = true;
            break;
        }
        found.levels.push(next);
    }
    Ok(())
}

/// The positions from this number on, before their expansion.
fn level<const W: usize>(packed: &Packed, registry: &StateRegistry<W>, first: u32) -> Level {
    let goals = (first..registry.len()).filter(|id| packed.goal.holds(&registry.state(*id))).count();
    Level { positions: u64::from(registry.len() - first), goals: goals as u64, moves: None }
}

/// A level after its expansion.
struct Expansion {
    /// Its first position, and the one after its last.
    first: u32,
    end: u32,
    moves: Moves,
    /// Whether the moves are kept.
    graph: bool,
}

impl Expansion {
    fn expand<const W: usize>(
        &mut self,
        packed: &Packed,
        registry: &mut StateRegistry<W>,
        edges: &mut Column<Move>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let mut scratch = Scratch::default();
        let mut batch: Batch<W, (u32, u32)> = Batch::new();
        for id in self.first..self.end {
            let state = registry.state(id);
            let before = batch.len();
            packed.moves.each(&state, &mut scratch, |at, after| {
                if after != state {
                    batch.push(after, (id, at));
                }
            });
            let moves = batch.len() - before;
            self.moves.stuck += u64::from(moves == 0);
            meter.expanded(moves as u64)?;
            if batch.is_full() || id + 1 == self.end {
                let (first, end) = (self.first, self.end);
                registry.insert_all(&mut batch, meter, |(from, at), entry, _, meter| {
                    let kind = match entry.id {
                        to if to < first => &mut self.moves.back,
                        to if to < end => &mut self.moves.within,
                        _ => &mut self.moves.forward,
                    };
                    *kind += u64::from(packed.moves.times(at));
                    if self.graph {
                        edges.push(Move { from, to: entry.id, action: packed.moves.action(at) }, meter)?;
                    }
                    Ok(true)
                })?;
                meter.progress.frontier = u64::from(registry.len() - end);
                // Stops early if the graph is too large.
                meter.poll()?;
            }
        }
        Ok(())
    }
}

/// The graph, from packed states.
fn drawn<const W: usize>(
    packed: &Packed,
    registry: &StateRegistry<W>,
    edges: &Column<Move>,
    meter: &mut Meter,
) -> Result<Graph, Stop> {
    let position = (packed.layout.variables() * size_of::<u16>() + size_of::<Position>() + 1) as u64;
    meter.grow(position * u64::from(registry.len()) + (edges.len() * size_of::<Move>()) as u64)?;
    let states = || (0..registry.len()).map(|id| registry.state(id));
    Ok(Graph {
        positions: states().map(|s| packed.layout.unpack(&s)).collect(),
        goals: states().map(|s| packed.goal.holds(&s)).collect(),
        moves: edges.iter().copied().collect(),
    })
}
