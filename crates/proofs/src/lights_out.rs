//! The proofs of `lights_out`.

pub mod check;
pub mod proof;
