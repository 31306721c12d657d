//! Sets of cells that every jump meets evenly: the parity of pegs on them never changes (Ramaré 2008,
//! section 3: the orthogonal of V(S, F2), the test of Reiss).

use super::board::{Cells, PegBoard};

/// A basis of the sets of cells that hold an even number of cells of every jump.
pub fn even_sets(board: &PegBoard) -> Vec<Cells> {
    // Reduced rows of the jumps, each with its own leading cell that no other row holds.
    let mut rows: Vec<(Cells, Cells)> = Vec::new();
    for jump in board.jumps() {
        let mut row = jump.touches();
        for &(lead, other) in &rows {
            if row & lead != 0 {
                row ^= other;
            }
        }
        if row == 0 {
            continue;
        }
        let lead = row & row.wrapping_neg();
        for (_, other) in &mut rows {
            if *other & lead != 0 {
                *other ^= row;
            }
        }
        rows.push((lead, row));
    }
    let leads = rows.iter().fold(0, |sum, (lead, _)| sum | lead);
    let free = (0..board.cells()).map(|cell| 1u128 << cell).filter(|cell| leads & cell == 0);
    free.map(|cell| rows.iter().filter(|(_, row)| row & cell != 0).fold(cell, |sum, (lead, _)| sum | lead))
        .collect()
}

/// Have both positions the same parities?
pub fn alike(even: &[Cells], one: Cells, other: Cells) -> bool {
    even.iter().all(|set| ((one ^ other) & set).count_ones().is_multiple_of(2))
}
