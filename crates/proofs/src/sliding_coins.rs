//! The proofs of `sliding_coins`.

pub mod check;
pub mod proof;
