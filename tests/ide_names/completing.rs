//! Completion by context.

use puzzlec_analysis::ide::{Completion, Trigger, complete};
use puzzlec_base::Budget;

use super::{Marked, files, text};

fn all(at: &Marked) -> Vec<Completion> {
    complete(&at.analysis, &at.files, at.file, at.offset, Trigger::Invoked)
}

/// Whether all of these are offered, and none of those.
fn offers(marked: &str, wanted: &[&str], unwanted: &[&str]) {
    let found = all(&text(marked));
    let labels: Vec<&str> = found.iter().map(|c| c.label.as_str()).collect();
    for label in wanted {
        assert!(labels.contains(label), "`{label}` is not offered in {marked:?}: {labels:?}");
    }
    for label in unwanted {
        assert!(!labels.contains(label), "`{label}` is offered in {marked:?}: {labels:?}");
    }
}

#[test]
fn words_come_by_context() {
    offers("¦", &["piece", "puzzle", "use", "puzzle: peg"], &["goal", "move"]);
    offers("use peg\n¦", &["piece", "puzzle"], &["goal"]);
    offers("pu¦", &["puzzle"], &["goal"]);
    offers("puzzle P {\n    ¦\n}", &["goal", "start", "rules", "expect"], &["piece", "move", "theory"]);
    offers("puzzle P {\n    board line 3\n    go¦\n}", &["goal"], &["piece"]);
    offers("rule r(x) {\n    ¦\n}", &["move", "when", "[ … ] -> [ … ]"], &["goal"]);
    offers("piece p \"o\" { ¦ }", &["rigid", "cells", "colour"], &["goal"]);
    offers("// ¦", &[], &["piece"]);
    offers("puzzle P { expect ¦ }", &["solvable", "unsolvable", "solvable in"], &["goal"]);
}

#[test]
fn names_come_by_kind() {
    let head = "use peg\npiece coin \"c\"\nboard Own = line 3\nrule hop(x: coin; k: int = 2) { remove x }\nconfiguration Home = row c..\n";
    let offers =
        |tail: &str, wanted: &[&str], unwanted: &[&str]| offers(&format!("{head}{tail}"), wanted, unwanted);
    offers("puzzle P { rules ¦ }", &["hop", "peg.jump"], &["coin", "Own"]);
    offers("puzzle P { rules peg.¦ }", &["jump"], &["hop", "English"]);
    offers("puzzle P { board ¦ }", &["Own", "peg.English", "square"], &["hop"]);
    offers("puzzle P { board peg.¦", &["English"], &["jump", "Own"]);
    offers("puzzle P { board Own; start ¦ }", &["Home", "row", "full", "\"\"\" picture"], &["hop"]);
    offers("puzzle P { board Own; goal coin at ¦ }", &["a1", "c1"], &["d1", "hop"]);
    offers("rule r { [ ¦ ] -> [ empty ] }", &["coin", "empty", "peg.peg"], &["hop"]);
    offers("rule r { [ coin | empty ] -> [ empty | coin ] along ¦ }", &["right", "d"], &["coin"]);
    offers("rule r(x, d: direction; k: int = 1) { when ¦ }", &["x", "d", "k", "count", "occupied"], &["hop"]);
    offers("rule r(x: ¦) { }", &["coin", "empty", "direction"], &["hop"]);
    offers("rule r(x) { when x is ¦ }", &["coin", "empty", "not"], &["count"]);
    offers("rule u = ¦", &["hop", "peg.jump"], &["coin"]);
    offers("theory peg_solitaire for ¦", &["hop"], &["coin"]);
    offers("use ¦", &["coins", "sliding"], &["hop"]);
}

#[test]
fn pictures_offer_marks() {
    offers(
        "use peg\npuzzle P {\n    board square 2 by 2\n    rules peg.jump\n    start \"\"\"\n        o ¦\n",
        &["o"],
        &["?", "goal", "."],
    );
    offers(
        "use peg\npuzzle P {\n    rules peg.jump\n    goal \"\"\"\n        o ¦.\n        . .\n    \"\"\"\n}",
        &["o", "?"],
        &["goal", "."],
    );
    offers("use peg\npuzzle P { rules peg.jump; start row ¦ }", &["o"], &["."]);
}

