//! Placement: pieces of one or two cells that are laid on the cells of a board.
//!
//! A placement is an exact cover of the cells by pieces, of which each kind is used as often as it is there; an empty
//! cell is covered by a piece of its own.

pub mod ground;
pub mod order;
pub mod packing;
pub mod plane;
pub mod solve;
pub mod sweep;
