//! Placement: pieces that are laid on the cells of a board.
//!
//! A placement is an exact cover of the cells by pieces, of which each kind is used as often as it is there; an empty
//! cell is covered by a piece of its own. Pieces of one or two cells under a goal that restricts each cell separately are
//! swept or counted by Pfaffians; all others are covered with the goal as constraints.

pub mod alike;
pub mod colouring;
pub mod cover;
pub mod diagram;
pub mod ground;
pub mod laid;
pub mod learn;
pub mod order;
pub mod packing;
mod pairs;
pub mod plane;
pub mod reason;
pub mod solve;
pub mod sweep;
pub mod tutte;
