//! Lower bounds on the number of actions to a goal, found from the task alone.
//!
//! A bound is a *potential*: a weight for every value of every variable. Let no action lower the sum of the
//! weights by more than `step`, and let no goal position have a sum above `goal`: then a position of sum `s`
//! needs at least `(s - goal) / step` actions, rounded up. Any weights are admissible, since `step` and
//! `goal` are computed from the actions and the goal test. The heuristic is consistent: one action lowers it
//! by at most one.
//!
//! Some values are *dead ends*: once a variable holds one, no goal is reachable (a box in a corner).
//! See [`dead_ends`]. Where they say more, [`pieces`] adds the exact distances of few pieces without the others.

mod dead_ends;
mod facts;
mod flow;
mod goal;
mod pieces;
mod table;
mod weights;

use facts::Facts;
pub(super) use goal::values as goal_values;
use pieces::Pieces;
use table::Table;

use super::Options;
use super::team::Team;
use crate::packed::{Job, Layout, Packed, Scratch};
use crate::{Relaxed, relaxed};
use puzzlec_base::diag::Stop;
use puzzlec_task::{Position, Task, Value, ValueSet, VarId};

/// The bound of a position from which no goal can be reached.
pub(super) const DEAD: u32 = u32::MAX;

/// Maximum number of potentials evaluated at a position.
const MOST: usize = 2;

/// Positions at which tables of pieces are tried, on walks of so many moves from the start.
const SAMPLES: usize = 1 << 10;
const WALK: usize = 1 << 6;
/// Tables of pieces are kept if they say more at one of so many positions, or find a dead end at one of so many.
const WORTH: usize = 4;
const WORTH_DEAD: usize = 16;

/// Lower bounds of a task; the greatest counts.
pub(super) struct Heuristic {
    tables: Vec<Table>,
    pieces: Option<Pieces>,
    dead_ends: bool,
}

impl Heuristic {
    /// The potentials that are largest at the start. Time is linear in the actions and their assignments,
    /// times a small number of candidates.
    pub(super) fn new(task: &Task, relaxed: &Relaxed, packed: &Packed) -> Self {
        let mut facts = Facts::new(task, relaxed);
        facts.dead_ends = dead_ends::dead_ends(&facts);
        let start = packed.layout.pack(&task.start);
        let mut rated: Vec<(u32, usize, Table)> = Vec::new();
        for (at, weights) in weights::all(&facts).into_iter().enumerate() {
            if let Some(table) = Table::new(&facts, &packed.layout, weights) {
                rated.push((table.of(&start), at, table));
            }
        }
        // The best first; of equal ones the simpler.
        rated.sort_by_key(|(bound, at, _)| (std::cmp::Reverse(*bound), *at));
        let best = rated.first().map_or(0, |r| r.0);
        let worth =
            |r: &(u32, usize, Table)| r.2.only_finds_dead_ends() || (r.0 > 0 && r.0 >= best.div_ceil(2));
        let chosen: Vec<Table> = rated.into_iter().filter(worth).take(MOST).map(|r| r.2).collect();
        let dead = facts.dead_ends.iter().any(|t| !t.is_empty());
        let tables = if chosen.is_empty() && dead {
            Table::new(&facts, &packed.layout, facts.zero()).into_iter().collect()
        } else {
            chosen
        };
        Heuristic { tables, pieces: None, dead_ends: dead }
    }

    /// The same with tables of few pieces, which all threads build, where they say more.
    pub(super) fn with_pieces(task: &Task, relaxed: &Relaxed, packed: &Packed, mut team: Team) -> Self {
        let mut heuristic = Heuristic::new(task, relaxed, packed);
        if let Some(pieces) = Pieces::new(&Facts::new(task, relaxed), &packed.layout, &mut team)
            && let Ok(gain) = packed.dispatch(Trial { heuristic: &heuristic, pieces: &pieces })
            && (gain.more * WORTH >= SAMPLES || gain.dead * WORTH_DEAD >= SAMPLES)
        {
            heuristic.dead_ends |= gain.dead > 0;
            heuristic.pieces = Some(pieces);
        }
        heuristic
    }

