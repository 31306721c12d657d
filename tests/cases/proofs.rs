//! Certificates that were accepted though they prove nothing, or refused though they are true.

use puzzlec_analysis::Analysis;
use puzzlec_base::diag::Stop;
use puzzlec_base::{Budget, Limit};
use puzzlec_checker::certificate::{Checked, read};
use puzzlec_model::project::DiskFiles;
use puzzlec_search::Options;
use puzzlec_task::certificate::{CertificateFile, Proof};

fn load(file: &str) -> Analysis {
    Analysis::load(&DiskFiles, &[format!("tests/cases/{file}.puzzle")])
}

fn document(file: &str) -> CertificateFile {
    let text = std::fs::read_to_string(format!("tests/cases/{file}.json")).unwrap();
    read(&text, &Budget::unlimited()).unwrap()
}

fn verify(puzzle: &str, certificate: &str) -> Checked {
    let analysis = load(puzzle);
    let document = document(certificate);
    let info = analysis.puzzles().iter().find(|p| p.name == document.puzzle).unwrap();
    analysis.verify(info, &document, Budget::unlimited()).unwrap()
}

fn rejected(puzzle: &str, certificate: &str, why: &str) {
    match verify(puzzle, certificate) {
        Checked::Rejected(told) => assert!(told.contains(why), "{told}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_window_that_nobody_stated_shows_no_plan_to_be_least() {
    rejected("window", "window-forged", "the board extends beyond the searched part");
}

#[test]
fn a_script_that_fails_says_nothing_about_the_goal() {
    rejected("goalerr", "goalerr-forged", "a script fails: ");
    rejected("goalbudget", "goalbudget-forged", "a script fails: ");
}

#[test]
fn a_script_that_is_stopped_decides_nothing() {
    let analysis = load("goalbudget");
    let cancel = puzzlec_base::CancelToken::default();
    cancel.cancel();
    let budget = Budget::unlimited().with_cancel(cancel);
    let told = analysis.verify(&analysis.puzzles()[0], &document("goalbudget-forged"), budget);
    assert!(matches!(told, Err(_) | Ok(Checked::Stopped(Stop::Limit(Limit::Cancelled)))), "{told:?}");
}

#[test]
fn a_puzzle_with_an_error_verifies_nothing() {
    let analysis = load("too-large");
    let told = analysis.verify(&analysis.puzzles()[0], &document("tl"), Budget::unlimited());
    assert!(told.is_err(), "{told:?}");
}

#[test]
fn patterns_beyond_the_last_piece_are_played() {
    let told = "a solution of 1 move, and none is shorter".to_owned();
    assert_eq!(verify("own-cert", "own-cert"), Checked::Verified(told));
}

#[test]
fn the_rule_of_a_step_decides_whose_run_it_is() {
    let told = "a solution of 1 sweep".to_owned();
    assert_eq!(verify("runs-merged", "runs-merged-1-sweep"), Checked::Verified(told));
}

#[test]
fn placements_that_are_impossible_are_confirmed_at_once() {
    for file in ["verify-open-15", "verify-slow-13"] {
        let analysis = load(file);
        let puzzle = &analysis.puzzles()[0];
        let budget = Budget::unlimited();
        let (_, written) = analysis.certify(puzzle, &[], &Options::default(), &budget).unwrap();
        let mut written = written.unwrap();
        let few = || Budget::unlimited().with_states(100_000);
        let told = analysis.verify(puzzle, &written, few()).unwrap();
        assert!(matches!(told, Checked::Verified(_)), "{file}: {told:?}");
        // By all arrangements, too.
        written.proof = Proof::Placement { lemmas: None };
        let told = analysis.verify(puzzle, &written, few()).unwrap();
        assert!(matches!(told, Checked::Verified(_)), "{file}: {told:?}");
    }
}

#[test]
fn formulas_without_a_choice_are_placements_that_are_impossible() {
    let analysis = Analysis::load(&DiskFiles, &["examples/gourds/hardness/formulas.puzzle".to_owned()]);
    for (puzzle, solvable) in analysis.puzzles().iter().zip([true, false, true, false]) {
        let budget = Budget::unlimited();
        let (_, written) = analysis.certify(puzzle, &[], &Options::default(), &budget).unwrap();
        let mut written = written.unwrap();
        let few = || Budget::unlimited().with_states(200_000);
        let told = analysis.verify(puzzle, &written, few()).unwrap();
        assert!(matches!(told, Checked::Verified(_)), "{told:?}");
        written.proof = Proof::Placement { lemmas: None };
        let told = analysis.verify(puzzle, &written, few()).unwrap();
        assert_eq!(matches!(told, Checked::Rejected(_)), solvable, "{told:?}");
    }
}

/// Any member of a family may be laid, which a proof has to try.
#[test]
fn placements_of_families_are_tried() {
    let analysis = load("place-family");
    assert_eq!(analysis.puzzles().len(), 5);
    for puzzle in analysis.puzzles() {
        let (_, written) = analysis.certify(puzzle, &[], &Options::default(), Budget::unlimited()).unwrap();
        let mut forged = written.unwrap();
        forged.proof = Proof::Placement { lemmas: None };
        let told = analysis.verify(puzzle, &forged, Budget::unlimited()).unwrap();
        assert!(matches!(told, Checked::Rejected(_)), "{}: {told:?}", puzzle.name);
    }
}

#[test]
fn a_board_with_an_end_has_no_margin() {
    let analysis = load("goalerr");
    let mut forged = document("goalerr-forged");
    forged.margin = Some(2);
    let told = analysis.verify(&analysis.puzzles()[0], &forged, Budget::unlimited()).unwrap();
    assert!(matches!(told, Checked::Rejected(_)), "{told:?}");
}

#[test]
fn a_line_has_one_row() {
    rejected("line-row", "line-row-forged", "step 1: there is no cell `b7`");
}

#[test]
fn a_small_file_does_not_ask_for_much_memory() {
    // Lists of small things take many times the memory of their text.
    let text = format!("{{\"proof\":{{\"kind\":\"closed\",\"levels\":[{}1]}}}}", "1,".repeat(300_000));
    let told = read(&text, &Budget::unlimited().with_bytes(1 << 20));
    assert!(matches!(told, Err(Checked::Stopped(Stop::Limit(Limit::Memory { .. })))), "{told:?}");
}
