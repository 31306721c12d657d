//! Formatting keeps meaning and comments and is done after one time.

use crate::support;
use crate::targets;
use proptest::prelude::*;
use puzzlec_base::FileId;
use puzzlec_base::diag::Diagnostic;
use support::{TOUR, bare_tree, codes, damaged, parsed, spread, texts};

fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    puzzlec_syntax::format::format(FileId(0), text)
}

/// What must hold of every text that can be formatted.
fn check(text: &str) {
    let Ok(formatted) = format(text) else { return };
    let (before, after) = (parsed(text), parsed(&formatted));
    let comments = |p: &puzzlec_syntax::Parse| -> Vec<String> {
        let lines = |c: &puzzlec_syntax::Comment| {
            let text = c.text.replace("\r\n", "\n").replace('\r', "\n");
            text.split('\n').map(|l| l.trim_end_matches([' ', '\t'])).collect::<Vec<_>>().join("\n")
        };
        p.trivia.comments.iter().map(lines).collect()
    };
    assert_eq!(bare_tree(&before), bare_tree(&after), "another tree\n{text}\n-----\n{formatted}");
    assert_eq!(comments(&before), comments(&after), "other comments\n{text}\n-----\n{formatted}");
    targets::layout(text);
    // Where a wrong item is not set off by line ends, the text is left alone.
    let tidy = !formatted.contains('\r') && (formatted.is_empty() || formatted.ends_with('\n'));
    assert!(tidy || formatted == text, "{formatted:?}");
}

#[test]
fn the_tour() {
    for (name, text) in TOUR {
        assert_eq!(codes(text), [""; 0], "{name}");
        check(text);
        check(&text.replace('\n', "\r\n"));
        check(&text.replace("    ", "\t"));
        for trivia in ["\u{FEFF}", " /* why */", "\u{FEFF}/* why */\u{FEFF}", " /* why\nnot */ "] {
            check(&spread(text, trivia));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text(text in texts()) {
        check(&text);
    }

    #[test]
    fn a_damaged_text(text in damaged()) {
        check(&text);
    }
}

/// Formats a text that parses and checks what must hold of every text.
fn formatted(text: &str) -> String {
    assert_eq!(codes(text), [""; 0], "{text}");
    check(text);
    format(text).unwrap()
}

#[test]
fn blanks_and_columns() {
    let text = "\n\nuse  peg\n\n\n\npuzzle P( n:int=6 ,k : 1 .. 9=2 ){\n\n title \"x\"\n\n\n   expect solvable in n*2-1 moves;window -1\n goal count( peg,around x )==1\n\n}";
    let expected = "use peg\n\npuzzle P(n: int = 6, k: 1..9 = 2) {\n    title  \"x\"\n\n    expect solvable in n * 2 - 1 moves\n    window -1\n    goal   count(peg, around x) == 1\n}\n";
    assert_eq!(formatted(text), expected);
}

#[test]
fn rows_edges_labels_and_steps_stay_tight() {
    let cases = [
        ("board B = graph {a - b  b-c}\n", "board B = graph { a-b b-c }\n"),
        ("configuration C = row ( W  B ) * n o . o ..\n", "configuration C = row (W B)*n o . o ..\n"),
        ("puzzle P{place g R - G*2,h*(n-1)}\n", "puzzle P { place g R-G * 2, h * (n - 1) }\n"),
        (
            "rule r{[a|g.1]->[?|empty]along d,d + 1 or down-right}\n",
            "rule r { [ a | g.1 ] -> [ ? | empty ] along d, d+1 or down-right }\n",
        ),
        (
            "rule move(x:a or b;k:int=2)on ring 5{remove x}\n",
            "rule move(x: a or b; k: int = 2) on ring 5 { remove x }\n",
        ),
        ("rule r=script\"a\"::f(-1,x-1)\n", "rule r = script \"a\" :: f(-1, x - 1)\n"),
        ("rule r{when not(a or-b<c)and f(x)}\n", "rule r { when not (a or -b < c) and f(x) }\n"),
    ];
    for (text, expected) in cases {
        assert_eq!(formatted(text), expected);
    }
}

#[test]
fn pictures_move_as_a_block() {
    let text = r#"puzzle P {
start """   // why

     o . o

   .
"""
goal   """  o .  """ or empty }
"#;
    let expected = r#"puzzle P {
    start """  // why
          o . o

        .
    """
    goal  """ o . """ or empty
}
"#;
    assert_eq!(formatted(text), expected);
    let tabs = "board B = square \"\"\"\n\t .\n\t. .\n\n\"\"\"\n";
    assert_eq!(formatted(tabs), "board B = square \"\"\"\n     .\n    . .\n\"\"\"\n");
}

