//! The solution of a puzzle, step by step.

use std::fmt::Write;

use lsp_types::request::Request;
use puzzlec_analysis::host::Snapshot;
use serde_json::Value;

use crate::jobs::Results;
use crate::outcome::{Key, Solution};
use crate::request::{Answer, Context, Failure};
use crate::uri;

/// The request for the solution of a puzzle.
pub(crate) enum SolutionRequest {}

impl Request for SolutionRequest {
    type Params = Value;
    type Result = Value;
    const METHOD: &'static str = "puzzlec/solution";
}

/// The result of the last search for a solution of a puzzle; null if there was none.
pub(crate) fn solution(c: &Context, params: Value) -> Answer<Value> {
    let word = |name| params.get(name).and_then(Value::as_str);
    let (Some(address), Some(puzzle)) = (word("uri"), word("puzzle")) else {
        return Err(Failure::Parameters("`uri` and `puzzle` are required".to_owned()));
    };
    let key = (uri::path(address), puzzle.to_owned());
    let found = known(&c.snapshot, &c.results, &key);
    Ok(found.and_then(|s| serde_json::to_value(s).ok()).unwrap_or(Value::Null))
}

/// The last answer to a puzzle; without a start and steps if it is no solution. The label mentions a later
/// change of the puzzle.
pub(crate) fn known(snapshot: &Snapshot, results: &Results, key: &Key) -> Option<Solution> {
    let outcome = results.solved.get(key)?;
    let mut found = outcome.solution.clone().unwrap_or_else(|| Solution {
        title: key.1.clone(),
        label: outcome.line.clone(),
        start: Vec::new(),
        steps: Vec::new(),
        outdated: false,
    });
    found.outdated = outcome.holds(snapshot, key).is_none();
    if found.outdated {
        found.label = format!("the puzzle has changed since; before: {}", found.label);
    }
    Some(found)
}

/// A solution as a text to read.
pub(crate) fn as_text(solution: &Solution) -> String {
    let mut text = format!("{}\n{}\n", solution.title, solution.label);
    let mut step = |title: &str, rows: &[String]| {
        let _ = write!(text, "\n{title}\n");
        for row in rows {
            let _ = writeln!(text, "  {row}");
        }
    };
    step("start", &solution.start);
    for (number, s) in solution.steps.iter().enumerate() {
        step(&format!("{}. {}", number + 1, s.notation), &s.after);
    }
    text
}
