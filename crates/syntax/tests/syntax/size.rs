//! Long and deep texts: time in proportion to length, no overflow of the stack.

use std::time::{Duration, Instant};

use crate::support::{codes, parsed, whole_tour};

/// Far more than any of these takes, far less than a quadratic parser would.
const PATIENCE: Duration = Duration::from_secs(300);

fn in_time(text: &str) -> Vec<&'static str> {
    let start = Instant::now();
    let codes = codes(text);
    assert!(start.elapsed() < PATIENCE, "{} bytes took {:?}", text.len(), start.elapsed());
    codes
}

#[test]
fn a_hundred_thousand_brackets() {
    for (open, close) in [("(", ")"), ("[", "]"), ("{", "}")] {
        let (open, close) = (open.repeat(100_000), close.repeat(100_000));
        assert_eq!(in_time(&open), ["P0107"]);
        assert_eq!(in_time(&close), ["P0104"]);
        let nested = format!("{open}x{close}");
        assert_eq!(in_time(&nested), ["P0107"]);
        let inside =
            format!("rule r {{\n when {nested}\n remove x\n}}\npuzzle P {{ goal {nested}; start full }}\n");
        assert_eq!(in_time(&inside), ["P0107", "P0107"]);
        assert_eq!(in_time(&format!("board B = {nested}")), ["P0107"]);
    }
}

#[test]
fn sixty_four_brackets_are_fine_and_one_more_is_not() {
    for (count, expected) in [(64, vec![]), (65, vec!["P0107"])] {
        let (open, close) = ("(".repeat(count), ")".repeat(count));
        assert_eq!(codes(&format!("puzzle P {{ goal {open}x == 1{close} }}")), expected);
        assert_eq!(codes(&format!("puzzle P {{ goal {open}empty{close} }}")), expected);
        assert_eq!(codes(&format!("rule r {{ when {open}x{close} == 1 }}")), expected);
        assert_eq!(codes(&format!("puzzle P {{ start row {open}x{close} }}")), expected);
        let all = "all x in c: ".repeat(count);
        assert_eq!(codes(&format!("rule r {{ when {all} x }}")), expected);
    }
}

/// A long text is parsed on all cores: it says what its parts say, each parsed alone with blanks for the others.
#[test]
fn many_items_say_what_each_says() {
    let kinds = [
        "/// Walks.\nrule walk(x: man, y: empty) { when adjacent(x, y)\n move x to y }\n",
        "rule broken(x: man { move x }\n",
        "puzzle P {\n  board line 3\n  gaol x\n  start row o..\n}\n",
        "edition 2\n",
        "piece man \"m\"\n",
        "// A comment.\nboard B = square \"\"\"\n  . .\n  . .\n\"\"\"\n",
        "puzle Q { }\n",
    ];
    let parts: Vec<&str> = (0..700).map(|i| kinds[(i + i / 7) % 7]).collect();
    let whole = parsed(&parts.concat());
    let (mut items, mut found) = (Vec::new(), Vec::new());
    let mut editions = 0;
    for (at, part) in parts.iter().enumerate() {
        let blank = |text: &str| " ".repeat(text.len());
        let (before, after) = (blank(&parts[..at].concat()), blank(&parts[at + 1..].concat()));
        let alone = parsed(&format!("{before}{part}{after}"));
        items.extend(alone.file.items);
        found.extend(alone.diagnostics);
        editions += usize::from(alone.file.edition.is_some());
    }
    let repeated = whole.diagnostics.iter().filter(|d| d.code.as_str() == "P0111").count();
    assert_eq!((repeated, whole.file.items), (editions - 1, items));
    let others: Vec<_> = whole.diagnostics.into_iter().filter(|d| d.code.as_str() != "P0111").collect();
    assert_eq!(others, found);
}

#[test]
fn long_chains_of_operators() {
    for (piece, deep) in
        [("- ", true), ("not ", true), ("around ", true), ("1 + ", true), ("x except ", true)]
    {
        let text = format!("rule r {{ when {}x == 1\n remove x }}", piece.repeat(100_000));
        let expected: Vec<&str> = if deep { vec!["P0107"] } else { vec![] };
        assert_eq!(in_time(&text), expected, "{piece}");
    }
    for piece in ["x or ", "x and ", "not x is y or "] {
        let text = format!("rule r {{ when {}x\n remove x }}", piece.repeat(100_000));
        assert_eq!(in_time(&text), [""; 0], "{piece}");
    }
    let goal = format!("puzzle P {{ goal {}empty }}", "empty or ".repeat(100_000));
    assert_eq!(in_time(&goal), [""; 0]);
}

#[test]
fn ten_megabytes() {
    let tour = whole_tour();
    let text = tour.repeat(10_000_000 / tour.len());
    // The example of every form gives its edition each time.
    assert!(in_time(&text).iter().all(|c| *c == "P0111"));
    for piece in [
        "puzzle A {",
        "puzzle;",
        "{(",
        "a\n",
        "start \"\"\" x\n",
        "}{",
        "/*",
        "\"",
        "graph{",
        "puzzle A{}",
        "board b(\n",
    ] {
        let text = piece.repeat(200_000 / piece.len());
        in_time(&text);
        in_time(&format!("puzzle P {{\n    goal {text}"));
    }
}

#[test]
fn ten_megabytes_of_one_token() {
    let long = "x".repeat(10_000_000);
    assert_eq!(in_time(&format!("// {long}")), [""; 0]);
    assert_eq!(in_time(&format!("/* {long}")), ["P0108"]);
    assert_eq!(in_time(&format!("use \"{long}\"")), [""; 0]);
    assert_eq!(in_time(&format!("use \"{long}")), ["P0105"]);
    assert_eq!(in_time(&format!("configuration C = \"\"\"{long}\"\"\"")), [""; 0]);
    assert_eq!(in_time(&format!("configuration C = \"\"\"\n{long}\n")), ["P0106"]);
    assert_eq!(parsed(&format!("use {long}")).file.items.len(), 1);
}
