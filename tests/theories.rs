//! A game that the program does not know is one folder and one line of a table, and reaches every place that
//! a theory reaches.

mod answers;
mod claims;
mod facts;
#[cfg(feature = "disk")]
mod sizes;
mod taking;
mod tokens;

use puzzlec_analysis::{Analysis, PuzzleInfo, Report};
use puzzlec_base::Budget;
use puzzlec_checker::certificate::Checked;
use puzzlec_model::project::MemoryFiles;
use puzzlec_search::Options;
use puzzlec_search::certificate::Unwritten;
use puzzlec_task::certificate::CertificateFile;
use puzzlec_theory::{Theories, Theory};

/// One line a game.
static TABLE: [&dyn Theory; 2] = [&taking::Taking, &tokens::Tokens];

fn table() -> &'static [&'static dyn Theory] {
    &TABLE
}

const TEXT: &str = r#"edition 1
piece token "t"

/// A step.
rule step { [ token | empty ] -> [ empty | token ] along right }
rule back { [ token | empty ] -> [ empty | token ] along left }
rule take { [ token ] -> [ empty ] }

theory tokens for step
theory taking for take

puzzle Right(n: 4..1000000 = 8) {
    board line n
    rules step
    start row t t .*(n-2)
    goal row .*(n-2) t t
}
puzzle Left { board line 5; rules step; start row . t t . .; goal row t . . . t }
puzzle Lost { board line 5; rules step; start row . t t . .; goal row t t . . t }
puzzle Endless { board line unbounded; rules step; start row t . t; goal row . . . . . t . t }
puzzle Both { board line 5; rules step, back; start row t . . . .; goal row . . . . t }
puzzle Duel { board line 5; rules take; start row t t . t .; players 2, last to move wins }
puzzle Even { board line 5; rules take; start row t . . t .; players 2, last to move wins }
"#;

/// The text with the theories of this file.
fn analysis() -> Analysis {
    of(TEXT, Theories(&TABLE))
}

fn of(text: &str, theories: Theories) -> Analysis {
    let files = MemoryFiles([("my.puzzle".to_owned(), text.to_owned())].into());
    Analysis::load(&files, &["my.puzzle".to_owned()]).with_theories(theories)
}

fn named<'a>(analysis: &'a Analysis, name: &str) -> &'a PuzzleInfo {
    analysis.puzzles().iter().find(|p| p.name == name).unwrap()
}

fn certified(
    analysis: &Analysis,
    name: &str,
    set: &[(String, i64)],
) -> (Report, Result<CertificateFile, Unwritten>) {
    analysis.certify(named(analysis, name), set, &Options::default(), Budget::unlimited()).unwrap()
}

fn verified(analysis: &Analysis, document: &CertificateFile) -> Checked {
    analysis.verify(named(analysis, &document.puzzle), document, Budget::unlimited()).unwrap()
}
