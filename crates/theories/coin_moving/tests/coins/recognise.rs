//! Which puzzles are the game, and which are not.

use puzzlec_analysis::Analysis;
use puzzlec_base::Budget;
use puzzlec_coin_moving::read::{Game, Read};
use puzzlec_search::{Method, Options};

use crate::games;

const HEAD: &str = "edition 1\npiece coin \"o\"\npiece stone \"s\"\nboard Plane = square unbounded\n";

/// The rule as the standard library has it.
const RULE: &str = "rule go(x: coin, y: empty) { when count(coin, around y except x) >= 2; move x to y }";

/// A puzzle of three moves.
const PUZZLE: &str = r#"puzzle P {
    board Plane; rules go
    start """
        o o .
        . o o
        . . .
        . o o
    """
    goal """
        . o o
        o o .
        . . .
        o o .
    """
}"#;

/// The texts with `;` for a line break in rules.
fn analysis(text: &str) -> Analysis {
    games::load(format!("{HEAD}{text}"))
}

/// Whether the one puzzle of a text is the game.
fn is_game(text: &str) -> bool {
    matches!(Game::read(&games::model(&analysis(text)), &Budget::unlimited()), Read::Game(_))
}

/// The answer in short.
fn answer(text: &str, method: Method) -> String {
    games::answer_within(&analysis(text), &Options { method, ..Options::default() }, 3_000_000)
}

fn with_rule(rule: &str) -> String {
    format!("{}\n{PUZZLE}", rule.replace("; ", "\n"))
}

#[test]
fn the_rule_is_known_in_other_words() {
    for rule in [
        RULE,
        "rule go(a: coin, b: empty) { when count(coin, around b except a) > 1; move a to b }",
        "rule go(y: empty, x: coin) { when 2 <= count(coin, around y except x); move x to y }",
        "rule go(y: empty, x: coin) { when 1 < count(coin, around y except x); move x to y }",
        "rule go(x: coin, y) { when y is empty and count(coin, around y except x) >= 2; move x to y }",
        "rule go(x, y: empty) { when x is coin; when count(coin, around y except x) >= 2; move x to y }",
        "rule go(x: piece, y: empty) { when count(piece, around y except x) >= 2; move x to y }",
        "rule go(x: coin, y: empty) { when count(coin, around y except x) >= 2; swap x with y }",
        "rule go(x: coin, y: empty) { when count(coin, around y except x) >= 2; move x to y; remove x }",
    ] {
        let text = with_rule(rule);
        assert!(is_game(&text), "{rule}");
        assert_eq!(answer(&text, Method::Auto), answer(&text, Method::Breadth), "{rule}");
    }
    // General search does not see that no piece leaves the board.
    let put = "rule go(x: coin, y: empty) { when not count(coin, around y except x) <= 1; remove x; put coin at y }";
    assert!(is_game(&with_rule(put)));
}

#[test]
fn another_rule_is_another_game() {
    for rule in [
        "rule go(x: coin, y: empty) { when count(coin, around y except x) >= 3; move x to y }",
        "rule go(x: coin, y: empty) { when count(coin, around y except x) >= 1; move x to y }",
        "rule go(x: coin, y: empty) { when count(coin, around y except x) > 2; move x to y }",
        "rule go(x: coin, y: empty) { when count(coin, around y except x) == 2; move x to y }",
        "rule go(x: coin, y: empty) { when count(coin, around y except x) <= 2; move x to y }",
        "rule go(x: coin, y: empty) { when 2 >= count(coin, around y except x); move x to y }",
        "rule go(x: coin, y: empty) { when not count(coin, around y except x) >= 2; move x to y }",
        "rule go(x: coin, y: empty) { when count(coin, around y) >= 2; move x to y }",
        "rule go(x: coin, y: empty) { when count(coin, around x except y) >= 2; move x to y }",
        "rule go(x: coin, y: empty) { when count(empty, around y except x) >= 2; move x to y }",
        "rule go(x: coin, y: empty) { when count(coin, around x) >= 2; move x to y }",
        "rule go(x: coin, y: empty) { when count(coin, around y except x) >= 2; when count(coin, around x) <= 1; move x to y }",
        "rule go(x: coin, y: empty) { when count(coin, around y except x) >= 2 or count(coin, around x) >= 3; move x to y }",
        "rule go(x: coin, y: empty) { when count(coin, around y except x) >= 2; when adjacent(x, y); move x to y }",
        "rule go(x: coin, y: coin) { when count(coin, around y except x) >= 2; swap x with y }",
        "rule go(x: coin, y: empty) { when count(coin, around y except x) >= 2; put coin at y }",
        "rule go(x: coin, y: empty, z: coin) { when count(coin, around y except x) >= 2; move x to y }",
        "rule go(x: coin, y: empty) { when count(coin, around around y except x) >= 2; move x to y }",
        "rule go { [ coin | empty ] -> [ empty | coin ] along right }",
    ] {
        let text = with_rule(rule);
        assert!(!is_game(&text), "{rule}");
        // Another theory may know it; then it must be right.
        let small = on_board_with(rule);
        assert_eq!(answer(&small, Method::Auto), answer(&small, Method::Breadth), "{rule}");
    }
}

