//! Positions level by level, with the moves between them.
//!
//! A move is an action that changes the position. There is no symmetry reduction.

use serde::Serialize;

use super::search::column::Column;
use super::search::meter::Meter;
use super::search::registry::{Batch, StateRegistry};
use crate::packed::{Job, Packed, Scratch};
use crate::relaxed;
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

/// Explores a task to a depth in moves; `graph` requests the graph.
///
/// Time and memory grow with the number of positions, with a graph also with the number of moves.
pub fn explore(task: &Task, depth: Option<u32>, graph: bool, context: impl Into<SearchContext>) -> Explored {
    let context = context.into();
    let mut meter = Meter::new(&context);
    let mut found = Explored::default();
    found.stopped = fill(task, depth, graph, &mut found, &mut meter).err();
    if found.stopped.is_some() {
        found.graph = None;
    }
    found
}

fn fill(
    task: &Task,
    depth: Option<u32>,
    graph: bool,
    found: &mut Explored,
    meter: &mut Meter,
) -> Result<(), Stop> {
    meter.poll()?;
    task.without_scripts()?;
    let packed = Packed::new(task, &relaxed(task))?;
    meter.poll()?;
    packed.dispatch(Explore { depth: depth.unwrap_or(u32::MAX), graph, found, meter })?;
    packed.all_settled(task)
}

struct Explore<'a, 'b> {
    depth: u32,
    graph: bool,
    found: &'a mut Explored,
    meter: &'a mut Meter<'b>,
}

impl Job for Explore<'_, '_> {
    type Output = ();

    fn run<const W: usize>(self, packed: &Packed) -> Result<(), Stop> {
        let Explore { depth, graph, found, meter } = self;
        let mut registry = StateRegistry::<W>::new(meter)?;
        let mut edges: Column<Move> = Column::new();
        registry.insert(&packed.start(), meter)?;
        found.levels.push(level(packed, &registry, 0));
        let (mut first, mut number) = (0, 0);
        while first < registry.len() && number < depth {
            let end = registry.len();
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
