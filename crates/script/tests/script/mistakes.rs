//! Mistakes of authors: the right code, headline and place.

use puzzlec_base::diag::Diagnostic;
use puzzlec_base::{Budget, FileId};
use puzzlec_script as script;

use super::{AT, run, square, text};

fn fails(source: &str) -> Diagnostic {
    *run(source, &square(3, 2), &[]).expect_err(source)
}

/// Code, text at the primary place, headline.
fn told(source: &str) -> (String, String, String) {
    let d = fails(source);
    let own = d.primary.span.file == FileId(1);
    let shown = if own { source.get(d.primary.span.range()).unwrap() } else { "" };
    (d.code.as_str().to_owned(), shown.to_owned(), d.headline)
}

#[test]
fn the_smallest_span_is_shown() {
    let cases = [
        ("bord.cells", "P0601", "bord", "unknown name `bord`"),
        ("/* 日 */ actin()", "P0601", "actin", "unknown function `actin`"),
        ("board.stepp(c, \"up\")", "P0601", "stepp", "unknown function `stepp`"),
        ("board.step(c)", "P0601", "step", "`step` cannot be used with a board, a cell"),
        ("board.step(c, \"rihgt\")", "P0601", "step", "unknown direction `rihgt`"),
        ("board.cell(\"z9\")", "P0601", "cell", "unknown cell `z9`"),
        ("board.region(\"targt\")", "P0601", "region", "unknown region `targt`"),
        ("c.colour", "P0601", "colour", "a cell has no property `colour`"),
        ("c.name()", "P0601", "name", "`name` cannot be used with a cell"),
        ("c + 1", "P0601", "+", "`+` cannot be used with a cell and a whole number"),
        (
            "action().moves(c, board.at(9, 9))",
            "P0601",
            "moves",
            "`moves` needs a cell or a list of cells, found nothing",
        ),
        (
            "action().requires(c, 5)",
            "P0601",
            "requires",
            "`requires` needs the name of a piece or a list of them, found a whole number",
        ),
        (
            "action().moves([c], [])",
            "P0601",
            "moves",
            "`moves` needs the same number of cells on both sides, found 1 and 0",
        ),
        ("1 / 0", "P0601", "/", "script failed: division by zero: 1 / 0"),
        ("[1][7]", "P0601", "7", "script failed: list index 7 out of bounds: only 1 element in the list"),
        ("board[0]", "P0601", "[", "script failed: a board has no items to index with `[…]`"),
        ("if c { 1 }", "P0601", "c", "script failed: a truth value was expected, found a cell"),
        ("for x in c { }", "P0601", "c", "script failed: `for` needs a list, a map, a text or a range"),
        ("throw \"no luck\"", "P0601", "throw", "script failed: no luck"),
        ("let x = ", "P0601", "}", "script cannot be read: unexpected `}`"),
        ("eval(\"1\")", "P0601", "eval", "scripts cannot use `eval`"),
        ("import \"x\" as x;", "P0601", "import", "scripts cannot use `import`"),
        ("let f = |x| x; [f]", "P0601", "|", "script cannot be read: unexpected `|`"),
        ("let f = actions; [f]", "P0601", "actions", "unknown name `actions`"),
        ("()", "P0604", "actions", "script returned nothing where a list of actions was expected"),
        (
            "[action().removes(c), 5]",
            "P0604",
            "actions",
            "item 1 of the script's list is a whole number, not an action",
        ),
        ("[action().requires(c, \"peg\")]", "P0604", "actions", "action 0 of the script does nothing"),
    ];
    let mut wrong = Vec::new();
    for (line, code, shown, headline) in cases {
        let source =
            format!("fn actions(board) {{\n  // é 日本\n  let c = board.cell(\"a1\");\n  {line}\n}}");
        let told = told(&source);
        if told != (code.to_owned(), shown.to_owned(), headline.to_owned()) {
            wrong.push((line, told));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn suggestions_frames_and_prints() {
    let d = fails("fn actions(board) { board.neigbours(board.cells[0]) }");
    assert_eq!(d.help.as_deref(), Some("did you mean `neighbours`?"));
    assert_eq!(d.fixes[0].edits[0].text, "neighbours");

    let source = "fn inner(b) { print(\"hello\"); b.cell(\"q\") }\n\
                  fn outer(b) { inner(b) }\nfn actions(board) { outer(board) }";
    let d = fails(source);
    assert_eq!(&source[d.primary.span.range()], "cell");
    let own = d.secondary.iter().filter(|l| l.span.file == FileId(1));
    let frames: Vec<&str> = own.map(|l| &source[l.span.range()]).collect();
    assert_eq!(frames, ["inner", "outer"]);
    assert_eq!(d.secondary.last().unwrap().span, AT);
    assert_eq!(d.notes, ["the script printed:\nhello"]);
}

#[test]
fn check_finds_hook_mistakes_without_running() {
    let check = |source: &str, arity| script::check(text(source), "actions", arity, AT);
    assert!(check("fn actions(board) { loop {} }", 1).is_empty());
    assert!(check("fn actions(board) { 1 } fn actions(board, k) { 2 }", 2).is_empty());
    let codes = |found: Vec<Diagnostic>| found.iter().map(|d| d.code.as_str()).collect::<Vec<_>>();
    assert_eq!(codes(check("fn action(board) { [] }", 1)), ["P0602"]);
    assert_eq!(codes(check("fn actions() { [] }", 1)), ["P0602"]);
    assert_eq!(codes(check("fn actions(board) { [ }", 1)), ["P0601"]);
    assert_eq!(codes(check("fn actions(board) { \"open", 1)), ["P0601"]);
    assert_eq!(codes(check("", 1)), ["P0602"]);
    assert_eq!(codes(check(&"/".repeat(300_000), 1)), ["P0603"]);
    let d = &check("fn actions(board) { [] }", 2)[0];
    assert_eq!(d.headline, "function `actions` takes 1 argument, but 2 are given");
}

#[test]
fn wrong_boards() {
    let cases = [
        ("drawn(\"sqare\", [\".\"])", "unknown lattice `sqare`"),
        ("drawn(\"square\", [])", "`drawn` needs at least one cell"),
        ("drawn(\"square\", \"..\\n..\")", "a row of `drawn` holds a line break"),
        ("drawn(\"square\", [1])", "`drawn` needs a list of rows, found a whole number"),
        ("graph([], [])", "`graph` needs at least one vertex"),
        ("graph([\"a\", \"a\"], [])", "two vertices of the graph are named `a`"),
        ("graph([\"a b\"], [])", "a vertex cannot be named `a b`"),
        ("graph([\"a\"], [[\"a\", \"b\"]])", "unknown vertex `b`"),
        ("graph([\"a\"], [[0, 3]])", "the graph has no vertex 3; the numbers are 0 to 0"),
        ("graph([\"a\"], [[0, 0]])", "edge 0 of the graph joins a vertex to itself"),
        ("graph([\"a\"], [\"ab\"])", "edge 0 of the graph is a text, not a pair"),
        ("7", "script returned a whole number where a board was expected"),
    ];
    for (body, headline) in cases {
        let source = format!("fn b() {{ {body} }}");
        let d = script::board(text(&source), ("b", AT), &[], &Budget::unlimited()).unwrap_err();
        assert_eq!(d.headline, headline, "{body}");
    }
}
