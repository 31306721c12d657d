//! The proofs of `coin_moving`.

pub mod check;
pub mod proof;
