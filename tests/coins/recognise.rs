//! Which puzzles are the game, and which are not.

use std::collections::BTreeMap;

use puzzlec::analysis::{Analysis, Answer};
use puzzlec::base::Budget;
use puzzlec::engine::{Method, Optimality, Options};
use puzzlec::project::MemoryFiles;
use puzzlec::theories::coin_moving::read::{Game, Read};

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
    let text = format!("{HEAD}{text}");
    let files = MemoryFiles(BTreeMap::from([("p.puzzle".to_owned(), text)]));
    Analysis::load(&files, &["p.puzzle".to_owned()])
}

/// Whether the one puzzle of a text is the game.
fn is_game(text: &str) -> bool {
    let analysis = analysis(text);
    let model = analysis.model(&analysis.puzzles()[0], &[]).unwrap_or_else(|d| panic!("{text}\n{d:#?}"));
    matches!(Game::read(&model), Read::Game(_))
}

/// The answer in short.
fn answer(text: &str, method: Method) -> String {
    let analysis = analysis(text);
    let options = Options { method, ..Options::default() };
    match analysis.solve(&analysis.puzzles()[0], &[], &options, Budget::unlimited().with_states(3_000_000)) {
        Ok(report) => match report.answer {
            Answer::Solved(plan) if plan.optimality == Optimality::Least => plan.length.to_string(),
            Answer::Solved(plan) => format!("found {}", plan.length),
            Answer::Unsolvable { .. } => "none".to_owned(),
            other => format!("{other:?}"),
        },
        Err(diagnostics) => diagnostics[0].code.as_str().to_owned(),
    }
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
        "rule go(y: empty, x: coin) { when 1 < count(coin, around y except x); swap x with y }",
        "rule go(x: coin, y: empty) { when not count(coin, around y except x) < 2; swap y with x }",
        "rule go(x: coin, y: empty) { when not (2 > count(coin, around y except x)); move x to y }",
        "rule go(x: coin, y) { when y is empty and count(coin, around y except x) >= 2; move x to y }",
        "rule go(x, y: empty) { when x is coin; when count(coin, around y except x) >= 2; move x to y }",
        "rule go(x: piece, y: empty) { when count(piece, around y except x) >= 2; move x to y }",
    ] {
        let text = with_rule(rule);
        assert!(is_game(&text), "{rule}");
        assert_eq!(answer(&text, Method::Auto), answer(&text, Method::Breadth), "{rule}");
    }
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
        "rule go(x: coin, y: empty) { when count(coin, around y except x) >= 2; when y adjacent x; move x to y }",
        "rule go(x: coin, y: coin) { when count(coin, around y except x) >= 2; swap x with y }",
        "rule go(x: coin, y: empty) { when count(coin, around y except x) >= 2; put coin on y }",
        "rule go(x: coin, y: empty) { when count(coin, around y except x) >= 2; move x to y; remove x }",
        "rule go(x: coin, y: empty, z: coin) { when count(coin, around y except x) >= 2; move x to y }",
        "rule go(x: coin, y: empty) { when count(coin, around around y except x) >= 2; move x to y }",
        "rule go { [ coin | empty ] -> [ empty | coin ] along any }",
    ] {
        let text = with_rule(rule);
        let analysis = analysis(&text);
        // What does not compile is not solved at all.
        let Ok(model) = analysis.model(&analysis.puzzles()[0], &[]) else {
            println!("{rule}: {:?}", analysis.model(&analysis.puzzles()[0], &[]));
            continue;
        };
        assert!(!matches!(Game::read(&model), Read::Game(_)), "{rule}");
    }
}

#[test]
fn another_puzzle_is_another_game() {
    let change = |from: &str, to: &str| {
        assert!(PUZZLE.contains(from));
        format!(
            "{RULE}\nrule stay(x: stone, y: empty) {{ when x adjacent y; move x to y }}\n{}",
            PUZZLE.replace(from, to)
        )
        .replace("; when", "\nwhen")
        .replace("; move", "\nmove")
    };
    assert!(is_game(&change("rules go", "rules go")));
    // A unit of its own counts the same.
    assert!(is_game(&change("rules go", "rules go; measure hops = moves")));
    for (from, to) in [
        ("rules go", "rules go, stay"),
        ("rules go", "rules stay"),
        ("rules go", "rules go; measure runs = runs of one piece"),
        ("rules go", "rules go; measure pieces = pieces moved"),
        ("start \"\"\"\n        o o .", "start \"\"\"\n        s o ."),
        ("goal", "goal anywhere"),
        ("goal", "goal coin on a1 or"),
    ] {
        let text = change(from, to);
        let analysis = analysis(&text);
        let Ok(model) = analysis.model(&analysis.puzzles()[0], &[]) else {
            println!("{to}: {:?}", analysis.model(&analysis.puzzles()[0], &[]).unwrap_err()[0].headline);
            continue;
        };
        assert!(!matches!(Game::read(&model), Read::Game(_)), "{to}");
    }
}

/// A board of this size with holes, a start and a goal.
fn on_board(board: &str, start: &str, goal: &str, more: &str) -> String {
    let rows = |picture: &str| format!("\"\"\"\n    {}\n\"\"\"", picture.replace('/', "\n    "));
    let text = format!(
        "{RULE}\nboard B = square {}\npuzzle P {{ board B; rules go\n start {}\n goal {}\n {more} }}",
        rows(board),
        rows(start),
        rows(goal)
    );
    text.replace("; when", "\nwhen").replace("; move", "\nmove")
}

#[test]
fn a_board_must_hold_the_span() {
    let start = "o o . ./. o o ./. . . .";
    let goal = ". o o ./. . o o/. . . .";
    for (board, game) in [
        (". . . ./. . . ./. . . .", true),
        // Beyond the span holes do not matter.
        (". . . #/. . . ./. # . .", true),
        // The span has three columns.
        (". . # ./. . . ./. . . .", false),
        (". . . ./# . . ./. . . .", false),
    ] {
        let text = on_board(board, &start.replace('/', "/"), goal, "");
        let analysis = analysis(&text);
        match analysis.model(&analysis.puzzles()[0], &[]) {
            Ok(model) => {
                assert_eq!(matches!(Game::read(&model), Read::Game(_)), game, "{board}");
                assert_eq!(answer(&text, Method::Auto), answer(&text, Method::Breadth), "{board}");
            }
            Err(d) => println!("{board}: {} {:?}", d[0].headline, d[0].help),
        }
    }
}
