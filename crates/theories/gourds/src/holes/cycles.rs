//! Conformal cycles: odd cycles whose removal leaves a board that gourds can cover.

use super::super::boards::{Matching, triangles_of};
use super::super::problem::{Board, Cell, NONE};
use puzzlec_theory::meter::{Halted, Meter};

/// The longest cycles that are looked for.
const LONGEST: usize = 9;

/// The lengths of conformal odd cycles of up to nine cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lengths {
    /// Some length leaves the rest 1 divided by 4.
    pub one_modulo_four: bool,
    /// Some length is neither 3 nor the number of cells.
    pub others: bool,
}

/// Whether the rest of the board has a perfect matching.
fn is_conformal(board: &Board, cycle: &[Cell], meter: &Meter<'_>) -> Result<bool, Halted> {
    let rest = Matching::maximum(board, |cell| !cycle.contains(&cell), meter)?;
    Ok(rest.exposed().next().is_none())
}

/// Whether some triangle is conformal: then each gourd can be reversed.
///
/// # Errors
/// A limit was reached.
pub fn has_conformal_triangle(board: &Board, meter: &Meter<'_>) -> Result<bool, Halted> {
    for cell in 0..board.len() as Cell {
        for [a, b] in triangles_of(board, cell).filter(|[a, b]| cell < *a && cell < *b) {
            if is_conformal(board, &[cell, a, b], meter)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// The lengths of conformal odd cycles of five to nine cells.
///
/// # Errors
/// A limit was reached.
pub fn lengths(board: &Board, meter: &Meter<'_>) -> Result<Lengths, Halted> {
    let mut found = Lengths::default();
    for length in (5..=LONGEST).step_by(2).filter(|length| *length != board.len()) {
        if (length % 4 == 1 || !found.others) && has_cycle(board, length, meter)? {
            found.others = true;
            found.one_modulo_four |= length % 4 == 1;
        }
        if found.one_modulo_four {
            break;
        }
    }
    Ok(found)
}

/// Whether there is a conformal cycle of this length; each is found from its first cell.
fn has_cycle(board: &Board, length: usize, meter: &Meter<'_>) -> Result<bool, Halted> {
    for first in 0..board.len() as Cell {
        let mut path = vec![(first, 0_usize)];
        while let Some((cell, direction)) = path.last_mut() {
            meter.expanded(1)?;
            let Some(near) = board.near(*cell).get(*direction).copied() else {
                path.pop();
                continue;
            };
            *direction += 1;
            if near == NONE || near < first {
                continue;
            }
            if near == first && path.len() == length {
                let cycle: Vec<Cell> = path.iter().map(|(cell, _)| *cell).collect();
                if is_conformal(board, &cycle, meter)? {
                    return Ok(true);
                }
            } else if path.len() < length && path.iter().all(|(cell, _)| *cell != near) {
                path.push((near, 0));
            }
        }
    }
    Ok(false)
}
