//! Depth and height: how many moves it takes at least to empty or to fill a cell (Ramaré 2008, section 11, with
//! (29) corrected), exactly for few moves, from there on by a bound over trees of jumps.

use super::board::{Cells, PegBoard, Problem};
use super::case::{Occupancy, cells, holds, moves};
use crate::theories::meter::Meter;
use rustc_hash::FxHashSet;

/// Moves that are played out.
pub const EXACT: u32 = 5;
/// No level is begun after so many positions.
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

/// Bounds on p(A) in every game, (28), (29) corrected, and both from both ends; and the cells that exclude each
/// other. Two pegs that are both needed have no ancestor in common, so heights add up (conjecture 12.1).
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
