//! What tests share.
#![allow(dead_code)]

pub mod files;
pub mod keys;
#[cfg(feature = "cli")]
pub mod processes;
pub mod workers;

mod tour;

use puzzlec_analysis::{Analysis, Outcome};
use puzzlec_model::project::MemoryFiles;
use puzzlec_task::SearchContext;

/// The analysis of a text, in a file `p.puzzle`.
pub fn loaded(text: &str) -> Analysis {
    let files = MemoryFiles([("p.puzzle".to_owned(), text.to_owned())].into());
    Analysis::load(&files, &["p.puzzle".to_owned()])
}

/// By expectation of each puzzle `held`, `failed` or `undecided`; for a puzzle without meaning its codes.
pub fn tested(text: &str) -> Vec<String> {
    let analysis = loaded(text);
    let test = |puzzle| match analysis.test(puzzle, &SearchContext::unlimited) {
        Ok(results) => results
            .iter()
            .map(|r| match r.outcome {
                Outcome::Held => "held".to_owned(),
                Outcome::Failed { .. } => "failed".to_owned(),
                Outcome::Undecided { .. } => "undecided".to_owned(),
            })
            .collect::<Vec<_>>(),
        Err(found) => found.iter().map(|d| d.code.as_str().to_owned()).collect(),
    };
    analysis.puzzles().iter().flat_map(test).collect()
}

/// Whether random and exhaustive tests take all of their cases.
pub fn long() -> bool {
    std::env::var_os("PUZZLEC_FUZZ").is_some()
}

#[allow(unused_imports)]
pub use tour::*;
