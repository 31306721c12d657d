//! Coin-moving with other numbers of neighbours, and on the triangular grid.
//!
//! A coin moves to any free cell that has at least N other coins as neighbours. If N is small, coins spread
//! without bound, and every puzzle is decided and its plan constructed ([`decide`], [`construct`]); if it is
//! large, no coin leaves a finite part of the grid ([`game::Game::closure`]), and that part is searched.
//! docs/theories.md has the statements with their proofs.

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
