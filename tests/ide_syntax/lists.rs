//! Symbols, folds and links.

use puzzlec_analysis::ide::{self, symbols, workspace_symbols};
use puzzlec_base::FileId;

use crate::ide_syntax::shown::{self, FIRST, files, id, one, slice};

const RULES: &str = r#"use "./boards.puzzle" as mine
use "./lost.puzzle"
use peg

// One
// after another.

// Alone.
/// Jumps.
/// Far.
rule jump(x: coin,
          y: empty; k: 1..3 = 2) {
    /* a
       b */
    when distance(x, y) == k
    move x to y
}
board G = graph {
    a-b
    b-c
}
rule s = script """
// c
// d
fn s(board, n) {
    [
        n,
    ]
}
""" :: s(3)
rule t = script "t.rhai"
theory peg_solitaire for jump, s
piece coin "c" { rigid }
puzzle P(n: int = 3) {
    title "The \"first\""
    start """  // here
        c .
    """
    goal """
        . c
        """
}
rule open {
    when
rule = broken
puzzle {
"#;

fn rules() -> puzzlec_analysis::Analysis {
    files(&[
        ("f/rules.puzzle", RULES),
        ("f/boards.puzzle", "board Star = line 5\n"),
        ("f/t.rhai", "/// T.\nfn t(board) {\n    helper(1)\n}\n\nfn helper(n) { n }"),
    ])
}

#[test]
fn items_are_symbols() {
    let a = rules();
    assert_eq!(
        shown::symbols(&a, &symbols(&a, FIRST)),
        r#"Import mine «./boards.puzzle» use "./boards.puzzle" as mine
Import lost «./lost.puzzle» use "./lost.puzzle"
Import peg «» use peg
Rule jump «(x: coin, y: empty; k: 1..3 = 2)» rule jump(x: coin,
  Parameter x «» x: coin
  Parameter y «» y: empty
  Parameter k «» k: 1..3 = 2
Board G «graph {» board G = graph {
Rule s «» rule s = script """
Rule t «» rule t = script "t.rhai"
Theory peg_solitaire «for jump, s» theory peg_solitaire for jump, s
Piece coin «c» piece coin "c" { rigid }
Puzzle P «The "first"» puzzle P(n: int = 3) {
  Parameter n «» n: int = 3
Rule open «» rule open {
"#
    );
    let script = id(&a, "f/t.rhai");
    assert_eq!(
        shown::symbols(&a, &symbols(&a, script)),
        "Function t «(board)» fn t(board) {\nFunction helper «(n)» fn helper(n) { n }\n"
    );
    assert_eq!(symbols(&a, FileId(99)), []);
}

#[test]
fn symbols_of_all_files_are_found_by_parts_of_their_names() {
    let a = files(&[
        (
            "a.puzzle",
            "use b\nboard PlainGrid = line 3\nrule plan = p\npiece p\nrule p_grid = p\npuzzle Gap { }",
        ),
        ("b.puzzle", "board Grid = line 4\n/// x\npuzzle LargePlan { }"),
    ]);
    let found = |query: &str| {
        let names = workspace_symbols(&a, query).into_iter().map(|s| s.name);
        names.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(found("grid"), "Grid p_grid PlainGrid");
    assert_eq!(found("plan"), "plan LargePlan PlainGrid");
    assert_eq!(found("pg"), "p_grid PlainGrid");
    assert_eq!(found("PG"), "PlainGrid p_grid");
    assert_eq!(found("p"), "p plan p_grid PlainGrid LargePlan Gap");
    assert_eq!(found("zz"), "");
    assert_eq!(found("").split(' ').count(), 7);
}

#[test]
fn blocks_pictures_scripts_comments_and_imports_fold() {
    let a = rules();
    assert_eq!(
        shown::folds(&a, FIRST),
        "Imports 1-3
Comment 5-6
Comment 9-10
Block 11-12
Block 12-16
Comment 13-14
Block 18-20
Script 22-29
Comment 23-24
Block 25-28
Block 26-27
Block 34-41
Picture 36-37
Picture 39-40
"
    );
    assert_eq!(shown::folds(&a, id(&a, "f/t.rhai")), "Block 2-3\n");
    assert_eq!(shown::folds(&one("puzzle P { }\nboard B = line 3"), FIRST), "");
    assert_eq!(shown::folds(&one("use a\nuse b\n"), FIRST), "Imports 1-2\n");
    assert_eq!(shown::folds(&one("start \"\"\"\n  o\n  o\n"), FIRST), "Picture 1-4\n");
}

#[test]
fn imports_and_scripts_are_links() {
    let a = rules();
    let show = |l: ide::Link| format!("{} -> {}", slice(&a, l.span), l.target);
    let found: Vec<String> = ide::links(&a, FIRST).into_iter().map(show).collect();
    assert_eq!(
        found,
        ["./boards.puzzle -> f/boards.puzzle", "peg -> stdlib:peg.puzzle", "t.rhai -> f/t.rhai"]
    );
    assert!(ide::links(&a, id(&a, "f/t.rhai")).is_empty());
}
