//! One mistake makes one diagnostic and leaves every other statement whole.

use proptest::prelude::*;
use puzzlec_base::FileId;
use puzzlec_base::diag::Diagnostic;
use puzzlec_syntax::ast::{ItemKind, PuzzleStatementKind, RuleBody, RuleStatementKind};
use puzzlec_syntax::keywords::{Place, words};
use puzzlec_syntax::lex;
use puzzlec_syntax::samples::sample;

use crate::support::{TOUR, codes, parsed, whole_tour};

/// Three items with eleven statements.
const GOOD: &str = r#"use peg

rule jump(x: peg) {
    when occupied(x)
    [ peg | peg | empty ] -> [ empty | empty | peg ]
    remove x
}

/// A puzzle.
puzzle Central(n: int = 6) {
    title  "The central game"
    board  peg.English
    rules  peg.jump, jump
    start  """
        o . o
        . o .
    """
    goal   only peg at c
    expect solvable in 31 moves
}

puzzle Other {
    rules jump
    start full
}
"#;

/// How many statements and items are no error nodes.
fn whole(text: &str) -> (usize, usize) {
    let (mut statements, mut items) = (0, 0);
    for item in &parsed(text).file.items {
        items += usize::from(item.kind != ItemKind::Error);
        statements += match &item.kind {
            ItemKind::Rule(rule) => match &rule.body {
                RuleBody::Statements(all) => {
                    all.iter().filter(|s| s.kind != RuleStatementKind::Error).count()
                }
                _ => 0,
            },
            ItemKind::Puzzle(puzzle) => {
                puzzle.statements.iter().filter(|s| s.kind != PuzzleStatementKind::Error).count()
            }
            _ => 0,
        };
    }
    (items, statements)
}

#[test]
fn one_mistake_one_diagnostic() {
    assert_eq!((codes(GOOD).len(), whole(GOOD)), (0, (4, 11)));
    let cases = [
        // What is replaced, by what, the code, and how many statements are lost.
        ("start  \"", "strat  \"", "P0101", 1),
        ("when occ", "wen occ", "P0101", 1),
        ("title  \"The central game\"", "title  The central game", "P0102", 1),
        ("goal   only peg at c", "goal   only peg c", "P0102", 1),
        ("peg.jump, jump", "peg.jump jump", "P0102", 1),
        ("peg.jump, jump", "peg.jump,", "P0102", 1),
        ("31 moves", "99999999999999999999 moves", "P0109", 0),
        ("when occupied(x)", "when occupied(x", "P0102", 1),
        ("when occupied(x)", "when occupied x)", "P0104", 1),
        ("[ peg | peg | empty ]", "[ peg | peg | empty", "P0102", 1),
        ("[ peg | peg | empty ]", "peg | peg | empty ]", "P0104", 1),
        ("game\"", "game", "P0105", 1),
        ("        . o .\n    \"\"\"", "        . o .", "P0106", 1),
        ("start  \"\"\"\n        o . o", "start  \"\"\" o . o", "P0102", 1),
        ("Other {", "Other", "P0102", 0),
        ("Central(n: int = 6) {", "Central(n: int = 6)", "P0102", 0),
        ("(n: int = 6)", "(n: int = )", "P0102", 0),
        ("(n: int = 6)", "(n: int = 6", "P0102", 0),
        ("(n: int = 6)", "(n; int = 6)", "P0102", 0),
        ("31 moves\n}\n", "31 moves\n", "P0103", 0),
        ("remove x\n}", "remove x\n", "P0103", 0),
        ("remove x\n}", "remove x\n}\n}", "P0104", 0),
        ("when occupied(x)\n", "when occupied(x)\n}\n", "P0104", 0),
        ("start full\n}", "start full\n", "P0103", 0),
        ("start full\n", "{ start full\n", "P0103", 2),
        ("start full\n", "start full /* oh\n", "P0108", 0),
        ("use peg", "use", "P0102", 0),
        ("use peg", "edition 3", "P0110", 0),
        ("use peg", "use peg\n\u{A0}", "P0102", 0),
    ];
    for (wrong, with, code, lost) in cases {
        assert!(GOOD.contains(wrong), "{wrong}");
        let text = GOOD.replacen(wrong, with, 1);
        let found = parsed(&text).diagnostics;
        assert_eq!(found.iter().map(|d| d.code.as_str()).collect::<Vec<_>>(), [code], "{with}: {found:#?}");
        assert_eq!(whole(&text).1, 11 - lost, "{with}");
    }
}

