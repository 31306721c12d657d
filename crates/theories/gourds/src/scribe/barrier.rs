//! Barriers of boards on which gourds are laid.

use crate::boards::Matching;
use crate::problem::{Cell, Placement};
use puzzlec_theory::meter::{Halted, Meter};

/// Cells without which more odd components remain than can be, where a largest matching leaves more cells empty than the
/// gourds do; nothing otherwise. By Gallai and Edmonds these are the neighbours of the cells that some largest matching leaves.
pub(super) fn of_placement(placement: &Placement, meter: &Meter<'_>) -> Result<Option<Vec<Cell>>, Halted> {
    let board = &placement.board;
    let gourds: u64 = placement.supply.iter().map(|entry| u64::from(entry.count)).sum();
    let matching = Matching::maximum(board, |_| true, meter)?;
    let free: Vec<Cell> = matching.exposed().collect();
    if free.len() as u64 + 2 * gourds <= board.len() as u64 {
        return Ok(None);
    }
    let mut left = vec![false; board.len()];
    for root in free {
        let tree = matching.tree(board, root, meter)?;
        for (cell, left) in (0..).zip(&mut left) {
            *left |= tree.reaches(cell);
        }
    }
    let is_left = |cell: Cell| left.get(cell as usize) == Some(&true);
    let beside = |cell: &Cell| !is_left(*cell) && board.neighbours(*cell).any(is_left);
    Ok(Some((0..board.len() as Cell).filter(beside).collect()))
}
