//! Puzzles that are the game, and puzzles that only look like it.

use puzzlec_model::Model;
use puzzlec_task::certificate::Winner;
use serde_json::{Value, json};

use super::{HEAD, at_least, impossible, models, wins};
use crate::games;

fn body(kind: &str) -> Value {
    json!({"kind": kind, "coin": "a1"})
}

/// A puzzle with a rule `r` of its own.
fn with(rule: &str, start: &str, more: &str) -> Model {
    models(&format!("{HEAD}{rule}\npuzzle P {{\n rules r\n start {start}\n {more}\n}}")).remove(0)
}

fn alone(rule: &str, start: &str) -> Model {
    with(rule, start, "goal empty")
}

fn two(rule: &str, start: &str) -> Model {
    with(rule, start, "players 2, last to move wins")
}

/// Two heads in a row cannot be removed; in a game no move or one is left, and the value is 0.
fn accepted(rule: &str) -> [bool; 3] {
    let puzzle = alone(rule, "row 11");
    let closing = rule.contains("close");
    let kind = if closing { "parity_sum" } else { "parity" };
    [
        impossible(&puzzle, &body(kind)),
        at_least(&puzzle, 2, &json!({"kind": "coins"})),
        wins(&two(rule, "row 11"), Winner::First, 1),
    ]
}

#[test]
fn rules_of_other_forms_are_read() {
    let remove = "remove x\n flip heads <-> tails at around x";
    for rule in [
        format!("rule r(x: heads) on Tape {{\n {remove}\n}}"),
        format!("rule r(y) on Tape {{\n when y is heads\n {}\n}}", remove.replace('x', "y")),
        "rule r(x: heads) on Tape {\n flip tails <-> heads at around x\n remove x\n}".to_owned(),
        "rule r(x: heads) on Tape {\n flip tails <-> heads at around x\n remove x\n close x\n}".to_owned(),
        "rule r(x: heads) on Tape {\n flip tails <-> heads at around x\n close x\n}".to_owned(),
        format!("rule r(x) on Tape {{\n when occupied(x) and not x is tails\n {remove}\n}}"),
        format!("rule r(x) on Tape {{\n when not (x is tails or x is empty)\n {remove}\n}}"),
        format!("rule r(x) on Tape {{\n when count(heads, x) == 1\n {remove}\n}}"),
        "rule r(x: heads) on Tape {\n remove x\n flip heads <-> tails at step(x, left), step(x, right)\n}"
            .to_owned(),
        "rule r(x: heads) on Tape {\n remove x\n flip heads <-> tails at around x except x\n}".to_owned(),
        // The cell is free when the others turn over, and the conditions always hold.
        "rule r(x: heads) on Tape {\n remove x\n flip heads <-> tails at around x, x\n}".to_owned(),
        format!("rule r(x: heads) on Tape {{\n when count(heads, around x) >= 0\n {remove}\n}}"),
        format!("rule r(x: heads) on Tape {{\n when occupied(around x) or x is heads\n {remove}\n}}"),
    ] {
        assert_eq!(accepted(&rule), [true; 3], "{rule}");
    }
}

/// With further conditions there are fewer plans, and other games.
#[test]
fn conditions_take_moves_away() {
    let remove = "remove x\n flip heads <-> tails at around x";
    for rule in [
        format!("rule r(x: heads) on Tape {{\n when step(x, right) is heads\n {remove}\n}}"),
        format!("rule r(x: heads) on Tape {{\n when occupied(around x) or x is tails\n {remove}\n}}"),
        format!("rule r(x: heads) on Tape {{\n when columnof(x) < 100\n {remove}\n}}"),
    ] {
        assert_eq!(accepted(&rule), [true, true, false], "{rule}");
    }
}

