//! What `check` finds without solving.

use super::{checked, load};
use puzzlec_base::Budget;

/// A small sound puzzle with more statements.
fn with(more: &str) -> String {
    format!(
        "piece coin \"o\"\nrule step(x: coin, y: empty) {{ when adjacent(x, y); move x to y }}\n\
         puzzle P {{\n    board line 5\n    rules step\n    start row o....\n    goal coin at e1\n    {more}\n}}\n"
    )
}

#[test]
fn mistakes_of_hooks_are_found_without_solving() {
    let cases = [
        ("legal", "fn illegal(position, move) { true }", "P0602"),
        ("legal", "fn legal(position) { true }", "P0602"),
        ("legal", "fn legal(position, move) { 7 }", "P0604"),
        ("bound", "fn bund(position) { 1 }", "P0602"),
        ("bound", "fn bound() { 1 }", "P0602"),
        ("bound", "fn bound(position) { -1 }", "P0604"),
        ("bound", "fn bound(position) { \"far\" }", "P0604"),
        ("bound", "fn bound(position) { throw \"no\" }", "P0601"),
        ("invariant", "fn invariant(board, position) { 1 }", "P0602"),
        ("invariant", "fn invariant(position) { \"a\" }", "P0604"),
        ("check", "fn check() { }", "P0602"),
        ("check", "fn check(puzzle) { 3 }", "P0604"),
        ("render", "fn render(cell, colour) { }", "P0602"),
        ("render", "fn render(cell) { 3.5 }", "P0604"),
        ("render", "fn render(cell) { \"two\" }", "P0604"),
        ("legal", "fn legal(position, move) { position.is(1) }", "P0601"),
        ("bound", "fn bound(position) { loop { } }", "P0603"),
        ("bound", "fn bound(position) {", "P0601"),
    ];
    for (hook, script, code) in cases {
        let found = checked(&with(&format!("{hook} script \"\"\" {script} \"\"\"")));
        assert_eq!(found.len(), 1, "{hook} {script}: {found:?}");
        assert!(found[0].starts_with(code), "{hook} {script}: {found:?}");
    }
    let goals = [
        ("fn gaol(position) { true }", "P0602"),
        ("fn goal(position, n) { true }", "P0602"),
        ("fn goal(position) { 1 }", "P0604"),
        ("fn goal(position) { position.count(\"con\") == 1 }", "P0601"),
    ];
    for (script, code) in goals {
        let text = with("").replace("goal coin at e1", &format!("goal script \"\"\" {script} \"\"\""));
        let found = checked(&text);
        assert_eq!(found.len(), 1, "{script}: {found:?}");
        assert!(found[0].starts_with(code), "{script}: {found:?}");
    }
    let starts = [
        ("fn begin(board) { configuration() }", "P0602"),
        ("fn start() { configuration() }", "P0602"),
        ("fn start(board) { 5 }", "P0604"),
        ("fn start(board) { configuration().puts(board.cells[0], \"con\") }", "P0604"),
        ("fn start(board) { picture([\"o...\"]) }", "P0301"),
    ];
    for (script, code) in starts {
        let text = with("").replace("start row o....", &format!("start script \"\"\" {script} \"\"\""));
        let found = checked(&text);
        assert!(!found.is_empty() && found[0].starts_with(code), "{script}: {found:?}");
    }
    let rules = [
        ("fn moves(position) { 1 }", "P0604"),
        ("fn moves() { [] }", "P0602"),
        ("fn moves(position) { [action().puts(position.board.cells[1], \"con\")] }", "P0604"),
    ];
    for (script, code) in rules {
        let text = with("").replace(
            "rule step(x: coin, y: empty) { when adjacent(x, y); move x to y }",
            &format!("rule step = script \"\"\" {script} \"\"\" per position"),
        );
        let found = checked(&text);
        assert!(found.iter().any(|f| f.starts_with(code)), "{script}: {found:?}");
    }
}

/// The place of a mistake in an inline script is its place in the `.puzzle` file.
#[test]
fn spans_of_inline_scripts_stand_in_the_puzzle_file() {
    let text = with(
        "bound script \"\"\"\n        // é 日本\n        fn bound(position) { position.cout(\"coin\") }\n    \"\"\"",
    );
    let found = load(&text).check(&Budget::unlimited());
    assert_eq!(found.len(), 1);
    let span = found[0].primary.span;
    assert_eq!(&text[span.range()], "cout");
}

#[test]
fn a_puzzle_checks_itself_in_its_own_text() {
    let script = r#"check script """
        fn check(puzzle) {
            let found = [];
            for cell in puzzle.start.cells("coin") { found.push(warning("a coin on " + cell.name).at(cell)); }
            found.push(error("too short").at("board").help("take nine cells"));
            found
        }
    """"#;
    let text = with(script).replace("start row o....", "start \"\"\"\n        .o..o\n    \"\"\"");
    let analysis = load(&text);
    let found = analysis.check(&Budget::unlimited());
    let told: Vec<(&str, &str)> =
        found.iter().map(|d| (d.headline.as_str(), &text[d.primary.span.range()])).collect();
    assert!(told.contains(&("a coin on b1", "o")), "{told:?}");
    assert!(told.contains(&("a coin on e1", "o")), "{told:?}");
    assert!(told.contains(&("too short", "board line 5")), "{told:?}");
    assert_eq!(found.iter().filter(|d| d.is_error()).count(), 1);
    assert_eq!(found.iter().find(|d| d.is_error()).unwrap().help.as_deref(), Some("take nine cells"));
}

#[test]
fn marks_that_a_script_chooses_are_drawn() {
    let text = with(
        "render script \"\"\" fn render(cell) { if cell.piece == \"coin\" { mark(\"@\", \"teal\") } else if cell.x == 4 { \"x\" } } \"\"\"",
    );
    let report = super::solved(&text, "P", &super::by(puzzlec_search::Method::Auto)).unwrap();
    let puzzlec_analysis::Answer::Solved(plan) = report.answer else { panic!() };
    assert_eq!(plan.colours.get(&'@').map(String::as_str), Some("teal"));
    assert_eq!(plan.start, ["@ . . . x"]);
    assert_eq!(plan.steps.last().unwrap().after, [". . . . @"]);
}

#[test]
fn questions_that_scripts_do_not_fit_are_told() {
    let text = with(
        "measure runs = runs of one piece\n    legal script \"\"\" fn legal(position, move) { true } \"\"\"",
    );
    assert_eq!(checked(&text), ["P0511 with scripts that run at every position, every move counts one"]);
    let text =
        with("measure runs = runs of one piece\n    bound script \"\"\" fn bound(position) { 0 } \"\"\"");
    assert_eq!(checked(&text).len(), 1, "{:?}", checked(&text));
    let game = with("players 2, last to move wins\n    bound script \"\"\" fn bound(position) { 0 } \"\"\"")
        .replace("goal coin at e1", "");
    assert_eq!(checked(&game).len(), 1, "{:?}", checked(&game));
    let endless =
        with("bound script \"\"\" fn bound(position) { 0 } \"\"\"").replace("line 5", "line unbounded");
    assert!(checked(&endless)[0].contains("bounded"), "{:?}", checked(&endless));
}
