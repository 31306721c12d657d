//! Proofs, and what must not be proved: compared with all positions.

mod brute;
mod laid;
mod moved;
mod recognise;
mod written;

pub use super::generate::Random;
use crate::games;
use puzzlec_checker::certificate::check_claim;
use puzzlec_checker::checker::{Checkers, Claim, ProofChecker};
use puzzlec_model::Model;
use puzzlec_proofs::gourds::check::Checker;
use puzzlec_task::SearchContext;
use puzzlec_task::certificate::TheoryProof;
use serde_json::{Value, json};

static CHECKER: &dyn ProofChecker = &Checker;

/// The one puzzle of a text.
pub fn model(text: &str) -> Model {
    let analysis = games::load(format!("edition 1\n{text}"));
    let model = analysis.puzzles().first().map(|p| analysis.model(p, &[]));
    model.unwrap_or_else(|| panic!("{text}")).unwrap_or_else(|e| panic!("{e:?}\n{text}"))
}

/// Whether proofs show a claim; why not, otherwise.
pub fn verify(model: &Model, proofs: &[Value], claim: Claim) -> Result<String, String> {
    let proof = TheoryProof { theory: "gourds".into(), body: json!({"proofs": proofs}) };
    let context = SearchContext::default();
    let checkers = Checkers(&|_| Some(CHECKER));
    check_claim(model, None, (&proof, claim), checkers, &context).map_err(|e| e.to_string())
}
