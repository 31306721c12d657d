//! The theory of peg solitaire: its tests against the truth, its proofs against a checker that shares
//! nothing with them, its search against plain search.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::print_stdout)]

#[path = "peg/boards.rs"]
mod boards;
#[path = "peg/cone.rs"]
mod cone;
#[path = "peg/exhaustive.rs"]
mod exhaustive;
#[path = "peg/facts.rs"]
mod facts;
#[path = "peg/halves.rs"]
mod halves;
#[path = "peg/metered.rs"]
mod metered;
#[path = "peg/plain.rs"]
mod plain;
#[path = "peg/problems.rs"]
mod problems;
#[path = "peg/proofs.rs"]
mod proofs;
#[path = "peg/prunes.rs"]
mod prunes;
#[path = "peg/regions.rs"]
mod regions;
#[path = "peg/shapes.rs"]
mod shapes;
#[path = "peg/sound.rs"]
mod sound;
#[path = "peg/sweeps.rs"]
mod sweeps;
#[path = "peg/tasks.rs"]
mod tasks;
#[path = "peg/times.rs"]
mod times;
#[path = "peg/whole.rs"]
mod whole;
