//! Scripts of a puzzle, asked while it is checked, solved and verified.

mod agree;
mod bounds;
mod checks;
mod invariants;
mod limits;

use std::collections::BTreeMap;

use puzzlec_analysis::{Analysis, Answer, PuzzleInfo, Report};
use puzzlec_base::Budget;
use puzzlec_base::diag::Diagnostic;
use puzzlec_model::project::MemoryFiles;
use puzzlec_search::{Method, Options, Wanted};

/// Loads a text that stands in memory.
pub fn load(text: &str) -> Analysis {
    let files = MemoryFiles(BTreeMap::from([("a.puzzle".to_owned(), text.to_owned())]));
    Analysis::load(&files, &["a.puzzle".to_owned()])
}

/// The puzzle of this name.
pub fn puzzle<'a>(analysis: &'a Analysis, name: &str) -> &'a PuzzleInfo {
    analysis.puzzles().iter().find(|p| p.name == name).unwrap()
}

/// What `check` says, as codes with headlines.
pub fn checked(text: &str) -> Vec<String> {
    let told = |d: &Diagnostic| format!("{} {}", d.code.as_str(), d.headline);
    load(text).check(&Budget::unlimited()).iter().map(told).collect()
}

/// What solving says.
pub fn solved(text: &str, name: &str, options: &Options) -> Result<Report, Vec<Diagnostic>> {
    let analysis = load(text);
    analysis.solve(puzzle(&analysis, name), &[], options, Budget::unlimited())
}

/// The length of a least solution; none where there is no solution.
pub fn least(text: &str, name: &str) -> Option<u64> {
    length(&solved(text, name, &Options::default()).unwrap())
}

/// The length of what was found; none where there is no solution.
pub fn length(report: &Report) -> Option<u64> {
    match &report.answer {
        Answer::Solved(plan) => Some(plan.length),
        Answer::Unsolvable { .. } => None,
        other => panic!("{other:?}"),
    }
}

/// A least solution by this method.
pub fn by(method: Method) -> Options {
    Options::from(method)
}

/// Any solution.
pub fn any() -> Options {
    Options { wanted: Wanted::Any, ..Options::default() }
}
