//! Potentials of cells that show that gourds do not fit a goal.
//!
//! Ends of gourds are assigned to cells. Where that fails, by Hall's theorem some ends have too few cells, which get the potential -1,
//! or some cells have too few ends, and get 1.

use super::{fits, may_be_empty};
use crate::problem::{Board, Cell, NONE, Placement, Problem, Target};
use puzzlec_theory::meter::Halted;

/// All places on a board.
pub(super) fn everywhere(board: &Board) -> Vec<[Cell; 2]> {
    (0..board.len() as Cell).flat_map(|cell| board.neighbours(cell).map(move |near| [cell, near])).collect()
}

/// The potentials, where each gourd may come to these places; nothing if ends and cells can be assigned.
pub(super) fn of_gourds(
    problem: &Problem,
    target: &Target,
    mut places: impl FnMut(u32) -> Result<Vec<[Cell; 2]>, Halted>,
) -> Result<Option<Vec<i64>>, Halted> {
    let Problem { board, start, labels, .. } = problem;
    let cells = board.len();
    if !(0..cells as Cell).any(|cell| may_be_empty(target, cell)) {
        return Ok(Some(vec![0; cells]));
    }
    let mut allowed: Vec<Vec<Cell>> = Vec::with_capacity(labels.len());
    for gourd in 0..start.gourds() as u32 {
        let pair = [2 * gourd, 2 * gourd + 1].map(|end| labels.get(end as usize).copied().unwrap_or(NONE));
        let mut own = [Vec::new(), Vec::new()];
        for place in places(gourd)? {
            if fits(board, target, pair, place) {
                own.iter_mut().zip(place).for_each(|(cells, cell)| cells.push(cell));
            }
        }
        for mut cells in own {
            cells.sort_unstable();
            cells.dedup();
            allowed.push(cells);
        }
    }
    let mut all =
        Assignment { allowed: &allowed, end_on: vec![NONE; cells], cell_of: vec![NONE; allowed.len()] };
    for end in 0..allowed.len() as u32 {
        if let Err(seen) = all.place(end) {
            return Ok(Some(seen.into_iter().map(|seen| -i64::from(seen)).collect()));
        }
    }
    // Every end has a cell. Those that are free must have an end instead.
    for cell in (0..cells as Cell).filter(|cell| !may_be_empty(target, *cell)) {
        if let Err(seen) = all.cover(cell, &|cell| may_be_empty(target, cell)) {
            return Ok(Some(seen.into_iter().map(i64::from).collect()));
        }
    }
    Ok(None)
}

struct Assignment<'a> {
    /// By end the cells where it may lie.
    allowed: &'a [Vec<Cell>],
    end_on: Vec<u32>,
    cell_of: Vec<Cell>,
}

