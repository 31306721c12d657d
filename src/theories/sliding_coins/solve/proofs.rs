//! Reasons as proofs: one for each goal, in the order of the puzzle.

use crate::base::words::{counted, grouped};
use crate::engine::certificate::TheoryProof;
use crate::theories::sliding_coins::INFO;
use crate::theories::sliding_coins::bound::{coins, to_goal};
use crate::theories::sliding_coins::problem::{Goal, Problem};
use crate::theories::sliding_coins::proof::{Body, End, Proof};
use crate::theories::sliding_coins::search::Reason;
use crate::theories::{LengthBound, Prove};

/// That every plan has so many moves at least, which pairs of neighbours show.
pub(super) fn pairs(problem: &Problem, length: u64) -> LengthBound {
    LengthBound::proved(length, proof(problem, |_| Proof::Pairs {}))
}

/// That every plan has so many moves at least, which a search found. The proof is checked for a certificate: it takes as
/// long as the search.
pub(super) fn least(problem: &Problem, length: u64) -> LengthBound {
    let far = |goal: &Goal| to_goal(problem, goal) >= length;
    if problem.goals.iter().filter(|goal| has_coins(problem, goal)).all(far) {
        return pairs(problem, length);
    }
    let forward = length.saturating_sub(1) / 2;
    let exhausted = Proof::Exhausted { forward, backward: length.saturating_sub(1) - forward };
    let proof = proof(problem, |goal| if far(goal) { Proof::Pairs {} } else { exhausted });
    LengthBound { length, proof: Prove::Later(Box::new(move |_| Some(proof.clone()))) }
}

/// That there is no plan, for a reason of which there is a proof.
pub(super) fn unsolvable(problem: &Problem, reason: Reason) -> Option<TheoryProof> {
    let reason = match reason {
        Reason::Coins => Proof::Coins {},
        Reason::NoMove => Proof::NoMove { end: End::Start },
        Reason::Together | Reason::Circular => Proof::Order {},
        Reason::Residues => Proof::Remainders {},
        Reason::Closed { .. } => return None,
    };
    Some(proof(problem, |_| reason))
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
            format!("{} can be reached, and no goal is among them", counted(positions, "positions"))
        }
        Reason::Closed { positions, period: Some(period) } => format!(
            "{} can be reached, with gaps counted modulo {}, and no goal is among them",
            counted(positions, "positions"),
            grouped(period)
        ),
    }
}

fn has_coins(problem: &Problem, goal: &Goal) -> bool {
    coins(&goal.row) == coins(&problem.start)
}

/// A proof for each goal; other coins are reason enough.
fn proof(problem: &Problem, of: impl Fn(&Goal) -> Proof) -> TheoryProof {
    let one = |goal: &Goal| if has_coins(problem, goal) { of(goal) } else { Proof::Coins {} };
    let body = Body { goals: problem.goals.iter().map(one).collect() };
    // Strings, numbers and lists of them are never refused.
    TheoryProof { theory: INFO.name.to_owned(), body: serde_json::to_value(body).unwrap_or_default() }
}
