//! Exhaustive levels of positions. Depth and height: the least number of moves to empty or to fill a cell
//! (Ramaré 2008, section 11, with (29) corrected), exactly for few moves, then by a bound over trees of
//! jumps. And the last resort with a proof: all positions reachable from the start and all that reach the
//! goal, until the two would have to meet; resource counts keep both sets small.

use super::board::{Cells, PegBoard, Problem};
use super::case::{Occupancy, cells, holds, moves};
use puzzlec_search::kernel::Table;
use puzzlec_theory::meter::{Halted, Meter};
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
    let none = vec![None; board.cells()];
    let (mut empty, mut filled) = (none.clone(), none);
    let (done, all) = by_jumps(board, from, EXACT.min(most), meter, |jumps, level| {
        let sets = level.iter().fold([0, 0], |[empty, filled], at| [empty | !at, filled | at]);
        for (values, set) in [&mut empty, &mut filled].into_iter().zip(sets) {
            let new =
                values.iter_mut().enumerate().filter(|(cell, value)| value.is_none() && holds(set, *cell));
            new.for_each(|(_, value)| *value = Some(jumps));
        }
    });
    // No position left: what has not happened never happens.
    let least = if all.is_some() { most } else { (done + 1).min(most) };
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

/// Passes on the positions that are first reached after 0, 1, 2, … jumps, up to `most` jumps, about [`POSITIONS`] or a limit. The
/// number of jumps, and that of positions if these are all.
pub(super) fn by_jumps(
    board: &PegBoard,
    from: Cells,
    most: u32,
    meter: &Meter<'_>,
    mut each: impl FnMut(u32, &[Cells]),
) -> (u32, Option<usize>) {
    let (mut level, mut jumps) = (vec![from], 0);
    let mut seen = FxHashSet::from_iter([from]);
    each(0, &level);
    while jumps < most && !level.is_empty() && seen.len() <= POSITIONS && meter.expanded(level.len()).is_ok()
    {
        jumps += 1;
        let mut next = Vec::new();
        for at in level {
            let children = board.jumps().iter().filter(|jump| jump.legal(at)).map(|jump| jump.play(at));
            next.extend(children.filter(|&child| seen.insert(child)));
        }
        meter.seen(next.len());
        each(jumps, &next);
        level = next;
    }
    (jumps, level.is_empty().then_some(seen.len()))
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
    let first = |at| {
        let mut level = Table::new(meter);
        level.insert(at, ()).map(|_| level)
    };
    let (mut ahead, mut behind) = (first(problem.start).ok()?, first(problem.goal).ok()?);
    let limits: Vec<(i64, i64)> =
        counts.iter().map(|count| (weight(count, problem.goal), weight(count, problem.start))).collect();
    let mut found = Meeting { counts, forward: vec![1], backward: vec![1] };
    for _ in 0..moves {
        if meter.stopped() || ahead.len().max(behind.len()) > most {
            return None;
        }
        if ahead.is_empty() || behind.is_empty() {
            return Some(found);
        }
        let within = |at: &Cells| {
            let mut all = found.counts.iter().zip(&limits);
            all.all(|(count, (low, high))| (*low..=*high).contains(&weight(count, *at)))
        };
        let on = ahead.len() <= behind.len();
        let (level, levels) =
            if on { (&mut ahead, &mut found.forward) } else { (&mut behind, &mut found.backward) };
        *level = next(board, level, on, &within).ok()?;
        meter.seen(level.len());
        levels.push(level.len() as u64);
    }
    let met = behind.iter().any(|at| ahead.contains(at));
    (!met).then_some(found)
}

/// The positions one jump on from those of a level, or back.
fn next<'m>(
    board: &PegBoard,
    level: &Table<'m, Cells>,
    on: bool,
    within: &dyn Fn(&Cells) -> bool,
) -> Result<Table<'m, Cells>, Halted> {
    let mut next = Table::new(level.meter());
    for at in level.iter() {
        level.meter().expanded(1)?;
        for jump in board.jumps() {
            let moved = if on { jump.legal(at).then(|| jump.play(at)) } else { jump.undo(at) };
            if let Some(moved) = moved.filter(|moved| !next.contains(*moved) && within(moved)) {
                next.insert(moved, ())?;
            }
        }
    }
    Ok(next)
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
