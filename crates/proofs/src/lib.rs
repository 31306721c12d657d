//! The proofs of the theories: for each game the form of its proofs, and the checker for them.
//!
//! Nothing here finds a proof: the packages of the games write what is read here. A checker uses the model, the
//! checker's interface and the form of its own proofs, and knows no search and no other game.

pub mod coin_moving;
pub mod coin_removal;
pub mod gourds;
pub mod lights_out;
pub mod peg_solitaire;
pub mod sliding_coins;

use puzzlec_checker::checker::ProofChecker;

/// The checker for the proofs of the theory of this name.
pub fn checker(theory: &str) -> Option<&'static dyn ProofChecker> {
    Some(match theory {
        "coin_moving" => &coin_moving::check::Checker,
        "coin_removal" => &coin_removal::check::Checker,
        "gourds" => &gourds::check::Checker,
        "lights_out" => &lights_out::check::Checker,
        "peg_solitaire" => &peg_solitaire::check::Checker,
        "poking" => &coin_moving::check::Pokes,
        "sliding_coins" => &sliding_coins::check::Checker,
        _ => return None,
    })
}
