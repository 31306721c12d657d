//! Classes of positions that are closed under jumps: sets of cells that every jump meets in an even number
//! (the rule of three and Reiss' theory), and the lattice of integer combinations of jumps (Ramaré 2008,
//! sections 3 and 4, Theorem 4.2).

use super::Refutation;
use super::board::{Cells, PegBoard, Problem, one};
use puzzlec_algebra::{Bits, Echelon, Lattice, Vector};

/// A basis of all sets of cells that every jump meets in an even number.
pub fn witnesses(board: &PegBoard) -> Vec<Cells> {
    let mut jumps = Echelon::<Bits>::new(2, board.cells());
    for jump in board.jumps() {
        // A linear combination of other vectors is redundant.
        let _ = jumps.insert(jump.cells().map(|cell| (usize::from(cell), 1)));
    }
    let set = |free| {
        let vector = jumps.null_vector(free);
        let cells = (0..=u8::MAX).take(board.cells()).filter(|cell| vector.get(usize::from(*cell)) == 1);
        cells.fold(0, |set, cell| set | one(cell))
    };
    jumps.free().map(set).collect()
}

/// Have both positions the same parities on all sets?
pub fn alike(sets: &[Cells], one: Cells, other: Cells) -> bool {
    sets.iter().all(|set| ((one ^ other) & set).count_ones().is_multiple_of(2))
}

/// The sets of the rule of three: cells with (row + column) mod 3 other than e, and the same with row -
/// column; those valid for all jumps (on a triangular board only the first kind).
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

/// The lattice of the jumps: I - J is in it if it is a sum of jumps, also with negative numbers of them. None:
/// numbers too large.
pub fn lattice(board: &PegBoard) -> Option<Lattice> {
    let mut rows = vec![vec![0; board.jumps().len()]; board.cells()];
    for (column, jump) in board.jumps().iter().enumerate() {
        for (cell, value) in jump.cells().into_iter().zip([1, 1, -1]) {
            *rows.get_mut(usize::from(cell))?.get_mut(column)? = value;
        }
    }
    Lattice::of_columns(rows)
}

/// Weights that show that start - goal is outside the lattice.
pub fn outside(lattice: &Lattice, problem: &Problem<'_>) -> Option<Refutation> {
    let held = |at: Cells, cell: usize| i128::from(at >> cell & 1 == 1);
    let change = |cell| held(problem.start, cell) - held(problem.goal, cell);
    let change: Vec<i128> = (0..problem.board.cells()).map(change).collect();
    let (weights, modulus) = lattice.separating(&change)?;
    Some(Refutation::Lattice { weights: weights.clone(), modulus: *modulus })
}

/// The first of the sets that start and goal together meet in an odd number.
pub fn refute(sets: &[Cells], problem: &Problem<'_>, rule_of_three: bool) -> Option<Refutation> {
    let changed = problem.start ^ problem.goal;
    let witness = *sets.iter().find(|&set| (set & changed).count_ones() % 2 == 1)?;
    Some(Refutation::Parity { witness, rule_of_three })
}
