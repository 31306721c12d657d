//! Sets of cells that every jump meets in an even number: the rule of three and Reiss' theory
//! (Ramaré 2008, section 3).

use super::board::{Cells, PegBoard, Problem, one};
use super::refutation::Refutation;

/// A basis of all sets of cells that every jump meets in an even number.
pub fn witnesses(board: &PegBoard) -> Vec<Cells> {
    // Rows in echelon form, each with its leading cell; no row has the leading cell of another.
    let mut rows: Vec<(Cells, Cells)> = Vec::new();
    for jump in board.jumps() {
        let new =
            rows.iter().fold(jump.touches(), |sum, &(lead, row)| sum ^ if sum & lead != 0 { row } else { 0 });
        let lead = new & new.wrapping_neg();
        if lead != 0 {
            rows.iter_mut().filter(|(_, row)| row & lead != 0).for_each(|(_, row)| *row ^= new);
            rows.push((lead, new));
        }
    }
    let led = rows.iter().fold(0, |sum, (lead, _)| sum | lead);
    let free = (0..=u8::MAX).take(board.cells()).map(one).filter(|cell| cell & led == 0);
    free.map(|cell| rows.iter().filter(|(_, row)| row & cell != 0).fold(cell, |sum, (lead, _)| sum | lead))
        .collect()
}

/// Have both positions the same parities on all sets?
pub fn alike(sets: &[Cells], one: Cells, other: Cells) -> bool {
    sets.iter().all(|set| ((one ^ other) & set).count_ones().is_multiple_of(2))
}

/// The sets of the rule of three: cells with (row + column) mod 3 other than e, and the same with row - column;
/// those that suit all jumps (on a triangular board only the first kind).
pub fn rule_of_three(board: &PegBoard, places: &[(i32, i32)]) -> Vec<Cells> {
    let signs = [1, -1];
    let colours = signs.into_iter().flat_map(|sign| [0, 1].map(|e| (sign, e)));
    let sets = colours.map(|(sign, e)| {
        let outside =
            |&(row, column): &(i32, i32)| (i64::from(row) + sign * i64::from(column)).rem_euclid(3) != e;
        let cells = (0..=u8::MAX).zip(places).filter(|(_, place)| outside(place));
        cells.fold(0, |sum, (cell, _)| sum | one(cell)) & board.all()
    });
    sets.filter(|set| board.jumps().iter().all(|jump| (jump.touches() & set).count_ones() % 2 == 0)).collect()
}

/// The first of the sets that start and goal together meet in an odd number.
pub fn refute(sets: &[Cells], problem: &Problem<'_>, rule_of_three: bool) -> Option<Refutation> {
    let changed = problem.start ^ problem.goal;
    let witness = *sets.iter().find(|&set| (set & changed).count_ones() % 2 == 1)?;
    Some(Refutation::Parity { witness, rule_of_three })
}
