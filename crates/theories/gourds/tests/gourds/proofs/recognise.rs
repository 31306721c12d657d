//! Rules that are moves of the game, and rules that only look like them.

use puzzlec_checker::checker::Claim;
use serde_json::json;

use super::{model, verify};

/// Whether the checker takes these rules for the game: the start of this puzzle is a goal's opposite on a ring of three cells
/// that no rule at all reaches by its labels.
fn takes(rules: &str) -> bool {
    let text = format!(
        "piece gourd {{ cells 2 }}\n{rules}\npuzzle P {{\n    board hex \"\"\"\n      . .\n     . . .\n    \"\"\"\n    \
         rules r\n    start \"\"\"\n      . 4\n     1 2 3\n    \"\"\"\n    goal \"\"\"\n      4 3\n     . 2 1\n    \"\"\"\n}}"
    );
    let model = model(&text);
    let bound = verify(&model, &[json!({"kind": "distances"})], Claim::AtLeast(1));
    match bound {
        Ok(_) => true,
        Err(why) => {
            assert!(why.contains("slide, a turn or a pivot") || why.contains("start"), "{why}");
            false
        }
    }
}

#[test]
fn the_three_rules_in_any_form_are_the_game() {
    for rule in [
        "rule r { [ g.1 | g.2 | empty ] -> [ empty | g.1 | g.2 ] }",
        "rule r { [ empty | g.1 | g.2 ] -> [ g.1 | g.2 | empty ] }",
        "rule r { [ g.2 | g.1 | empty ] -> [ empty | g.2 | g.1 ] along d, d+1 or d, d-1 }",
        "rule r { [ g.1 | g.2 | empty ] -> [ empty | g.2 | g.1 ] along d, d+2 or d, d-2 }",
        // A pivot, drawn from its middle: the end on the first cell goes to the third.
        "rule r { [ g.1 | g.2 | empty ] -> [ empty | g.2 | g.1 ] along d, d+2 }",
        // Another gourd must lie beside it, or anything.
        "rule r { [ g.1 | g.2 | empty | h.1 | h.2 ] -> [ empty | g.1 | g.2 | h.1 | h.2 ] }",
        "rule r { [ g.1 | g.2 | empty | ? ] -> [ empty | g.1 | g.2 | ? ] }",
    ] {
        assert!(takes(rule), "{rule}");
    }
}

#[test]
fn other_moves_are_not_the_game() {
    for rule in [
        // The gourd turns over while it slides.
        "rule r { [ g.1 | g.2 | empty ] -> [ empty | g.2 | g.1 ] }",
        "rule r { [ g.1 | g.2 | empty ] -> [ empty | g.2 | g.1 ] along d, d+1 }",
        // Around a sharp corner.
        "rule r { [ g.1 | g.2 | empty ] -> [ empty | g.1 | g.2 ] along d, d+2 }",
        // It turns over where it lies.
        "rule r { [ g.1 | g.2 | empty ] -> [ g.2 | g.1 | empty ] }",
        // Two gourds exchange their places.
        "rule r { [ g.1 | g.2 | h.1 | h.2 ] -> [ h.1 | h.2 | g.1 | g.2 ] }",
        // A gourd jumps.
        "rule r { [ g.1 | g.2 | empty | empty ] -> [ empty | empty | g.1 | g.2 ] }",
        // Written rules are not read.
        "rule r(x: gourd, d: direction) { shift x towards d }",
        // Something is taken away or put down beside the move.
        "rule r { [ g.1 | g.2 | empty | ? ] -> [ empty | g.1 | g.2 | empty ] }",
        "rule r { [ g.1 | g.2 | empty ] -> [ empty | g.1 | g.2 ]\n [ g.1 | g.2 | empty ] -> [ g.2 | g.1 | empty ] }",
    ] {
        assert!(!takes(rule), "{rule}");
    }
}
