//! Counting: positions by level, stuck positions, solutions and games.
//!
//! A move is an action that changes the position. A solution is a sequence of moves from the start
//! that ends in a goal; it may pass through others. A game is a sequence of moves from the start
//! that ends where nothing can move.
//!
//! Positions are counted by classes under the symmetries that keep the start: the reachable set is closed
//! under those, and each position of a class is reached in the same number of ways.

mod folder;
mod kept;
mod levels;
mod number;
mod peers;
mod product;
mod shard;
mod sorted;
mod tally;
mod undo;

use std::num::NonZero;
use std::sync::Arc;

use serde::Serialize;

use folder::Folder;
pub use folder::KeptBy;
pub use kept::kept_levels;
pub use number::Number;
use peers::Exchange;
pub use peers::Peers;
use sorted::SortedCounter;
use tally::Tally;

use super::search::Options;
use super::search::checkpoint::fingerprint;
use super::search::meter::Meter;
use super::search::team::Team;
use crate::packed::{Canon, Job, Packed};
use crate::sorted::History;
use crate::{Relaxed, RunStore, counts, relaxed, symmetries};
use puzzlec_base::diag::Stop;
use puzzlec_task::SearchContext;
use puzzlec_task::{Task, Value, ValueSet};

/// Classes among which a move that can be undone is looked for.
const FIRST: u64 = 1 << 12;

/// Counts of a task. Lengths are in moves, whatever the task's measure.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Count {
    /// The number of positions first reached after 0, 1, 2, … moves.
    pub levels: Vec<u64>,
    /// Positions in which nothing can move.
    pub stuck: u64,
    /// Goals among the positions.
    pub goals: u64,
    /// The shortest solutions.
    pub shortest: Option<Shortest>,
    /// All solutions and games.
    pub all: All,
    /// The number of known symmetries that keep the start.
    pub symmetries: u64,
    /// The number of positions up to symmetry.
    pub classes: u64,
    /// The limit that ended the count; all numbers then refer to the completed levels.
    #[serde(skip)]
    pub stopped: Option<Stop>,
}

impl Count {
    /// The number of positions.
    pub fn positions(&self) -> u64 {
        self.levels.iter().sum()
    }
}

/// Shortest solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Shortest {
    /// Their length.
    pub length: u64,
    /// Their number.
    pub solutions: Number,
}

/// All solutions and games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum All {
    /// They can be counted.
    Counted {
        /// Solutions.
        solutions: Number,
        /// Games.
        games: Number,
        /// Games that end in a goal.
        won: Number,
    },
    /// Positions can repeat, so games can be infinite.
    Endless,
    /// A limit came first.
    #[default]
    Unknown,
}

/// How to count.
#[derive(Clone)]
pub struct CountOptions {
    /// The number of threads; the result does not depend on it.
    pub threads: NonZero<usize>,
    /// Whether to count by classes of positions.
    pub symmetry: bool,
    /// Number of classes above which levels are sorted and compressed, where positions can repeat.
    pub large: u64,
    /// Where levels are kept outside memory, if they are. A count with the same store goes on after the last level that was
    /// completed.
    pub store: Option<Arc<dyn RunStore>>,
    /// Levels that other numbers of processes have kept, from which the count goes on if they are further than the store.
    pub earlier: Vec<KeptBy>,
    /// The other processes, if several count together; then each has a store.
    pub peers: Option<Arc<dyn Peers>>,
}

impl CountOptions {
    /// Levels are sorted from a million classes on.
    pub fn new(threads: NonZero<usize>, symmetry: bool) -> Self {
        CountOptions { threads, symmetry, large: 1 << 20, store: None, earlier: Vec::new(), peers: None }
    }
}

/// What is known of all moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoveKind {
    /// A position occurs at one level only.
    Graded,
    /// Every move can be undone.
    Undoable,
    /// Nothing.
    Other,
}

impl MoveKind {
    fn of(task: &Task, relaxed: &Relaxed) -> Self {
        if task.consequences.is_some() {
            return MoveKind::Other;
        }
        match graded(task, relaxed) {
            true => MoveKind::Graded,
            false if undo::all_undo(task, relaxed) => MoveKind::Undoable,
            false => MoveKind::Other,
        }
    }
}

/// The extent of a count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// Everything.
    All,
    /// Shortest solutions alone.
    Shortest,
}

