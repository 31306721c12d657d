//! Renaming.

use puzzlec_analysis::ide::{prepare_rename, rename};

use super::{files, text};

fn renamed(marked: &str, new: &str) -> Result<String, String> {
    let at = text(marked);
    rename(&at.analysis, at.file, at.offset, new).map(|edits| at.edited(&edits).concat())
}

#[test]
fn items_and_variables_get_other_names() {
    let text = "piece ¦coin \"o\"\nrule r(x: coin) { remove x }";
    assert_eq!(renamed(text, "penny").unwrap(), "piece penny \"o\"\nrule r(x: penny) { remove x }");
    let text = "rule r(x, y) { when all z in around ¦x: z is empty; move x to y }";
    assert_eq!(
        renamed(text, "a").unwrap(),
        "rule r(a, y) { when all z in around a: z is empty; move a to y }"
    );
    let text = "puzzle P(¦n: int = 1) { expect solvable in n moves for n in 1..2 }";
    assert_eq!(
        renamed(text, "k").unwrap(),
        "puzzle P(k: int = 1) { expect solvable in k moves for k in 1..2 }"
    );
}

#[test]
fn measures_keep_their_number() {
    let text =
        "puzzle P { measure ¦sweeps = actions; expect solvable in 1 sweep; expect solvable in 2 sweeps }";
    let wanted =
        "puzzle P { measure jumps = actions; expect solvable in 1 jump; expect solvable in 2 jumps }";
    assert_eq!(renamed(text, "jumps").unwrap(), wanted);
}

#[test]
fn modules_get_another_name_here() {
    let text = "use peg\npuzzle P { rules ¦peg.jump }";
    assert_eq!(renamed(text, "p").unwrap(), "use peg as p\npuzzle P { rules p.jump }");
    let text = "use peg as p\npuzzle P { rules ¦p.jump }";
    assert_eq!(renamed(text, "q").unwrap(), "use peg as q\npuzzle P { rules q.jump }");
}

#[test]
fn marks_are_renamed_in_pictures_and_rows() {
    let text =
        "piece a \"¦o\"\nconfiguration C = row o.o\nconfiguration D = \"\"\"\n    o .\n    . o\n\"\"\"";
    let wanted =
        "piece a \"x\"\nconfiguration C = row x.x\nconfiguration D = \"\"\"\n    x .\n    . x\n\"\"\"";
    assert_eq!(renamed(text, "x").unwrap(), wanted);
    assert_eq!(renamed(text, "$").unwrap_err(), "`$` can stand in a row only between quotes");
    assert_eq!(renamed(text, ".").unwrap_err(), "'.' cannot be a mark");
}

#[test]
fn regions_are_renamed_with_their_letters() {
    let text = "board B = square \"\"\"\n    t .\n    . t\n\"\"\"\npuzzle P { board B; goal empty(¦t) }";
    let wanted = "board B = square \"\"\"\n    k .\n    . k\n\"\"\"\npuzzle P { board B; goal empty(k) }";
    assert_eq!(renamed(text, "k").unwrap(), wanted);
}

#[test]
fn functions_of_scripts_are_renamed_in_both_texts() {
    let at =
        files(&[("main.puzzle", "board S = script \"b.rhai\" :: ¦star(5)"), ("b.rhai", "fn star(n) { n }")]);
    let edits = rename(&at.analysis, at.file, at.offset, "sun").unwrap();
    assert_eq!(at.edited(&edits), ["board S = script \"b.rhai\" :: sun(5)", "fn sun(n) { n }"]);
}

#[test]
fn what_would_change_the_meaning_is_refused() {
    let refused = [
        ("piece ¦a \"o\"\npiece b \"x\"", "b", "there is a piece `b` already"),
        ("piece ¦a \"o\"", "row", "`row` is a keyword of the language"),
        ("piece ¦a \"o\"", "1a", "`1a` is no name: names are letters, digits and `_`"),
        ("piece ¦a \"o\"\nrule r(x: a) { remove x }", "x", "`x` means something else in `r`"),
        ("rule r(¦x, y) { move x to y }", "y", "`y` means something else in `r`"),
        ("use peg\npuzzle P { rules peg.¦jump }", "hop", "`jump` belongs to the standard library"),
        ("puzzle P { board line 3; goal empty(¦a1) }", "k", "the name of cell `a1` is its coordinate"),
        ("piece a \"¦o\"\npiece b \"x\"", "x", "`b` has the mark `x` already"),
        ("¦puzzle P { }", "k", "`puzzle` is a keyword of the language"),
        ("rule r(x) { when ¦occupied(x) }", "k", "`occupied` is a function of the language"),
        ("puzzle P { rules no¦where }", "k", "`nowhere` has no meaning here"),
    ];
    for (text, new, why) in refused {
        assert_eq!(renamed(text, new).unwrap_err(), why, "{text}");
    }
}

#[test]
fn the_name_is_told_before() {
    let at = text("piece co¦in \"o\"");
    let span = prepare_rename(&at.analysis, at.file, at.offset).unwrap();
    assert_eq!(at.place(span), "main:1:7 coin");
}
