//! Which puzzles are the game, and which are not; every rule that is taken as the game has the answers of general
//! search.

use crate::games;
use puzzlec_analysis::Analysis;
use puzzlec_base::Budget;
use puzzlec_search::{Method, Options, Wanted};
use puzzlec_sliding_coins::read::Game;

const HEAD: &str =
    "edition 1\npiece nickel \"W\"\npiece penny \"B\"\npiece both \"XY\"\nboard Tape = line unbounded\n";

/// The strict rule, two at a time.
const RULE: &str = "rule go(x, y) { when occupied(run(x, right, 2)) and empty(run(y, right, 2)); move run(x, right, 2) to run(y, right, 2) }";

/// The same rule in other words.
const SAME: [&str; 12] = [
    "rule go(y, x) { when occupied(run(x, right, 2)) and empty(run(y, right, 2)); move run(x, right, 2) to run(y, right, 2) }",
    "rule go(x, y) { when occupied(run(x, left, 2)) and empty(run(y, left, 2)); move run(x, left, 2) to run(y, left, 2) }",
    "rule go(x, y) { when occupied(run(x, left, 2)) and empty(run(y, right, 2)); move run(step(x, left), right, 2) to run(y, right, 2) }",
    "rule go(x: piece, y: empty) { when occupied(run(x, right, 2)) and empty(run(y, right, 2)); move run(x, right, 2) to run(y, right, 2) }",
    "rule go(x: piece, y: empty) { when step(x, right) is piece and step(y, right) is empty; move run(x, right, 2) to run(y, right, 2) }",
    "rule go(x: piece, y: empty) { when step(x, right) is piece and step(y, right) is empty; move x to y; move step(x, right) to step(y, right) }",
    "rule go(x, y) { when occupied(run(x, right, 2)) and empty(run(y, right, 2)) and distance(x, y) >= 2; move run(x, right, 2) to run(y, right, 2) }",
    "rule go(x, y) { when occupied(run(x, right, 2)) and empty(run(y, right, 2)) and x != y; move run(x, right, 2) to run(y, right, 2) }",
    "rule go(x, y) { when count(piece, run(x, right, 2)) == 2 and count(piece, run(y, right, 2)) < 1; move run(x, right, 2) to run(y, right, 2) }",
    "rule go(x, y) { when all c in run(x, right, 2): c is piece; when not any c in run(y, right, 2): c is piece; move run(x, right, 2) to run(y, right, 2) }",
    "rule go(x, y) { when x is not empty and not (step(x, right) is empty) and empty(run(y, right, 2)); move run(x, right, 2) to run(y, right, 2) }",
    "rule go(x, y) { when occupied(run(step(x, left, 1), right, 2)) and empty(run(y, right, 2)); move run(step(x, left), right, 2) to run(y, right, 2) }",
];

/// The relaxed rule.
const OVER: &str = "rule go(x, y) { when occupied(run(x, right, 2)) and empty(run(y, right, 2) except run(x, right, 2)); move run(x, right, 2) to run(y, right, 2) }";

/// Other rules.
const OTHERS: [&str; 16] = [
    // Coins of one colour only, or of a colour at one place.
    "rule go(x: nickel, y) { when occupied(run(x, right, 2)) and empty(run(y, right, 2)); move run(x, right, 2) to run(y, right, 2) }",
    "rule go(x, y) { when run(x, right, 2) is nickel and empty(run(y, right, 2)); move run(x, right, 2) to run(y, right, 2) }",
    // A condition too many, or one too few.
    "rule go(x, y) { when occupied(run(x, right, 3)) and empty(run(y, right, 2)); move run(x, right, 2) to run(y, right, 2) }",
    "rule go(x, y) { when occupied(run(x, right, 2)) and empty(run(y, right, 3)); move run(x, right, 2) to run(y, right, 2) }",
    "rule go(x, y) { when occupied(run(x, right, 2)) and y is empty; move run(x, right, 2) to run(y, right, 2) }",
    "rule go(x, y) { when x is piece and empty(run(y, right, 2)); move run(x, right, 2) to run(y, right, 2) }",
    "rule go(x, y) { when occupied(run(x, right, 2)) and empty(run(y, right, 2)) and distance(x, y) >= 3; move run(x, right, 2) to run(y, right, 2) }",
    "rule go(x, y) { when occupied(run(x, right, 2)) and empty(run(y, right, 2)) and distance(x, y) <= 9; move run(x, right, 2) to run(y, right, 2) }",
    "rule go(x, y) { when occupied(run(x, right, 2)) and empty(run(y, right, 2)) and columnof(y) >= 1; move run(x, right, 2) to run(y, right, 2) }",
    "rule go(x, y) { when occupied(run(x, right, 2)) and empty(run(y, right, 2)) and step(y, right, 2) is piece; move run(x, right, 2) to run(y, right, 2) }",
    // The coins are turned round, taken apart, or moved by half.
    "rule go(x, y) { when occupied(run(x, right, 2)) and empty(run(y, left, 2)); move run(x, right, 2) to run(y, left, 2) }",
    "rule go(x, y) { when occupied(run(x, right, 2)) and y is empty and step(y, right, 2) is empty; move x to y; move step(x, right) to step(y, right, 2) }",
    "rule go(x, y) { when occupied(run(x, right, 2)) and empty(run(y, right, 2)); move x to y }",
    // Something else happens, too.
    "rule go(x, y) { when occupied(run(x, right, 2)) and empty(run(y, right, 2)); move run(x, right, 2) to run(y, right, 2); flip nickel <-> penny at y }",
    // One action for each direction.
    "rule go(x, y, d: direction) { when occupied(run(x, d, 2)) and empty(run(y, d, 2)); move run(x, d, 2) to run(y, d, 2) }",
    // Overlapping coins that move one after the other.
    "rule go(x, y) { when occupied(run(x, right, 2)) and empty(run(y, right, 2) except run(x, right, 2)); move x to y; move step(x, right) to step(y, right) }",
];

