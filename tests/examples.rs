//! Every expectation of the examples and of the standard library holds, and none is skipped.

use crate::support::{files, keys};
use files::puzzle_files;
use puzzlec_analysis::{Analysis, Outcome};
use puzzlec_base::Budget;
use puzzlec_model::project::DiskFiles;
use puzzlec_task::SearchContext;

#[test]
fn every_expectation_of_puzzles_with_keys_holds() {
    let mut proved = 0;
    for entry in std::fs::read_dir("examples/keys").unwrap() {
        proved += keys::hold(&std::fs::read_to_string(entry.unwrap().path()).unwrap());
    }
    assert!(proved >= 4, "{proved}");
}

#[test]
fn every_expectation_holds() {
    let paths = puzzle_files(&["examples", "stdlib"]);
    let analysis = Analysis::load(&DiskFiles, &paths);
    let errors: Vec<_> = analysis.check(&Budget::unlimited()).into_iter().filter(|d| d.is_error()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    let mut proved = 0;
    for puzzle in analysis.puzzles() {
        assert!(puzzle.expectations > 0, "{} expects nothing", puzzle.name);
        let results = analysis.test(puzzle, &SearchContext::unlimited).unwrap();
        assert!(results.len() >= puzzle.expectations, "{}", puzzle.name);
        for result in results {
            assert!(matches!(result.outcome, Outcome::Held), "{result:#?}");
            proved += 1;
        }
    }
    assert!(proved >= 155, "{proved}");
}
