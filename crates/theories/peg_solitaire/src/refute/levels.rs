//! Exhaustive levels of positions. Depth and height: the least number of moves to empty or to fill a cell
//! (Ramaré 2008, section 11, with (29) corrected), exactly for few moves, then by a bound over trees of
//! jumps. And the last resort with a proof: all positions reachable from the start and all that reach the
//! goal, until the two would have to meet; resource counts keep both sets small.

use super::board::{Cells, PegBoard, Problem};
use super::case::{Occupancy, cells, holds, moves};
use puzzlec_theory::meter::{Halted, Meter, Room};
use rustc_hash::FxHashSet;

/// Moves that are played out.
pub const EXACT: u32 = 5;
/// Number of positions after which no level is begun.
pub const POSITIONS: usize = 20_000;

/// Lower bounds from one position, one per cell, cut at a largest value.
pub struct Depths {
    /// Moves until the cell is empty.
    pub empty: Vec<u32>,
    /// Moves until the cell holds a peg.
    pub filled: Vec<u32>,
}

/// Depths and heights from a position, values above `most` cut to `most`. Where a limit is reached the bounds
/// are weaker.
pub fn depths(board: &PegBoard, from: Cells, most: u32, meter: &Meter<'_>) -> Depths {
    let cells = board.cells();
    let (mut was_empty, mut was_filled) = (!from, from);
    let first = |set: Cells| (0..cells).map(|cell| holds(set, cell).then_some(0)).collect::<Vec<_>>();
    let (mut empty, mut filled) = (first(was_empty), first(was_filled));
    let mut level = vec![from];
    let mut seen: FxHashSet<Cells> = level.iter().copied().collect();
    let mut done = 0;
    while done < EXACT.min(most) && !level.is_empty() && seen.len() <= POSITIONS {
        if meter.expanded(level.len()).is_err() {
            break;
        }
        done += 1;
        let mut next = Vec::new();
        for at in level {
            let children = board.jumps().iter().filter(|jump| jump.legal(at)).map(|jump| jump.play(at));
            next.extend(children.filter(|&child| seen.insert(child)));
        }
        meter.seen(next.len());
        for &at in &next {
            was_empty |= !at;
            was_filled |= at;
        }
        level = next;
        for (values, set) in [(&mut empty, was_empty), (&mut filled, was_filled)] {
            let new =
                values.iter_mut().enumerate().filter(|(cell, value)| value.is_none() && holds(set, *cell));
            new.for_each(|(_, value)| *value = Some(done));
        }
    }
    // No position left: what has not happened never happens.
    let least = if level.is_empty() { most } else { (done + 1).min(most) };
    let at = |values: &[u32], cell: u8| values.get(usize::from(cell)).copied().unwrap_or(most);
    let filled = settled(board, &filled, least, most, |values, cell| {
        let into = board.jumps().iter().filter(|jump| jump.to == cell);
        into.map(|jump| at(values, jump.from).saturating_add(at(values, jump.over))).min()
    });
    let empty = settled(board, &empty, least, most, |values, cell| {
        let away = board.jumps().iter().filter(|jump| jump.from == cell || jump.over == cell);
        away.map(|jump| at(values, jump.to)).min()
    });
    Depths { empty, filled }
}

/// The largest values with value >= least and value <= 1 + rule for the cells that are not known.
fn settled(
    board: &PegBoard,
    known: &[Option<u32>],
    least: u32,
    most: u32,
    rule: impl Fn(&[u32], u8) -> Option<u32>,
) -> Vec<u32> {
    let mut values: Vec<u32> = known.iter().map(|value| value.unwrap_or(most)).collect();
    loop {
        let cells = (0..=u8::MAX).take(board.cells()).zip(known);
        let next = cells.map(|(cell, known)| match known {
            Some(value) => *value,
            None => rule(&values, cell).map_or(most, |sum| sum.saturating_add(1)).max(least).min(most),
        });
        let next: Vec<u32> = next.collect();
        if next == values {
            return values;
        }
        values = next;
    }
}

/// Bounds on p(A) in every game, (28), (29) corrected, both from both ends; and the cells that exclude each
/// other. Two pegs that are both needed have no common ancestor, so heights add up (conjecture 12.1).
pub fn occupancy(problem: &Problem<'_>, meter: &Meter<'_>) -> Option<Occupancy> {
    let count = u32::try_from(moves(problem)).ok()?;
    let forward = depths(problem.board, problem.start, count + 1, meter);
    let back = depths(problem.board, problem.board.all() & !problem.goal, count + 1, meter);
    let at = |values: &[u32], cell: u8| values.get(usize::from(cell)).copied().unwrap_or(0);
    let ranges: Vec<(u32, u32)> = cells(problem)
        .map(|cell| {
            let low = at(&forward.empty, cell).saturating_add(at(&back.filled, cell)).min(count);
            let before = at(&forward.filled, cell).saturating_sub(1);
            let outside = at(&back.empty, cell).saturating_sub(1).saturating_add(before);
            (low, count - outside.min(count))
        })
        .collect();
    let pairs = cells(problem).flat_map(|a| cells(problem).filter(move |b| a < *b).map(move |b| (a, b)));
    // Filled from one end and left again towards the other.
    let beyond = |ahead: &Depths, behind: &Depths, (a, b): (u8, u8)| {
        let filled = at(&ahead.filled, a).saturating_add(at(&ahead.filled, b));
        filled.saturating_add(at(&behind.empty, a).max(at(&behind.empty, b))) > count
    };
    let (mut never_both, mut never_neither) = (Vec::new(), Vec::new());
    for pair in pairs {
        if beyond(&forward, &back, pair) {
            never_both.push(pair);
        }
        if beyond(&back, &forward, pair) {
            never_neither.push(pair);
        }
    }
    Some(Occupancy { ranges, never_both, never_neither })
}

/// The two sets.
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

/// The proof that the goal is unreachable; `None` if it is reachable, if a set grows beyond `most`, or if a
/// limit was reached. `counts` must be resource counts.
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

    /// Frees space for more positions, first by removing duplicates.
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
