//! Reasons as proofs.

use crate::INFO;
use crate::bound;
use crate::problem::Problem;
use crate::scribe;
use crate::search::Reason;
use puzzlec_base::words::{counted, grouped};
use puzzlec_proofs::sliding_coins::proof::Body;
use puzzlec_task::LengthBound;
use puzzlec_task::certificate::TheoryProof;

/// The bound that every plan has at least this number of moves. A proof by pairs of neighbours is checked before the
/// answer is reported; another is only checked for a certificate, as the check takes as long as the search.
pub(super) fn at_least(problem: &Problem, length: u64) -> LengthBound {
    let proof = proof(scribe::at_least(problem, length));
    if bound::least(problem).is_none_or(|known| known >= length) {
        return LengthBound::proved(length, proof);
    }
    LengthBound::provable(length, move |_| Some(proof.clone()))
}

/// That there is no plan.
pub(super) fn unsolvable(problem: &Problem, reason: Reason) -> TheoryProof {
    proof(scribe::unsolvable(problem, reason))
}

/// Why there is no plan.
pub(super) fn words(reason: Reason, k: usize) -> String {
    match reason {
        Reason::Coins => "no goal has the coins of the start".to_owned(),
        Reason::NoMove => "no move is possible".to_owned(),
        Reason::Together => "all coins move at once, so that their order stays".to_owned(),
        Reason::Circular => "all coins but one move at once, so that their circular order stays".to_owned(),
        Reason::Residues => format!("the number of coins on cells of each remainder modulo {k} stays"),
        Reason::Closed { positions, period: None } => {
            format!("{} lead to a goal, and the start is not among them", counted(positions, "positions"))
        }
        Reason::Closed { positions, period: Some(period) } => format!(
            "{} lead to a goal, with gaps counted modulo {}, and the start is not among them",
            counted(positions, "positions"),
            grouped(period)
        ),
    }
}

fn proof(body: Body) -> TheoryProof {
    TheoryProof::new(INFO.name, &body)
}
