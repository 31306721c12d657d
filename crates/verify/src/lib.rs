//! A certificate against the puzzle that it names: from the texts of both to "verified" or the reason why not.
//!
//! This package and all that it is built from (`cargo tree -p puzzlec-verify`) know no grounding, symmetry, invariant
//! or search. What is trusted is in `docs/certificates.md`.

use puzzlec_base::diag::{self, Diagnostic};
use puzzlec_checker::certificate::{Checked, check};
use puzzlec_checker::checker::Checkers;
use puzzlec_model::names::{ItemRef, Names, Sort};
use puzzlec_model::project::Project;
use puzzlec_model::puzzle::parameters;
use puzzlec_model::{Model, compile};
use puzzlec_syntax::ast::{ItemKind, PuzzleItem};
use puzzlec_task::SearchContext;
use puzzlec_task::certificate::CertificateFile;

/// Checks a certificate against the puzzle of this name in the files that were asked for, with the checkers of all
/// theories. Time and memory are those of [`check`].
///
/// # Errors
/// The puzzle has mistakes.
pub fn verify(
    project: &Project,
    document: &CertificateFile,
    context: &SearchContext,
) -> Result<Checked, Vec<Diagnostic>> {
    let names = Names::new(project, &mut Vec::new());
    let mut puzzles = project.roots().flat_map(|(module, _)| names.all(module, Sort::Puzzle));
    let Some((at, _)) = puzzles.find(|(_, name)| name.text == document.puzzle) else {
        return match faults(project) {
            faults if faults.iter().any(Diagnostic::is_error) => Err(faults),
            _ => Ok(Checked::Rejected(format!("there is no puzzle `{}`", document.puzzle))),
        };
    };
    Ok(match puzzle(project, at, document, context)? {
        Ok(model) => check(&model, document, Checkers(&puzzlec_proofs::checker), context),
        Err(other) => other,
    })
}

/// The puzzle that a certificate is about, or why the certificate is rejected without it.
///
/// # Errors
/// The puzzle has mistakes.
pub fn puzzle(
    project: &Project,
    at: ItemRef,
    document: &CertificateFile,
    context: &SearchContext,
) -> Result<Result<Model, Checked>, Vec<Diagnostic>> {
    let names = Names::new(project, &mut Vec::new()).with_budget(context.budget());
    let Some(item) = item(&names, at) else { return Err(faults(project)) };
    let given = |name: &str| document.parameters.contains_key(name);
    if document.parameters.len() != item.params.len() || !item.params.iter().all(|p| given(&p.name.text)) {
        return Ok(Err(Checked::Rejected(format!("`{}` has other parameters", item.name.text))));
    }
    let set: Vec<(String, i64)> = document.parameters.iter().map(|(name, n)| (name.clone(), *n)).collect();
    let Some(values) = parameters(item, &set).map_err(|d| vec![*d])? else { return Err(Vec::new()) };
    let mut diagnostics = Vec::new();
    match compile(&names, at, &values, &mut diagnostics) {
        Some(model) if model.family.is_some() => {
            Ok(Err(Checked::Rejected(format!("puzzle `{}` has several starts", model.name))))
        }
        Some(model) if !diagnostics.iter().any(Diagnostic::is_error) => Ok(Ok(model)),
        _ => {
            diagnostics.extend(names.faults_read());
            diag::sort(&mut diagnostics);
            diagnostics.dedup();
            Err(if diagnostics.is_empty() { faults(project) } else { diagnostics })
        }
    }
}

fn item<'p>(names: &Names<'p>, at: ItemRef) -> Option<&'p PuzzleItem> {
    match &names.item(at)?.kind {
        ItemKind::Puzzle(item) => Some(item),
        _ => None,
    }
}

/// The mistakes of reading and syntax.
fn faults(project: &Project) -> Vec<Diagnostic> {
    let mut faults = project.diagnostics.clone();
    diag::sort(&mut faults);
    faults
}