fn puzzle(start: &str) -> String {
    format!(
        "puzzle P {{ board Tape; rules go; start row {start}; goal anywhere row (W B)*3 or anywhere row (B W)*3 }}"
    )
}

fn analysis(text: &str) -> Analysis {
    games::load(format!("{HEAD}{text}"))
}

/// Whether the one puzzle of a text is the game, and by which rule.
fn game(text: &str) -> Option<(usize, bool)> {
    Game::read(&games::model(&analysis(text)), &Budget::unlimited())
        .map(|game| (game.problem.k, game.problem.over))
}

/// The answer in short.
fn answer(text: &str, method: Method) -> String {
    let options = Options { method, wanted: Wanted::Least, ..Options::default() };
    games::answer_within(&analysis(text), &options, 2_000_000)
}

#[test]
fn the_rule_may_be_written_in_many_ways() {
    for rule in SAME.into_iter().chain([RULE]) {
        assert_eq!(game(&format!("{rule}\n{}", puzzle("WWWBBB"))), Some((2, false)), "{rule}");
    }
    assert_eq!(game(&format!("{OVER}\n{}", puzzle("WWWBBB"))), Some((2, true)));
}

#[test]
fn other_rules_are_other_games() {
    for rule in OTHERS {
        assert_eq!(game(&format!("{rule}\n{}", puzzle("WWWBBB"))), None, "{rule}");
    }
}

#[test]
fn other_puzzles_are_other_games() {
    let goal = "goal anywhere row (W B)*3 or anywhere row (B W)*3";
    let is_game = |rest: &str| game(&format!("{RULE}\npuzzle P {{ rules go; {rest} }}")).is_some();
    assert!(is_game(&format!("board Tape; start row WWWBBB; {goal}")));
    assert!(is_game(&format!("board line 9; start row WWW..BB.B; {goal}")));
    assert!(is_game("board line 9; start row WWW..BB.B; goal row ...WBWBWB or anywhere row BWBWBW"));
    assert!(is_game("board Tape; start row WXY; goal row W.X"));
    for other in [
        // Windows and measures.
        format!("board Tape; start row WWWBBB; {goal}; window 8"),
        format!("board Tape; start row WWWBBB; {goal}; measure coins = pieces moved"),
        // Goals that leave something open.
        "board Tape; start row WWWBBB; goal anywhere row W?BWBW".to_owned(),
        "board Tape; start row WWWBBB; goal penny at a1".to_owned(),
        format!("board Tape; start row WWWBBB; goal (penny at b1) and ({})", &goal[5..]),
        // Other boards.
        "board ring 12; start row WWWBBB......; goal row WBWBWB......".to_owned(),
        "board square 12 by 1; start row WWWBBB......; goal row WBWBWB......".to_owned(),
        // No coins.
        "board Tape; start row .; goal anywhere row WB".to_owned(),
    ] {
        assert!(!is_game(&other), "{other}");
    }
    let two = format!(
        "{RULE}\n{}\npuzzle P {{ board Tape; rules go, leap; start row WWWBBB; {goal} }}",
        RULE.replace("rule go", "rule leap").replace('2', "3")
    );
    assert_eq!(game(&two), None);
}

#[test]
fn marks_of_one_piece_are_colours() {
    let text = format!("{RULE}\npuzzle P {{ board Tape; rules go; start row XXYY; goal anywhere row XYXY }}");
    assert_eq!(game(&text), Some((2, false)));
    // A rule for the only piece of a puzzle is one for all coins.
    let text = text.replace("occupied(run(x, right, 2))", "run(x, right, 2) is both");
    assert_eq!(game(&text), Some((2, false)));
    // Not so where there is another.
    assert_eq!(game(&text.replace("start row XXYY", "start row XXYW")), None);
}

/// On a bounded line general search is exact: all ways to write the rule have its answers.
#[test]
fn answers_are_those_of_general_search() {
    let starts = [".. WWWBBB ..", "WWWBBB ....", ".. WBWWBB ..", "W.WWB.BB..", "..BWWBBW..", ".BWBW.WB.."];
    for rule in SAME.into_iter().chain([RULE, OVER]) {
        for start in starts {
            let text = format!(
                "{rule}\npuzzle P {{ board line 10; rules go; start row {start}; goal anywhere row (W B)*3 or anywhere row (B W)*3 }}"
            );
            assert_eq!(answer(&text, Method::Auto), answer(&text, Method::Breadth), "{start}\n{rule}");
        }
    }
}
