//! Tests after moves, and costs.

use std::num::NonZero;

use crate::support::{loaded, tested};
use puzzlec_analysis::{Analysis, Answer};
use puzzlec_base::Budget;
use puzzlec_checker::certificate::Checked;
use puzzlec_search::{Method, Options, Wanted};
use puzzlec_task::certificate::{CertificateFile, Proof};

fn all_hold(text: &str) {
    let told = tested(text);
    assert!(!told.is_empty() && told.iter().all(|t| t == "held"), "{told:?}\n{text}");
}

/// The answer's certificate.
fn certified(analysis: &Analysis, wanted: Wanted) -> CertificateFile {
    let options = Options { method: Method::Auto, wanted, ..Options::default() };
    analysis.certify(&analysis.puzzles()[0], &[], &options, Budget::unlimited()).unwrap().1.unwrap()
}

fn verified(analysis: &Analysis, document: &CertificateFile) -> Checked {
    analysis.verify(&analysis.puzzles()[0], document, Budget::unlimited()).unwrap()
}

/// A coin that walks on a line of five cells with these statements of its rule and of its puzzle.
fn walk(rule: &str, puzzle: &str) -> String {
    format!(
        "piece coin \"o\"\npiece stone \"#\"\n\
         rule step(x: coin, y: empty) {{ when adjacent(x, y); move x to y; {rule} }}\n\
         rule jump(x: coin, y: empty) {{ when distance(x, y) == 2; move x to y; {rule} }}\n\
         puzzle P {{ board line 5; rules step, jump; start row o....; goal coin at e1; {puzzle} }}\n"
    )
}

#[test]
fn a_cell_is_forbidden_by_the_puzzle_or_by_the_rule() {
    all_hold(&walk("", "expect solvable in 2 moves"));
    all_hold(&walk("", "legal after c1 is empty; expect solvable in 3 moves"));
    all_hold(&walk("when after c1 is empty", "expect solvable in 3 moves"));
    all_hold(&walk("when after columnof(y) != 3 and x is empty", "expect solvable in 3 moves"));
    all_hold(&walk("", "legal after c1 is empty and d1 is empty; expect unsolvable"));
    all_hold(&walk("", "legal after c1 is empty; legal after d1 is empty; expect unsolvable"));
}

#[test]
fn the_start_is_not_tested() {
    all_hold(&walk("", "legal after a1 is empty; expect solvable in 2 moves"));
}

#[test]
fn a_test_without_a_value_allows_nothing() {
    all_hold(&walk("", "legal after step(a1, left) is empty; expect unsolvable"));
    // Beside the last cell there is none.
    all_hold(&walk("when after step(y, right) is empty", "expect unsolvable"));
    all_hold(&walk("when after count(coin) / count(stone) == 1", "expect unsolvable"));
}

#[test]
fn certificates_cover_the_tests() {
    let solvable = walk("", "legal after c1 is empty");
    let analysis = loaded(&solvable);
    let plan = certified(&analysis, Wanted::Least);
    let told = "a solution of 3 moves, and none is shorter".to_owned();
    assert_eq!(verified(&analysis, &plan), Checked::Verified(told));
    // A plan of the puzzle without the test is no plan.
    let free = loaded(&walk("", ""));
    let shorter = certified(&free, Wanted::Least);
    assert!(matches!(verified(&free, &shorter), Checked::Verified(_)));
    for strict in [&solvable, &walk("when after c1 is empty", "")] {
        let strict = loaded(strict);
        let told = verified(&strict, &shorter);
        assert!(matches!(&told, Checked::Rejected(_)), "{told:?}");
    }
}

#[test]
fn a_proof_for_stricter_tests_proves_nothing_without_them() {
    let strict = loaded(&walk("", "legal after c1 is empty and d1 is empty"));
    let proof = certified(&strict, Wanted::Least);
    assert!(matches!(verified(&strict, &proof), Checked::Verified(_)));
    for looser in ["", "legal after c1 is empty", "legal after d1 is empty"] {
        let told = verified(&loaded(&walk("", looser)), &proof);
        assert!(matches!(&told, Checked::Rejected(_)), "{looser}: {told:?}");
    }
}

#[test]
fn theories_do_not_take_puzzles_with_tests() {
    let text = "use peg\npuzzle P { board line 5; rules peg.jump; start row oo.oo; goal count(peg) == 1; \
                legal after e1 is peg; expect unsolvable }";
    let analysis = loaded(text);
    let proof = certified(&analysis, Wanted::Least);
    assert!(!matches!(proof.proof, Proof::Theory(_)), "{:?}", proof.proof);
    assert!(matches!(verified(&analysis, &proof), Checked::Verified(_)));
}

#[test]
fn rings_that_close_up_and_games_are_tested() {
    // The second of two coins may not be taken.
    let ring =
        "use removal\npuzzle P { board ring 4; rules removal.takeAndClose; start row 1.1.; goal empty; ";
    let free = tested(&format!("{ring} expect solvable }}"));
    assert_eq!(free, ["held"]);
    all_hold(&format!("{ring} legal after count(heads) + count(tails) >= 1; expect unsolvable }}"));
    let game = "piece coin \"o\"\nrule take(x: coin) { remove x }\n\
                puzzle P { board line 3; rules take; start row ooo; players 2, last to move wins; ";
    all_hold(&format!("{game} expect first player wins }}"));
    all_hold(&format!("{game} legal after count(coin) >= 1; expect second player wins; expect grundy 0 }}"));
}

