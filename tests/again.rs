//! What is kept from one state of a text to the next changes no answer.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use puzzlec_analysis::host::Host;
use puzzlec_base::diag::Diagnostic;
use puzzlec_base::{Budget, FileId};
use puzzlec_model::project::MemoryFiles;
use puzzlec_syntax::{parse, parse_again};

use crate::support::long;

/// Numbers that never change from run to run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }

    fn boundary(&mut self, text: &str) -> usize {
        let mut at = self.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }
}

const OTHER: &str = "edition 1\nuse peg\nboard Small = square \"\"\"\n    . . h .\n\"\"\"\n\
    rule back { [ empty | empty | peg.peg ] -> [ peg.peg | peg.peg | empty ] }\n";

const TEXT: &str = r#"edition 1
use peg
use "other.puzzle"

/// A board.
board Cross = square """
      . .
    . . h .
      . .
"""

piece stone "s" { colour teal }
piece lost "l"

board Wide(n: 1..9 = 3) = square n by 2

rule step(x: stone, y: empty; reach: int = 1) { when distance(x, y) == reach; move x to y }
rule never { [ stone | stone | stone | stone | stone ] -> [ empty | empty | empty | empty | empty ] }

/// Pegs.
puzzle First {
    title  "First"
    board  Cross
    rules  peg.jump, other.back   // both ways
    start  full peg.peg except h
    goal   count(peg.peg) == 1
    expect solvable in 3 moves
}

configuration Here = stone at a1

puzzle Second(n: 1..4 = 2) {
    board  Wide(n + 1)
    rules  step
    start  Here
    goal   stone at a2 or stone at b2
}

/* Two ends
   and colours. */
piece gourd "gG" { cells 2 }
puzzle Ends {
    board  square 2 by 1
    rules  step(1)
    start  """ colours """  // both
        1 1            R G
    """            """
    goal   """ . . """
}

puzzle Third {
    board  other.Small
    rules  never
    start  """ s . . . """
    goal   """ . . . s """
    check script """
        fn check(puzzle) { if puzzle.cells.len() > 3 { puzzle.warn("wide") } }
    """
}
"#;

const PARTS: [&str; 25] = [
    "\r\n",
    "script \"\"\"",
    " colours \"\"\"\n",
    "x",
    "\n",
    " ",
    "}",
    "{",
    "\"\"\"",
    "\"",
    "/*",
    "*/",
    "// c\n",
    ";",
    "stone",
    "peg.peg",
    "piece q \"q\"\n",
    "board",
    "é",
    "h",
    ".",
    "goal count(peg.peg) == 2\n",
    "/// doc\n",
    "Cross",
    "(",
];

fn edited(text: &str, dice: &mut Dice) -> String {
    let (a, b) = (dice.boundary(text), dice.boundary(text));
    let start = a.min(b);
    // Mostly small ones, as somebody types.
    let end = match dice.below(6) {
        0 => a.max(b),
        1 | 2 => {
            (start..=text.len()).skip(1 + dice.below(4)).find(|i| text.is_char_boundary(*i)).unwrap_or(start)
        }
        _ => start,
    };
    let part = match dice.below(8) {
        0 => "",
        1 => {
            let (c, d) = (dice.boundary(text), dice.boundary(text));
            &text[c.min(d)..c.max(d)]
        }
        _ => PARTS[dice.below(PARTS.len())],
    };
    format!("{}{part}{}", &text[..start], &text[end..])
}

#[test]
fn a_text_that_is_parsed_again_says_the_same() {
    let mut dice = Dice(5);
    for _ in 0..if long() { 600 } else { 200 } {
        let mut text = TEXT.to_owned();
        let mut known = parse(FileId(3), &text);
        for _ in 0..12 {
            let new = edited(&text, &mut dice);
            known = parse_again(FileId(3), &new, (&text, &known));
            text = new;
            assert_eq!(known, parse(FileId(3), &text), "{text}");
        }
    }
}

fn host(text: &str, other: &str) -> Host {
    let mut host = Host::new(Box::new(MemoryFiles::default()));
    host.open("/p/main.puzzle", text, 1);
    host.open("/p/other.puzzle", other, 1);
    host
}

fn found(host: &mut Host) -> Vec<(FileId, Vec<Diagnostic>)> {
    let snapshot = host.snapshot();
    for path in ["/p/main.puzzle", "/p/other.puzzle"] {
        let file = snapshot.file(path).unwrap();
        snapshot.check(file, &Budget::unlimited(), &|| false).unwrap();
    }
    snapshot.diagnostics().into_iter().collect()
}

#[test]
fn files_that_are_checked_again_have_the_same_mistakes() {
    let mut dice = Dice(11);
    let mut wrong = 0;
    for _ in 0..60 {
        let (mut text, mut other) = (TEXT.to_owned(), OTHER.to_owned());
        let mut kept = host(&text, &other);
        found(&mut kept);
        for _ in 0..12 {
            if dice.below(8) == 0 {
                other = edited(&other, &mut dice);
                kept.edit("/p/other.puzzle", None, &other);
            } else {
                // One mistake at a time: a text that is all wrong has few items.
                text = if dice.below(3) == 0 { TEXT.to_owned() } else { edited(&text, &mut dice) };
                kept.edit("/p/main.puzzle", None, &text);
            }
            let new = found(&mut kept);
            assert_eq!(new, found(&mut host(&text, &other)), "{text}\n=====\n{other}");
            wrong += usize::from(new.iter().any(|(_, d)| !d.is_empty()));
        }
    }
    assert!(wrong > 100, "{wrong}");
}