#[test]
fn look_alikes_are_refused() {
    let remove = "remove x\n flip heads <-> tails at around x";
    for rule in [
        // Any coin, tails only, or a third piece may be removed.
        format!("rule r(x: piece) on Tape {{\n {remove}\n}}"),
        format!("rule r(x) on Tape {{\n when x is heads or x is tails\n {remove}\n}}"),
        format!("rule r(x: third) on Tape {{\n {remove}\n}}"),
        format!("rule r(x) on Tape {{\n {remove}\n}}"),
        // Free cells, too.
        format!("rule r(x) on Tape {{\n when not x is tails\n {remove}\n}}"),
        // Others than the neighbours turn over, or not all of them, or twice.
        "rule r(x: heads) on Tape {\n flip heads <-> tails at around x, x\n}".to_owned(),
        "rule r(x: heads) on Tape {\n remove x\n flip heads <-> tails at cells\n}".to_owned(),
        "rule r(x: heads) on Tape {\n remove x\n flip heads <-> tails at step(x, right)\n}".to_owned(),
        "rule r(x: heads) on Tape {\n remove x\n flip heads <-> tails at step(x, right), step(x, right)\n}"
            .to_owned(),
        "rule r(x: heads) on Tape {\n remove x\n flip heads <-> tails at step(x, left, 2), step(x, right)\n}"
            .to_owned(),
        "rule r(x: heads) on Tape {\n remove x\n flip heads <-> tails at around around x\n}".to_owned(),
        "rule r(x: heads) on Tape {\n remove x\n flip heads <-> tails at around x except step(x, left)\n}"
            .to_owned(),
        format!("rule r(x: heads) on Tape {{\n {remove}\n flip heads <-> tails at around x\n}}"),
        // Nothing turns over, nothing is removed, more is removed, coins are put or moved.
        "rule r(x: heads) on Tape {\n remove x\n}".to_owned(),
        "rule r(x: heads) on Tape {\n flip heads <-> tails at around x\n}".to_owned(),
        format!("rule r(x: heads) on Tape {{\n {remove}\n remove around x\n}}"),
        format!("rule r(x: heads) on Tape {{\n {remove}\n put heads at x\n}}"),
        format!("rule r(x: heads) on Tape {{\n {remove}\n move step(x, left) to x\n}}"),
        // Two variables: another coin closes up, or is removed.
        format!("rule r(x: heads, y: heads) on Tape {{\n {remove}\n close y\n}}"),
        "rule r(x: heads, y: heads) on Tape {\n remove y\n flip heads <-> tails at around x\n}".to_owned(),
        format!("rule r(x: heads, y) on Tape {{\n when adjacent(x, y)\n {remove}\n}}"),
        // Drawn.
        "rule r on Tape { [ heads ] -> [ empty ] }".to_owned(),
    ] {
        let told = accepted(&rule);
        assert_eq!(told, [false; 3], "{rule}");
        for kind in ["no_heads", "parity", "parity_sum", "exhausted"] {
            for start in ["row 00", "row 0", "row 010111", "row 11"] {
                assert!(!impossible(&alone(&rule, start), &body(kind)), "{rule} {kind} {start}");
            }
        }
    }
}

/// The whole puzzle, with the rules of the standard library.
fn puzzle(text: &str) -> Model {
    models(&format!("{HEAD}puzzle P {{\n{text}\n}}")).remove(0)
}

#[test]
fn goals_must_be_empty() {
    let with = |goal: &str| puzzle(&format!("board line 2\n rules take\n start row 11\n goal {goal}"));
    for goal in [
        "empty",
        "row ..",
        "empty or row ..",
        "where empty(cells)",
        "where count(piece, cells) == 0",
        "where count(heads, cells) == 1 and empty(cells)",
    ] {
        assert!(impossible(&with(goal), &body("parity")), "{goal}");
    }
    for goal in [
        "row 0.",
        "row ?.",
        "row .0 or empty",
        "heads at a1",
        "where a1 is empty",
        "where count(heads, cells) == 0",
        "where count(piece, cells) <= 1",
        "where empty(a1) or empty(b1)",
        "where not empty(cells)",
        "only tails at a1",
        "script \"\"\" fn goal(position) { true } \"\"\"",
    ] {
        for kind in ["parity", "no_heads", "exhausted"] {
            assert!(!impossible(&with(goal), &body(kind)), "{goal}");
        }
        assert!(!at_least(&with(goal), 1, &json!({"kind": "coins"})), "{goal}");
    }
}

#[test]
fn several_rules_are_those_of_one_game() {
    let twice = "rule again(x: heads) on Tape {\n flip tails <-> heads at around x\n remove x\n}\n\
                 rule other(x: tails) on Tape {\n remove x\n flip heads <-> tails at around x\n}\n";
    let with = |rules: &str, more: &str| {
        let text = format!("{HEAD}{twice}puzzle P {{\n rules {rules}\n start row 11\n {more}\n}}");
        models(&text).remove(0)
    };
    let game = "players 2, last to move wins";
    assert!(impossible(&with("take, again", "goal empty"), &body("parity")));
    assert!(wins(&with("take, again", game), Winner::First, 1));
    for rules in ["take, other", "take, takeAndClose", "takeAndClose, again"] {
        for kind in ["parity", "parity_sum", "no_heads", "exhausted"] {
            assert!(!impossible(&with(rules, "goal empty"), &body(kind)), "{rules} {kind}");
        }
        assert!((0..3).all(|value| {
            ![Winner::First, Winner::Second].iter().any(|w| wins(&with(rules, game), *w, value))
        }));
    }
    // Tails that are removed are heads by another name.
    assert!(impossible(&with("other", "goal empty"), &body("no_heads")));
}

#[test]
fn other_games_of_two_players_are_refused() {
    let text = "rules take\n start row 101\n players 2, last to move";
    let (wins_last, loses_last) = (puzzle(&format!("{text} wins")), puzzle(&format!("{text} loses")));
    assert!(wins(&wins_last, Winner::Second, 0));
    for value in 0..4 {
        for winner in [Winner::First, Winner::Second, Winner::Draw] {
            assert!(!wins(&loses_last, winner, value));
        }
    }
}

