//! Expectations, and what was decided about them.

use lsp_types::request::Request;
use puzzlec_analysis::ide;
use puzzlec_base::{FileId, Span};
use serde_json::{Value, json};

use crate::convert::Texts;
use crate::outcome::{Decided, Decision};
use crate::request::{Answer, Context, Failure};
use crate::uri;

/// The request for the expectations of a file.
pub(crate) enum ExpectationsRequest {}

impl Request for ExpectationsRequest {
    type Params = Value;
    type Result = Value;
    const METHOD: &'static str = "puzzlec/expectations";
}

/// An expectation that was tested.
pub(crate) struct TestedExpectation {
    /// Where it stands now.
    pub(crate) span: Span,
    pub(crate) decision: Decision,
    /// Why it does not hold or is not decided.
    pub(crate) why: String,
    /// Whether its puzzle has changed since.
    pub(crate) outdated: bool,
}

impl TestedExpectation {
    /// The decision in a few words: editors cut long hints.
    pub(crate) fn label(&self) -> &'static str {
        match (self.decision, self.outdated) {
            (Decision::Held, false) => "✓ held",
            (Decision::Failed, false) => "✗ does not hold",
            (Decision::Undecided, false) => "? not decided",
            (Decision::Held, true) => "✓ held before the change",
            (Decision::Failed, true) => "✗ did not hold before the change",
            (Decision::Undecided, true) => "? not decided before the change",
        }
    }
}

/// The decision about an expectation in the last test of its puzzle. After a change of the puzzle it is that of the
/// statement with this text.
fn decision<'t>(tested: &'t [Decided], outdated: bool, number: usize, text: &str) -> Option<&'t Decided> {
    let fits = |one: &&Decided| one.text == text && (outdated || one.number == number);
    tested.iter().find(fits)
}

/// The expectations of a file that were tested.
pub(crate) fn decided(c: &Context, file: FileId) -> Vec<TestedExpectation> {
    let path = c.snapshot.path(file).unwrap_or("");
    let mut found = Vec::new();
    for puzzle in ide::expecting(c.snapshot.analysis(), file) {
        let key = (path.to_owned(), puzzle.puzzle);
        let Some(outcome) = c.results.tested.get(&key) else { continue };
        let Some(tested) = &outcome.tested else { continue };
        let outdated = outcome.holds(&c.snapshot, &key).is_none();
        for (number, (text, span)) in puzzle.expectations.iter().enumerate() {
            let Some(one) = decision(tested, outdated, number, text) else { continue };
            let (decision, why) = (one.decision, one.why.clone());
            found.push(TestedExpectation { span: *span, decision, why, outdated });
        }
    }
    found
}

/// The puzzles of a file with their expectations and the results of their last tests.
pub(crate) fn expectations(c: &Context, params: Value) -> Answer<Value> {
    let Some(address) = params.get("uri").and_then(Value::as_str) else {
        return Err(Failure::Parameters("`uri` is required".to_owned()));
    };
    let path = uri::path(address);
    let Some(file) = c.snapshot.file(&path) else { return Ok(json!([])) };
    let texts = Texts::of(c);
    let puzzles = ide::expecting(c.snapshot.analysis(), file).into_iter().map(|puzzle| {
        let key = (path.clone(), puzzle.puzzle.clone());
        let outcome = c.results.tested.get(&key);
        let outdated = outcome.is_some_and(|outcome| outcome.holds(&c.snapshot, &key).is_none());
        let tested = outcome.and_then(|outcome| outcome.tested.as_deref()).unwrap_or(&[]);
        let all: Vec<Value> = puzzle
            .expectations
            .iter()
            .enumerate()
            .map(|(number, (text, span))| {
                let one = decision(tested, outdated, number, text);
                json!({
                    "text": text,
                    "range": texts.range(*span),
                    "outcome": one.map(|one| one.decision),
                    "why": one.map(|one| &one.why),
                })
            })
            .collect();
        json!({
            "puzzle": puzzle.puzzle,
            "range": texts.range(puzzle.span),
            "outdated": outdated,
            "expectations": all,
        })
    });
    Ok(puzzles.collect())
}
