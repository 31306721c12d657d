//! Coin-moving with other numbers of neighbours, and on the triangular grid.
//!
//! A coin goes to any free cell that so many other coins touch. Where few must touch it, coins spread
//! without end, and every puzzle is decided and its plan built ([`decide`], [`construct`]); where many
//! must, no coin leaves a finite part of the grid ([`game::Game::closure`]), and that part is searched.
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
