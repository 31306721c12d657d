//! Certificates, checked for the puzzles that they name.

use super::solve::{model, told_of, values};
use super::window;
use super::{Analysis, PuzzleInfo};
use puzzlec_base::Budget;
use puzzlec_base::diag::Diagnostic;
use puzzlec_checker::certificate::{Checked, check, speaks_of_cells};
use puzzlec_checker::checker::Checkers;
use puzzlec_model::Model;
use puzzlec_search::ground::{Failure, Ground, ground};
use puzzlec_task::SearchContext;
use puzzlec_task::certificate::hash;
use puzzlec_task::certificate::{CertificateFile, Proof};

/// Checks a certificate. On an unbounded board, certificates of this program concern only cells near the
/// start.
pub(super) fn verify(
    analysis: &Analysis,
    puzzle: &PuzzleInfo,
    document: &CertificateFile,
    context: &SearchContext,
) -> Result<Checked, Vec<Diagnostic>> {
    let budget = context.budget();
    let given = |name: &String| document.parameters.contains_key(name);
    if document.parameters.len() != puzzle.params.len() || !puzzle.params.iter().all(|p| given(&p.0)) {
        return Ok(Checked::Rejected(format!("`{}` has other parameters", puzzle.name)));
    }
    if document.margin.is_some_and(|m| m > window::WIDEST) {
        return Ok(Checked::Rejected(format!(
            "no window extends {} cells on each side",
            document.margin.unwrap_or(0)
        )));
    }
    let set: Vec<(String, i64)> = document.parameters.iter().map(|(k, v)| (k.clone(), *v)).collect();
    let values = values(analysis, puzzle, &set)?;
    let model = model(analysis, puzzle, &values, budget)?;
    let find = |name: &str| analysis.theories.checker(name);
    let checkers = Checkers(&find);
    let cut = if model.board.unbounded && speaks_of_cells(&model, document, checkers) {
        match ground(&model, document.margin, budget) {
            Ok(ground) => Some(ground),
            Err(Failure::Stop(stop)) => return Ok(Checked::Stopped(told_of(&model, stop)?)),
            Err(Failure::Diagnostics(diagnostics)) => return Err(diagnostics),
        }
    } else {
        None
    };
    let checked = check(&model, cut.as_ref().map(Ground::cut).as_ref(), document, checkers, context);
    Ok(match checked {
        Checked::Rejected(why) if was_changed(&model, cut, document, budget) => Checked::Rejected(format!(
            "{why}; the certificate is for another puzzle, or the puzzle was changed: the fingerprint differs"
        )),
        other => other,
    })
}

/// Whether the fingerprint of a certificate differs from the puzzle's. It proves nothing, but explains why a
/// proof fails.
fn was_changed(model: &Model, cut: Option<Ground>, document: &CertificateFile, budget: &Budget) -> bool {
    // A placement is checked without the form in which it is searched.
    let laid =
        matches!(document.proof, Proof::Placement {} | Proof::Colouring { .. } | Proof::OnlyPlacement { .. });
    if laid {
        return false;
    }
    let Some(said) = &document.task else { return false };
    let ground = cut.map_or_else(|| ground(model, document.margin, budget), Ok);
    ground.is_ok_and(|ground| hash::fingerprint(&ground.task) != *said)
}
