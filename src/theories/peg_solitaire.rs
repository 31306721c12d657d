//! Peg solitaire on any board: problems (I, J), tests that refute them with certificates, and a search for
//! games.
//!
//! Ramaré, On the peg-solitaire board, 2008.

pub mod analyze;
pub mod board;
pub mod game;
mod proof;
pub mod refute;
pub mod search;
mod solve;
pub mod symmetry;

pub use proof::{Scribe, proof_weights};
pub use solve::solve;
