//! A theory's proof is reported only after its checker accepts it.

use super::claim::Claimed;
use crate::Answer;
use puzzlec_base::diag::Stop;
use puzzlec_checker::Unproved;
use puzzlec_checker::certificate::check_claim;
use puzzlec_checker::checker::{self, Checkers};
use puzzlec_model::Model;
use puzzlec_search::ground::{Failure, Ground};
use puzzlec_task::certificate::{Proof, TheoryProof};
use puzzlec_task::{Certificate, Optimality, SearchContext};
use puzzlec_theory::{Claim, LengthBound, Prove, Theories};

/// Checks the theory's proof of an answer, if there is one.
///
/// # Errors
/// The proof does not show the claim, which is a bug; or a limit.
pub(super) fn check(
    theories: Theories,
    model: &Model,
    (claimed, answer): (&Claimed, &Answer),
    context: &SearchContext,
) -> Result<(), Failure> {
    let Some((proof, claim)) = proof(claimed, answer) else { return Ok(()) };
    let find = |name: &str| theories.checker(name);
    let checked = check_claim(
        model,
        claimed.ground.as_ref().map(Ground::cut).as_ref(),
        (proof, claim),
        Checkers(&find),
        context,
    );
    checked.map(|_| ()).map_err(|unproved| match unproved {
        Unproved::Stopped(stop) => stop.into(),
        Unproved::Rejected(why) => {
            Stop::bug(format!("a proof of the theory `{}` was rejected: {why}", proof.theory)).into()
        }
    })
}

fn proof<'a>(claimed: &'a Claimed, answer: &Answer) -> Option<(&'a TheoryProof, checker::Claim)> {
    match (&claimed.claim, answer) {
        (
            Claim::Plan {
                bound: Some(LengthBound { length, proof: Prove::Made(proof) }), optimality, ..
            },
            Answer::Solved(plan),
        ) => {
            let least = if *optimality == Optimality::Least { plan.length } else { *length };
            Some((proof, checker::Claim::AtLeast(least)))
        }
        (Claim::NotWithin { bound: Some(LengthBound { length, proof: Prove::Made(proof) }), .. }, _) => {
            Some((proof, checker::Claim::AtLeast(*length)))
        }
        (Claim::Unsolvable { certificate: Certificate::Proved(Proof::Theory(proof)), .. }, _) => {
            Some((proof, checker::Claim::Unsolvable))
        }
        (Claim::Winner { winner, proof: Some(proof), .. }, _) => {
            Some((proof, checker::Claim::Winner(*winner)))
        }
        _ => None,
    }
}
