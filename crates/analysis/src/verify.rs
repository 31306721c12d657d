//! Certificates, checked for the puzzles that they name.

use super::solve::reported_stop;
use super::{Analysis, PuzzleInfo};
use puzzlec_base::Budget;
use puzzlec_base::diag::Diagnostic;
use puzzlec_checker::certificate::{Checked, check};
use puzzlec_checker::checker::Checkers;
use puzzlec_model::Model;
use puzzlec_search::ground::ground;
use puzzlec_task::SearchContext;
use puzzlec_task::certificate::{CertificateFile, Proof, hash};

impl Analysis {
    /// Checks a certificate against a puzzle, with the parameters that it names.
    ///
    /// # Errors
    /// The errors of the puzzle.
    pub fn verify(
        &self,
        puzzle: &PuzzleInfo,
        document: &CertificateFile,
        context: impl Into<SearchContext>,
    ) -> Result<Checked, Vec<Diagnostic>> {
        let context = &context.into();
        let model = match puzzlec_verify::puzzle(&self.project, puzzle.at, document, context)? {
            Ok(model) => model,
            Err(other) => return Ok(other),
        };
        let find = |name: &str| self.theories().checker(name);
        Ok(match check(&model, document, Checkers(&find), context) {
            Checked::Rejected(why) if was_changed(&model, document, context.budget()) => {
                Checked::Rejected(format!(
                    "{why}; the certificate is for another puzzle, or the puzzle was changed: the fingerprint differs"
                ))
            }
            Checked::Stopped(stop) => Checked::Stopped(reported_stop(&model, stop)?),
            other => other,
        })
    }
}

/// Whether the fingerprint of a certificate differs from the puzzle's. It proves nothing, but explains why a
/// proof fails.
fn was_changed(model: &Model, document: &CertificateFile, budget: &Budget) -> bool {
    // A placement is checked without the form in which it is searched.
    let laid = matches!(
        document.proof,
        Proof::Placement { .. } | Proof::Colouring { .. } | Proof::OnlyPlacement { .. }
    );
    if laid {
        return false;
    }
    let Some(said) = &document.task else { return false };
    ground(model, document.margin, budget).is_ok_and(|ground| hash::fingerprint(&ground.task) != *said)
}