/// A statement at its place.
fn placed(place: Place, statement: &str) -> String {
    match place {
        Place::Rule => format!("rule r {{\n    {statement}\n}}\n"),
        Place::Puzzle => format!("puzzle P {{\n    {statement}\n}}\n"),
        _ => format!("{statement}\n"),
    }
}

#[test]
fn every_statement_has_a_sample_and_shows_it_where_it_is_mistaken() {
    for place in [Place::Item, Place::Rule, Place::Puzzle] {
        for word in words(place).iter().chain((place == Place::Rule).then_some(&"[")) {
            let sample = sample(place, word).unwrap_or_else(|| panic!("{word} has no sample"));
            let found = parsed(&placed(place, sample)).diagnostics;
            assert!(found.is_empty(), "{sample}: {found:#?}");
            // No statement has this sign.
            let found = parsed(&placed(place, &format!("{word} @"))).diagnostics;
            let shows = |d: &Diagnostic| d.help.as_ref().is_some_and(|help| help.contains(sample));
            assert!(found.iter().any(|d| shows(d) || !d.fixes.is_empty()), "{word}: {found:#?}");
        }
    }
    for (word, sample) in [("start", "start row FF.TT"), ("goal", "goal row TT.FF")] {
        let found = parsed(&placed(Place::Puzzle, &format!("{word}{{ \"o..\" }}"))).diagnostics;
        let help = found.iter().find_map(|d| d.help.as_deref()).unwrap_or_default();
        assert_eq!(help, format!("for example: `{sample}`, or a picture between `\"\"\"` and `\"\"\"`"));
    }
}

#[test]
fn any_missing_token_makes_one_diagnostic_at_most() {
    for (name, text) in TOUR {
        for token in &lex(FileId(0), text).tokens {
            let mut damaged = (*text).to_string();
            damaged.replace_range(token.start as usize..token.end as usize, "");
            let found = parsed(&damaged).diagnostics;
            assert!(found.len() <= 1, "{name} without {:?}: {found:#?}", token.text(text));
        }
    }
}

#[test]
fn an_item_at_the_left_ends_what_is_open() {
    let open = [
        "puzzle A {\n    rules x\n",
        "rule a(x: (\n",
        "board A = graph { a-b\n",
        "piece a { cells 2\n",
        "puzzle A\n",
    ];
    for before in open {
        for item in [
            "puzzle B { start full }",
            "rule b { remove x }",
            "board B = ring 5",
            "board B(n: int) = ring n",
            "use peg",
        ] {
            let text = format!("{before}{item}\n");
            assert_eq!(codes(&text).len(), 1, "{text}");
            assert!(parsed(&text).file.items.len() >= 2, "{text}");
        }
    }
    // A statement is no item, wherever it stands.
    for board in ["board peg.English", "board ring 5", "board Grid(5)", "board square 8 by 8"] {
        let text = format!("puzzle A {{\nrules x\n{board}\nstart full\n}}\n");
        assert_eq!((codes(&text).len(), whole(&text)), (0, (1, 3)), "{text}");
    }
}

/// Behind the opening quotes stands nothing but blanks and a comment.
#[test]
fn the_line_of_the_opening_quotes() {
    let row = "expected the end of the line, found a row of the picture";
    let odd = "expected the end of the line, found the character U+00A0";
    let cases = [
        (" x y \t", row, "x y"),
        ("\u{3000}x\u{A0}", row, "x"),
        ("x // why", row, "x // why"),
        ("\u{A0}", odd, "\u{A0}"),
        (" \u{A0}\u{2003} ", odd, "\u{A0}\u{2003}"),
        ("\u{A0}// why", odd, "\u{A0}"),
    ];
    for (behind, headline, place) in cases {
        for end in ["\n", "\r\n", "\r"] {
            let text = format!("puzzle P {{{end}  start \"\"\"{behind}{end}. .{end}\"\"\"{end}}}{end}");
            let found = &parsed(&text).diagnostics;
            assert_eq!(found.iter().map(|d| d.headline.as_str()).collect::<Vec<_>>(), [headline], "{text:?}");
            let span = found[0].primary.span.range();
            assert_eq!((text.find(place), &text[span.clone()]), (Some(span.start), place), "{text:?}");
            let fix = found[0].fixes.first().map(|f| {
                assert!(f.safe);
                let mut mended = text.clone();
                mended.replace_range(f.edits[0].span.range(), &f.edits[0].text);
                codes(&mended)
            });
            assert_eq!(fix, (headline == odd).then(Vec::new), "{text:?}");
        }
    }
}

