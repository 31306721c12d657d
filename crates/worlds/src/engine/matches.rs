//! The places on which a row of a rule lies.

use super::Runner;
use super::board::Board;
use super::program::{RowTest, RuleTest, Test, holds};
use crate::game::Direction;
use crate::world::Overrun;

/// A place of a row: the first cell, and the lengths of its gaps.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    pub(super) first: usize,
    pub(super) gaps: [u16; 2],
}

/// Lines of the board in a direction: how many, their length, and the cells between neighbours of lines and in a line.
fn lines<const W: usize, const M: usize>(board: &Board<W, M>, direction: Direction) -> [usize; 4] {
    match direction {
        Direction::Left | Direction::Right => [board.height, board.width, 1, board.height],
        Direction::Up | Direction::Down => [board.width, board.height, board.height, 1],
    }
}

/// The cell at a distance from another.
#[inline]
pub(super) fn along(first: usize, steps: usize, step: usize, direction: Direction) -> usize {
    match direction {
        Direction::Right | Direction::Down => first + steps * step,
        Direction::Left | Direction::Up => first.wrapping_sub(steps * step),
    }
}

/// The distance of neighbours in a direction.
pub(super) fn step<const W: usize, const M: usize>(board: &Board<W, M>, direction: Direction) -> usize {
    match direction {
        Direction::Left | Direction::Right => board.height,
        Direction::Up | Direction::Down => 1,
    }
}

#[inline]
fn part_fits<const W: usize, const M: usize>(
    board: &Board<W, M>,
    part: &[Test<W, M>],
    first: usize,
    step: usize,
    direction: Direction,
) -> bool {
    (0..).zip(part).all(|(steps, test)| {
        let cell = along(first, steps, step, direction);
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
    direction: Direction,
) -> bool {
    let step = step(board, direction);
    let mut first = place.first;
    let mut gaps = place.gaps.iter();
    row.parts.iter().all(|part| {
        let fits = part_fits(board, part, first, step, direction);
        first = along(first, part.len() + gaps.next().map_or(0, |gap| usize::from(*gap)), step, direction);
        fits
    })
}

/// All places of a row, in the order of the rules of PuzzleScript.
pub(super) fn places<const W: usize, const M: usize>(
    board: &Board<W, M>,
    row: &RowTest<W, M>,
    direction: Direction,
    places: &mut Vec<Place>,
    fuel: &mut u64,
) -> Result<(), Overrun> {
    let [count, length, across, step] = lines(board, direction);
    let Some(room) = length.checked_sub(row.length) else { return Ok(()) };
    let known = match direction {
        Direction::Left | Direction::Right => &board.rows,
        Direction::Up | Direction::Down => &board.columns,
    };
    let [first_part, rest @ ..] = &*row.parts else { return Ok(()) };
    let forward = matches!(direction, Direction::Right | Direction::Down);
    for (number, line) in known.iter().enumerate().take(count) {
        if !holds(&line.objects, &row.objects) || !holds(&line.marks, &row.marks) {
            continue;
        }
        *fuel = fuel.checked_sub(1 + room as u64).ok_or(Overrun)?;
        for position in 0..=room {
            let at = if forward { position } else { position + row.length - 1 };
            let first = number * across + at * step;
            if !part_fits(board, first_part, first, step, direction) {
                continue;
            }
            let (free, second) = (if forward { room - position } else { position }, first_part.len());
            match rest {
                [] => places.push(Place { first, gaps: [0; 2] }),
                [last] => {
                    *fuel = fuel.checked_sub(1 + free as u64).ok_or(Overrun)?;
                    for gap in 0..=free {
                        let cell = along(first, second + gap, step, direction);
                        if part_fits(board, last, cell, step, direction) {
                            places.push(Place { first, gaps: [short(gap), 0] });
                        }
                    }
                }
                [middle, last, ..] => {
                    *fuel = fuel.checked_sub(1 + free as u64).ok_or(Overrun)?;
                    for gap in 0..=free {
                        let cell = along(first, second + gap, step, direction);
                        if !part_fits(board, middle, cell, step, direction) {
                            continue;
                        }
                        *fuel = fuel.checked_sub(1 + free as u64).ok_or(Overrun)?;
                        for other in 0..=free - gap {
                            let cell = along(cell, middle.len() + other, step, direction);
                            if part_fits(board, last, cell, step, direction) {
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
            places(board, row, rule.direction, list, fuel)?;
            if list.is_empty() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