#[test]
fn what_is_drawn_is_left_alone() {
    // Behind a mark an editor asks by itself.
    let drawn = [
        "use peg\npuzzle P {\n    board square 2 by 2\n    rules peg.jump\n    start \"\"\"\n        o¦\n",
        "use peg\npuzzle P {\n    rules peg.jump\n    goal \"\"\"\n        o.¦\n        . .\n    \"\"\"\n}",
        "use peg\npuzzle P { rules peg.jump; start row oo¦ }",
        "use peg\npuzzle P { rules peg.jump; goal row oo.¦ }",
        "use peg\nconfiguration C = row o¦",
        "board B = square \"\"\"\n    a¦",
        "board B = square \"\"\"\n    ¦",
    ];
    for marked in drawn {
        let found = all(&text(marked));
        assert!(found.is_empty(), "{marked:?}: {found:?}");
    }
    // Characters such as `.` and `"` never ask for marks.
    for marked in [
        "use peg\npuzzle P {\n start \"\"\"¦",
        "use peg\npuzzle P { rules peg.jump; start row ¦ }",
        "board B = square \"\"\"\n    .\n\"\"\"¦",
    ] {
        let at = text(marked);
        let found = complete(&at.analysis, &at.files, at.file, at.offset, Trigger::Character);
        assert!(found.is_empty(), "{marked:?}: {found:?}");
    }
}

#[test]
fn boards_are_said_in_steps() {
    offers("board B = ¦", &["square", "peg.English"], &["B", "N by M"]);
    offers("board A = line 3\nboard B = ¦", &["A", "hex"], &["B"]);
    offers(
        "puzzle P { board square ¦ }",
        &["\"\"\" picture", "N by M", "diagonal", "unbounded"],
        &["hex", "side N"],
    );
    offers("board B = hex ¦", &["side N", "unbounded"], &["square", "diagonal"]);
    offers("board B = square 3 ¦", &["by"], &["square"]);
    offers("board B(n: int) = square 3 by ¦4", &["n"], &["by"]);
    offers("piece p \"x\" { colour ¦ }", &["green", "teal"], &["rigid"]);
    offers("piece p \"x\" { shape ¦ }", &["star", "wall"], &["rigid", "green"]);
}

#[test]
fn items_of_other_modules_come_with_their_import() {
    let head = "edition 1\n//! Two lines.\nuse coins\n\n";
    for (tail, label) in [
        ("puzzle P { rules ¦ }", "peg.jump"),
        ("puzzle P { rules peg.¦ }", "jump"),
        ("puzzle P { board ¦ }", "peg.English"),
    ] {
        let at = text(&format!("{head}{tail}"));
        let found = all(&at);
        let one = found.iter().find(|c| c.label == label).unwrap();
        assert_eq!(
            at.edited(&one.also),
            [format!("{}\nuse peg\n\n{}", head.trim_end(), tail.replace('¦', ""))]
        );
        assert!(found.iter().all(|c| c.label != "coins.move" || c.also.is_empty()));
    }
    let at = text("edition 1\n//! Of pegs.\n\n// Mine.\npuzzle P { rules ¦ }");
    let found = all(&at);
    let jump = found.iter().find(|c| c.label == "peg.jump").unwrap();
    assert_eq!(at.edited(&jump.also), ["edition 1\n//! Of pegs.\nuse peg\n\n// Mine.\npuzzle P { rules  }"]);
    let at = text("puzzle P { rules ¦ }");
    let found = all(&at);
    let slide = found.iter().find(|c| c.label == "sliding.slide").unwrap();
    assert_eq!(at.edited(&slide.also), ["use sliding\n\npuzzle P { rules  }"]);
    assert_eq!(slide.insert, "sliding.slide(${1:2})");
}

