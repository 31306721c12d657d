//! A proof about coins says nothing of another game.

use puzzlec_checker::certificate::Checked;
use puzzlec_proofs::coin_moving::proof::Proof;
use serde_json::Value;

use super::{body, checked, model};

const HEAD: &str = "edition 1\npiece coin \"o\"\npiece stone \"s\"\n";
const RULE: &str = "rule go(x: coin, y: empty) { when count(coin, around y except x) >= 2; move x to y }";
/// No coin of the goal touches two others, so that the game of coins does not reach it.
const ENDS: &str = "start \"\"\"\n o o o\n . . .\n\"\"\"; goal \"\"\"\n o . o\n . . o\n\"\"\"";

/// What the checker says of the puzzle with other rules and ends.
fn says(rules: &str, puzzle: &str) -> Checked {
    let text = format!("{HEAD}{rules}\npuzzle P {{ {puzzle} }}");
    checked(&model(&text), &body(Proof::NoLastMove {}))
}

fn refused(rules: &str, puzzle: &str) -> String {
    match says(rules, puzzle) {
        Checked::Rejected(why) => why,
        other => panic!("{rules} {puzzle} {other:?}"),
    }
}

fn accepted(rules: &str, puzzle: &str) {
    let says = says(rules, puzzle);
    assert!(matches!(says, Checked::Verified(_)), "{rules} {puzzle} {says:?}");
}

const PLANE: &str = "board square unbounded; rules go; ";

#[test]
fn rules_that_only_move_coins_to_two_others() {
    for guard in [
        "count(coin, around y except x) >= 2",
        "count(coin, around y except x) > 1",
        "count(coin, around y except x) == 2",
        "2 <= count(coin, around y except x)",
        "1 < count(piece, around y except x)",
        "count(coin, around y except x) >= 3",
        "count(coin, around y except x) >= 2 and distance(x, y) <= 3",
    ] {
        accepted(
            &format!("rule go(x: coin, y: empty) {{ when {guard}; move x to y }}"),
            &format!("{PLANE}{ENDS}"),
        );
    }
    let other = "rule go(y: cell, x: cell) { when x is coin and y is empty\n\
                 when count(coin, around y except x) >= 2\n move x to y }";
    accepted(other, &format!("{PLANE}{ENDS}"));
    // A coin and an empty cell change places.
    let swap = "rule go(x: coin, y: empty) { when count(coin, around y except x) >= 2 and adjacent(x, y); swap x with y }";
    accepted(swap, &format!("{PLANE}{ENDS}"));
    let two = format!(
        "{RULE}\nrule slow(x: coin, y: empty) {{ when adjacent(x, y) and count(coin, around y except x) >= 2; move x to y }}"
    );
    accepted(&two, &format!("board square unbounded; rules go, slow; {ENDS}"));
}

#[test]
fn rules_that_do_more() {
    for rule in [
        "rule go(x: coin, y: empty) { when count(coin, around y) >= 2; move x to y }",
        "rule go(x: coin, y: empty) { when count(coin, around y except x) >= 1; move x to y }",
        "rule go(x: coin, y: empty) { when count(coin, around y except x) != 2; move x to y }",
        "rule go(x: coin, y: empty) { when count(coin, around y except x) <= 2; move x to y }",
        "rule go(x: coin, y: empty) { when 2 >= count(coin, around y except x); move x to y }",
        "rule go(x: coin, y: empty) { when count(coin, around x except y) >= 2; move x to y }",
        "rule go(x: coin, y: empty) { when count(coin, around y except y) >= 2; move x to y }",
        "rule go(x: coin, y: empty) { when count(empty, around y except x) >= 2 and adjacent(x, y); move x to y }",
        "rule go(x: coin, y: empty) { when count(coin, around y except x) >= 2 or adjacent(x, y); move x to y }",
        "rule go(x: coin, y: empty) { when not count(coin, around y except x) >= 2 and adjacent(x, y); move x to y }",
        "rule go(x: coin, y: empty) { when count(coin, around y except x) >= 2; move x to y; put coin at x }",
        "rule go(x: coin, y: empty) { when count(coin, around y except x) >= 2; put coin at y }",
        "rule go(x: coin, y: cell) { when count(coin, around y except x) >= 2; move x to y }",
        "rule go(x: cell, y: empty) { when count(coin, around y except x) >= 2 and occupied(y); move x to y }",
        "rule go { [ coin | empty ] -> [ empty | coin ] }",
    ] {
        let text = format!("{HEAD}{rule}\npuzzle P {{ board square 3 by 2; rules go; {ENDS} }}");
        let says = checked(&model(&text), &body(Proof::NoLastMove {}));
        let Checked::Rejected(why) = says else { panic!("{rule} {says:?}") };
        assert_eq!(why, "not every move takes a coin to a free cell beside two others", "{rule}");
    }
    let both = format!("{RULE}\nrule slide {{ [ coin | empty ] -> [ empty | coin ] }}");
    refused(&both, &format!("board square 3 by 2; rules go, slide; {ENDS}"));
}

