//! Plans that people wrote.

use std::sync::Arc;

use super::inputs::Inputs;
use super::output::Failure;
use puzzlec_analysis::PlanText;
use puzzlec_base::Sources;
use puzzlec_base::diag::Diagnostic;

/// Reads the file of a plan into the sources and lets something be done with it.
///
/// # Errors
/// The plan and the puzzle are both to come from standard input. The inner error is that the file cannot be
/// read, or the one of `follow`.
pub(super) fn with_plan<T>(
    path: &str,
    puzzle: &str,
    sources: &mut Sources,
    follow: impl FnOnce(PlanText<'_>) -> Result<T, Vec<Diagnostic>>,
) -> Result<Result<T, Vec<Diagnostic>>, Failure> {
    if path == "-" && puzzle == "-" {
        let message = "the puzzle and the plan cannot both come from standard input";
        return Err(Failure::Usage(message.into()));
    }
    let inputs = Inputs::gather(&[path.to_owned()]);
    let Some(name) = inputs.paths.first() else {
        return Err(Failure::Usage(format!("`{path}` is a directory; a plan is a file")));
    };
    let file = match inputs.source(name, sources) {
        Ok(file) => file,
        Err(errors) => return Ok(Err(errors)),
    };
    let text = sources.get(file).map_or_else(|| Arc::from(""), |source| Arc::clone(&source.text));
    Ok(follow(PlanText { file, name, text: &text }))
}
