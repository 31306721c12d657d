//! Play that ends.

use puzzlec_algebra::automaton::Letter;

use super::moves::{Move, Moves};

/// Contents whose numbers show that play ends: every move lowers the first of the numbers that it changes. An empty set
/// stands for the number of all pieces. Every number is finite and not below 0, so every sequence of moves ends
/// (lexicographic order). `None` if no such list was found.
pub fn measure(moves: &Moves) -> Option<Vec<Option<Letter>>> {
    let kinds = (1..moves.contents).filter_map(|c| Letter::try_from(c).ok()).map(Some);
    let candidates: Vec<Option<Letter>> = [None].into_iter().chain(kinds).collect();
    let mut left: Vec<&Move> = moves.list.iter().collect();
    let mut used = Vec::new();
    while !left.is_empty() {
        let lowers = |counted: &&Option<Letter>| {
            left.iter().all(|m| change(m, **counted) <= 0) && left.iter().any(|m| change(m, **counted) < 0)
        };
        let counted = *candidates.iter().find(lowers)?;
        left.retain(|m| change(m, counted) == 0);
        used.push(counted);
    }
    Some(used)
}

/// The change of a number by a move. The empty cell at the end of a row that closed up is no piece.
fn change(m: &Move, counted: Option<Letter>) -> i64 {
    let number = |cells: &[Letter]| {
        let n = cells.iter().filter(|c| counted.map_or(**c != 0, |kind| **c == kind)).count();
        i64::try_from(n).unwrap_or(i64::MAX)
    };
    number(&m.after) - number(&m.before)
}
