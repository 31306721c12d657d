//! The last resort with a proof: all positions that the start reaches and all that reach the goal, level by
//! level, until the two would have to meet. Resource counts keep both sets small.

use super::board::{Cells, PegBoard, Problem};
use crate::theories::meter::{Halted, Meter, Room};

/// What the two sets were.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// Resource counts: no jump raises them (Ramaré 2008, section 7). A position with less than the goal
    /// cannot reach it, one with more than the start is not reached.
    pub counts: Vec<Vec<i64>>,
    /// Positions after 0, 1, 2, … jumps from the start.
    pub forward: Vec<u64>,
    /// Positions 0, 1, 2, … jumps before the goal.
    pub backward: Vec<u64>,
}

/// The proof that the goal is not reached; none where it is, where a set grows beyond `most`, or where a limit
/// was reached. `counts` must be resource counts.
pub fn meeting<'m>(
    problem: &Problem<'_>,
    counts: Vec<Vec<i64>>,
    most: usize,
    meter: &'m Meter<'m>,
) -> Option<Meeting> {
    let board = problem.board;
    let moves = problem.start.count_ones().checked_sub(problem.goal.count_ones())?;
    let first = |at| Level { positions: vec![at], room: Room::new(meter) };
    let (mut ahead, mut behind) = (first(problem.start), first(problem.goal));
    let limits: Vec<(i64, i64)> =
        counts.iter().map(|count| (weight(count, problem.goal), weight(count, problem.start))).collect();
    let mut found = Meeting { counts, forward: vec![1], backward: vec![1] };
    for _ in 0..moves {
        if meter.stopped() || ahead.positions.len().max(behind.positions.len()) > most {
            return None;
        }
        if ahead.positions.is_empty() || behind.positions.is_empty() {
            return Some(found);
        }
        let within = |at: &Cells| {
            let mut all = found.counts.iter().zip(&limits);
            all.all(|(count, (low, high))| (*low..=*high).contains(&weight(count, *at)))
        };
        let (side, levels) = if ahead.positions.len() <= behind.positions.len() {
            ahead = ahead.next(board, true, &within).ok()?;
            (&ahead, &mut found.forward)
        } else {
            behind = behind.next(board, false, &within).ok()?;
            (&behind, &mut found.backward)
        };
        meter.seen(side.positions.len());
        levels.push(u64::try_from(side.positions.len()).unwrap_or(u64::MAX));
    }
    let met = behind.positions.iter().any(|at| ahead.positions.binary_search(at).is_ok());
    (!met).then_some(found)
}

/// Positions, each once and in order.
struct Level<'m> {
    positions: Vec<Cells>,
    room: Room<'m>,
}

impl Level<'_> {
    /// The positions one jump on, or back.
    fn next(&self, board: &PegBoard, on: bool, within: &dyn Fn(&Cells) -> bool) -> Result<Self, Halted> {
        let meter = self.room.meter();
        let mut next = Level { positions: Vec::new(), room: Room::new(meter) };
        for &at in &self.positions {
            meter.expanded(1)?;
            next.reserve(board.jumps().len(), within)?;
            let jumps = board.jumps().iter();
            if on {
                next.positions.extend(jumps.filter(|jump| jump.legal(at)).map(|jump| jump.play(at)));
            } else {
                next.positions.extend(jumps.filter_map(|jump| jump.undo(at)));
            }
        }
        next.tidy(within);
        Ok(next)
    }

    /// Makes room for more positions, first by dropping those that are there twice.
    fn reserve(&mut self, more: usize, within: &dyn Fn(&Cells) -> bool) -> Result<(), Halted> {
        let capacity = self.positions.capacity();
        if self.positions.len() + more <= capacity {
            return Ok(());
        }
        self.tidy(within);
        if self.positions.len() + more > capacity / 2 {
            let larger = (capacity * 2).max(more.next_power_of_two()).max(1024);
            self.room.hold((capacity + larger) * size_of::<Cells>())?;
            self.positions.reserve_exact(larger - self.positions.len());
            self.room.hold(self.positions.capacity() * size_of::<Cells>())?;
        }
        Ok(())
    }

    fn tidy(&mut self, within: &dyn Fn(&Cells) -> bool) {
        self.positions.sort_unstable();
        self.positions.dedup();
        self.positions.retain(within);
    }
}

fn weight(count: &[i64], at: Cells) -> i64 {
    let mut rest = at;
    let mut sum = 0;
    while rest != 0 {
        sum += count.get(rest.trailing_zeros() as usize).copied().unwrap_or(0);
        rest &= rest - 1;
    }
    sum
}
