//! Definitions, references, highlights.

use puzzlec_analysis::ide::{definition, highlights, references};

use super::{Marked, files, text};

fn defined(at: &Marked) -> Vec<String> {
    at.places(definition(&at.analysis, at.file, at.offset).into_iter().map(|l| l.name_span))
}

fn used(at: &Marked) -> Vec<String> {
    at.places(references(&at.analysis, at.file, at.offset, true))
}

const PEG: &str = "piece peg \"o\"
board Cross = square \"\"\"
    . t .
    . c t
\"\"\"
rule jump(x: peg, y: empty; k: int = 2) { when distance(x, y) == k and x is peg; move x to y }
configuration Home = row ooo...
puzzle P(n: int = 1) {
    board Cross
    rules jump(n)
    start Home
    goal peg at c, b2 or peg at every t
    expect solvable in n moves for n in 1..2
}
";

/// The text with the mark before the nth place of a word.
fn at(word: &str, nth: usize) -> Marked {
    let (place, _) = PEG.match_indices(word).nth(nth).unwrap();
    text(&format!("{}¦{}", &PEG[..place], &PEG[place..]))
}

#[test]
fn names_lead_to_their_declarations() {
    assert_eq!(defined(&at("Cross", 1)), ["main:2:7 Cross"]);
    assert_eq!(defined(&at("jump", 1)), ["main:6:6 jump"]);
    assert_eq!(defined(&at("Home", 1)), ["main:7:15 Home"]);
    assert_eq!(defined(&at("peg", 4)), ["main:1:7 peg"]);
    assert_eq!(defined(&at("n)", 0)), ["main:8:10 n"]);
    assert_eq!(defined(&at("n in", 0)), ["main:8:10 n"]);
    assert_eq!(defined(&at("x,", 0)), ["main:6:11 x"]);
    assert_eq!(defined(&at("k and", 0)), ["main:6:29 k"]);
}

#[test]
fn cells_lead_to_the_marks_of_their_board() {
    assert_eq!(defined(&at("c, b2", 0)), ["main:4:7 c"]);
    assert_eq!(defined(&at("b2", 0)), ["main:4:7 c"]);
    assert_eq!(defined(&at("t\n    expect", 0)), ["main:3:7 t", "main:4:9 t"]);
    let ring = text("board R = graph { a-b b-c }\nrule r(x) on R { when x == ¦b; remove x }");
    assert_eq!(defined(&ring), ["main:1:21 b"]);
    assert_eq!(used(&ring), ["main:1:21 b", "main:1:23 b", "main:2:28 b"]);
}

#[test]
fn marks_lead_to_their_piece() {
    assert_eq!(defined(&at("ooo", 0)), ["main:1:12 o"]);
    let own = text("use peg\npuzzle P { board line 3; rules peg.jump; start row ¦o..; goal row ..o }");
    assert_eq!(defined(&own), ["stdlib:peg:7:12 o"]);
    let picture = text("piece a \"ab\"\nboard B = line 2\nconfiguration C = \"\"\" ¦b a \"\"\"");
    assert_eq!(defined(&picture), ["main:1:11 b"]);
}

#[test]
fn references_cross_files() {
    let at = files(&[
        ("main.puzzle", "use games\npuzzle P { board line 3; rules games.hop; start row o..; goal row ..o }"),
        ("games.puzzle", "piece ¦coin \"o\"\nrule hop { [ coin | empty ] -> [ empty | coin ] }"),
    ]);
    assert_eq!(used(&at), ["games:1:7 coin", "games:2:14 coin", "games:2:42 coin"]);
    let at = files(&[
        ("main.puzzle", "use games as g\npuzzle P { board line 3; rules ¦g.hop, g.hop }"),
        ("games.puzzle", "rule hop { }"),
    ]);
    assert_eq!(defined(&at), ["games:1:1 "]);
    assert_eq!(used(&at), ["main:1:5 games", "main:1:14 g", "main:2:32 g", "main:2:39 g"]);
    let hop = text("use games\nuse peg\npuzzle P { rules peg.¦jump, peg.jump }");
    let without = references(&hop.analysis, hop.file, hop.offset, false);
    assert_eq!(hop.places(without), ["main:3:22 jump", "main:3:32 jump", "stdlib:peg:13:26 jump"]);
}

#[test]
fn scripts_and_their_functions_are_found() {
    let at = files(&[
        (
            "main.puzzle",
            "board S = script \"boards.rhai\" :: ¦star(5)\nboard T = script \"boards.rhai\" :: star(6)",
        ),
        ("boards.rhai", "fn tip(n) { n }\nfn star(n) {\n    star(tip(n))\n}"),
    ]);
    assert_eq!(defined(&at), ["boards.rhai:2:4 star"]);
    assert_eq!(
        used(&at),
        ["main:1:35 star", "main:2:35 star", "boards.rhai:2:4 star", "boards.rhai:3:5 star"]
    );
    let file =
        files(&[("main.puzzle", "board S = script \"bo¦ards.rhai\""), ("boards.rhai", "fn board() { }")]);
    assert_eq!(defined(&file), ["boards.rhai:1:1 "]);
    let inside = files(&[
        ("main.puzzle", "board S = script \"boards.rhai\""),
        ("boards.rhai", "fn tip(n) { n }\nfn board() { ¦tip(1) }"),
    ]);
    assert_eq!(defined(&inside), ["boards.rhai:1:4 tip"]);
    let inline = text(
        "puzzle P {\n    goal script \"\"\"\n        fn all() { true }\n        fn goal(p) { a¦ll() }\n    \"\"\"\n}",
    );
    assert_eq!(defined(&inline), ["main:3:12 all"]);
}

#[test]
fn highlights_tell_declarations_from_uses() {
    let at = at("x,", 0);
    let found = highlights(&at.analysis, at.file, at.offset);
    let shown: Vec<String> =
        found.iter().map(|h| format!("{}{}", at.place(h.span), if h.write { " w" } else { "" })).collect();
    assert_eq!(shown, ["main:6:11 x w", "main:6:57 x", "main:6:72 x", "main:6:87 x"]);
}

#[test]
fn nothing_is_found_where_nothing_is_named() {
    for text_ in ["¦", "// o¦ne", "rule x { when ¦nothing }", "puzzle P { title \"¦P\" }", "¦puzzle P { }"]
    {
        assert!(defined(&text(text_)).is_empty(), "{text_}");
    }
}
