//! Every expectation of the examples and of the standard library holds, and none is skipped.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::path::{Path, PathBuf};

use puzzlec::analysis::{Analysis, Outcome};
use puzzlec::base::Budget;
use puzzlec::project::DiskFiles;

fn puzzle_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            puzzle_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "puzzle") {
            found.push(path);
        }
    }
}

#[test]
fn every_expectation_holds() {
    let mut files = Vec::new();
    puzzle_files(Path::new("examples"), &mut files);
    puzzle_files(Path::new("stdlib"), &mut files);
    let paths: Vec<String> = files.iter().map(|f| f.to_str().unwrap().to_owned()).collect();
    let analysis = Analysis::load(&DiskFiles, &paths);
    let errors: Vec<_> = analysis.check(&Budget::unlimited()).into_iter().filter(|d| d.is_error()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    let mut proved = 0;
    for puzzle in analysis.puzzles() {
        assert!(puzzle.expectations > 0, "{} expects nothing", puzzle.name);
        let results = analysis.test(puzzle, &Budget::unlimited).unwrap();
        assert!(results.len() >= puzzle.expectations, "{}", puzzle.name);
        for result in results {
            assert!(matches!(result.outcome, Outcome::Held), "{result:#?}");
            proved += 1;
        }
    }
    assert!(proved >= 155, "{proved}");
}