#[test]
fn scripts_offer_their_functions() {
    offers(
        "puzzle P { goal script \"\"\"fn goal(position) { position.¦ }\"\"\" }",
        &["cells", "board"],
        &["neighbours", "let"],
    );
    offers("puzzle P { goal script \"\"\"fn goal(p) { ¦ }\"\"\" }", &["let", "p", "goal"], &["neighbours"]);
    let at = files(&[
        ("main.puzzle", "board R = script \"b.rhai\"\nboard S = script \"b.rhai\" :: ¦"),
        ("b.rhai", "fn star(n) { n }"),
    ]);
    assert_eq!(all(&at).iter().map(|c| c.label.as_str()).collect::<Vec<_>>(), ["star"]);
    // An item that is half written has not loaded its script.
    let script = ("scripts/b.rhai", "fn star(n) { n }");
    for (half, label) in [
        ("puzzle P {\n    bound script \"scripts/b.rhai\" :: ¦\n}", "star"),
        ("rule r = script \"scripts/b.rhai\" ::¦", "star"),
        ("rule r = script \"¦\"", "scripts/b.rhai"),
        ("board B = script \"scr¦", "scripts/b.rhai"),
    ] {
        let at = files(&[("main.puzzle", half), script]);
        assert_eq!(all(&at).iter().map(|c| c.label.as_str()).collect::<Vec<_>>(), [label], "{half}");
    }
    let at = files(&[("main.puzzle", "board S = script \"b.rhai\""), ("b.rhai", "fn star(n) { board.¦ }")]);
    assert!(all(&at).iter().any(|c| c.label == "neighbours"));
}

#[test]
fn what_is_typed_is_replaced() {
    let at = text("use peg\npuzzle P { rules peg.ju¦mp }");
    let found = all(&at);
    let jump = found.iter().find(|c| c.label == "jump").unwrap();
    assert_eq!(at.place(jump.replace), "main:2:22 jump");
    let at = text("rule r { [ ? | ? ] -> [ ? | ? ] along up-l¦ }");
    let found = all(&at);
    let left = found.iter().find(|c| c.label == "up-left").unwrap();
    assert_eq!(at.place(left.replace), "main:1:39 up-l");
    let at = text("use \"./bo¦\"");
    assert!(all(&at).is_empty());
}

#[test]
fn files_are_offered_by_their_paths() {
    let at = files(&[("a/main.puzzle", "use \"./bo¦\""), ("a/boards.puzzle", ""), ("more.puzzle", "")]);
    let found = all(&at);
    let labels: Vec<&str> = found.iter().map(|c| c.label.as_str()).collect();
    assert_eq!(labels, ["./boards.puzzle", "../more.puzzle"]);
    assert_eq!(at.place(found[0].replace), "a/main:1:6 ./bo");
    let at = files(&[("main.puzzle", "use ¦"), ("boards.puzzle", "")]);
    assert_eq!(all(&at)[0].label, "boards");
}

/// The text of a snippet with its defaults.
fn filled(snippet: &str) -> String {
    let mut text = String::new();
    let mut rest = snippet;
    while let Some(at) = rest.find(['$', '\\']) {
        text.push_str(&rest[..at]);
        let tail = &rest[at..];
        if tail.starts_with('\\') {
            text.push_str(&tail[1..2]);
            rest = &tail[2..];
        } else if let Some(inside) = tail.strip_prefix("${") {
            let end = inside.find('}').unwrap();
            text.push_str(inside[..end].split_once(':').map_or("", |p| p.1));
            rest = &inside[end + 1..];
        } else {
            rest = &tail[2..];
        }
    }
    text + rest
}

#[test]
fn the_puzzles_to_begin_with_hold() {
    let found = all(&text("¦"));
    let games: Vec<&Completion> = found.iter().filter(|c| c.label.starts_with("puzzle: ")).collect();
    assert_eq!(games.len(), puzzlec_model::project::module_names().count());
    for game in games {
        let at = text(&format!("{}\n", filled(&game.insert)));
        let found = at.analysis.check(&Budget::unlimited());
        let errors: Vec<String> = found.iter().map(|d| d.headline.clone()).collect();
        assert!(errors.is_empty(), "{}: {errors:?}\n{}", game.label, filled(&game.insert));
    }
}
