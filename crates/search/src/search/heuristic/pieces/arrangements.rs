//! Arrangements of pieces, those of one kind in order.

use super::changes::Cell;
use puzzlec_task::Value;

/// Sorts the cells of pieces of one kind.
pub(super) fn sort(kinds: &[Value], at: &mut [Cell]) {
    let mut rest = at;
    for same in kinds.chunk_by(|a, b| a == b) {
        let Some((these, others)) = rest.split_at_mut_checked(same.len()) else { return };
        these.sort_unstable();
        rest = others;
    }
}

/// The arrangements of pieces on different ones of these cells, in order where they are of one kind; `None` if that is too much
/// work.
pub(super) fn arrangements(kinds: &[Value], cells: &[Vec<Cell>], work: &mut usize) -> Option<Vec<Vec<Cell>>> {
    let mut all: Vec<Vec<Cell>> = vec![Vec::new()];
    for (piece, cells) in cells.iter().enumerate() {
        *work = work.checked_sub(all.len().checked_mul(cells.len())?)?;
        let alike = piece > 0 && kinds.get(piece) == kinds.get(piece - 1);
        let free = |before: &[Cell], cell: Cell| {
            !before.contains(&cell) && (!alike || before.last().is_none_or(|last| *last < cell))
        };
        let mut longer = Vec::new();
        for before in &all {
            let free = cells.iter().filter(|cell| free(before, **cell));
            longer.extend(free.map(|cell| before.iter().copied().chain([*cell]).collect::<Vec<Cell>>()));
        }
        all = longer;
    }
    Some(all)
}
