//! A certificate against the puzzle that it names: from the texts of both to "verified" or the reason why not.
//!
//! This package and all that it is built from (`cargo tree -p puzzlec-verify`) know no grounding, symmetry, invariant
//! or search. What is trusted is in `docs/certificates.md`.

use puzzlec_base::Sources;
use puzzlec_base::diag::{self, Diagnostic};
use puzzlec_checker::certificate::{Checked, check, read};
use puzzlec_checker::checker::Checkers;
use puzzlec_model::names::{ItemRef, Names, Sort};
use puzzlec_model::project::{FileSystem, Project, SearchPath, load};
use puzzlec_model::puzzle::parameters;
use puzzlec_model::{Model, compile};
use puzzlec_syntax::ast::{ItemKind, PuzzleItem};
use puzzlec_task::SearchContext;
use puzzlec_task::certificate::CertificateFile;
use puzzlec_worlds_check::Rejected;

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

/// Checks a certificate, as text, against the puzzle of a file, which may be a game of keys. Returns the puzzle's name with its parameters, and
/// what was found.
///
/// # Errors
/// The puzzle has mistakes; one line for each.
pub fn verify_text(
    files: &dyn FileSystem,
    path: &str,
    certificate: &str,
    context: &SearchContext,
) -> Result<(String, Checked), Vec<String>> {
    if let Ok(certificate) = serde_json::from_str::<puzzlec_worlds_check::Certificate>(certificate) {
        let Ok(game) = files.read(path) else { return Err(vec![format!("cannot read `{path}`")]) };
        let game = game.strip_prefix('\u{feff}').unwrap_or(&game);
        let checked = match puzzlec_worlds_check::verify(game, &certificate, context.budget()) {
            Ok(claim) => Checked::Verified(claim),
            Err(Rejected::Wrong(why)) => Checked::Rejected(why),
            Err(Rejected::Limit(limit)) => Checked::Stopped(limit.into()),
        };
        return Ok((certificate.puzzle, checked));
    }
    let document = match read(certificate, context.budget()) {
        Ok(document) => document,
        Err(checked) => return Ok((String::new(), checked)),
    };
    let project = load(files, &[path.to_owned()], &SearchPath::default());
    let checked = verify(&project, &document, context)
        .map_err(|found| found.iter().map(|d| line(&project.sources, d)).collect::<Vec<_>>())?;
    let set: Vec<String> = document.parameters.iter().map(|(name, n)| format!("{name} = {n}")).collect();
    let set = if set.is_empty() { String::new() } else { format!(" ({})", set.join(", ")) };
    Ok((format!("{}{set}", document.puzzle), checked))
}

/// A diagnostic in one line.
fn line(sources: &Sources, diagnostic: &Diagnostic) -> String {
    let span = diagnostic.primary.span;
    let place = sources.get(span.file).map_or_else(String::new, |file| {
        let at = file.line_col(span.start);
        format!("{}:{}:{}: ", file.name, at.line, at.column)
    });
    format!("{place}{} [{}]", diagnostic.headline, diagnostic.code.as_str())
}

/// The verdict in words: `verified: Central: …`, `rejected: …`, `not decided: …`.
pub fn words(about: &str, checked: &Checked) -> String {
    match checked {
        Checked::Verified(claim) => format!("verified: {about}: {claim}"),
        Checked::Rejected(why) => format!("rejected: {why}"),
        Checked::Stopped(stop) => format!("not decided: {stop}"),
    }
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
