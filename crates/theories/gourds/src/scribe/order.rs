//! Orders that moves never change.

use super::alone::Alone;
use crate::hamilton;
use crate::problem::{Board, Cell, Problem, Target};
use puzzlec_theory::meter::{Halted, Meter, Share};

/// Effort for a cycle through all cells.
const SEARCHED: Share = Share { states: 1 << 20, expanded: 1 << 20, bytes: 1 << 28 };

/// A cycle through all cells along which gourds always lie; nothing if there is none, or none is found.
pub(super) fn ring(
    board: &Board,
    alone: &mut Alone<'_>,
    meter: &Meter<'_>,
) -> Result<Option<Vec<Cell>>, Halted> {
    let cycle = meter.share(SEARCHED, || hamilton::cycle(board, meter))?.flatten();
    let Some(cycle) = cycle else { return Ok(None) };
    let n = cycle.len();
    let mut place = vec![0; n];
    for (at, cell) in cycle.iter().enumerate() {
        place.iter_mut().skip(*cell as usize).take(1).for_each(|own| *own = at);
    }
    let at = |cell: Cell| place.get(cell as usize).copied().unwrap_or(0);
    let degree = |place: usize| cycle.get(place % n).map_or(0, |cell| board.neighbours(*cell).count());
    for p in 0..board.len() as Cell {
        for q in board.neighbours(p).filter(|q| p < *q) {
            let way = (at(q) + n - at(p)) % n;
            let along = way == 1 || way == n - 1;
            let short = way == 2 && degree(at(p) + 1) == 2 || way == n - 2 && degree(at(q) + 1) == 2;
            if !along && !short && is_used(board, alone, [p, q], meter)? {
                return Ok(None);
            }
        }
    }
    Ok(Some(cycle))
}

/// Whether a gourd can lie on two cells while others cover all cells but one.
fn is_used(
    board: &Board,
    alone: &mut Alone<'_>,
    [p, q]: [Cell; 2],
    meter: &Meter<'_>,
) -> Result<bool, Halted> {
    for empty in (0..board.len() as Cell).filter(|empty| *empty != p && *empty != q) {
        if alone.covers(&[p, q, empty], meter)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a goal allows one content for each cell, an odd permutation of the ends and the empty cell, as long as gourds that
/// are alike count alike.
pub(super) fn is_odd(problem: &Problem, target: &Target) -> bool {
    let Problem { board, start, labels, .. } = problem;
    let cells = 0..board.len() as Cell;
    // The cell to which the content of each cell goes.
    let mut to: Vec<Cell> = cells.clone().collect();
    let mut taken = vec![false; board.len()];
    for gourd in 0..start.gourds() as u32 {
        let ends = [2 * gourd, 2 * gourd + 1].map(|end| labels.get(end as usize).copied().unwrap_or(0));
        if ends[0] == ends[1] {
            return false;
        }
        let is_taken = |cell: Cell| taken.get(cell as usize) != Some(&false);
        let only = |cell: Cell| {
            let wish = target.get(cell as usize).filter(|wish| !wish.empty);
            match wish.and_then(|wish| wish.ends.as_deref()) {
                Some([lying]) => Some(*lying),
                _ => None,
            }
        };
        let place = cells.clone().filter(|cell| !is_taken(*cell)).find_map(|cell| {
            let lying = only(cell).filter(|lying| [lying.label, lying.other] == ends)?;
            let other = board.near(cell).get(usize::from(lying.towards)).copied()?;
            only(other).is_some_and(|back| [back.other, back.label] == ends).then_some([cell, other])
        });
        let Some(place) = place else { return false };
        for (from, cell) in start.gourd(gourd).into_iter().zip(place) {
            to.iter_mut().skip(from as usize).take(1).for_each(|own| *own = cell);
            taken.iter_mut().skip(cell as usize).take(1).for_each(|own| *own = true);
        }
    }
    let Some(empty) = cells.clone().find(|cell| taken.get(*cell as usize) == Some(&false)) else {
        return false;
    };
    let wish = target.get(empty as usize);
    if !wish.is_some_and(|wish| wish.empty && wish.ends.as_ref().is_some_and(Vec::is_empty)) {
        return false;
    }
    to.iter_mut().skip(start.empty() as usize).take(1).for_each(|own| *own = empty);
    // Exchanges that bring every content to its cell.
    let mut odd = false;
    for first in cells {
        while let Some(other) = to.get(first as usize).copied().filter(|other| *other != first) {
            let Some(next) = to.get_mut(other as usize).map(|own| std::mem::replace(own, other)) else {
                break;
            };
            to.iter_mut().skip(first as usize).take(1).for_each(|own| *own = next);
            odd = !odd;
        }
    }
    odd
}
