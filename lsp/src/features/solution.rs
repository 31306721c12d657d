//! The solution of a puzzle, step by step.

use std::fmt::Write;

use serde_json::Value;

use crate::dispatch::{Answer, Context, Failure};
use crate::jobs::Solution;
use crate::uri;

/// What the last solving of a puzzle found; null if it was not solved.
pub(crate) fn solution(c: &Context, params: &Value) -> Answer<Value> {
    let word = |name| params.get(name).and_then(Value::as_str);
    let (Some(address), Some(puzzle)) = (word("uri"), word("puzzle")) else {
        return Err(Failure::Parameters("`uri` and `puzzle` are needed".to_owned()));
    };
    let key = (uri::path(address), puzzle.to_owned());
    let found = c.results.solutions.get(&key).and_then(|o| o.solution.as_ref());
    Ok(found.and_then(|s| serde_json::to_value(s).ok()).unwrap_or(Value::Null))
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
