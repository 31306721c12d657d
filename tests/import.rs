//! Puzzles of other tools: they become valid, formatted files with the known answers, and wrong ones are named with
//! their lines.

mod blocks;
mod collections;
mod hostile;
mod pddl;
mod peg;
mod puzzlescript;
mod sokoban;

use std::collections::BTreeMap;

use puzzlec_analysis::{Analysis, Answer, Outcome};
use puzzlec_base::{Budget, FileId};
use puzzlec_model::project::MemoryFiles;
use puzzlec_render::import::{Format, Imported, import};
use puzzlec_search::Options;
use puzzlec_syntax::format::format;
use puzzlec_task::Optimality;

/// The text is valid, without warnings, and as the formatter writes it.
#[track_caller]
fn valid(text: &str) -> Analysis {
    assert_eq!(format(FileId(0), text).as_deref(), Ok(text));
    let files = MemoryFiles(BTreeMap::from([("p.puzzle".to_owned(), text.to_owned())]));
    let analysis = Analysis::load(&files, &["p.puzzle".to_owned()]);
    let found = analysis.check(&Budget::unlimited());
    assert!(found.is_empty(), "{found:?}\n{text}");
    analysis
}

/// Imports a text of a format that its form shows, without a word of complaint.
#[track_caller]
fn imported(format: Format, text: &str) -> Analysis {
    assert_eq!(Format::of(text), Some(format), "{text}");
    let Imported { text, puzzles, diagnostics } = import(FileId(0), text, None);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let analysis = valid(&text);
    assert_eq!(analysis.puzzles().len(), puzzles);
    analysis
}

/// The least length of each puzzle, proved; `None` if it has no solution. All expectations hold.
#[track_caller]
fn lengths(analysis: &Analysis) -> Vec<Option<u64>> {
    let least = |puzzle| {
        let report = analysis.solve(puzzle, &[], &Options::default(), Budget::unlimited()).unwrap();
        for result in analysis.test(puzzle, &|| Budget::unlimited().into()).unwrap() {
            assert!(matches!(result.outcome, Outcome::Held), "{:?}", result.outcome);
        }
        match report.answer {
            Answer::Solved(plan) => {
                assert_eq!(plan.optimality, Optimality::Least);
                Some(plan.length)
            }
            Answer::Unsolvable { .. } => None,
            other => panic!("{other:?}"),
        }
    };
    analysis.puzzles().iter().map(least).collect()
}

/// What is said of a text: for each finding its code, its line from 1 with the text that it stands at, and its headline.
fn said(format: Format, text: &str) -> Vec<(&'static str, usize, String, String)> {
    let imported = import(FileId(0), text, Some(format));
    let line = |at: usize| text[..at].matches('\n').count() + 1;
    let each = imported.diagnostics.iter().map(|d| {
        let range = d.primary.span.range();
        (d.code.as_str(), line(range.start), text[range].to_owned(), d.headline.clone())
    });
    each.collect()
}

/// The one error of a text, with its line; nothing is imported.
#[track_caller]
fn refused(format: Format, text: &str, line: usize, at: &str, headline: &str) {
    let found = said(format, text);
    assert_eq!(found, [("P0821", line, at.to_owned(), headline.to_owned())], "{text}");
    assert_eq!(import(FileId(0), text, Some(format)).text, "");
}
