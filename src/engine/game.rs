//! Two-player games in which both players move by the same rules.
//!
//! Breadth-first search finds all positions and the moves between them; retrograde analysis then marks won
//! and lost positions from the ends backward. A position is lost if every move leads to a won one, and won if
//! some move leads to a lost one; unmarked positions are draws, from which play can continue forever.

use super::search::column::Column;
use super::search::meter::Meter;
use super::search::registry::{Batch, StateRegistry};
use super::{GameVerdict, SearchContext, Statistics};
use crate::diag::Stop;
use crate::task::packed::{Job, Packed, Scratch};
use crate::task::{Task, relaxed};

/// Determines the winner from the task's start, if there is one. A player who cannot move has lost, or has
/// won if `last_wins` is false. The goal plays no part.
///
/// Time and memory grow with the number of positions and moves between them.
pub fn play(task: &Task, last_wins: bool, context: impl Into<SearchContext>) -> (GameVerdict, Statistics) {
    let context = context.into();
    let mut meter = Meter::new(&context);
    let verdict = decide(task, last_wins, &mut meter).unwrap_or_else(GameVerdict::Stopped);
    (verdict, meter.statistics())
}

fn decide(task: &Task, last_wins: bool, meter: &mut Meter) -> Result<GameVerdict, Stop> {
    meter.poll()?;
    let packed = Packed::new(task, &relaxed(task))?;
    let graph = packed.dispatch(Explore { meter })?;
    let marks = graph.marks(last_wins, meter)?;
    let states = graph.degrees.len() as u64;
    Ok(match marks.first() {
        Some(Mark::Won) => {
            let mut firsts = graph.first_moves.iter().zip(graph.targets.iter());
            let wins = |to: &u32| marks.get(*to as usize) == Some(&Mark::Lost);
            let by = firsts.find(|(_, to)| wins(to)).map(|(at, _)| packed.moves.action(*at));
            GameVerdict::FirstWins { by, states }
        }
        Some(Mark::Lost) => GameVerdict::SecondWins { states },
        _ => GameVerdict::Draw { states },
    })
}

/// The status of a position, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Open,
    Won,
    Lost,
}

/// All reachable positions, and the moves between them.
struct Graph {
    /// By position, its number of moves.
    degrees: Column<u32>,
    /// Their targets, position by position.
    targets: Column<u32>,
    /// The moves from the start.
    first_moves: Vec<u32>,
}

struct Explore<'a, 'b> {
    meter: &'a mut Meter<'b>,
}

impl Job for Explore<'_, '_> {
    type Output = Graph;

    fn run<const W: usize>(self, packed: &Packed) -> Result<Graph, Stop> {
        let meter = self.meter;
        let mut registry = StateRegistry::<W>::new(meter)?;
        let mut batch: Batch<W, ()> = Batch::new();
        let mut scratch = Scratch::default();
        let mut graph = Graph { degrees: Column::new(), targets: Column::new(), first_moves: Vec::new() };
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
        Ok(graph)
    }
}

impl Graph {
    /// Marks every position.
    fn marks(&self, last_wins: bool, meter: &mut Meter) -> Result<Vec<Mark>, Stop> {
        let (states, moves) = (self.degrees.len(), self.targets.len());
        // Starts, sources, moves left, the queue, marks.
        meter.grow(4 * (3 * states as u64 + 1 + moves as u64) + states as u64)?;
        // The moves into a position: `sources` from its entry of `ends` to that of the next.
        let mut ends = vec![0_u32; states + 1];
        for to in self.targets.iter() {
            if let Some(n) = ends.get_mut(*to as usize) {
                *n += 1;
            }
        }
        let mut sum = 0;
        for n in &mut ends {
            sum += *n;
            *n = sum;
        }
        let mut sources = vec![0_u32; moves];
        let mut targets = self.targets.iter();
        for (from, degree) in (0..).zip(self.degrees.iter()) {
            meter.steps(1)?;
            for to in targets.by_ref().take(*degree as usize) {
                if let Some(end) = ends.get_mut(*to as usize) {
                    *end -= 1;
                    if let Some(source) = sources.get_mut(*end as usize) {
                        *source = from;
                    }
                }
            }
        }

        let mut left: Vec<u32> = self.degrees.iter().copied().collect();
        let mut marks = vec![Mark::Open; states];
        let mut queue: Vec<u32> = Vec::with_capacity(states);
        let end = if last_wins { Mark::Lost } else { Mark::Won };
        for ((id, degree), mark) in (0..).zip(&left).zip(&mut marks) {
            if *degree == 0 {
                *mark = end;
                queue.push(id);
            }
        }
        while let Some(id) = queue.pop() {
            meter.steps(1)?;
            let lost = marks.get(id as usize) == Some(&Mark::Lost);
            let at = id as usize;
            let (Some(&start), Some(&end)) = (ends.get(at), ends.get(at + 1)) else { continue };
            for from in sources.get(start as usize..end as usize).unwrap_or(&[]) {
                let from = *from as usize;
                let (Some(mark), Some(left)) = (marks.get_mut(from), left.get_mut(from)) else { continue };
                if *mark != Mark::Open {
                    continue;
                }
                *left -= 1;
                if lost {
                    *mark = Mark::Won;
                    queue.push(from as u32);
                } else if *left == 0 {
                    *mark = Mark::Lost;
                    queue.push(from as u32);
                }
            }
        }
        Ok(marks)
    }
}
