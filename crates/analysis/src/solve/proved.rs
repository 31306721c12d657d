//! A theory's proof is reported only after its checker accepts it.

use crate::Answer;
use puzzlec_base::diag::Stop;
use puzzlec_checker::Unproved;
use puzzlec_checker::certificate::check_claim;
use puzzlec_checker::checker::{Checkers, Claim};
use puzzlec_engine::Solved;
use puzzlec_model::Model;
use puzzlec_search::ground::{Failure, Ground};
use puzzlec_task::certificate::{Proof, TheoryProof};
use puzzlec_task::{Certificate, Conclusion, LengthBound, Optimality, Prove, SearchContext, Verdict};
use puzzlec_theory::Theories;

/// Checks the theory's proof of an answer, if there is one.
///
/// # Errors
/// The proof does not show the claim, which is a bug; or a limit.
pub(super) fn check(
    theories: Theories,
    model: &Model,
    (solved, answer): (&Solved, &Answer),
    context: &SearchContext,
) -> Result<(), Failure> {
    let Some((proof, claim)) = proof(&solved.conclusion, answer) else { return Ok(()) };
    let find = |name: &str| theories.checker(name);
    let checked = check_claim(
        model,
        solved.ground.as_ref().map(Ground::cut).as_ref(),
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

/// The proof of an answer that is there, and what it has to show.
fn proof<'a>(conclusion: &'a Conclusion, answer: &Answer) -> Option<(&'a TheoryProof, Claim)> {
    let bound = match &conclusion.bound {
        Some(LengthBound { length, proof: Prove::Made(proof) }) => Some((proof, *length)),
        _ => None,
    };
    match (&conclusion.verdict, answer) {
        (Verdict::Solved(found), Answer::Solved(plan)) => {
            let (proof, length) = bound?;
            let least = if found.optimality == Optimality::Least { plan.length } else { length };
            Some((proof, Claim::AtLeast(least)))
        }
        (Verdict::NotWithin(_), _) => bound.map(|(proof, length)| (proof, Claim::AtLeast(length))),
        (Verdict::Unsolvable { certificate: Certificate::Proved(Proof::Theory(proof)), .. }, _) => {
            Some((proof, Claim::Unsolvable))
        }
        (Verdict::Game(game), _) => Some((game.proof.as_ref()?, Claim::Winner(game.winner))),
        _ => None,
    }
}
