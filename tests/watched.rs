//! Files that a change concerns under `--watch`, on every system.

use std::collections::BTreeMap;
use std::path::Path;

use puzzlec::cli::Exit;
use puzzlec::cli::watched::{Known, Round, absolute};

#[test]
fn a_new_file_that_only_its_folder_tells_of_concerns_those_that_miss_one() {
    let files = |paths: &[&str]| -> Vec<String> { paths.iter().map(|p| (*p).to_owned()).collect() };
    let mut known = Known::default();
    let first = files(&["whole.puzzle", "wanting.puzzle"]);
    known.learn(&files(&["whole.puzzle"]), Round { exit: Exit::Clean, read: BTreeMap::new() });
    known.learn(&files(&["wanting.puzzle"]), Round { exit: Exit::Errors, read: BTreeMap::new() });
    let folder = [absolute(Path::new("."))];
    assert!(known.concerned(&first, &folder).is_empty());
    let now = files(&["new.puzzle", "wanting.puzzle", "whole.puzzle"]);
    let concerned = known.concerned(&now, &folder);
    assert_eq!(concerned, ["new.puzzle", "wanting.puzzle"].map(str::to_owned).into());
}
