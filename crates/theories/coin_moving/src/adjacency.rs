//! Coin-moving with other numbers of neighbours, and on the triangular grid.
//!
//! A coin moves to any free cell that has at least N other coins as neighbours. With N = 1, and N = 2 on the
//! triangular grid, coins spread without bound, and the theorem of this folder holds: A becomes B, with A ≠ B
//! and |A| = |B|, if and only if one move does it, or some coin of A can move, some coin b of B is touched by
//! N others, and B - b has N coins that are all neighbours of each other. [`decide`] applies it, and
//! [`construct`] builds the plan of its proof, which docs/theories.md has in full.
//!
//! Only with it a puzzle where coins spread is answered at all, by `puzzlec solve` and `analyze`, as
//! `examples/coins/triangular.puzzle` and `one-or-three.puzzle`: general search needs a finite part of the
//! grid (P0309). With greater N no coin leaves such a part, and general search answers.

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
