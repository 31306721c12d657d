//! Tests of cells off the board: one test is false, not all.

use puzzlec_analysis::Answer;
use puzzlec_base::Budget;
use puzzlec_base::diag::Diagnostic;
use puzzlec_checker::certificate::Checked;
use puzzlec_search::Options;
use puzzlec_task::certificate::CertificateFile;

use super::rules::load;

const CASES: [&str; 4] = [
    include_str!("off-the-board-goal.puzzle"),
    include_str!("off-the-board-nonogram.puzzle"),
    include_str!("off-the-board-rule.puzzle"),
    include_str!("off-the-board-unruly.puzzle"),
];

fn second(text: &str) -> String {
    text.replacen("edition 1", "edition 2", 1)
}

/// Whether the first puzzle can be solved, and the certificate, which is accepted.
fn solvable(text: &str) -> (bool, Option<CertificateFile>) {
    let analysis = load(text);
    let puzzle = &analysis.puzzles()[0];
    let (report, written) = analysis.certify(puzzle, &[], &Options::default(), Budget::unlimited()).unwrap();
    let written = written.ok();
    if let Some(written) = &written {
        let checked = analysis.verify(puzzle, written, Budget::unlimited()).unwrap();
        assert!(matches!(checked, Checked::Verified(_)), "{checked:?}");
    }
    match report.answer {
        Answer::Solved(_) => (true, written),
        Answer::Unsolvable { .. } => (false, written),
        other => panic!("{other:?}"),
    }
}

fn lints(text: &str) -> Vec<Diagnostic> {
    load(text).check(&Budget::unlimited()).into_iter().filter(|d| d.code.as_str() == "P0920").collect()
}

#[test]
fn the_authors_puzzles_can_be_solved() {
    for case in CASES {
        assert!(solvable(&second(case)).0, "{case}");
        assert!(lints(&second(case)).is_empty());
    }
}

#[test]
fn edition_1_keeps_its_meaning_and_is_warned_about() {
    for case in CASES {
        assert!(!solvable(case).0, "{case}");
        let found = lints(case);
        assert!(!found.is_empty(), "{case}");
        for lint in found {
            let fix = &lint.fixes[0].edits[0];
            let fixed =
                format!("{}{}{}", &case[..fix.span.range().start], fix.text, &case[fix.span.range().end..]);
            assert_eq!(fixed, second(case));
        }
    }
}

/// The answer of edition 1 says why it may not be the expected one.
#[test]
fn the_answer_in_edition_1_names_the_step() {
    let notes = |text: &str| {
        let analysis = load(text);
        analysis.solve(&analysis.puzzles()[0], &[], &Options::default(), Budget::unlimited()).unwrap().notes
    };
    for case in CASES {
        assert_eq!(notes(case).iter().filter(|note| note.contains("P0920")).count(), 1, "{case}");
        assert!(notes(&second(case)).iter().all(|note| !note.contains("P0920")), "{case}");
    }
}

#[test]
fn a_proof_of_one_edition_is_none_of_the_other() {
    let case = CASES[2];
    let (_, impossible) = solvable(case);
    let (_, plan) = solvable(&second(case));
    for (text, written) in [(second(case), impossible.unwrap()), (case.to_owned(), plan.unwrap())] {
        let analysis = load(&text);
        let checked = analysis.verify(&analysis.puzzles()[0], &written, Budget::unlimited()).unwrap();
        assert!(matches!(checked, Checked::Rejected(_)), "{checked:?}");
    }
}

/// The tests that hold for `x`, cell by cell of a line of three whose middle has a coin.
fn holding(edition: i64, test: &str) -> String {
    let cell = |at: usize| {
        let text = format!(
            "edition {edition}\npiece coin \"o\"\nrule stay(x: piece) {{ remove x }}\n\
             puzzle P {{ board line 3; rules stay; start row .o.; goal where any x in {}: {test} }}",
            ["a1", "b1", "c1"][at]
        );
        let analysis = load(&text);
        let model = analysis.model(&analysis.puzzles()[0], &[]).unwrap();
        puzzlec_checker::is_goal(&model, &puzzlec_checker::start(&model)).unwrap()
    };
    (0..3).map(|at| if cell(at) { '1' } else { '0' }).collect()
}

#[test]
fn one_test_is_false_where_its_cell_is_off_the_board() {
    // The test, and where it holds: in edition 1, in edition 2.
    for (test, first, second) in [
        ("step(x, right) is empty", "010", "010"),
        ("step(x, right) is not empty", "100", "101"),
        ("not (step(x, right) is empty)", "100", "101"),
        ("not (step(x, right) is not empty)", "010", "010"),
        ("step(x, right) is empty or x is empty", "110", "111"),
        ("x is empty and not (step(x, right) is empty)", "100", "101"),
        ("step(x, right) == c1", "010", "010"),
        ("step(x, right) != c1", "100", "101"),
        ("columnof(step(x, right)) == 3", "010", "010"),
        ("columnof(step(x, right)) != 3", "100", "101"),
        ("columnof(step(x, right)) < 3", "100", "100"),
        ("not (columnof(step(x, right)) < 3)", "010", "011"),
        ("columnof(step(x, right)) >= 3", "010", "010"),
        ("occupied(run(x, right, 2))", "000", "000"),
        ("not occupied(run(x, right, 2))", "110", "111"),
        ("all y in run(x, right, 2): y is empty", "000", "000"),
        ("not (all y in run(x, right, 2): y is coin)", "110", "111"),
        ("any y in run(x, right, 2): y is coin", "110", "110"),
        ("all y in (cells except x): not (step(y, right) is coin)", "000", "100"),
        ("count(cells where y: step(y, right) is coin) == 1", "000", "111"),
        ("adjacent(x, step(x, right))", "110", "110"),
        ("not adjacent(x, step(x, right))", "000", "001"),
        ("not (first(ray(x, right)) is coin)", "010", "011"),
        ("(min y in ray(x, right): columnof(y)) == 3", "010", "010"),
        ("(min y in ray(x, right): columnof(y)) != 3", "100", "101"),
        ("6 / (columnof(x) - 1) == 6 or x is empty", "011", "111"),
    ] {
        assert_eq!(holding(1, test), first, "edition 1: {test}");
        assert_eq!(holding(2, test), second, "edition 2: {test}");
    }
}
