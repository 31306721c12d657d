//! Plans between configurations that can be reached from one another, on boards with holes or cut cells.

use super::super::boards::report;
use super::super::problem::{Board, Cell, Configuration, NONE};
use super::align::{align, play, way};
use super::classes::{MATCHINGS, complete, is_free, some_configuration};
use super::macros::Macros;
use super::peel::peel;
use super::reach::{difference, split};
use super::walks::Walks;
use puzzlec_theory::meter::{Halted, Meter};

/// The most matchings visited, more each time they were not enough.
const VISITED: [usize; 3] = [20_000, 200_000, MATCHINGS];

/// Boards of up to this many cells are solved by closed walks, too, and the shorter plan is taken.
const BOTH: usize = 17;

/// Moves from a configuration to another one with the same gourds; nothing where none were found.
///
/// A block on which all configurations can be reached is peeled: far pairs of cells get their gourds first. For the
/// rest, and for the other blocks, the gourds are brought to the pairs of cells of the target; then closed walks take three
/// of them in a circle at a time, or reverse one.
///
/// # Errors
/// A limit was reached.
pub fn plan(
    board: &Board,
    start: &Configuration,
    target: &Configuration,
    meter: &Meter<'_>,
) -> Result<Option<Vec<Cell>>, Halted> {
    if start == target {
        return Ok(Some(Vec::new()));
    }
    let report = report(board, meter)?;
    if report.is_factor_critical() && report.is_two_connected() {
        return in_block(board, start, target, meter);
    }
    if !report.is_factor_critical() {
        return straight(board, start, target, meter);
    }
    let Ok(mut moves) = align(board, start, target, meter)? else { return Ok(None) };
    let mut at = start.clone();
    play(board, &mut at, &moves, &mut Vec::new());
    let Some(blocks) = split(board, &at, target) else { return Ok(None) };
    for block in blocks {
        let place = |gourd: &u32| {
            let at = block.names.iter().position(|name| name == gourd)?;
            Some(block.target.gourd(at as u32))
        };
        let places: Option<Vec<[Cell; 2]>> = block.gourds.iter().map(place).collect();
        let Some(places) = places else { return Ok(None) };
        let Some(wanted) = Configuration::new(&block.board, &places) else { return Ok(None) };
        let Some(rest) = in_block(&block.board, &block.start, &wanted, meter)? else { return Ok(None) };
        if rest.is_empty() {
            continue;
        }
        let whole = |cell: Cell| block.cells.get(cell as usize).copied().unwrap_or(NONE);
        let Some(mut there) = way(board, &at, whole(wanted.empty()), meter)? else { return Ok(None) };
        moves.extend(&there);
        moves.extend(rest.into_iter().map(whole));
        there.reverse();
        moves.extend(there);
    }
    Ok(Some(super::cancel(moves)))
}

/// [`plan`] on a factor-critical board without cut cells.
fn in_block(
    board: &Board,
    start: &Configuration,
    target: &Configuration,
    meter: &Meter<'_>,
) -> Result<Option<Vec<Cell>>, Halted> {
    if start == target {
        return Ok(Some(Vec::new()));
    }
    if !is_free(board) {
        return straight(board, start, target, meter);
    }
    let peeled = peel(board, start, target, meter)?;
    let rest = straight(&peeled.board, &peeled.start, &peeled.target, meter)?;
    let whole = |cell: Cell| peeled.cells.get(cell as usize).copied().unwrap_or(NONE);
    let joined = rest.map(|rest| {
        let rest = rest.into_iter().map(whole);
        super::cancel(peeled.forth.into_iter().chain(rest).chain(peeled.back.into_iter().rev()).collect())
    });
    let other = if board.len() <= BOTH { straight(board, start, target, meter)? } else { None };
    Ok(joined.into_iter().chain(other).min_by_key(Vec::len))
}

/// To the pairs of cells of the target, or to others where more closed walks are found, and then by closed walks.
fn straight(
    board: &Board,
    start: &Configuration,
    target: &Configuration,
    meter: &Meter<'_>,
) -> Result<Option<Vec<Cell>>, Halted> {
    let other = some_configuration(board, meter)?;
    for most in VISITED {
        for root in [Some(target), other.as_ref()].into_iter().flatten() {
            let (mut from, mut to) = (start.clone(), target.clone());
            let Ok(mut moves) = align(board, &from, root, meter)? else { continue };
            let Ok(mut back) = align(board, &to, root, meter)? else { continue };
            play(board, &mut from, &moves, &mut Vec::new());
            play(board, &mut to, &back, &mut Vec::new());
            match around(board, &from, &to, most, meter)? {
                Around::Moves(rest) => {
                    moves.extend(rest);
                    back.reverse();
                    moves.extend(back);
                    return Ok(Some(super::cancel(moves)));
                }
                Around::Never => return Ok(None),
                Around::Unknown => {}
            }
        }
    }
    Ok(None)
}

/// A closed walk between two configurations on the same pairs of cells.
enum Around {
    /// Its moves.
    Moves(Vec<Cell>),
    /// There is none, or none was found among all.
    Never,
    /// There is none among those that were visited.
    Unknown,
}

fn around(
    board: &Board,
    from: &Configuration,
    to: &Configuration,
    most: usize,
    meter: &Meter<'_>,
) -> Result<Around, Halted> {
    let Some(wanted) = difference(to, from).map(|difference| difference.inverse()) else {
        return Ok(Around::Never);
    };
    if wanted.is_identity() {
        return Ok(Around::Moves(Vec::new()));
    }
    let mut walks = Walks::explore(board, to, most, None, meter)?;
    if walks.complete {
        complete(&mut walks);
    }
    if walks.group.contains(&wanted) {
        for effort in 0..Macros::EFFORTS {
            let Some(macros) = Macros::new(&walks, effort, meter)? else { return Ok(Around::Never) };
            if let Some(moves) = macros.plan(&wanted, meter)? {
                return Ok(Around::Moves(moves));
            }
        }
    }
    Ok(if walks.complete { Around::Never } else { Around::Unknown })
}
