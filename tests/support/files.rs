//! Where the puzzles of this repository are.

use std::path::{Path, PathBuf};

/// All puzzle files below these folders, as paths; those of puzzles with keys are tested by themselves.
pub fn puzzle_files(folders: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for folder in folders {
        walk(Path::new(folder), &mut found);
    }
    found.iter().map(|f| f.to_str().unwrap().to_owned()).collect()
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.ends_with("examples/keys") {
            continue;
        }
        if path.is_dir() {
            walk(&path, found);
        } else if path.extension().is_some_and(|e| e == "puzzle") {
            found.push(path);
        }
    }
}
