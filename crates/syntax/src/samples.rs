//! A sample of each statement, for messages and the editor.

use super::keywords::Place;

/// Statements by the place where they stand; each begins with its keyword, or with `[`.
const SAMPLES: &[(Place, &[&str])] = &[
    (
        Place::Item,
        &[
            "edition 1",
            "use peg",
            "board Cross = square 7 by 7",
            "piece frog \"F\"",
            "kind solid = wall or crate",
            "marks { \"F\" = frog }",
            "configuration Begin = row FF.TT",
            "set rim = cells where c: count(around c) < 4",
            "list words = \"cat dog\"",
            "counter fuel in 0..9 = 3",
            "rule hop { [ frog | toad | empty ] -> [ empty | toad | frog ] }",
            "theory peg for jump",
            "puzzle Small { }",
        ],
    ),
    (
        Place::Rule,
        &[
            "[ frog | empty ] -> [ empty | frog ]",
            "when x is coin and empty(y)",
            "set fuel = fuel - 1",
            "move x to y",
            "swap x with y",
            "shift x towards d",
            "remove x",
            "put coin at x",
            "clear ice at x",
            "flip heads <-> tails at around x",
            "close x",
            "then fall",
            "cost 2",
            "also [ > man | crate ] -> [ > man | > crate ]",
            "rigid [ > man | crate ] -> [ > man | > crate ]",
            "random [ crate ] -> [ gem ]",
            "repeat",
        ],
    ),
    (
        Place::Puzzle,
        &[
            "board square 7 by 7",
            "marks { \"F\" = frog }",
            "counter fuel = 3",
            "then fall",
            "title \"Frogs and toads\"",
            "rules step, hop",
            "start row FF.TT",
            "goal row TT.FF",
            "place domino * 5",
            "expect solvable in 8 moves",
            "players 2, last to move wins",
            "win first: count(coin) == 1",
            "measure sweeps = runs of one piece",
            "window 2",
            "fill man, crate * 2, wall * 0..3",
            "clues 24..30 of digit, lamp",
            "wish 5..20 moves, hardest",
            "keys up, down, left, right, action move man",
            "message \"Push all crates.\"",
            "legal after count(coin, cells) > 1",
            "bound script \"frogs.rhai\" :: bound",
            "invariant script \"frogs.rhai\" :: invariant",
            "check script \"frogs.rhai\" :: check",
            "render script \"frogs.rhai\" :: render",
        ],
    ),
];

/// A statement that begins with this word at this place, if any does.
pub fn sample(place: Place, word: &str) -> Option<&'static str> {
    let (_, samples) = SAMPLES.iter().find(|(at, _)| *at == place)?;
    samples.iter().copied().find(|sample| sample.split(' ').next() == Some(word))
}
