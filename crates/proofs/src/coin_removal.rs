//! The proofs of `coin_removal`.

pub mod check;
pub mod proof;
