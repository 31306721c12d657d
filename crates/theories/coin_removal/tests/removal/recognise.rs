//! Puzzles that are the game, and puzzles that are not.

use crate::games;
use puzzlec_analysis::Analysis;
use puzzlec_base::Budget;
use puzzlec_base::diag::Code;
use puzzlec_coin_removal::problem::Shape;
use puzzlec_coin_removal::read::Game;

const HEAD: &str = "edition 1\npiece h \"1\"\npiece t \"0\"\npiece s \"#\"\npiece both \"xy\"\n";

fn analysis(text: &str) -> Analysis {
    games::load(format!("{HEAD}{text}\n"))
}

/// The parts of a puzzle as the theory reads it: shape, heads and tails; and whether its rows close up.
fn game(text: &str) -> Option<(bool, Vec<String>)> {
    let analysis = analysis(text);
    let model = games::model(&analysis);
    let game = Game::read(&model, &Budget::unlimited())?;
    let part = |part: &puzzlec_coin_removal::problem::Part| {
        let shape = match part.shape {
            Shape::Row => "row",
            Shape::Ring => "ring",
            Shape::Graph(_) => "graph",
        };
        let coins: String = part.heads.iter().map(|heads| if *heads { '1' } else { '0' }).collect();
        format!("{shape} {coins}")
    };
    Some((game.problem.closing, game.problem.parts.iter().map(part).collect()))
}

fn with_rule(rule: &str) -> Option<(bool, Vec<String>)> {
    game(&format!("{rule}\npuzzle P {{ board line 5; rules go; start row 110.1; goal empty }}"))
}

fn with(rest: &str) -> Option<(bool, Vec<String>)> {
    let rule = "rule go(x: h) { remove x; flip h <-> t at around x }";
    game(&format!("{rule}\npuzzle P {{ rules go; {rest} }}"))
}

fn closing(rest: &str) -> Option<(bool, Vec<String>)> {
    let rule = "rule go(x: h) { remove x; flip h <-> t at around x; close x }";
    game(&format!("{rule}\npuzzle P {{ rules go; {rest} }}"))
}

fn parts(closing: bool, parts: &[&str]) -> Option<(bool, Vec<String>)> {
    Some((closing, parts.iter().map(|part| (*part).to_owned()).collect()))
}

#[test]
fn the_rule_may_be_written_in_many_ways() {
    for rule in [
        "rule go(x: h) { remove x; flip h <-> t at around x }",
        "rule go(x: h) { remove x; flip t <-> h at around x }",
        "rule go(x: h) { flip h <-> t at around x; remove x }",
        "rule go(c) { when c is h; remove c; flip h <-> t at around c }",
        "rule go(c: piece) { when c is not t and c is not empty; remove c; flip h <-> t at around c }",
        "rule go(x: h) { remove x; flip h <-> t at around x except x }",
    ] {
        assert_eq!(with_rule(rule), parts(false, &["row 110", "row 1"]), "{rule}");
    }
    // The coins that are removed are heads.
    let rule = "rule go(x: t) { remove x; flip h <-> t at around x }";
    assert_eq!(with_rule(rule), parts(false, &["row 001", "row 0"]));
    for rule in [
        "rule go(x: h) { remove x; flip h <-> t at around x; close x }",
        "rule go(x: h) { close x; flip h <-> t at around x }",
    ] {
        assert_eq!(with_rule(rule), parts(true, &["row 110", "row 1"]), "{rule}");
    }
}

