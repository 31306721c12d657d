//! The places on which a row of a rule lies.

use super::Runner;
use super::board::Board;
use super::program::{RowTest, RuleTest, Test, holds};
use crate::world::Overrun;

/// A place of a row: where its first cell stands among the lines of its axis, and the lengths of its gaps.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    pub(super) first: usize,
    pub(super) gaps: [u16; 2],
}

/// So many places further on in a line.
#[inline]
pub(super) fn along(first: usize, steps: usize, forward: bool) -> usize {
    if forward { first + steps } else { first.wrapping_sub(steps) }
}

/// Whether a part of a row lies on the cells of a line from a place on.
#[inline]
fn part_fits<const W: usize, const M: usize>(
    board: &Board<W, M>,
    part: &[Test<W, M>],
    (cells, first): (&[usize], usize),
    forward: bool,
) -> bool {
    (0..).zip(part).all(|(steps, test)| {
        let Some(cell) = cells.get(along(first, steps, forward)).copied() else { return false };
        match (board.objects.get(cell), board.marks.get(cell)) {
            (Some(objects), Some(marks)) => test.fits(objects, marks),
            _ => false,
        }
    })
}

/// Whether a row lies on a place.
pub(super) fn fits<const W: usize, const M: usize>(
    board: &Board<W, M>,
    row: &RowTest<W, M>,
    place: Place,
    (axis, forward): (usize, bool),
) -> bool {
    let Some(axis) = board.grid.axes.get(axis) else { return false };
    let mut first = place.first;
    let mut gaps = place.gaps.iter();
    row.parts.iter().all(|part| {
        let fits = part_fits(board, part, (&axis.cells, first), forward);
        first = along(first, part.len() + gaps.next().map_or(0, |gap| usize::from(*gap)), forward);
        fits
    })
}

/// All places of a row, in the order of the rules of PuzzleScript.
pub(super) fn places<const W: usize, const M: usize>(
    board: &Board<W, M>,
    row: &RowTest<W, M>,
    (axis, forward): (usize, bool),
    places: &mut Vec<Place>,
    fuel: &mut u64,
) -> Result<(), Overrun> {
    let lines = board.grid.axes.get(axis).zip(board.lines.get(axis));
    let Some((axis, known)) = lines else { return Ok(()) };
    let cells = &*axis.cells;
    let [first_part, rest @ ..] = &*row.parts else { return Ok(()) };
    for (line, held) in axis.lines.iter().zip(known) {
        if !holds(&held.objects, &row.objects) || !holds(&held.marks, &row.marks) {
            continue;
        }
        let Some(room) = line.length.checked_sub(row.length) else { continue };
        *fuel = fuel.checked_sub(1 + room as u64).ok_or(Overrun)?;
        // On a ring every cell is a first one, and all other cells are free for gaps.
        let starts = if board.grid.is_ring { line.length } else { room + 1 };
        for position in 0..starts {
            let (at, free) = match (board.grid.is_ring, forward) {
                (true, _) => (position, room),
                (false, true) => (position, room - position),
                (false, false) => (position + row.length - 1, position),
            };
            let first = line.first + at;
            if !part_fits(board, first_part, (cells, first), forward) {
                continue;
            }
            let second = first_part.len();
            match rest {
                [] => places.push(Place { first, gaps: [0; 2] }),
                [last] => {
                    *fuel = fuel.checked_sub(1 + free as u64).ok_or(Overrun)?;
                    for gap in 0..=free {
                        let place = along(first, second + gap, forward);
                        if part_fits(board, last, (cells, place), forward) {
                            places.push(Place { first, gaps: [short(gap), 0] });
                        }
                    }
                }
                [middle, last, ..] => {
                    *fuel = fuel.checked_sub(1 + free as u64).ok_or(Overrun)?;
                    for gap in 0..=free {
                        let place = along(first, second + gap, forward);
                        if !part_fits(board, middle, (cells, place), forward) {
                            continue;
                        }
                        *fuel = fuel.checked_sub(1 + free as u64).ok_or(Overrun)?;
                        for other in 0..=free - gap {
                            let place = along(place, middle.len() + other, forward);
                            if part_fits(board, last, (cells, place), forward) {
                                places.push(Place { first, gaps: [short(gap), short(other)] });
                            }
                        }
                    }
                }
            }
        }
    }
    Ok(())
}

fn short(gap: usize) -> u16 {
    u16::try_from(gap).unwrap_or(u16::MAX)
}

impl<const W: usize, const M: usize> Runner<W, M> {
    /// Lists the places of all rows of a rule; false if a row has none.
    pub(super) fn find(
        board: &Board<W, M>,
        rule: &RuleTest<W, M>,
        found: &mut Vec<Vec<Place>>,
        fuel: &mut u64,
    ) -> Result<bool, Overrun> {
        if !holds(&board.all.objects, &rule.objects) || !holds(&board.all.marks, &rule.marks) {
            return Ok(false);
        }
        if found.len() < rule.rows.len() {
            found.resize_with(rule.rows.len(), Vec::new);
        }
        for (row, list) in rule.rows.iter().zip(found) {
            list.clear();
            places(board, row, (rule.axis, rule.forward), list, fuel)?;
            if list.is_empty() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
