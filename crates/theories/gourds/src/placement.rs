//! Gourds that are laid on a board, and how many ways there are.

use num_bigint::BigUint;

use super::problem::{Board, Laid, Lying, Placement, Supply, Target, Wish};
use puzzlec_placement::packing::{EMPTY, Packing};
use puzzlec_placement::solve;
use puzzlec_theory::meter::{Halted, Meter};

/// All gourds laid such that some goal is reached, by their first cells; nothing if that is impossible.
///
/// # Errors
/// A limit was reached.
pub fn place(placement: &Placement, meter: &Meter<'_>) -> Result<Option<Vec<Laid>>, Halted> {
    let packing = packing(placement);
    let Some(ways) = solve::place(&packing, meter)? else { return Ok(None) };
    let ways = ways.into_iter().filter_map(|way| packing.ways().get(way as usize));
    let laid =
        ways.filter(|way| way.entry != EMPTY).map(|way| Laid { entry: way.entry - 1, cells: way.cells });
    let mut laid: Vec<Laid> = laid.collect();
    laid.sort_unstable_by_key(|laid| laid.cells.into_iter().min());
    Ok(Some(laid))
}

/// The number of placements that reach some goal. Placements are different if the cells hold different ends; which of
/// several alike gourds lies where makes no difference.
///
/// # Errors
/// A limit was reached.
pub fn count(placement: &Placement, meter: &Meter<'_>) -> Result<BigUint, Halted> {
    solve::count(&packing(placement), meter)
}

/// The number of near-perfect matchings: sets of pairs of neighbours that cover every cell but one, or of a board with
/// an even number of cells every cell.
///
/// # Errors
/// A limit was reached.
pub fn matchings(board: &Board, meter: &Meter<'_>) -> Result<BigUint, Halted> {
    let count = u32::try_from(board.len() / 2).unwrap_or(u32::MAX);
    let supply = vec![Supply { labels: [0, 0], count }];
    let goals: Vec<Target> = vec![vec![Wish::any(); board.len()]];
    solve::count(&packing(&Placement { board: board.clone(), supply, goals }), meter)
}

/// The placement as an exact cover; entries are numbered from 1.
pub fn packing(placement: &Placement) -> Packing {
    let Placement { board, supply, goals } = placement;
    let mut packing = Packing::new(u32::try_from(board.len()).unwrap_or(u32::MAX), goals.len());
    let wish = |goal: usize, cell: u32| goals.get(goal).and_then(|target| target.get(cell as usize));
    for entry in supply {
        packing.entry(entry.count, 2);
    }
    for cell in (0..).take(board.len()) {
        for (near, towards) in
            board.near(cell).iter().copied().zip(0_u8..).filter(|(near, _)| board.adjacent(cell, *near))
        {
            for (entry, number) in supply.iter().zip(1..) {
                let [label, other] = entry.labels;
                if label == other && near < cell {
                    continue;
                }
                let here = Lying { label, other, towards };
                let there = Lying { label: other, other: label, towards: (towards + 3) % 6 };
                let fits = |goal| {
                    let both = wish(goal, cell).zip(wish(goal, near));
                    both.is_some_and(|(a, b)| a.allows(here) && b.allows(there))
                };
                let goals = packing.goals_mut().of(fits);
                packing.lay(number, [cell, near], goals);
            }
        }
        let goals = packing.goals_mut().of(|goal| wish(goal, cell).is_some_and(|wish| wish.empty));
        packing.leave(cell, goals);
    }
    packing.draw(board.cells().to_vec());
    packing
}
