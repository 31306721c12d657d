//! Texts for tests, and what tests ask of their trees.

use proptest::prelude::*;
use puzzlec_base::FileId;
use puzzlec_syntax::{Parse, Token, lex, parse};

/// The examples of the tour.
pub const TOUR: &[(&str, &str)] = &[
    ("boards", include_str!("../fixtures/tour/boards.puzzle")),
    ("pieces", include_str!("../fixtures/tour/pieces.puzzle")),
    ("rules", include_str!("../fixtures/tour/rules.puzzle")),
    ("central", include_str!("../fixtures/tour/central.puzzle")),
    ("split", include_str!("../fixtures/tour/split.puzzle")),
    ("alternate", include_str!("../fixtures/tour/alternate.puzzle")),
    ("removal", include_str!("../fixtures/tour/removal.puzzle")),
    ("gourds", include_str!("../fixtures/tour/gourds.puzzle")),
    ("every", include_str!("../fixtures/every.puzzle")),
];

/// All of them in one text.
pub fn whole_tour() -> String {
    TOUR.iter().map(|(_, text)| *text).collect()
}

/// Parses a text.
pub fn parsed(text: &str) -> Parse {
    parse(FileId(0), text)
}

/// The codes of a text's diagnostics.
pub fn codes(text: &str) -> Vec<&'static str> {
    parsed(text).diagnostics.iter().map(|d| d.code.as_str()).collect()
}

/// A text with blanks or comments behind all tokens, but where a token is one with the next: in a path, a row of marks,
/// or `script` and its text.
pub fn spread(text: &str, trivia: &str) -> String {
    let tokens = lex(FileId(0), text).tokens;
    let parts = |token: &Token| matches!(token.text(text), "(" | ")" | "[" | "]" | "{" | "}" | ",");
    let mut with = text.to_string();
    for (index, token) in tokens.iter().enumerate().rev() {
        let close = |next: &Token| next.start == token.end && !parts(token) && !parts(next);
        if token.text(text) != "script" && !tokens.get(index + 1).is_some_and(close) {
            with.insert_str(token.end as usize, trivia);
        }
    }
    with
}

/// The tree without its spans.
pub fn bare_tree(parse: &Parse) -> String {
    let mut bare = String::new();
    let text = format!("{:?}", parse.file);
    let mut rest = text.as_str();
    while let Some(at) = rest.find("Span { file") {
        bare.push_str(&rest[..at]);
        let end = rest[at..].find('}').map_or(rest.len(), |e| at + e + 1);
        rest = &rest[end..];
    }
    bare.push_str(rest);
    // How a picture was indented is a place, too.
    bare.replace("odd_indent: Some()", "odd_indent: None")
}

/// The spans of all nodes of the tree, as bytes.
pub fn spans(parse: &Parse) -> Vec<(usize, usize)> {
    let text = format!("{:?}", parse.file);
    let number = |s: &str| s.chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap();
    text.split("FileId(0), start: ")
        .skip(1)
        .map(|s| (number(s), number(s.split("end: ").nth(1).unwrap())))
        .collect()
}

/// Pieces of which texts are made that nearly parse.
const FRAGMENTS: &[&str] = &[
    " ",
    "\u{A0}",
    "\u{3000}",
    "\n",
    "\r",
    "\n    ",
    "\r\n",
    "\t",
    ";",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ",",
    "=",
    "->",
    "<->",
    "|",
    "?",
    ".",
    "..",
    "::",
    ":",
    "+",
    "-",
    "*",
    "==",
    "<=",
    "\"x\"",
    "\"",
    "\"\"\"",
    "\"\"\" o . o \"\"\"",
    "\"\"\"\n  o o\n  . o\n\"\"\"",
    "\"\"\"  // c\n  o\n\"\"\"",
    "pieces \"\"\" colours \"\"\"\n a  b\n\"\"\"  \"\"\"",
    "// c\n",
    "/// doc\n",
    "//! doc\n",
    "/* c */",
    "/* c\n d */",
    "/*",
    "é",
    "日本",
    "😀",
    "\u{FEFF}",
    "\u{A0}",
    "x",
    "d",
    "g.1",
    "peg.jump",
    "down-right",
    "a-b",
    "01110",
    "12",
    "99999999999999999999",
    "edition 1",
    "use peg",
    "board B = ",
    "piece p \"x\" ",
    "configuration C = ",
    "rule r ",
    "rule r(x: a or b; k: 1..2 = 2) {",
    "theory t for ",
    "puzzle P {",
    "puzzle P(n: int = 6) {",
    "title ",
    "board ",
    "rules ",
    "start ",
    "goal ",
    "place ",
    "expect ",
    "players 2, last to move wins",
    "measure m = actions",
    "window ",
    "when ",
    "move ",
    "swap ",
    "shift ",
    "remove ",
    "put ",
    "flip ",
    "close ",
    "square ",
    "hex side ",
    "graph {",
    "unbounded ",
    "row ",
    "full ",
    "empty ",
    "except ",
    "at ",
    "to ",
    "or ",
    "and ",
    "not ",
    "is ",
    "around ",
    "all ",
    "any ",
    "in ",
    "anywhere ",
    "only ",
    "every ",
    "where ",
    "along ",
    "script ",
    "solvable ",
    "moves ",
    "for ",
    "by ",
    "as ",
    "on ",
];

/// Any text, or one that nearly parses.
pub fn texts() -> impl Strategy<Value = String> {
    let soup = prop::collection::vec(prop::sample::select(FRAGMENTS), 0..60).prop_map(|parts| parts.concat());
    prop_oneof![any::<String>(), soup, damaged()]
}

/// An example of the tour with a few pieces taken out, put in or doubled.
pub fn damaged() -> impl Strategy<Value = String> {
    let edit = (any::<prop::sample::Index>(), 0..12_usize, prop::option::of(prop::sample::select(FRAGMENTS)));
    (0..TOUR.len(), prop::collection::vec(edit, 0..4)).prop_map(|(which, edits)| {
        let mut characters: Vec<char> = TOUR[which].1.chars().collect();
        for (place, length, put) in edits {
            let start = place.index(characters.len() + 1);
            let end = (start + length).min(characters.len());
            let put: Vec<char> = put.unwrap_or("").chars().collect();
            characters.splice(start..end, put);
        }
        characters.into_iter().collect()
    })
}
