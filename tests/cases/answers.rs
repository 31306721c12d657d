//! Bounds by scripts, numbers, items with errors, placement.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::support::{loaded, tested};
use puzzlec_analysis::Answer;
use puzzlec_base::Budget;
use puzzlec_search::{Options, Wanted};

/// A puzzle on a line of three cells with these items, rules, start, goal and claim.
fn line(items: &str, rules: &str, start: &str, goal: &str, claim: &str) -> Vec<String> {
    tested(&format!(
        "edition 1\npiece coin \"o\"\nrule plain {{ [ coin | empty ] -> [ empty | coin ] }}\n{items}\n\
         puzzle P {{ board line 3; rules {rules}; start row {start}; goal {goal}; expect {claim} }}\n"
    ))
}

#[test]
fn a_lying_bound_decides_nothing() {
    assert_eq!(tested(include_str!("lie.puzzle")), ["failed", "held", "held", "held"]);
}

#[test]
fn what_uses_an_item_with_an_error_has_no_answer() {
    assert_eq!(tested(include_str!("too-large.puzzle")), ["P0109"]);
    assert_eq!(tested(include_str!("lost-guard.puzzle")), ["P0109"]);
    let analysis = loaded(include_str!("lost-guard.puzzle"));
    let solved = analysis.solve(&analysis.puzzles()[0], &[], &Options::default(), Budget::unlimited());
    assert_eq!(solved.unwrap_err()[0].code.as_str(), "P0109");
    let twice = "rule twice { [ coin | empty ] -> [ empty | coin ] }\nrule twice { [ coin ] -> [ empty ] }";
    assert_eq!(line(twice, "twice", "o..", "row ..o", "solvable"), ["P0202"]);
    let bad = "rule bad(x: coin, y: empty; k: int = 9223372036854775807 + 1) { move x to y }";
    assert_eq!(line(bad, "bad(1)", "o..", "row ..o", "solvable"), ["P0512"]);
    // An item that is not used harms nobody.
    assert_eq!(line(bad, "plain", "o..", "row ..o", "solvable in 2 moves"), ["held"]);
}

#[test]
fn numbers_are_exact_or_refused() {
    let codes = tested(include_str!("overflow-goal.puzzle"));
    assert!(codes.is_empty(), "nothing is expected there: {codes:?}");
    let found: Vec<String> = loaded(include_str!("overflow-goal.puzzle"))
        .check(&Budget::unlimited())
        .iter()
        .map(|d| d.code.as_str().to_owned())
        .collect();
    assert_eq!(found, ["P0512"; 4]);
    let goal = |goal: &str, claim: &str| line("", "plain", "o..", goal, claim);
    assert_eq!(goal("count(coin) * 1000000000 == 1000000000", "solvable in 0 moves"), ["held"]);
    assert_eq!(goal("count(coin) <= 9223372036854775807", "solvable in 0 moves"), ["held"]);
    assert_eq!(goal("count(coin) < 0 - 9223372036854775807 - 1", "unsolvable"), ["held"]);
    assert_eq!(goal("count(coin) > 9223372036854775807", "unsolvable"), ["held"]);
    assert_eq!(goal("count(coin) - 9223372036854775807 < 0", "solvable"), ["P0512"]);
    assert_eq!(goal("where 6 / (columnof(a1) - 1) == 6", "unsolvable"), ["P0512"]);
    assert_eq!(goal("row ..o", "solvable in 9223372036854775808 moves"), ["P0109"]);
    assert_eq!(line("", "plain", "o*9223372036854775807", "row ..o", "solvable"), ["P0406"]);
    assert_eq!(line("", "plain", "o (.*0)*9223372036854775807 ..", "row ..o", "solvable"), ["held"]);
    let guard = |test: &str| {
        let rule = format!("rule r(x: coin, y: empty) {{ when {test}; move x to y }}");
        line(&rule, "r", ".o.", "row o..", "solvable in 1 move")
    };
    assert_eq!(guard("distance(x, y) <= abs(0 - 9223372036854775807 - 1)"), ["P0512"]);
    assert_eq!(guard("distance(x, y) % 0 == 0"), ["P0512"]);
    assert_eq!(guard("distance(x, y) * 9223372036854775807 > 0"), ["P0512"]);
    let nested = "(sum v in cells: (sum w in around v: (sum u in cells where c: c is coin: columnof(u))))";
    assert_eq!(guard(&format!("{nested} == 8")), ["held"]);
    assert_eq!(guard("(sum v in cells: (sum w in cells: 100000000000000000)) > 0"), ["P0512"]);
    // A quotient without a value leaves out the action, as a step off the board does.
    assert_eq!(guard("6 / (columnof(y) - 2) == 0 - 6"), ["held"]);
    assert_eq!(guard("6 / (columnof(y) - 1) == 3"), ["failed"]);
    // Rounded down, and a remainder is never negative.
    assert_eq!(guard("columnof(x) + 5 == 7 and 7 / (0 - 2) == 0 - 4 and (0 - 7) % (0 - 2) == 1"), ["held"]);
    let turn = "rule turn { [ coin | empty ] -> [ empty | coin ] along d+9223372036854775807 }";
    assert_eq!(line(turn, "turn", ".o.", "row o..", "solvable in 1 move"), ["held"]);
}

