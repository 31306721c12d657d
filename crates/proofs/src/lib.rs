//! The proofs of the theories: for each game the form of its proofs and the checker for them.

pub mod coin_moving;
pub mod coin_removal;
pub mod gourds;
pub mod lights_out;
pub mod peg_solitaire;
pub mod sliding_coins;