#[test]
fn twins_stay_side_by_side() {
    let text = r#"configuration C = pieces """ colours """ // c
 a b      R
  c      G G
"""     """
"#;
    let expected = r#"configuration C = pieces """  colours """  // c
    a b                            R
     c                            G G
"""                           """
"#;
    assert_eq!(formatted(text), expected);
    let below = r#"puzzle P {
    start pieces """
        a a
    """
    colours """
        R G
    """
}
"#;
    let result = formatted(below);
    assert_eq!(formatted(&result), result);
}

#[test]
fn short_blocks_stay_on_one_line() {
    let short = "rule r(x) { remove x; close x }\n";
    assert_eq!(formatted(short), short);
    assert_eq!(formatted("rule r(x)\n{\nremove x }"), "rule r(x) {\n    remove x\n}\n");
    assert_eq!(formatted("puzzle P{}puzzle Q{ }"), "puzzle P {}\npuzzle Q {}\n");
    let long = format!("rule r(x) {{ remove {}; close x }}\n", "x, ".repeat(30) + "x");
    assert_eq!(
        formatted(&long),
        format!("rule r(x) {{\n    remove {}\n    close x\n}}\n", "x, ".repeat(30) + "x")
    );
    // A hundred columns fit, one more does not.
    for (count, lines) in [(100, 1), (101, 3)] {
        let name = "x".repeat(count - "rule r { remove  }".len());
        assert_eq!(formatted(&format!("rule r {{ remove {name} }}")).lines().count(), lines);
    }
}

#[test]
fn comments_stay_where_they_are() {
    let text = "// a\n\n\n/* b */ use peg // c\nuse coins    // d\n/// e\nrule r(x) { // f\n // g\n\n remove x, // h\n  /* i */ y /* j */ , z\n\n // k\n}\n// l";
    let expected = "// a\n\n/* b */ use peg  // c\nuse coins        // d\n/// e\nrule r(x) {  // f\n    // g\n\n    remove x,  // h\n        /* i */\n        y /* j */ , z\n\n    // k\n}\n// l\n";
    let result = formatted(text);
    assert_eq!(result.replace("/* i */ y", "/* i */\n        y"), expected);
}

#[test]
fn what_does_not_parse_is_kept() {
    let text = "use   peg\npuzzle P {\n  title   \"x\"\n  strat   full   except c\n     or   so\n  goal   empty\n}\npuzle  Q  {   a }\n";
    let expected = "use peg\npuzzle P {\n    title \"x\"\n    strat   full   except c\n     or   so\n    goal  empty\n}\npuzle  Q  {   a }\n";
    check(text);
    assert_eq!(format(text).unwrap(), expected);
    let text = "puzzle P(  {\n  title   \"x\"\n}\n";
    assert_eq!(format(text).unwrap(), text);
}

#[test]
fn unclosed_texts_are_left_alone() {
    for text in [
        "puzzle P {",
        "use \"x",
        "board B = square \"\"\"\n .\n",
        "/*",
        "puzzle P { } }",
        "rule r { remove x) }",
    ] {
        assert!(format(text).is_err_and(|found| !found.is_empty()), "{text}");
    }
}

#[test]
fn nothing_is_nothing() {
    for text in ["", "\n\n", "\u{FEFF}", " ; ;\r\n"] {
        assert_eq!(format(text).as_deref(), Ok(""), "{text:?}");
    }
    assert_eq!(formatted("// only"), "// only\n");
}
