//! What a theory or a search concludes about a puzzle.

use super::certificate::{Proof, TheoryProof};
use super::verdict::{Certificate, Optimality, Plan, Statistics, Verdict};
use crate::{Label, SearchContext, Steps};
use puzzlec_base::diag::Stop;

/// The answer to a puzzle with what is known beside it. A plan is replayed by the rules as written, a proof is checked.
pub struct Conclusion {
    /// The answer.
    pub verdict: Verdict<Box<dyn Steps>>,
    /// No plan is shorter, as far as is known; 0 where nothing is.
    pub at_least: u64,
    /// How long every plan is at least, where there is a proof for a certificate.
    pub bound: Option<LengthBound>,
    /// All shortest plans, where they were asked for.
    pub solutions: Option<Solutions>,
    /// What it took.
    pub statistics: Statistics,
}

impl Conclusion {
    /// A plan of this length.
    pub fn plan(
        steps: impl Steps + 'static,
        length: u64,
        optimality: Optimality,
        bound: Option<LengthBound>,
    ) -> Self {
        let plan = Plan { steps: Box::new(steps) as Box<dyn Steps>, length, optimality };
        let at_least = bound.as_ref().map_or(0, |bound| bound.length);
        Conclusion { bound, at_least, ..Verdict::Solved(plan).into() }
    }

    /// There is no plan, by this proof; `reason` is the same in a few words.
    pub fn refuted(proof: TheoryProof, reason: impl Into<String>) -> Self {
        let certificate = Certificate::Proved(Proof::Theory(proof));
        Verdict::Unsolvable { certificate, reason: Some(reason.into()) }.into()
    }

    /// There is no plan of at most this length.
    pub fn not_within(most: u64, bound: Option<LengthBound>) -> Self {
        let known = bound.as_ref().map_or(0, |bound| bound.length);
        let at_least = known.max(most.saturating_add(1));
        Conclusion { bound, at_least, ..Verdict::NotWithin(most).into() }
    }

    /// Nothing: this came first.
    pub fn stopped(stop: impl Into<Stop>) -> Self {
        Verdict::Stopped(stop.into()).into()
    }
}

impl From<Verdict<Box<dyn Steps>>> for Conclusion {
    /// An answer beside which nothing is known.
    fn from(verdict: Verdict<Box<dyn Steps>>) -> Self {
        let statistics = Statistics::default();
        Conclusion { verdict, at_least: 0, bound: None, solutions: None, statistics }
    }
}

/// All shortest plans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solutions {
    /// How many there are, in words or digits.
    pub count: String,
    /// The first of them.
    pub plans: Vec<Vec<Label>>,
}

/// How long every plan is at least.
pub struct LengthBound {
    /// The length.
    pub length: u64,
    /// Its proof.
    pub proof: Prove,
}

/// Computes a proof; none if a limit comes first.
pub type MakeProof = Box<dyn Fn(&SearchContext) -> Option<TheoryProof>>;

/// A proof of a bound.
pub enum Prove {
    /// It exists, and is checked before the answer is reported.
    Made(TheoryProof),
    /// It is computed for a certificate, which `verify` checks.
    Later(MakeProof),
}

impl LengthBound {
    /// A bound whose proof is there.
    pub fn proved(length: u64, proof: TheoryProof) -> Self {
        LengthBound { length, proof: Prove::Made(proof) }
    }

    /// A bound whose proof is computed for a certificate only.
    pub fn provable(length: u64, make: impl Fn(&SearchContext) -> Option<TheoryProof> + 'static) -> Self {
        LengthBound { length, proof: Prove::Later(Box::new(make)) }
    }

    /// The proof, computed if necessary; none if a limit comes first.
    pub fn proof(&self, context: &SearchContext) -> Option<TheoryProof> {
        match &self.proof {
            Prove::Made(proof) => Some(proof.clone()),
            Prove::Later(make) => make(context),
        }
    }
}
