//! Retrograde analysis: the status of every position, from the ends backward.

use super::Graph;
use crate::search::meter::Meter;
use puzzlec_base::diag::Stop;
use puzzlec_syntax::ast::Ending;

/// The status of a position, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Open,
    Won,
    Lost,
}

impl Mark {
    /// The status of a position in which the game has ended so for the player who moved last.
    pub(super) fn of(end: Ending) -> Mark {
        match end {
            Ending::Wins => Mark::Lost,
            Ending::Loses => Mark::Won,
            Ending::Draws => Mark::Open,
        }
    }
}

/// The status of all positions.
pub(super) struct Marked {
    pub(super) marks: Vec<Mark>,
    /// By position the number of moves until the game ends, if the winner hurries and the other delays; 0 for draws.
    pub(super) distances: Vec<u32>,
    /// The positions that are no draws, in the order of their distances.
    pub(super) order: Vec<u32>,
}

/// The moves into every position.
pub(super) struct Backward<'g> {
    graph: &'g Graph,
    /// The sources of the moves into a position: from its entry to that of the next.
    starts: Vec<u32>,
    sources: Vec<u32>,
}

impl<'g> Backward<'g> {
    pub(super) fn new(graph: &'g Graph, meter: &mut Meter) -> Result<Self, Stop> {
        let (states, moves) = (graph.degrees.len(), graph.targets.len());
        meter.grow(4 * (states as u64 + 1 + moves as u64))?;
        let mut starts = vec![0_u32; states + 1];
        for to in graph.targets.iter() {
            if let Some(n) = starts.get_mut(*to as usize) {
                *n += 1;
            }
        }
        let mut sum = 0;
        for n in &mut starts {
            sum += *n;
            *n = sum;
        }
        let mut sources = vec![0_u32; moves];
        let mut targets = graph.targets.iter();
        for (from, degree) in (0..).zip(graph.degrees.iter()) {
            meter.steps(1)?;
            for to in targets.by_ref().take(*degree as usize) {
                if let Some(end) = starts.get_mut(*to as usize) {
                    *end -= 1;
                    if let Some(source) = sources.get_mut(*end as usize) {
                        *source = from;
                    }
                }
            }
        }
        Ok(Backward { graph, starts, sources })
    }

    /// The sources of the moves into a position.
    fn into(&self, id: u32) -> &[u32] {
        let at = id as usize;
        let (Some(&start), Some(&end)) = (self.starts.get(at), self.starts.get(at + 1)) else { return &[] };
        self.sources.get(start as usize..end as usize).unwrap_or(&[])
    }

    /// Marks every position. A position is lost if every move leads to a won one, and won if some move leads
    /// to a lost one; those left open are draws.
    pub(super) fn marks(&self, meter: &mut Meter) -> Result<Marked, Stop> {
        let states = self.graph.degrees.len();
        // Moves left, the queue, distances, marks.
        meter.grow(13 * states as u64)?;
        let mut left: Vec<u32> = self.graph.degrees.iter().copied().collect();
        let mut marks = vec![Mark::Open; states];
        let mut distances = vec![0_u32; states];
        let mut queue: Vec<u32> = Vec::with_capacity(states);
        for (id, end) in self.graph.last.iter().filter(|(_, end)| *end != Mark::Open) {
            if let Some(mark) = marks.get_mut(*id as usize) {
                *mark = *end;
                queue.push(*id);
            }
        }
        let mut next = 0;
        while let Some(&id) = queue.get(next) {
            next += 1;
            meter.steps(1)?;
            let lost = marks.get(id as usize) == Some(&Mark::Lost);
            // Positions leave the queue by their distances: the first lost one after a move is the nearest, the last won one
            // the farthest.
            let distance = distances.get(id as usize).copied().unwrap_or(0) + 1;
            for from in self.into(id) {
                let from = *from as usize;
                let (Some(mark), Some(left)) = (marks.get_mut(from), left.get_mut(from)) else { continue };
                if *mark != Mark::Open {
                    continue;
                }
                *left -= 1;
                if lost {
                    *mark = Mark::Won;
                } else if *left == 0 {
                    *mark = Mark::Lost;
                } else {
                    continue;
                }
                if let Some(slot) = distances.get_mut(from) {
                    *slot = distance;
                }
                queue.push(from as u32);
            }
        }
        Ok(Marked { marks, distances, order: queue })
    }

    /// The Grundy value of every position: the least number that is the value of no position after a move.
    /// `None` if play can go on forever.
    pub(super) fn values(&self, meter: &mut Meter) -> Result<Option<Vec<u32>>, Stop> {
        let states = self.graph.degrees.len();
        // First moves, moves left, the queue, values.
        meter.grow(16 * states as u64)?;
        let mut left: Vec<u32> = self.graph.degrees.iter().copied().collect();
        let mut sum = 0;
        let first = |degree: &u32| {
            sum += *degree;
            sum - *degree
        };
        let firsts: Vec<u32> = left.iter().map(first).collect();
        let mut queue: Vec<u32> = Vec::with_capacity(states);
        queue.extend((0..).zip(&left).filter(|(_, degree)| **degree == 0).map(|(id, _)| id));
        let mut values = vec![0_u32; states];
        let mut excluded = Excluded(vec![0; left.iter().max().map_or(0, |most| *most as usize) + 1]);
        let (mut done, mut moves) = (0, 0);
        while let Some(id) = queue.pop() {
            done += 1;
            let at = id as usize;
            let first = firsts.get(at).copied().unwrap_or(0);
            let degree = self.graph.degrees.get(id).copied().unwrap_or(0);
            meter.steps(1 + u64::from(degree))?;
            let targets = (first..first + degree).filter_map(|i| self.graph.targets.get(i));
            let value = excluded.mex(done, targets.filter_map(|to| values.get(*to as usize).copied()));
            if let Some(slot) = values.get_mut(at) {
                *slot = value;
            }
            moves += degree as usize;
            for from in self.into(id) {
                if let Some(left) = left.get_mut(*from as usize) {
                    *left -= 1;
                    if *left == 0 {
                        queue.push(*from);
                    }
                }
            }
        }
        Ok((moves == self.graph.targets.len()).then_some(values))
    }
}

/// By value, the last round in which it was excluded. Values have no more moves than positions, so greater
/// ones do not matter.
struct Excluded(Vec<u32>);

impl Excluded {
    /// The least number that is not among the values. Rounds have different numbers above 0.
    fn mex(&mut self, round: u32, values: impl Iterator<Item = u32>) -> u32 {
        for value in values {
            if let Some(last) = self.0.get_mut(value as usize) {
                *last = round;
            }
        }
        self.0.iter().take_while(|last| **last == round).count() as u32
    }
}
