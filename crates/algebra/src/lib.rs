//! Exact algebra: linear equations over prime fields, the rationals and the integers, permutation groups,
//! classes of an equivalence, and finite automata.
//!
//! | over | what | how |
//! |---|---|---|
//! | F2 | [`Echelon<Bits>`] | rows of packed bits |
//! | Fp | [`Echelon<Residues>`] | sparse rows, p below 2^32 or [`modular::LARGE`] |
//! | Q | [`Echelon<Residues>`] modulo [`modular::LARGE`], [`modular::whole`] | fractions are reconstructed, and must be checked by the caller |
//! | Z | [`Lattice`] | Smith form |
//! | Z modulo p^k | [`Elimination`] | sparse rows, pivots by their power of p |
//!
//! The package has all elimination of the program, apart from that of checkers. It knows no puzzles and uses no
//! other package.
//!
//! Nothing here polls a budget: [`Echelon::work`] counts what was done, for callers to bound, and [`Elimination`]
//! calls a function of the caller.

pub mod automaton;
mod echelon;
mod lattice;
pub mod modular;
pub mod montgomery;
mod permutation;
mod permutation_group;
mod prime_power;
mod system;
mod union_find;

pub use automaton::Automaton;
pub use echelon::{Bits, Echelon, Residues, Vector};
pub use lattice::Lattice;
pub use permutation::Permutation;
pub use permutation_group::Group;
pub use prime_power::{Elimination, Entry, Generator};
pub use system::System;
pub use union_find::UnionFind;