#[test]
fn suggestions_and_fixes() {
    let found = &parsed("puzle A { }").diagnostics[0];
    assert_eq!(found.help.as_deref(), Some("did you mean `puzzle`?"));
    assert_eq!(found.fixes[0].edits[0].text, "puzzle");
    let found = &parsed("puzzle A { expect solvble }").diagnostics[0];
    assert_eq!(found.help.as_deref(), Some("did you mean `solvable`?"));
    let found = &parsed("puzzle A { move x to y }").diagnostics[0];
    assert_eq!((found.help.clone(), found.notes.len()), (None, 1));
}

#[test]
fn what_was_expected() {
    let cases = [
        ("puzzle A { start }", "expected a configuration, found the end of the statement"),
        ("puzzle A { board square 8 8 }", "expected `by`, found `8`"),
        ("puzzle A { goal count(peg == 1 }", "expected `,` or `)`, found the end of the statement"),
        ("puzzle A { expect solvable in 3 }", "expected a name, found the end of the statement"),
        ("puzzle A { title \"a\" \"b\" }", "expected the end of the statement, found a text in quotes"),
        ("rule r { move to y }", "expected an expression, found `to`"),
        ("rule r { [ a | ] -> [ b ] }", "expected a cell of the pattern, found `]`"),
        ("rule r { flip a b at c }", "expected a mark or `<->`, found `b`"),
        ("use \"\"\" x \"\"\"", "expected a name or a text in quotes, found a picture"),
        ("5", "expected an item, found `5`"),
        ("use a\u{A0}", "expected `as` or the end of the statement, found the character U+00A0"),
    ];
    for (text, headline) in cases {
        let found = parsed(text).diagnostics;
        assert_eq!(found.len(), 1, "{text}: {found:#?}");
        assert_eq!(found[0].headline, headline, "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// A statement of nonsense words costs one statement, wherever it stands.
    #[test]
    fn nonsense_costs_itself(line in any::<prop::sample::Index>(), words in "zz[a-z]{1,6}( [a-z]{1,6}| [0-9]+| [+*,.]){0,5}") {
        let tour = whole_tour();
        let starts: Vec<usize> = tour
            .match_indices("\n    ")
            .map(|(at, _)| at + 5)
            .filter(|at| ["rules ", "start ", "goal ", "expect ", "move ", "when "].iter().any(|w| tour[*at..].starts_with(w)))
            .collect();
        let at = starts[line.index(starts.len())];
        let text = format!("{}{words}\n    {}", &tour[..at], &tour[at..]);
        prop_assert_eq!(codes(&text), ["P0101"]);
        prop_assert_eq!(whole(&text), whole(&tour));
    }
}

/// What newcomers write in place of a statement, with the statement.
#[test]
fn words_of_other_languages_have_help() {
    let cases = [
        ("Puzzle P { }", "did you mean `puzzle`?"),
        ("edition 1\npieces ann \"A\"", "did you mean `piece`?"),
        ("rule r { fuel -= 1 }", "write `set fuel = fuel - 1`"),
        ("rule r { set fuel += 2 * n }", "write `set fuel = fuel + (2 * n)`"),
        ("rule r { fuel = 3 }", "write `set fuel = 3`"),
        ("rule r { fuel++ }", "write `set fuel = fuel + 1`"),
        (
            "rule r { move a to y, step(b, d) to z }",
            "all cells before `to`, and where they go behind it: `move a, step(b, d) to y, z`",
        ),
        ("puzzle P { goal ann in d1 }", "write `at` instead of `in`"),
        ("puzzle P { goal every ann at d1, d2 }", "write `ann at d1, d2`"),
        (
            "puzzle P { goal all ann at exit }",
            "write `ann at every exit`, or `all x in cells: x is not ann or x is exit` where there are fewer of them \
             than places",
        ),
        ("puzzle P { board 4 x 2 }", "write `square 4 by 2`"),
        ("puzzle P { board 4 by 2 }", "write `square 4 by 2`"),
    ];
    for (text, help) in cases {
        let found = parsed(text).diagnostics;
        assert_eq!(
            found.iter().map(|d| d.help.as_deref()).collect::<Vec<_>>(),
            [Some(help)],
            "{text}: {found:#?}"
        );
        let mut mended = text.to_owned();
        let fix = found[0].fixes.first().unwrap();
        mended.replace_range(fix.edits[0].span.range(), &fix.edits[0].text);
        assert!(codes(&mended).is_empty(), "{mended}");
    }
    // At the place of an item it may be any item.
    assert_eq!(parsed("Cross = square 3 by 3").diagnostics[0].help, None);
    let found = &parsed("puzzle P { objects bob \"B\" }").diagnostics;
    assert_eq!(found[0].notes, ["`piece` stands outside of rules and puzzles"], "{found:#?}");
}
