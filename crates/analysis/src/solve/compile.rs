//! Compilation of a puzzle.

use crate::{Analysis, PuzzleInfo};
use puzzlec_base::Budget;
use puzzlec_base::diag::{self, Code, Diagnostic};
use puzzlec_model::names::Names;
use puzzlec_model::number::Values;
use puzzlec_model::puzzle::{one_start, parameters};
use puzzlec_model::{Model, compile};

/// The model of a puzzle with one start.
pub(crate) fn model(
    analysis: &Analysis,
    puzzle: &PuzzleInfo,
    values: &Values,
    budget: &Budget,
) -> Result<Model, Vec<Diagnostic>> {
    let model = family(analysis, puzzle, values, budget)?;
    match &model.family {
        None => Ok(model),
        Some(family) => {
            let (what, at) = match &family.holes {
                Some(holes) => ("holes", holes.span),
                None => ("several starts", family.span),
            };
            let text = format!("puzzle `{}` has {what}", model.name);
            Err(vec![one_start(family, at, &text)])
        }
    }
}

/// The model of a puzzle with one start or several.
pub(crate) fn family(
    analysis: &Analysis,
    puzzle: &PuzzleInfo,
    values: &Values,
    budget: &Budget,
) -> Result<Model, Vec<Diagnostic>> {
    let mut diagnostics = Vec::new();
    let names = Names::of(&analysis.project).with_budget(budget);
    match compile(&names, puzzle.at, values, &mut diagnostics) {
        Some(model) if !diagnostics.iter().any(Diagnostic::is_error) => Ok(model),
        _ => {
            diagnostics.extend(names.faults_read());
            diag::sort(&mut diagnostics);
            diagnostics.dedup();
            if diagnostics.is_empty() {
                diagnostics.extend(analysis.project.diagnostics.iter().cloned());
            }
            Err(diagnostics)
        }
    }
}

/// The values of a puzzle's parameters.
pub(crate) fn values(
    analysis: &Analysis,
    puzzle: &PuzzleInfo,
    set: &[(String, i64)],
) -> Result<Values, Vec<Diagnostic>> {
    let Some(item) = analysis.item(puzzle) else { return Err(Vec::new()) };
    match parameters(item, set).map_err(|d| vec![*d])? {
        Some(values) => Ok(values),
        None => {
            let open: Vec<&str> = item
                .params
                .iter()
                .filter(|p| p.default.is_none() && !set.iter().any(|s| s.0 == p.name.text))
                .map(|p| p.name.text.as_str())
                .collect();
            let text = format!("puzzle `{}` needs a value for `{}`", puzzle.name, open.join("`, `"));
            let example = open.first().copied().unwrap_or("n");
            Err(vec![
                Diagnostic::new(Code::WrongArguments, puzzle.span, text)
                    .help(format!("set it: `--set {example}=6`")),
            ])
        }
    }
}
