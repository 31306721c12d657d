//! Boards on which not all configurations can be reached: classes of configurations, and plans within a class.
//!
//! A configuration without the labels is a near-perfect matching of the board, and a move walks along an alternating path.
//! Closed walks of matchings permute and reverse the gourds: these signed permutations are a group, and the configurations
//! of a matching that can be reached from one another are its cosets. A block of the board keeps its gourds if the board is
//! factor-critical, so that the group is the product of those of the blocks.

mod align;
mod classes;
pub mod cycles;
mod goals;
mod macros;
mod peel;
mod plan;
mod reach;
mod walks;

pub use align::{Stuck, align};
pub use classes::{Basis, Classes, Kind, MATCHINGS, Movement, classes, complete, some_configuration};
pub use goals::reach_goals;
pub use plan::plan;
pub use reach::{Block, Reach, Unreachable, reach, split};
pub use walks::{ClosedWalk, Walks};

use super::problem::Cell;

/// Removes moves that the next one undoes: a move through a cell is undone by one through the same cell.
pub fn cancel(moves: Vec<Cell>) -> Vec<Cell> {
    let mut kept: Vec<Cell> = Vec::with_capacity(moves.len());
    for through in moves {
        if kept.last() == Some(&through) {
            kept.pop();
        } else {
            kept.push(through);
        }
    }
    kept
}
