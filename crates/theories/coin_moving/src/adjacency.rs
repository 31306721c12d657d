//! Coin-moving with other numbers of neighbours, and on the triangular grid.
//!
//! A coin moves to any free cell that has at least N other coins as neighbours. If N is small, coins spread
//! without bound: no search of the endless grid ends, and a theorem decides every puzzle ([`decide`]) and makes its plan
//! ([`construct`]). docs/theories.md has it with its proof. If N is large, no coin leaves a finite part of the grid, and
//! general search answers.

pub mod construct;
pub mod decide;
pub mod facts;
pub mod game;
mod packed;
pub mod read;
pub mod search;
pub mod shorten;
pub mod solve;
mod walker;