/// Counts everything.
///
/// Time grows with the number of classes. Memory grows with the two largest levels that follow each other where some
/// number of pieces changes by the same amount with every move; with three levels, of a few bytes a class, where every
/// move can be undone; else with the number of classes, of a few bytes each if some move can be undone.
pub fn count(task: &Task, options: &CountOptions, context: impl Into<SearchContext>) -> Count {
    let mut count = Count::default();
    count.stopped = fill(&mut count, task, options, Extent::All, &context.into()).err();
    count
}

/// The length of a shortest solution in moves and the number of shortest solutions, or `None` if
/// there is no solution.
///
/// # Errors
/// The limit that came first; [`Stop::TooLarge`] if the number does not fit in 128 bits.
pub fn shortest_count(task: &Task, context: impl Into<SearchContext>) -> Result<Option<(u64, u128)>, Stop> {
    let mut count = Count::default();
    let options = CountOptions::new(NonZero::<usize>::MIN, true);
    fill(&mut count, task, &options, Extent::Shortest, &context.into())?;
    let Some(Shortest { length, solutions }) = count.shortest else { return Ok(None) };
    match solutions.exact() {
        Some(n) => Ok(Some((length, n))),
        None => {
            let what = "the number of shortest solutions exceeds 128 bits";
            Err(Stop::too_large(what))
        }
    }
}

fn fill(
    count: &mut Count,
    task: &Task,
    options: &CountOptions,
    extent: Extent,
    context: &SearchContext,
) -> Result<(), Stop> {
    let mut meter = Meter::new(context);
    meter.poll()?;
    task.without_scripts()?;
    let relaxed = relaxed(task);
    if let Some(product) = product::count(task, &relaxed, options, extent, context)? {
        *count = product;
        return Ok(());
    }
    let packed = Packed::new(task, &relaxed)?;
    // Consequences are tried in reading order, which symmetries need not keep; and a move may change any number of
    // pieces.
    let alone = task.consequences.is_none();
    let canon = match options.symmetry && alone {
        true => Canon::new(&packed, &symmetries(task, &relaxed, context.budget())?.fixing(&task.start)),
        false => None,
    };
    count.symmetries = canon.as_ref().map_or(1, Canon::order);
    let moves = MoveKind::of(task, &relaxed);
    let team = Team::new(&Options { threads: options.threads, ..Options::default() });
    let large = options.large;
    let question = Options { symmetry: options.symmetry, ..Options::default() };
    let folder = options
        .store
        .as_ref()
        .map(|store| Folder::new(Arc::clone(store), options.earlier.clone(), fingerprint(task, &question)));
    let exchange = options.peers.as_ref().map(|peers| Exchange::new(Arc::clone(peers)));
    let kept = folder.map(|folder| (folder, exchange));
    packed.dispatch(Counting { count, canon, moves, extent, large, team, meter: &mut meter, kept })?;
    packed.all_settled(task)
}

struct Counting<'a, 'b> {
    count: &'a mut Count,
    canon: Option<Canon>,
    moves: MoveKind,
    extent: Extent,
    large: u64,
    team: Team,
    meter: &'a mut Meter<'b>,
    kept: Option<(Folder, Option<Exchange>)>,
}

impl Job for Counting<'_, '_> {
    type Output = ();

    fn run<const W: usize>(self, packed: &Packed) -> Result<(), Stop> {
        let Counting { count, canon, moves, extent, large, team, meter, kept } = self;
        if let Some((folder, exchange)) = kept {
            let history = match moves {
                MoveKind::Graded => History::Nothing,
                MoveKind::Undoable => History::Two,
                MoveKind::Other => History::All,
            };
            let (parts, tally, endless, folder) = (Vec::new(), Tally::default(), false, Some(folder));
            let counter: SortedCounter<'_, '_, W> = SortedCounter {
                packed,
                canon,
                history,
                team,
                meter,
                parts,
                tally,
                endless,
                folder,
                exchange,
            };
            return counter.resume(count);
        }
        let walk = levels::LevelCounter::<W>::new(packed, canon, moves, (large, team), meter);
        walk.run(count, extent == Extent::Shortest)
    }
}

/// Whether every move changes some number of variables with certain values by the same amount. Each position
/// then occurs at one level only.
fn graded(task: &Task, relaxed: &Relaxed) -> bool {
    let Some(most) = task.variables.iter().map(|v| v.size).max() else { return false };
    let occupied: ValueSet = (1..most).collect();
    let single = (0..most.min(64)).map(|value: Value| ValueSet::one(value));
    std::iter::once(occupied).chain(single).any(|set| counts::step(task, &relaxed.fires, &set).is_some())
}
