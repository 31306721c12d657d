//! Selections that grow.

use puzzlec_analysis::ide::selection;

use crate::ide_syntax::shown::{FIRST, cursor, files, id, one, slice};

/// What a selection grows to at the cursor, but for the whole file.
fn grown(text: &str) -> Vec<String> {
    let (text, at) = cursor(text);
    let a = one(&text);
    let spans = selection(&a, FIRST, at);
    for pair in spans.windows(2) {
        assert!(pair[1].start <= pair[0].start && pair[0].end <= pair[1].end && pair[0] != pair[1]);
    }
    let mut found: Vec<String> = spans.iter().map(|s| slice(&a, *s).to_owned()).collect();
    assert_eq!(found.pop().unwrap(), text);
    found
}

const RULE: &str = "/// Doc.\nrule r(x, y: empty) {\n    when count(coin, around x‸) == 2 and y is empty\n    move x to y\n}\nboard B = line 3";

#[test]
fn words_expressions_statements_blocks_items() {
    let item = RULE.replace('‸', "").replace("/// Doc.\n", "").replace("\nboard B = line 3", "");
    let block = item.split_once('{').unwrap().1.trim_end_matches('}');
    assert_eq!(
        grown(RULE),
        [
            "x",
            "around x",
            "coin, around x",
            "(coin, around x)",
            "count(coin, around x)",
            "count(coin, around x) == 2",
            "count(coin, around x) == 2 and y is empty",
            "when count(coin, around x) == 2 and y is empty",
            block.trim(),
            &format!("{{{block}}}"),
            &item,
            &format!("/// Doc.\n{item}"),
        ]
    );
}

#[test]
fn marks_rows_pictures() {
    let text = "puzzle P {\n    start \"\"\"\n        a b‸ c\n        d e f\n    \"\"\"\n}\n";
    let found = grown(text);
    assert_eq!(found[..2], ["b", "a b c"]);
    assert_eq!(found[2], "a b c\n        d e f");
    assert!(found[3].starts_with("\"\"\"") && found[3].ends_with("\"\"\""));
    assert!(found[4].starts_with("start"));
    assert!(found[5].starts_with('{') && found[6].starts_with("puzzle"), "{found:#?}");
    let twin = "configuration V = pieces \"\"\"  colours \"\"\"\n   a a       R‸ G\n\"\"\"          \"\"\"";
    assert_eq!(grown(twin)[..2], ["R", "R G"]);
}

#[test]
fn patterns_texts_comments_blanks_and_broken_texts() {
    assert_eq!(
        grown("rule r { [ coin‸ | empty ] -> [ empty | coin ] }")[..3],
        ["coin", "coin | empty", "[ coin | empty ]"]
    );
    assert_eq!(
        grown("puzzle P { title \"a fi‸ne day\" }")[..4],
        ["fine", "a fine day", "\"a fine day\"", "title \"a fine day\""]
    );
    assert_eq!(grown("// a wo‸rd\nuse peg")[..2], ["word", "// a word"]);
    assert_eq!(grown("use peg\n\n‸\nuse coins"), [""; 0]);
    assert_eq!(grown("rule r { when (((x‸ + }")[0], "x");
    assert_eq!(grown("use‸ peg")[0], "use");
    assert_eq!(grown("rule r = p.‸q(1)")[..2], ["q", "p.q"]);
    assert_eq!(selection(&one(""), FIRST, 7).len(), 1);
}

#[test]
fn scripts() {
    let text = "rule s = script \"\"\"\nfn s(board) {\n    let n‸ = [1, 2];\n    n\n}\n\"\"\"\n";
    let found = grown(text);
    assert_eq!(found[..2], ["n", "let n = [1, 2];"]);
    assert_eq!(found[2], "let n = [1, 2];\n    n");
    assert!(found[3].starts_with('{') && found[4].starts_with("fn") && found[5].starts_with("\"\"\""));
    let a = files(&[("a.puzzle", "rule s = script \"s.rhai\""), ("s.rhai", "fn s(b) { b.cells }")]);
    let file = id(&a, "s.rhai");
    let found: Vec<&str> = selection(&a, file, 13).into_iter().map(|s| slice(&a, s)).collect();
    assert_eq!(found, ["cells", "b.cells", "{ b.cells }", "fn s(b) { b.cells }"]);
}