#[test]
fn other_starts_are_refused() {
    let start = |start: &str| puzzle(&format!("rules take\n start {start}\n goal empty"));
    let third = "rule r(x: heads) on Tape {\n remove x\n flip heads <-> third at around x\n}";
    assert!(impossible(&alone(third, "row 11"), &body("parity")));
    assert!(!impossible(&alone(third, "row 110"), &body("parity")));
    assert!(!impossible(&alone(third, "row 11.0"), &body("parity")));
    for word in ["row 112", "row 11.2", "row 2", "row 00.2"] {
        for kind in ["parity", "no_heads", "exhausted", "parity_sum"] {
            assert!(!impossible(&start(word), &body(kind)), "{word}");
        }
        assert!(!at_least(&start(word), 1, &json!({"kind": "coins"})));
    }
    // Nothing lies there: the start is the goal.
    for kind in ["parity", "no_heads", "exhausted", "parity_sum", "even_tails"] {
        assert!(!impossible(&start("empty"), &body(kind)));
    }
    assert!(!at_least(&start("empty"), 1, &json!({"kind": "coins"})));
}

/// The proof is about the part with the coin, and parts are told apart on the board as it is.
#[test]
fn parts_are_those_of_the_board() {
    let on = |board: &str, start: &str, rule: &str| {
        puzzle(&format!("board {board}\n rules {rule}\n start {start}\n goal empty"))
    };
    let at = |kind: &str, coin: &str| json!({"kind": kind, "coin": coin});
    // A gap parts coins; the last cell of a ring is beside the first.
    let gap = on("line 5", "row 11.1.", "take");
    assert!(impossible(&gap, &at("parity", "b1")) && !impossible(&gap, &at("parity", "d1")));
    assert!(!impossible(&gap, &at("parity", "c1")) && !impossible(&gap, &at("parity", "e1")));
    let ring = on("ring 5", "row 11.11", "take");
    assert!(impossible(&ring, &at("parity", "a1")) && impossible(&ring, &at("parity", "e1")));
    assert!(!impossible(&on("ring 5", "row 10.11", "take"), &at("parity", "a1")));
    assert!(impossible(&on("line 5", "row 10.11", "take"), &at("parity", "d1")));
    // A row that closes up is no ring, and the other way round.
    let both = ["line 4", "ring 4"].map(|board| on(board, "row 1100", "takeAndClose"));
    assert!(!impossible(&both[0], &at("even_tails", "a1")) && impossible(&both[1], &at("even_tails", "a1")));
    assert!(!impossible(&on("ring 4", "row 010.", "takeAndClose"), &at("even_tails", "a1")));
    assert!(!impossible(&on("ring 6", "row 010111", "takeAndClose"), &at("parity_sum", "a1")));
    assert!(impossible(&on("line 6", "row 010111", "takeAndClose"), &at("parity_sum", "a1")));
    assert!(!impossible(&on("line 6", "row 010111", "take"), &at("parity_sum", "a1")));
    assert!(!impossible(&on("line 6", "row 010111", "takeAndClose"), &at("parity", "a1")));
    // Holes, diagonals and six neighbours.
    let hole = "square \"\"\"\n * *\n *\n \"\"\"";
    let three = "heads at a1, b1 and tails at a2";
    assert!(impossible(&on(hole, "heads at a1, b1", "take"), &at("parity", "a1")));
    assert!(!impossible(&on(hole, three, "take"), &at("no_heads", "a2")));
    let square = "heads at a1, b2 and tails at b1, a2";
    assert!(!impossible(&on("square 2 by 2", square, "take"), &at("parity", "a1")));
    assert!(!impossible(&on("square 2 by 2", "heads at a1, b2", "take"), &at("parity", "a1")));
}

#[test]
fn scripts_and_measures() {
    let text = "board line 2\n rules take\n start row 11\n goal empty\n";
    let legal = "legal script \"\"\" fn legal(position, move) { false } \"\"\"";
    assert!(impossible(&puzzle(&format!("{text}{legal}")), &body("parity")));
    let measured = puzzle(&format!("{text}measure runs = runs of one piece"));
    assert!(impossible(&measured, &body("parity")));
    assert!(!at_least(&measured, 1, &json!({"kind": "coins"})));
    let moves = "rule r = script \"\"\" fn moves(position) { [] } \"\"\"";
    let files =
        format!("{HEAD}{moves}\npuzzle P {{\n board line 2\n rules take, r\n start row 11\n goal empty\n}}");
    let analysis = games::load(format!("edition 1\n{files}"));
    for model in analysis.puzzles().iter().filter_map(|p| analysis.model(p, &[]).ok()) {
        assert!(!impossible(&model, &body("parity")));
    }
}

/// Windows and endless boards change nothing.
#[test]
fn endless_boards() {
    let with = |more: &str, start: &str| puzzle(&format!("{more}\n rules take\n start {start}\n goal empty"));
    for more in ["", "window 0", "window 3", "board square unbounded", "board square unbounded\n window 2"] {
        assert!(impossible(&with(more, "row 010111"), &body("parity")), "{more}");
        assert!(!impossible(&with(more, "row 010011"), &body("parity")), "{more}");
    }
}
