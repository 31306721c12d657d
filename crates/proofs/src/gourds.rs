//! The proofs of `gourds`.

pub mod check;
pub mod proof;