#[test]
fn placements_are_listed_and_counted() {
    assert_eq!(tested(include_str!("place-all.puzzle")), ["held"]);
    let analysis = loaded(include_str!("place-all.puzzle"));
    let options = Options { wanted: Wanted::All { listed: 9 }, ..Options::default() };
    let report = analysis.solve(&analysis.puzzles()[0], &[], &options, Budget::unlimited()).unwrap();
    let solutions = report.solutions.unwrap();
    assert_eq!((solutions.count.as_str(), solutions.listed.len()), ("2", 2));
    // Entries of one piece are one entry; ends have no order.
    let text = "edition 1\nuse gourds\npiece coin \"o\"\n\
        puzzle A { board line 3; place coin, coin; goal where count(coin) == 2; expect 3 solutions }\n\
        puzzle B { board line 4; place gourds.gourd R-G, gourds.gourd G-R; \
        goal colours \"\"\" ? ? ? ? \"\"\"; expect 4 solutions }\n\
        puzzle C { board line 3; place coin * 2; goal where count(coin) == 2; expect solvable in 2 pieces }\n";
    assert_eq!(tested(text), ["held", "held", "held"]);
}

#[test]
fn a_family_lays_any_of_its_members() {
    assert_eq!(tested(include_str!("place-family.puzzle")), ["held"; 5]);
    let text = "edition 1\npiece digit \"12\"\n\
        puzzle A { board line 2; place digit * 2; goal where count(digit) == 2; expect 4 solutions }\n\
        puzzle B { board line 2; place digit * 2; goal row 11; expect 1 solutions }\n\
        puzzle C { board line 3; place digit; goal where count(digit) == 1; expect 6 solutions }\n";
    assert_eq!(tested(text), ["held", "held", "held"]);
}

/// A time limit holds, with room for a program that is not optimised.
#[test]
fn a_placement_ends_within_its_time() {
    for text in [include_str!("timeout-overrun.puzzle"), include_str!("place-symmetries-slow.puzzle")] {
        let analysis = loaded(text);
        let begun = Instant::now();
        let budget =
            Budget::unlimited().with_deadline(Arc::new(move || begun.elapsed()), Duration::from_secs(1));
        let report = analysis.solve(&analysis.puzzles()[0], &[], &Options::default(), &budget).unwrap();
        assert!(!matches!(report.answer, Answer::Unsolvable { .. }));
        assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
    }
}

#[test]
fn a_claimed_grundy_value_is_compared_with_the_true_one() {
    let game = |items: &str, rules: &str, start: &str, last: &str, claims: &str| {
        tested(&format!(
            "edition 1\npiece coin \"o\"\nrule take(x: coin) {{ remove x }}\nrule go {{ [ coin | empty ] -> [ empty | coin ] }}\n\
             {items}\npuzzle P(grundy: 1..4 = 2) {{ board line 4; rules {rules}; start row {start}; \
             players 2, last to move {last}; {claims} }}\n"
        ))
    };
    // Coins on their own are heaps of one.
    assert_eq!(game("", "take", "oo.o", "wins", "expect grundy 1; expect grundy 0"), ["held", "failed"]);
    assert_eq!(
        game("", "take", "oo..", "wins", "expect grundy grundy - 2; expect grundy 1 - 1"),
        ["held", "held"]
    );
    // A row of two coins or of one: one heap.
    let pairs = "rule pair { [ coin | coin ] -> [ empty | empty ] }";
    assert_eq!(
        game(pairs, "pair, take", "oo..", "wins", "expect grundy 2 for grundy in 1..2"),
        ["held", "held"]
    );
    // A coin that runs to and fro.
    assert_eq!(game("", "go", "o...", "wins", "expect grundy 0"), ["failed"]);
    assert_eq!(
        game("", "go, take", "o...", "wins", "expect grundy 1; expect first player wins"),
        ["failed", "held"]
    );
    assert_eq!(game("", "take", "oo..", "loses", "expect grundy 0"), ["P0507"]);
    assert_eq!(game("", "take", "oo..", "wins", "expect grundy 0 - 1"), ["P0208"]);
}
