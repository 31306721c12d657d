//! Any text, however broken, gets an answer at every place.

use std::fs;
use std::path::{Path, PathBuf};

use puzzlec_analysis::Analysis;
use puzzlec_analysis::ide::{
    Trigger, actions, complete, definition, highlights, hints, hover, lenses, occurrences, prepare_rename,
    references, rename, signature,
};
use puzzlec_base::{FileId, Span};
use puzzlec_model::project::MemoryFiles;

/// Asks everything at a place.
fn ask(analysis: &Analysis, file: FileId, offset: u32) {
    definition(analysis, file, offset);
    highlights(analysis, file, offset);
    hover(analysis, file, offset);
    complete(analysis, &MemoryFiles::default(), file, offset, Trigger::Invoked);
    signature(analysis, file, offset);
    let _ = prepare_rename(analysis, file, offset);
}

fn ask_once(analysis: &Analysis, file: FileId, offset: u32) {
    let whole = Span::new(file, 0, usize::MAX);
    for found in occurrences(analysis, file) {
        let text = analysis.sources().get(file).unwrap();
        assert!(text.text.get(found.span.range()).is_some(), "{found:?} stands between characters");
    }
    references(analysis, file, offset, true);
    let _ = rename(analysis, file, offset, "other");
    hints(analysis, file, whole);
    lenses(analysis, file);
    let diagnostics = analysis.faults();
    actions(analysis, file, whole, &diagnostics);
}

fn examples() -> Vec<PathBuf> {
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("examples")];
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "puzzle") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

#[test]
fn prefixes_of_examples_get_answers() {
    for (number, path) in examples().iter().enumerate() {
        let text = fs::read_to_string(path).unwrap();
        // Each example is cut at other places, so that all together meet most of them.
        let cuts = (0..=text.len()).filter(|c| text.is_char_boundary(*c) && (c + number).is_multiple_of(97));
        for cut in cuts {
            let files = MemoryFiles([("a.puzzle".to_owned(), text[..cut].to_owned())].into());
            let analysis = Analysis::load(&files, &["a.puzzle".to_owned()]);
            let end = u32::try_from(cut).unwrap();
            ask(&analysis, FileId(0), end);
            ask(&analysis, FileId(0), end / 2);
            ask_once(&analysis, FileId(0), end);
        }
    }
}

#[test]
fn places_that_are_none_get_answers() {
    let files = MemoryFiles([("a.puzzle".to_owned(), "piece é \"ö\" // é".to_owned())].into());
    let analysis = Analysis::load(&files, &["a.puzzle".to_owned()]);
    for offset in [0, 7, 8, 11, 12, 13, 17, 18, 19, 1000, u32::MAX] {
        ask(&analysis, FileId(0), offset);
        ask(&analysis, FileId(7), offset);
        ask_once(&analysis, FileId(0), offset);
    }
}