#[test]
fn boards() {
    accepted(RULE, &format!("board square 3 by 2; rules go; {ENDS}"));
    accepted(RULE, &format!("{PLANE}window 2; {ENDS}"));
    for board in ["square diagonal 3 by 2", "hex 3 by 2"] {
        let ends = ENDS.replace("\n . ", "\n. ").replace("\n o ", "\no ");
        let text = format!(
            "{HEAD}{RULE}\npuzzle P {{ board {board}; rules go; {} }}",
            if board.starts_with("hex") {
                "start coin at a1, b1, c1; goal only coin at a1, c1, c2".to_owned()
            } else {
                ends
            }
        );
        let says = checked(&model(&text), &body(Proof::NoLastMove {}));
        assert_eq!(says, Checked::Rejected("the board is no part of the square grid".to_owned()), "{board}");
    }
    let graph = "board graph { a-b b-c c-d d-a }; rules go; start coin at a, b, c; goal only coin at a, b, d";
    refused(RULE, graph);
    let ring = "board ring 6; rules go; start row o o o . . .; goal row o . o . o .";
    refused(RULE, ring);
}

#[test]
fn goals() {
    let start = "start \"\"\"\n o o o\n . . .\n\"\"\"";
    let small = "board square 3 by 2; rules go; ";
    accepted(RULE, &format!("{small}{start}; goal only coin at a1, c1, c2"));
    // Every position of the goal is that one, whatever else is asked of it.
    accepted(RULE, &format!("{small}{start}; goal \"\"\"\n o . o\n . . o\n\"\"\" and count(coin) == 3"));
    for goal in [
        "goal \"\"\"\n o . o\n . . ?\n\"\"\"",
        "goal count(coin) == 3",
        "goal coin at a1",
        "goal coin at a1, c1, c2 and empty(b1)",
    ] {
        refused(RULE, &format!("{small}{start}; {goal}"));
    }
    // The start is a goal.
    refused(RULE, &format!("{small}{start}; goal only coin at a1, b1, c1"));
}

#[test]
fn each_goal_has_its_proof() {
    let one = serde_json::to_value(Proof::NoLastMove {}).unwrap();
    let proofs = |n: usize| serde_json::json!({ "goals": vec![one.clone(); n] });
    let checked = |goal: &str, body: &Value| {
        let start = "start \"\"\"\n o o o .\n . . . .\n . . o .\n\"\"\"";
        let text = format!("{HEAD}{RULE}\npuzzle P {{ {PLANE}{start}; goal {goal} }}");
        matches!(checked(&model(&text), body), Checked::Verified(_))
    };
    let two = "only coin at a1, c1, c2, c3 or only coin at a1, a3, c1, c3";
    // The first of the goals has a coin that touches two others.
    assert!(!checked(two, &proofs(2)));
    let lonely = "only coin at a1, c1, a2, c3 or only coin at a1, a3, c1, c3";
    assert!(checked(lonely, &proofs(2)));
    assert!(!checked(lonely, &proofs(1)) && !checked(lonely, &proofs(3)) && !checked(lonely, &proofs(0)));
    // The start lies in three columns and three rows, so that this goal has four places.
    let anywhere = "anywhere \"\"\"\n o .\n . o\n\"\"\"";
    assert!(checked(anywhere, &proofs(4)));
    assert!(!checked(anywhere, &proofs(3)) && !checked(anywhere, &proofs(5)));
    // A goal that is wider than that has none.
    assert!(checked("anywhere \"\"\" o . . . o \"\"\"", &proofs(0)));
    // These have goals, though no configuration is said, and the endless plane lists none of its cells.
    for open in
        ["where not a1 is coin", "where a1 is empty", "coin at b2", "where count(coin, a1 union b1) > 0"]
    {
        assert!(!checked(open, &proofs(0)) && !checked(open, &proofs(1)), "{open}");
    }
}

#[test]
fn pieces() {
    // Stones count as coins: what holds for cells with pieces holds for coins.
    let both =
        "rule go(x: coin or stone, y: empty) { when count(piece, around y except x) >= 2; move x to y }";
    accepted(
        both,
        &format!("{PLANE}start \"\"\"\n o s o\n . . .\n\"\"\"; goal \"\"\"\n o . s\n . . o\n\"\"\""),
    );
    // They change places, and no proof sees it.
    let say = refused(both, &format!("{PLANE}start \"\"\"\n o s o\n\"\"\"; goal \"\"\"\n s o o\n\"\"\""));
    assert_eq!(say, "the start is a goal");
    let pair = "piece gourd { cells 2 }\nrule go(x: gourd, d: direction) { when count(gourd, around x) >= 1; shift x towards d }";
    let ends = "start \"\"\"\n 1 2\n . .\n\"\"\"; goal \"\"\"\n 1 .\n 2 .\n\"\"\"";
    assert_eq!(
        refused(pair, &format!("board square 2 by 2; rules go; {ends}")),
        "a piece covers several cells"
    );
}

#[test]
fn scripts() {
    // Fewer moves do not make a plan, and the goal may be anything that a script says.
    let legal = "legal script \"\"\"\n fn legal(position, move) { move.rule == \"go\" }\n\"\"\"";
    accepted(RULE, &format!("board square 3 by 2; rules go; {ENDS}; {legal}"));
    let goal = "goal script \"\"\"\n fn goal(position) { true }\n\"\"\"";
    let start = "start \"\"\"\n o o o\n . . .\n\"\"\"";
    refused(RULE, &format!("board square 3 by 2; rules go; {start}; {goal}"));
    let moves = "rule odd = script \"\"\"\n fn moves(position) { [] }\n\"\"\" per position";
    refused(&format!("{RULE}\n{moves}"), &format!("board square 3 by 2; rules go, odd; {ENDS}"));
}
