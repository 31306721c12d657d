//! Layout: the whole text, a part of it, the line being written.

use puzzlec_analysis::ide::{Edit, format, format_on_type, format_range};
use puzzlec_base::Span;

use crate::ide_syntax::shown::{FIRST, applied, cursor, one};

fn whole(text: &str) -> Vec<Edit> {
    format(&one(text), FIRST).unwrap().unwrap_or_default()
}

/// The text with the changes of the statements that `‸…‸` touches.
fn part(text: &str) -> String {
    let (text, start) = cursor(text);
    let (text, end) = cursor(&text);
    applied(&text, &format_range(&one(&text), FIRST, Span { file: FIRST, start, end }))
}

fn typed(text: &str, c: char) -> String {
    let (text, at) = cursor(text);
    applied(&text, &format_on_type(&one(&text), FIRST, at, c))
}

const UGLY: &str = "puzzle  P{\n  board line 3;rules   step\n\n\n start  \"\"\"\n o  .\n o  o\n\"\"\"  \n      goal count( p )==1 // one\n}\nrule  step { [p|empty]->[empty|p] }\npiece p \"o\"";

const NEAT: &str = "puzzle P {
    board line 3
    rules step

    start \"\"\"
        o  .
        o  o
    \"\"\"
    goal  count(p) == 1  // one
}
rule step { [ p | empty ] -> [ empty | p ] }
piece p \"o\"
";

#[test]
fn changes_are_small_and_make_the_formatted_text() {
    let edits = whole(UGLY);
    assert_eq!(applied(UGLY, &edits), NEAT);
    for edit in &edits {
        let gone = &UGLY[edit.span.start as usize..edit.span.end as usize];
        assert!(gone.chars().chain(edit.text.chars()).all(|c| " \n;".contains(c)), "{edit:?}");
    }
    assert_eq!(whole(NEAT), []);
    assert!(format(&one(NEAT), FIRST).unwrap().is_none());
}

#[test]
fn line_ends_stay_as_they_are() {
    let (ugly, neat) = (UGLY.replace('\n', "\r\n"), NEAT.replace('\n', "\r\n"));
    assert_eq!(applied(&ugly, &whole(&ugly)), neat);
    assert_eq!(whole(&neat), []);
}

#[test]
fn broken_texts_are_left_alone() {
    for text in ["puzzle P {\n  title \"x\n}", "rule r {", "puzzle  P { start \"\"\"\n o", "/* a"] {
        assert_eq!(format(&one(text), FIRST), Err(()), "{text}");
        assert_eq!(part(&format!("‸{text}‸")), text);
    }
}

#[test]
fn a_part_is_whole_statements() {
    let found = part("puzzle  P{\n  board   line 3\n ‸ rules  ‸ step\n  goal  count(p)==1\n}\n");
    assert_eq!(found, "puzzle  P{\n  board   line 3\n    rules step\n  goal  count(p)==1\n}\n");
    let found = part("rule  r {‸ [p|q]->[q|p] }‸\nrule  s = r\n");
    assert_eq!(found, "rule r { [ p | q ] -> [ q | p ] }\nrule  s = r\n");
    let found = part("puzzle P {\n  board line 3;‸ rules‸  s;  start  row o..\n goal x\n}\n");
    assert_eq!(found, "puzzle P {\n    board line 3\n    rules s\n    start row o..\n goal x\n}\n");
    assert_eq!(part(&format!("‸{UGLY}‸")), NEAT);
}

#[test]
fn lines_are_indented_while_they_are_written() {
    assert_eq!(typed("puzzle P {\n‸", '\n'), "puzzle P {\n    ");
    assert_eq!(typed("puzzle P {\n  ‸\n}", '\n'), "puzzle P {\n    \n}");
    assert_eq!(
        typed("puzzle P {\n    board line 3\n‸rules r\n}", '\n'),
        "puzzle P {\n    board line 3\n    rules r\n}"
    );
    assert_eq!(typed("puzzle P {\n    goal x and\n‸", '\n'), "puzzle P {\n    goal x and\n        ");
    assert_eq!(typed("puzzle P {\n    title \"x\"\n    }‸", '}'), "puzzle P {\n    title \"x\"\n}");
    assert_eq!(typed("puzzle P {\n}\n    ‸", '\n'), "puzzle P {\n}\n");
    assert_eq!(typed("board G = graph { a-b }‸", '}'), "board G = graph { a-b }");
    assert_eq!(
        typed("puzzle P {\n    start row o*(1 +\n‸", '\n'),
        "puzzle P {\n    start row o*(1 +\n            "
    );
}

#[test]
fn rows_stand_below_each_other_while_they_are_written() {
    assert_eq!(typed("puzzle P {\n    start \"\"\"\n‸", '\n'), "puzzle P {\n    start \"\"\"\n        ");
    assert_eq!(
        typed("board B = square \"\"\"\n      . .\n‸\n\"\"\"", '\n'),
        "board B = square \"\"\"\n      . .\n      \n\"\"\""
    );
    assert_eq!(
        typed("board B = square \"\"\"\n    . .\n    ‸\"\"\"\n", '\n'),
        "board B = square \"\"\"\n    . .\n\"\"\"\n"
    );
    let script = "rule r = script \"\"\"\nfn r() {\n‸\n}\n\"\"\"";
    assert_eq!(typed(script, '\n'), script.replace('‸', ""));
}
