//! The results of jobs.

use std::sync::Arc;

use puzzlec_analysis::PlannedAnswer;
use puzzlec_analysis::host::{Meaning, Snapshot};
use puzzlec_base::diag::Diagnostic;
use serde::Serialize;

/// A puzzle: the path of its file, and its name.
pub(crate) type Key = (String, String);

/// The result of a job.
#[derive(Clone, Debug)]
pub(crate) struct JobOutcome {
    /// In a few words, such as `31 moves`.
    pub(crate) label: String,
    /// In one line.
    pub(crate) line: String,
    /// The solution, if there is one.
    pub(crate) solution: Option<Solution>,
    /// The answer for pages, if one was searched for.
    pub(crate) plan: Option<Arc<PlannedAnswer>>,
    /// A document with its extension, such as a theory's facts or a generated file. It is shown, and is not an answer to the
    /// puzzle.
    pub(crate) page: Option<(String, &'static str)>,
    /// Expectations that do not hold, or why it could not be begun.
    pub(crate) wrong: Vec<Diagnostic>,
    /// What was decided about expectations; `None` if they were not tested.
    pub(crate) tested: Option<Vec<Decided>>,
    /// Whether it was stopped by the user.
    pub(crate) cancelled: bool,
    /// Whether a solution was looked for.
    pub(crate) solving: bool,
    /// The meaning of the puzzle that it belongs to; `None` if there was no such puzzle.
    pub(crate) of: Option<Meaning>,
}

impl JobOutcome {
    /// The current meaning of the puzzle, if this outcome is still valid.
    pub(crate) fn holds(&self, snapshot: &Snapshot, key: &Key) -> Option<Meaning> {
        let now = snapshot.meaning_of(&key.0, &key.1)?;
        (self.of.as_ref() == Some(&now)).then_some(now)
    }
}

/// What was decided about an expectation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decided {
    /// Its place among the expectations of the puzzle.
    pub(crate) number: usize,
    /// The statement in one line.
    pub(crate) text: String,
    /// The decision.
    pub(crate) decision: Decision,
    /// Why it does not hold or is not decided.
    pub(crate) why: String,
}

/// A decision, from the best to the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Decision {
    /// It holds.
    Held,
    /// A limit came first.
    Undecided,
    /// It is false.
    Failed,
}

/// A solution, step by step.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub(crate) struct Solution {
    /// The puzzle's name and title.
    pub(crate) title: String,
    /// The length, in words.
    pub(crate) label: String,
    /// The start as a picture, one string a row.
    pub(crate) start: Vec<String>,
    /// The steps.
    pub(crate) steps: Vec<Step>,
    /// Whether the puzzle has changed since.
    pub(crate) outdated: bool,
}

/// A step of a solution.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub(crate) struct Step {
    /// In short: `d2-d4`.
    pub(crate) notation: String,
    /// The position after it as a picture, one string a row.
    pub(crate) after: Vec<String>,
}
