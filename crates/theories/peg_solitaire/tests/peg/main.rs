//! The theory of peg solitaire: its tests against the truth, its proofs against a checker that shares
//! nothing with them, its search against plain search.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::print_stdout)]

mod balance;
mod boards;
mod cone;
mod exhaustive;
mod facts;
mod halves;
mod metered;
mod plain;
mod polyominoes;
mod problems;
mod proofs;
mod prunes;
mod regions;
mod shapes;
mod sound;
mod sweeps;
mod tasks;
mod thickest;
mod times;
mod whole;
