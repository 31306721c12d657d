//! Gourds: pieces of two cells that follow their ends, turn and pivot on a board of hexagons with one empty cell.
//!
//! Hamersma, van Kreveld, Uno and van der Zanden, Gourds: A Sliding-Block Puzzle with Turning, ISAAC 2020; numbers of
//! statements are the paper's.

pub mod boards;
pub mod check;
pub mod hamilton;
pub mod holes;
pub mod least;
pub mod placement;
pub mod problem;
pub mod proof;
pub mod read;
pub mod reconfigure;
pub mod scribe;