#[test]
fn another_puzzle_is_another_game() {
    let change = |from: &str, to: &str| {
        assert!(PUZZLE.contains(from));
        format!(
            "{RULE}\nrule stay(x: stone, y: empty) {{ when adjacent(x, y); move x to y }}\n{}",
            PUZZLE.replace(from, to)
        )
        .replace("; when", "\nwhen")
        .replace("; move", "\nmove")
    };
    assert!(is_game(&change("rules go", "rules go")));
    // A unit of its own counts the same.
    assert!(is_game(&change("rules go", "rules go; measure hops = actions")));
    for (from, to) in [
        ("rules go", "rules go, stay"),
        ("rules go", "rules stay"),
        ("rules go", "rules go; measure runs = runs of one piece"),
        ("rules go\n    start \"\"\"\n        o o .", "rules go, stay\n    start \"\"\"\n        s o ."),
        ("goal \"\"\"\n        . o o", "goal \"\"\"\n        ? o o"),
    ] {
        let text = change(from, to);
        assert!(!is_game(&text), "{to}");
    }
}

/// The puzzle on a board with an end, with another rule.
fn on_board_with(rule: &str) -> String {
    with_rule(rule).replace("board Plane; rules", "board square 3 by 4; rules")
}

/// A board with holes, a start and a goal; rows apart by `/`, a hole is `_`.
fn on_board(board: &str, start: &str, goal: &str) -> String {
    let rows = |picture: &str| {
        let rows: Vec<String> =
            picture.split('/').map(|row| format!("    | {}", row.replace('_', " "))).collect();
        format!("\"\"\"\n{}\n\"\"\"", rows.join("\n").replace("| ", ""))
    };
    let (board, start, goal) = (rows(board), rows(start), rows(goal));
    let rule = RULE.replace("; ", "\n");
    format!(
        "{rule}\nboard B = square {board}\npuzzle P {{\n board B; rules go\n start {start}\n goal {goal}\n}}"
    )
}

#[test]
fn a_board_must_hold_the_span() {
    // The span has the first three columns of the first two rows.
    for (board, start, goal, game) in [
        (". . . ./. . . ./. . . .", "o o . ./. o o ./. . . .", ". o o ./o o . ./. . . .", true),
        // Beyond the span holes do not matter.
        (". . . ./. . . ./. _ . .", "o o . ./. o o ./. _ . .", ". o o ./o o . ./. _ . .", true),
        // In the span they do.
        (". . _ ./. . . ./. . . .", "o o _ ./. o o ./. . . .", ". o _ ./o o . ./o . . .", false),
        (". . . ./_ . . ./. . . .", "o o . ./_ o o ./. . . .", ". o o ./_ o o ./. . . .", false),
    ] {
        let text = on_board(board, start, goal);
        assert_eq!(is_game(&text), game, "{board}");
        assert_eq!(answer(&text, Method::Auto), answer(&text, Method::Breadth), "{board}");
    }
}

#[test]
fn a_window_changes_nothing() {
    for window in 0..3 {
        let text = with_rule(RULE).replace("rules go", &format!("rules go; window {window}"));
        assert!(is_game(&text));
        assert_eq!(answer(&text, Method::Auto), answer(&text, Method::Breadth), "{window}");
    }
}

#[test]
fn a_goal_may_lie_anywhere() {
    let anywhere = with_rule(RULE).replace("goal", "goal anywhere");
    assert!(is_game(&anywhere));
    assert_eq!(answer(&anywhere, Method::Auto), answer(&anywhere, Method::Breadth));
    let narrow = anywhere.replace("o o .\n    \"\"\"\n}", "o o . . o\n    \"\"\"\n}");
    assert!(is_game(&narrow));
    assert_eq!(answer(&narrow, Method::Auto), "none");
}