#[test]
fn pieces_that_leave_an_endless_line_only_against_a_test_are_handled() {
    let text = "piece coin \"o\"\nrule step { [ coin | empty ] -> [ empty | coin ] }\n\
                puzzle P { board line unbounded; rules step; start row oo; goal anywhere row o.o; \
                legal after a1 is coin or b1 is coin; expect solvable }";
    all_hold(text);
    let counted = "piece coin \"o\"\nrule step { [ coin | empty ] -> [ empty | coin ] }\n\
                   puzzle P { board line unbounded; rules step; start row oo; goal empty; \
                   legal after count(empty) == 3 }";
    assert_eq!(tested_codes(counted), ["P0309"]);
}

fn tested_codes(text: &str) -> Vec<String> {
    let analysis = loaded(text);
    let info = &analysis.puzzles()[0];
    let found = analysis.solve(info, &[], &Options::default(), Budget::unlimited());
    found.err().unwrap_or_default().iter().map(|d| d.code.as_str().to_owned()).collect()
}

#[test]
fn misused_tests_are_reported_once() {
    let faults = |text: &str| -> Vec<String> {
        let analysis = loaded(text);
        let mut codes: Vec<String> = analysis.faults().iter().map(|d| d.code.as_str().to_owned()).collect();
        for info in analysis.puzzles() {
            codes.extend(
                analysis.model(info, &[]).err().into_iter().flatten().map(|d| d.code.as_str().to_owned()),
            );
        }
        codes.dedup();
        codes
    };
    assert_eq!(faults(&walk("", "legal after x is coin")), ["P0201"]);
    assert_eq!(faults(&walk("", "legal after 3")), ["P0504"]);
    assert_eq!(faults(&walk("when after 3", "")), ["P0504"]);
    assert_eq!(faults(&walk("when after z is coin", "")), ["P0201"]);
    assert_eq!(
        faults(
            "piece coin \"o\"\npuzzle P { board line 2; place coin; goal row o.; legal after a1 is coin }"
        ),
        ["P0520"]
    );
    assert_eq!(faults(&walk("when after x is empty; close x", "")), ["P0520"]);
    assert_eq!(faults(&walk("", "measure m = push")), ["P0201"]);
    assert_eq!(faults(&walk("cost x", "")), ["P0504"]);
    assert_eq!(faults(&walk("cost 1; cost 2", "")), ["P0111"]);
    // A variable may be called `after`.
    assert_eq!(
        faults(
            "piece coin \"o\"\nrule step(after: coin, y: empty) { when after is coin; when after != y; move after to y }\n\
                       puzzle P { board line 2; rules step; start row o.; goal row .o; expect solvable in 1 move }"
        ),
        Vec::<String>::new()
    );
}

#[test]
fn costs_decide_which_plan_is_least() {
    let measure =
        |rule: &str, what: &str, claim: &str| walk(rule, &format!("measure coins = {what}; expect {claim}"));
    all_hold(&measure("", "cost", "solvable in 2 coins"));
    all_hold(&measure("cost 4", "cost", "solvable in 8 coins"));
    all_hold(&measure("cost 4", "actions", "solvable in 2 coins"));
    all_hold(&measure("cost 0", "cost", "solvable in 0 coins"));
    // A jump costs four times a step.
    all_hold(&measure("cost 3 * distance(x, y) - 2", "cost", "solvable in 4 coins"));
    all_hold(&measure("cost columnof(y)", "cost", "solvable in 8 coins"));
    // Contents before the move: only the first move is dear.
    all_hold(&measure("cost 1 + 8 * count(coin, a1)", "cost", "solvable in 10 coins"));
    all_hold(&measure("", "jump", "solvable in 0 coins"));
    all_hold(&measure("", "step", "solvable in 0 coins"));
    all_hold(&measure("", "step, jump", "solvable in 2 coins"));
}

#[test]
fn the_checker_counts_costs_by_itself() {
    let text = walk("cost 1 + 8 * count(coin, a1) + columnof(y)", "measure coins = cost");
    let analysis = loaded(&text);
    let mut plan = certified(&analysis, Wanted::Least);
    assert!(matches!(verified(&analysis, &plan), Checked::Verified(_)));
    let Proof::Plan { length, .. } = &mut plan.proof else { panic!("{:?}", plan.proof) };
    *length -= 1;
    let told = verified(&analysis, &plan);
    assert!(matches!(&told, Checked::Rejected(_)), "{told:?}");
}

#[test]
fn costs_do_not_change_what_an_action_is() {
    let count = |rule: &str| {
        let analysis = loaded(&walk(rule, "measure coins = cost"));
        let budget = Budget::unlimited();
        let count = analysis
            .count(
                &analysis.puzzles()[0],
                &[],
                puzzlec_analysis::CountOf::Solutions,
                NonZero::<usize>::MIN,
                &budget,
            )
            .unwrap();
        count.count.shortest.map(|s| (s.length, s.solutions.to_string()))
    };
    assert_eq!(count(""), count("cost count(coin, around y) + 3 * count(coin, a1)"));
}

#[test]
fn within_a_cost() {
    let text = walk("cost 3 * distance(x, y) - 2", "measure coins = cost");
    let analysis = loaded(&text);
    let within = |most| {
        let options = Options { wanted: Wanted::Within(most), ..Options::default() };
        analysis.solve(&analysis.puzzles()[0], &[], &options, Budget::unlimited()).unwrap().answer
    };
    assert!(matches!(within(3), Answer::NotWithin { .. }));
    assert!(matches!(within(4), Answer::Solved(_)));
}

#[test]
fn costs_out_of_range_are_reported() {
    let code = |cost: &str| tested_codes(&walk(&format!("cost {cost}"), "measure coins = cost"));
    assert_eq!(code("columnof(y) - 3"), ["P0522"]);
    assert_eq!(code("count(coin, a1) - 1"), ["P0522"]);
    assert_eq!(code("1 / count(stone)"), ["P0522"]);
    assert_eq!(code("5000000000"), ["P0522"]);
}