impl Assignment<'_> {
    fn assign(&mut self, end: u32, cell: Cell) {
        self.end_on.iter_mut().skip(cell as usize).take(1).for_each(|own| *own = end);
        self.cell_of.iter_mut().skip(end as usize).take(1).for_each(|own| *own = cell);
    }

    /// Finds a cell for an end, or all cells of ends that have too few.
    fn place(&mut self, end: u32) -> Result<(), Vec<bool>> {
        let mut from = vec![NONE; self.end_on.len()];
        let mut todo = vec![end];
        while let Some(own) = todo.pop() {
            for cell in self.allowed.get(own as usize).into_iter().flatten() {
                let Some(seen) = from.get_mut(*cell as usize).filter(|seen| **seen == NONE) else { continue };
                *seen = own;
                match self.end_on.get(*cell as usize).copied() {
                    Some(NONE) => {
                        // The ends on the way back take the cells of those after them.
                        let mut at = *cell;
                        while at != NONE {
                            let own = from.get(at as usize).copied().unwrap_or(NONE);
                            let next = self.cell_of.get(own as usize).copied().unwrap_or(NONE);
                            self.assign(own, at);
                            at = next;
                        }
                        return Ok(());
                    }
                    other => todo.extend(other),
                }
            }
        }
        Err(from.into_iter().map(|seen| seen != NONE).collect())
    }

    /// Gives a cell an end of a cell that may be empty, or finds cells that have too few ends.
    fn cover(&mut self, cell: Cell, free: &dyn Fn(Cell) -> bool) -> Result<(), Vec<bool>> {
        if self.end_on.get(cell as usize).is_some_and(|end| *end != NONE) {
            return Ok(());
        }
        let mut from = vec![NONE; self.end_on.len()];
        let mut seen = vec![false; self.end_on.len()];
        seen.iter_mut().skip(cell as usize).take(1).for_each(|own| *own = true);
        let mut todo = vec![cell];
        while let Some(own) = todo.pop() {
            for end in (0..).take(self.allowed.len()) {
                let may =
                    self.allowed.get(end as usize).is_some_and(|cells| cells.binary_search(&own).is_ok());
                let other = self.cell_of.get(end as usize).copied().unwrap_or(NONE);
                let fresh = seen.get_mut(other as usize).filter(|seen| may && !**seen);
                let Some(fresh) = fresh else { continue };
                *fresh = true;
                from.iter_mut().skip(other as usize).take(1).for_each(|place| *place = own);
                if !free(other) {
                    todo.push(other);
                    continue;
                }
                // Each cell on the way takes the end of the one after it.
                let mut at = other;
                self.end_on.iter_mut().skip(other as usize).take(1).for_each(|end| *end = NONE);
                let mut end = end;
                while at != cell {
                    let before = from.get(at as usize).copied().unwrap_or(cell);
                    let next = self.end_on.get(before as usize).copied().unwrap_or(NONE);
                    self.assign(end, before);
                    (at, end) = (before, next);
                }
                return Ok(());
            }
        }
        Err(seen)
    }
}

/// The potentials of gourds that are laid, by their labels one by one; nothing if none are found.
pub(super) fn of_supply(placement: &Placement, target: &Target) -> Option<Vec<i64>> {
    let board = &placement.board;
    let gourds: usize = placement.supply.iter().map(|entry| entry.count as usize).sum();
    let empty = board.len().checked_sub(2 * gourds)?;
    let mut labels: Vec<u32> = placement.supply.iter().flat_map(|entry| entry.labels).collect();
    let wished = target.iter().filter_map(|wish| wish.ends.as_ref()).flatten();
    labels.extend(wished.map(|lying| lying.label));
    labels.sort_unstable();
    labels.dedup();
    let holds = |label: u32, only: bool| -> Vec<i64> {
        let has = |cell: Cell| {
            let wish = target.get(cell as usize);
            wish.is_some_and(|wish| match &wish.ends {
                Some(ends) if only => !wish.empty && ends.iter().all(|lying| lying.label == label),
                Some(ends) => ends.iter().any(|lying| lying.label == label),
                None => !only,
            })
        };
        let value = if only { 1 } else { -1 };
        (0..board.len() as Cell).map(|cell| if has(cell) { value } else { 0 }).collect()
    };
    let none = std::iter::once(vec![0; board.len()]);
    let each = labels.iter().flat_map(|label| [holds(*label, true), holds(*label, false)]);
    none.chain(each).find(|potentials| refutes(placement, target, potentials, empty))
}

/// Whether the gourds' best places are worth less than the cells that must be covered.
fn refutes(placement: &Placement, target: &Target, potentials: &[i64], empty: usize) -> bool {
    let board = &placement.board;
    let of = |cell: Cell| potentials.get(cell as usize).copied().unwrap_or(0);
    let cells = (0..board.len() as Cell).filter(|cell| may_be_empty(target, *cell));
    let mut free: Vec<i64> = cells.map(of).collect();
    free.sort_unstable_by(|a, b| b.cmp(a));
    if free.len() < empty {
        return true;
    }
    let wanted = potentials.iter().sum::<i64>() - free.iter().take(empty).sum::<i64>();
    let mut worth = 0;
    for entry in placement.supply.iter().filter(|entry| entry.count > 0) {
        let places = everywhere(board).into_iter().filter(|place| fits(board, target, entry.labels, *place));
        let Some(best) = places.map(|[a, b]| of(a) + of(b)).max() else { return true };
        worth += best * i64::from(entry.count);
    }
    worth < wanted
}
