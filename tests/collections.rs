//! Many files: what is done for each does not depend on how many there are, and nothing ends in silence.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::cell::Cell;
use std::collections::BTreeMap;

use puzzlec_analysis::host::Host;
use puzzlec_analysis::{Analysis, ide};
use puzzlec_base::Budget;
use puzzlec_model::project::{Entry, FileSystem, MemoryFiles, Parses, ReadError, SearchPath, load_again};

/// Files that count how often they are asked.
struct Counting {
    files: MemoryFiles,
    asked: Cell<usize>,
}

impl Counting {
    fn count(&self) {
        self.asked.set(self.asked.get() + 1);
    }
}

impl FileSystem for Counting {
    fn read(&self, path: &str) -> Result<String, ReadError> {
        self.count();
        self.files.read(path)
    }

    fn is_file(&self, path: &str) -> bool {
        self.count();
        self.files.is_file(path)
    }

    fn entries(&self, folder: &str) -> Vec<Entry> {
        self.count();
        self.files.entries(folder)
    }
}

fn puzzle(n: usize) -> String {
    format!(
        "edition 1\nuse peg\nuse boards\n\npuzzle Row{n} {{\n    board boards.Row\n    rules peg.jump\n    \
         start row \"oo..\"\n    goal count(peg.peg) == 1\n    expect solvable\n}}\n"
    )
}

fn collection(files: usize) -> (MemoryFiles, Vec<String>) {
    let boards = "edition 1\nboard Row = square \"\"\"\n    . . . .\n\"\"\"\n";
    let mut all = BTreeMap::from([("/p/boards.puzzle".to_owned(), boards.to_owned())]);
    all.extend((0..files).map(|n| (format!("/p/row{n:05}.puzzle"), puzzle(n))));
    let paths = all.keys().cloned().collect();
    (MemoryFiles(all), paths)
}

/// How often files are asked while a collection is loaded.
fn asked(files: usize) -> usize {
    let (files, paths) = collection(files);
    let files = Counting { files, asked: Cell::new(0) };
    let analysis = Analysis::load(&files, &paths);
    assert_eq!(analysis.faults(), Vec::new());
    files.asked.get()
}

#[test]
fn a_file_is_loaded_with_the_same_number_of_questions_however_many_there_are() {
    let (few, many) = (asked(50), asked(200));
    assert!(many <= 4 * few, "{few} for 50 files, {many} for 200");
}

#[test]
fn a_change_of_one_file_parses_that_file_only() {
    let (mut files, paths) = collection(300);
    let mut parses = Parses::default();
    let search = SearchPath::default();
    load_again(&files, &paths, &search, &mut parses);
    // And the module of the standard library.
    assert_eq!(parses.parsed(), 302);
    load_again(&files, &paths, &search, &mut parses);
    assert_eq!(parses.parsed(), 302);
    *files.0.get_mut("/p/row00123.puzzle").unwrap() += "// A comment.\n";
    load_again(&files, &paths, &search, &mut parses);
    assert_eq!(parses.parsed(), 303);
}

#[test]
fn a_collection_is_checked_as_each_of_its_files() {
    let (mut files, paths) = collection(100);
    let broken = [
        ("/p/row00020.puzzle", "start row", "start rows"),
        ("/p/row00040.puzzle", "\"oo..\"", "\"oo.\""),
        ("/p/row00060.puzzle", "rules peg.jump", "rules peg.jumps"),
        ("/p/row00080.puzzle", "puzzle Row80", "piece Row80 \"a\"\npuzzle Row80"),
        ("/p/row00090.puzzle", "use peg\n", "use peg\nuse gourds\n"),
    ];
    for (path, old, new) in broken {
        let text = files.0.get_mut(path).unwrap();
        assert!(text.contains(old));
        *text = text.replacen(old, new, 1);
    }
    let together = Analysis::load(&files, &paths);
    let words = |analysis: &Analysis| -> Vec<String> {
        let name = |file| analysis.sources().get(file).unwrap().name.clone();
        let found = analysis.check(&Budget::unlimited());
        found.iter().map(|d| format!("{} {:?} {}", name(d.primary.span.file), d.code, d.headline)).collect()
    };
    let mut apart: Vec<String> =
        paths.iter().flat_map(|path| words(&Analysis::load(&files, std::slice::from_ref(path)))).collect();
    let mut all = words(&together);
    assert!(all.len() >= broken.len(), "{all:?}");
    apart.sort();
    all.sort();
    assert_eq!(all, apart);
}

/// An editor that has a collection as its folder, with `boards.puzzle` open.
fn editor(files: usize) -> Host {
    let (files, _) = collection(files);
    let boards = files.0["/p/boards.puzzle"].clone();
    let mut host = Host::new(Box::new(files));
    host.set_folders(&["/p".to_owned()]);
    host.open("/p/boards.puzzle", &boards, 1);
    host
}

#[test]
fn a_name_is_changed_in_all_files() {
    let mut host = editor(1500);
    assert_eq!(host.unread(), None);
    let snapshot = host.snapshot();
    let file = snapshot.file("/p/boards.puzzle").unwrap();
    let edits = ide::rename(snapshot.analysis(), file, 16, "Line").unwrap();
    assert_eq!(edits.len(), 1501);
}

#[test]
fn a_name_is_not_changed_where_files_are_not_read() {
    let mut host = editor(16_400);
    assert_eq!(host.unread(), Some("the workspace has more than 16,384 puzzle files"));
    let snapshot = host.snapshot();
    let file = snapshot.file("/p/boards.puzzle").unwrap();
    let refused = ide::rename(snapshot.analysis(), file, 16, "Line").unwrap_err();
    assert!(refused.contains("16,384") && refused.contains("`Row`"), "{refused}");
    assert_eq!(ide::prepare_rename(snapshot.analysis(), file, 16), Err(refused));
}