#[test]
fn other_rules_are_other_games() {
    for rule in [
        "rule go(x: h) { remove x }",
        "rule go(x: h) { flip h <-> t at around x }",
        "rule go(x: h) { remove x; flip h <-> t at x }",
        "rule go(x: h) { remove around x; flip h <-> t at around x }",
        "rule go(x: h) { remove x; flip h <-> s at around x }",
        "rule go(x: h) { remove x; flip h <-> t at around x; flip h <-> t at around x }",
        "rule go(x: h) { remove x; flip h <-> t at around x; put t at x }",
        "rule go(x: h) { when count(h, around x) == 1; remove x; flip h <-> t at around x }",
        "rule go(x: h, y: t) { remove x; flip h <-> t at around x }",
        "rule go(x: piece) { remove x; flip h <-> t at around x }",
        "rule go(x: h) { when x is t; remove x; flip h <-> t at around x }",
        "rule go(x: h) { remove x; flip h <-> t at around around x }",
        "rule go(x: h, d: direction) { remove x; flip h <-> t at around x }",
        "rule one(x: h) { remove x; flip h <-> t at around x }\n\
         rule two(x: h) { when x is h; remove x; flip h <-> t at around x }\nrule go = one, two",
        "rule go { [ h | t ] -> [ empty | h ] }",
    ] {
        assert_eq!(with_rule(rule), None, "{rule}");
    }
}

#[test]
fn boards_and_gaps() {
    assert_eq!(with("board line unbounded; start row .10.1; goal empty"), parts(false, &["row 10", "row 1"]));
    assert_eq!(with("board ring 5; start row 11010; goal empty"), parts(false, &["ring 11010"]));
    assert_eq!(with("board ring 5; start row 01.10; goal empty"), parts(false, &["row 1001"]));
    assert_eq!(with("board ring 5; start row 01.1.; goal empty"), parts(false, &["row 01", "row 1"]));
    assert_eq!(with("board square 5 by 1; start row 11.10; goal empty"), parts(false, &["row 11", "row 10"]));
    assert_eq!(with("board square 2 by 2; start row 1110; goal empty"), parts(false, &["ring 1101"]));
    assert_eq!(with("board square 3 by 2; start row 1..110; goal empty"), parts(false, &["row 1110"]));
    assert_eq!(with("board square 3 by 2; start row 111110; goal empty").unwrap().1.len(), 1);
    assert_eq!(
        with("board graph { a-b b-c c-a c-d }; start row 1100; goal empty"),
        parts(false, &["graph 1100"])
    );
    assert_eq!(closing("board ring 5; start row 11010; goal empty"), parts(true, &["ring 11010"]));
    assert_eq!(closing("board ring 5; start row 01.10; goal empty"), parts(true, &["row 1001"]));
    assert_eq!(closing("board line unbounded; start row 1.1; goal empty"), parts(true, &["row 1", "row 1"]));
}

#[test]
fn questions() {
    let board = "board line 4; start row 1011";
    let all = parts(false, &["row 1011"]);
    for goal in [
        "goal empty",
        "goal row ....",
        "goal where count(piece, cells) == 0",
        "goal where cells is empty",
        "goal empty or row ....",
        "players 2, last to move wins",
    ] {
        assert_eq!(with(&format!("{board}; {goal}")), all, "{goal}");
    }
    for goal in [
        "goal row ...1",
        "goal row ...?",
        "goal where count(h, cells) == 0",
        "goal empty or row 1...",
        "goal empty; measure pieces = pieces moved",
        "players 2, last to move loses",
    ] {
        assert_eq!(with(&format!("{board}; {goal}")), None, "{goal}");
    }
    assert_eq!(with("board line 4; start row ....; goal empty"), None);
    assert_eq!(with("board line 4; start row 10#1; goal empty"), None);
}

/// Claims about rules that are no moves of the game are errors.
#[test]
fn claims() {
    let refused = |rules: &str| {
        let analysis = analysis(rules);
        analysis.check(&Budget::unlimited()).iter().filter(|d| d.code == Code::OtherGame).count()
    };
    let same = "rule a(x: h) { remove x; flip h <-> t at around x }\n\
        rule b(x: t) { remove x; flip h <-> t at around x }\n\
        rule c(x: h) { when count(h, around x) == 1; flip h <-> t at around x; remove x }\n";
    assert_eq!(refused(&format!("{same}theory coin_removal for a, b, c")), 0);
    let others = "rule a(x: h) { remove x }\n\
        rule b(x: h) { remove x; flip h <-> t at x }\n\
        rule c(x: h) { remove x; flip h <-> s at around x; flip h <-> t at around x }\n";
    assert_eq!(refused(&format!("{others}theory coin_removal for a, b, c")), 3);
}
