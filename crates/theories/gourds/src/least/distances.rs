//! How far a gourd alone is from where it should lie.

use crate::problem::{Board, Cell, NONE};
use puzzlec_search::kernel::by_levels;

/// By place of a gourd alone on a board the number of its moves to the nearest of some places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances {
    /// By cell of the first end and direction of the second; [`NONE`] where there is no way.
    moves: Vec<[u32; 6]>,
}

/// The number of moves that a gourd needs to one of these places, the cells of its first and of its second end, if no
/// other gourd is in the way and whatever cell is empty is the one it needs. Linear time.
pub fn distances(board: &Board, places: &[[Cell; 2]]) -> Distances {
    let mut found = Distances { moves: vec![[NONE; 6]; board.len()] };
    by_levels(places.to_vec(), |[first, second], moves, next| {
        let Some(direction) = board.direction(first, second) else { return };
        let entry = found.moves.get_mut(first as usize).and_then(|all| all.get_mut(direction));
        let Some(entry) = entry.filter(|entry| **entry == NONE) else { return };
        *entry = moves;
        // Through the first end into a cell next to it, and through the second.
        for empty in board.neighbours(first).filter(|empty| *empty != second) {
            let pivots = board.adjacent(empty, second);
            next.push(if pivots { [first, empty] } else { [empty, first] });
        }
        for empty in board.neighbours(second).filter(|empty| *empty != first) {
            let pivots = board.adjacent(empty, first);
            next.push(if pivots { [empty, second] } else { [second, empty] });
        }
    });
    found
}

impl Distances {
    /// From the place of these cells; nothing if there is no way, or no such place.
    pub fn get(&self, board: &Board, [first, second]: [Cell; 2]) -> Option<u32> {
        let direction = board.direction(first, second)?;
        let moves = self.moves.get(first as usize)?.get(direction)?;
        (*moves != NONE).then_some(*moves)
    }
}
