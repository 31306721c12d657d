//! The proofs of `peg_solitaire`.

pub mod check;
pub mod proof;
