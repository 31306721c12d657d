//! Any text has answers, and they fit it.

use proptest::prelude::*;
use puzzlec_analysis::Analysis;
use puzzlec_analysis::ide::{self, Symbol};
use puzzlec_base::{FileId, Span};
use puzzlec_model::project::MemoryFiles;

use crate::ide_syntax::shown::{FIRST, applied, one};
use crate::support::files::puzzle_files;
use crate::support::texts;

/// Asks everything of a file and checks that the answers fit its text.
fn ask(a: &Analysis, file: FileId, steps: usize) {
    let text: &str = &a.sources().get(file).unwrap().text;
    let fits =
        |s: Span| assert!(s.start <= s.end && text.get(s.start as usize..s.end as usize).is_some(), "{s:?}");
    let mut end = 0;
    for token in ide::tokens(a, file) {
        fits(token.span);
        assert!(end <= token.span.start && token.span.start < token.span.end, "{token:?}");
        assert!(!text[token.span.start as usize..token.span.end as usize].contains(['\n', '\r']));
        end = token.span.end;
    }
    ide::symbols(a, file).iter().for_each(|s| inside(s, &fits));
    ide::folds(a, file).iter().for_each(|f| fits(f.span));
    ide::links(a, file).iter().for_each(|l| fits(l.span));
    let length = u32::try_from(text.len()).unwrap();
    for at in (0..=length + 2).step_by(steps) {
        let spans = ide::selection(a, file, at);
        spans.iter().for_each(|s| fits(*s));
        for pair in spans.windows(2) {
            assert!(pair[1].start <= pair[0].start && pair[0].end <= pair[1].end && pair[0] != pair[1]);
        }
        for c in ['\n', '}'] {
            applied(text, &ide::format_on_type(a, file, at, c));
        }
    }
    let span = Span { file, start: length / 3, end: length / 2 };
    applied(text, &ide::format_range(a, file, span));
    let Ok(edits) = ide::format(a, file) else { return };
    if a.project().modules.iter().any(|m| m.file == file) {
        let result = applied(text, &edits.unwrap_or_default());
        let expected = puzzlec_syntax::format::format(file, text).unwrap();
        assert_eq!(result.replace("\r\n", "\n"), expected.replace("\r\n", "\n"));
    } else {
        assert_eq!(edits, None);
    }
}

fn inside(symbol: &Symbol, fits: &dyn Fn(Span)) {
    assert!(!symbol.name.is_empty());
    fits(symbol.span);
    let (whole, name) = (symbol.span, symbol.name_span);
    assert!(whole.start <= name.start && name.end <= whole.end, "{symbol:?}");
    symbol.children.iter().for_each(|c| inside(c, fits));
}

#[test]
fn every_example_has_answers() {
    let paths = puzzle_files(&["examples", "stdlib"]);
    let a = Analysis::load(&puzzlec_model::project::DiskFiles, &paths);
    let files: Vec<FileId> = a.sources().iter().map(|f| f.0).collect();
    for file in files {
        ask(&a, file, 97);
        if a.project().modules.iter().any(|m| m.file == file) {
            assert_eq!(ide::format(&a, file), Ok(None), "{}", a.sources().get(file).unwrap().name);
            assert!(!ide::symbols(&a, file).is_empty());
        }
        // The description of a plugin is a source, too, but no text of the language.
        let name = &a.sources().get(file).unwrap().name;
        assert_eq!(ide::tokens(&a, file).is_empty(), name.ends_with(".toml"), "{name}");
    }
}

#[test]
fn every_beginning_of_an_example_has_answers() {
    for path in puzzle_files(&["examples", "stdlib", "tests/fixtures"]) {
        let text = std::fs::read_to_string(&path).unwrap();
        // Every byte of the short ones; of the others as many as there is time for.
        for end in (0..text.len()).step_by(1 + text.len() / 80).filter(|e| text.is_char_boundary(*e)) {
            let start = &text[..end];
            ask(&one(start), FIRST, 1 + end / 3);
        }
    }
}

#[test]
fn every_beginning_of_a_script_has_answers() {
    let script = include_str!("../../examples/scripts/sokoban.rhai");
    for end in (0..script.len()).step_by(7).filter(|e| script.is_char_boundary(*e)) {
        let texts = [("a.puzzle", "rule r = script \"r.rhai\""), ("r.rhai", &script[..end])];
        let a = crate::ide_syntax::shown::files(&texts);
        ask(&a, FileId(1), 1 + end / 3);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_has_answers(text in texts()) {
        let files = MemoryFiles([("a.puzzle".to_owned(), text.clone()), ("x.rhai".to_owned(), text)].into());
        let a = Analysis::load(&files, &["a.puzzle".to_owned()]);
        ask(&a, FIRST, 3);
    }

    #[test]
    fn any_script_has_answers(text in texts()) {
        let a = crate::ide_syntax::shown::files(&[("a.puzzle", "rule r = script \"r.rhai\""), ("r.rhai", &text)]);
        ask(&a, FileId(1), 3);
    }
}