    /// Whether it knows positions from which no goal can be reached.
    pub(super) fn finds_dead_ends(&self) -> bool {
        self.dead_ends || self.tables.iter().any(Table::only_finds_dead_ends)
    }

    /// No plan from this position has fewer actions; [`DEAD`] if there is none.
    #[inline]
    pub(super) fn of(&self, state: &[u64]) -> u32 {
        let most = self.tables.iter().map(|t| t.of(state)).max().unwrap_or(0);
        match &self.pieces {
            Some(pieces) if most != DEAD => pieces.of(state).max(most),
            _ => most,
        }
    }
}

/// Compares tables of pieces with the rest at sampled positions.
struct Trial<'a> {
    heuristic: &'a Heuristic,
    pieces: &'a Pieces,
}

/// At how many positions tables of pieces say more, and find a dead end.
struct Gain {
    more: usize,
    dead: usize,
}

impl Job for Trial<'_> {
    type Output = Gain;

    fn run<const W: usize>(self, packed: &Packed) -> Result<Gain, Stop> {
        let (mut gain, mut scratch) = (Gain { more: 0, dead: 0 }, Scratch::default());
        let (mut state, mut random) = (packed.start::<W>(), 1_u64);
        let mut next = Vec::new();
        for at in 0..SAMPLES {
            let (known, more) = (self.heuristic.of(&state), self.pieces.of(&state));
            gain.more += usize::from(known < more);
            gain.dead += usize::from(known < more && more == DEAD);
            next.clear();
            packed.moves.each(&state, &mut scratch, |_, after| next.push(after));
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let ends = known.max(more) == DEAD || at % WALK == WALK - 1;
            let chosen = next.get((random >> 32) as usize % next.len().max(1));
            state = chosen.filter(|_| !ends).copied().unwrap_or_else(|| packed.start());
        }
        Ok(gain)
    }
}

/// Dead ends of the start.
pub(super) enum DeadStart {
    /// By variable, contents that are one alone.
    Alone(Vec<ValueSet>),
    /// Contents of several variables that are one together.
    Together(Vec<Vec<(VarId, Value)>>),
}

/// The dead ends that a short look finds at the start, if there is one: no goal is reachable.
pub(super) fn dead_start(task: &Task, relaxed: &Relaxed) -> Option<DeadStart> {
    let facts = Facts::new(task, relaxed);
    let dead = dead_ends::dead_ends(&facts);
    if task.start.iter().zip(&dead).any(|(value, set)| set.contains(*value)) {
        return Some(DeadStart::Alone(dead));
    }
    let layout = Layout::new(&relaxed.values).ok()?;
    pieces::dead_start(&facts, &layout, true).map(DeadStart::Together)
}

/// Contents of several variables of the start that no action changes but to others of these, and that no goal has.
pub(super) fn dead_pieces(task: &Task, relaxed: &Relaxed) -> Option<Vec<Vec<(VarId, Value)>>> {
    let layout = Layout::new(&relaxed.values).ok()?;
    pieces::dead_start(&Facts::new(task, relaxed), &layout, false)
}

/// Lower bounds of a task, for unpacked positions.
pub struct LowerBound {
    packed: Packed,
    heuristic: Heuristic,
}

impl LowerBound {
    /// Finds bounds that are large at the task's start.
    ///
    /// # Errors
    /// [`Stop::TooLarge`] if a position takes too many bits.
    pub fn new(task: &Task) -> Result<Self, Stop> {
        let relaxed = relaxed(task);
        let packed = Packed::new(task, &relaxed)?;
        let mut heuristic = Heuristic::new(task, &relaxed, &packed);
        let mut team = Team::new(&Options::default());
        heuristic.pieces = Pieces::new(&Facts::new(task, &relaxed), &packed.layout, &mut team);
        Ok(LowerBound { packed, heuristic })
    }

    /// A lower bound of the number of actions from a reachable position to a goal; `None` if no plan is
    /// possible. The time is independent of the number of actions.
    pub fn of(&self, position: &Position) -> Option<u32> {
        Some(self.heuristic.of(&self.packed.layout.pack(position))).filter(|bound| *bound != DEAD)
    }
}
