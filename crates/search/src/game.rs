//! Games of two players.
//!
//! Breadth-first search finds all positions and the moves between them; retrograde analysis then decides the
//! positions from the ends backward. Where nothing is decided, play can continue forever.

mod retrograde;
mod strategy;

use super::search::column::Column;
use super::search::meter::Meter;
use super::search::registry::{Batch, StateRegistry};
use crate::packed::{Job, Packed, Scratch, Test};
use crate::relaxed;
use puzzlec_base::diag::Stop;
use puzzlec_syntax::ast::{Ending, Ends};
use puzzlec_task::certificate::Winner;
use puzzlec_task::{ActionId, Condition, Task};
use puzzlec_task::{GameResult, SearchContext, Statistics};
use retrograde::{Backward, Mark, Marked};

pub(super) use strategy::{Strategies, strategies};

/// Determines the winner from the task's start, if there is one, the number of moves to the end, all winning first moves, and
/// the Grundy value of the start where there is one. The actions end at the goal.
///
/// Time and memory grow with the number of positions and moves between them.
///
/// # Errors
/// In the first component: the limit that prevented a decision.
pub fn play(
    task: &Task,
    ends: Ends,
    context: impl Into<SearchContext>,
) -> (Result<GameResult, Stop>, Statistics) {
    let context = context.into();
    let mut meter = Meter::new(&context);
    let result = decide(task, ends, &mut meter);
    (result, meter.statistics())
}

fn decide(task: &Task, ends: Ends, meter: &mut Meter) -> Result<GameResult, Stop> {
    meter.poll()?;
    let packed = Packed::new(task, &relaxed(task))?;
    let endings = Endings::new(task, ends, &packed);
    let graph = packed.dispatch(Explore { endings: &endings, meter })?;
    packed.all_settled(task)?;
    let backward = Backward::new(&graph, meter)?;
    let values =
        if ends.always_win() && task.goal == Condition::False { backward.values(meter)? } else { None };
    let Marked { marks, distances, .. } = backward.marks(meter)?;
    let winner = match marks.first() {
        Some(Mark::Won) => Winner::First,
        Some(Mark::Lost) => Winner::Second,
        _ => Winner::Draw,
    };
    let distance = |id: u32| distances.get(id as usize).copied().unwrap_or(0);
    let firsts = graph.first_moves.iter().zip(graph.targets.iter());
    let winning = firsts.filter(|(_, to)| marks.get(**to as usize) == Some(&Mark::Lost));
    // The quickest first.
    let mut moves: Vec<(u32, ActionId)> =
        winning.map(|(at, to)| (distance(*to), packed.moves.action(*at))).collect();
    moves.sort_unstable();
    let moves = moves.into_iter().map(|(_, action)| action).collect();
    let value = values.and_then(|values| values.first().copied()).map(u64::from);
    let length = (winner != Winner::Draw).then(|| distance(0).into());
    Ok(GameResult { winner, length, value, moves, proof: None })
}

/// All reachable positions, and the moves between them.
struct Graph {
    /// By position, its number of moves.
    degrees: Column<u32>,
    /// Their targets, position by position.
    targets: Column<u32>,
    /// The moves from the start.
    first_moves: Vec<u32>,
    /// The positions without a move, with what that means to the player whose turn it would be.
    last: Vec<(u32, Mark)>,
}

/// What the end of a game means.
struct Endings {
    ends: Ends,
    /// Of a game with tests of its players: that the last to move has won, and that the other player has.
    wins: Option<[Test; 2]>,
}

impl Endings {
    fn new(task: &Task, ends: Ends, packed: &Packed) -> Self {
        let test = |won: &Condition| Test::new(won, &packed.layout);
        let wins = task.wins.as_ref().map(|wins| wins.each_ref().map(test));
        Endings { ends, wins }
    }

    /// The end of a game at a position without a move.
    fn of<const W: usize>(&self, packed: &Packed, state: &[u64; W]) -> Ending {
        match &self.wins {
            None => self.ends.of(packed.goal.holds(state)),
            Some([last, other]) => self.ends.decided(last.holds(state), other.holds(state)),
        }
    }
}

struct Explore<'a, 'b> {
    endings: &'a Endings,
    meter: &'a mut Meter<'b>,
}

impl Job for Explore<'_, '_> {
    type Output = Graph;

    fn run<const W: usize>(self, packed: &Packed) -> Result<Graph, Stop> {
        Graph::explore::<W>(packed, self.endings, self.meter).map(|(graph, _)| graph)
    }
}

impl Graph {
    /// The graph of all positions that are reachable from the start, with the positions.
    fn explore<const W: usize>(
        packed: &Packed,
        endings: &Endings,
        meter: &mut Meter,
    ) -> Result<(Graph, StateRegistry<W>), Stop> {
        let mut registry = StateRegistry::<W>::new(meter)?;
        let mut batch: Batch<W, ()> = Batch::new();
        let mut scratch = Scratch::default();
        let mut graph = Graph {
            degrees: Column::new(),
            targets: Column::new(),
            first_moves: Vec::new(),
            last: Vec::new(),
        };
        registry.insert(&packed.start(), meter)?;
        let mut id = 0;
        while id < registry.len() {
            let state = registry.state(id);
            let before = batch.len();
            packed.moves.each(&state, &mut scratch, |at, after| {
                // An action that changes nothing is no move.
                if after == state {
                    return;
                }
                batch.push(after, ());
                if id == 0 {
                    graph.first_moves.push(at);
                }
            });
            let degree = batch.len() - before;
            graph.degrees.push(degree as u32, meter)?;
            if degree == 0 {
                meter.grow(size_of::<(u32, Mark)>() as u64)?;
                graph.last.push((id, Mark::of(endings.of(packed, &state))));
            }
            meter.expanded(degree as u64)?;
            id += 1;
            if batch.is_full() || id == registry.len() {
                let targets = &mut graph.targets;
                registry.insert_all(&mut batch, meter, |(), entry, _, meter| {
                    targets.push(entry.id, meter)?;
                    Ok(true)
                })?;
                meter.progress.frontier = u64::from(registry.len() - id);
            }
            if u32::try_from(graph.targets.len()).is_err() {
                return Err(Stop::too_large("the game has more than 4,294 million moves"));
            }
        }
        Ok((graph, registry))
    }
}
