//! Shapes of sets of cells: numbers that are known, proofs of "none" and "no other", and mistakes.

use puzzlec_task::certificate::{CertificateFile, Proof};

use super::placing::{certificate, codes, holds, loaded, rejected, verified};

fn puzzle(board: &str, place: &str, goal: &str, expect: &str) -> String {
    format!(
        "edition 2\npiece stone \"o\"\npiece other \"x\"\npuzzle P {{\n board {board}\n place {place}\n \
         goal where {goal}\n {expect}\n}}\n"
    )
}

#[test]
fn numbers_of_shapes_are_those_that_are_known() {
    let petersen = "graph { a-b b-c c-d d-e e-a f-h h-j j-g g-i i-f a-f b-g c-h d-i e-j }";
    for (board, goal, number) in [
        // Connected sets of cells, with that of none (OEIS A059525).
        ("square 3 by 3", "connected(stone)", 219),
        ("square 4 by 4", "connected(stone)", 11507),
        ("ring 6", "connected(stone)", 32),
        ("line 5", "connected(stone)", 16),
        ("square 4 by 4", "rectangle(stone)", 100),
        ("line 5", "rectangle(stone)", 15),
        ("ring 6", "tree(stone)", 30),
        ("ring 6", "loop(stone)", 1),
        ("square diagonal 3 by 3", "connected(stone) and components(stone) == 0", 1),
        // The circles of the Petersen graph without chords: those of five and of six.
        (petersen, "loop(stone)", 22),
        (petersen, "loop(stone) and count(stone) == 5", 12),
        // Of each number of components as many as sets of cells without a neighbour.
        ("line 5", "components(stone) == count(stone)", 13),
        ("line 5", "components(stone) == 3", 1),
        ("line 3", "path(stone, b1, b1)", 1),
        ("line 5", "path(stone, b1, d1) or path(stone, d1, b1)", 1),
        // Two walks along the sides, and four through the middle.
        ("square 3 by 3", "path(stone, a1, c3)", 6),
        ("square 3 by 3", "count(component(a1, stone)) == 2", 32),
    ] {
        let all = puzzle(board, "stone *", goal, &format!("expect {number} placements"));
        holds(&all);
    }
}

#[test]
fn what_cannot_be_placed_is_proved() {
    let text = |stones: usize| {
        puzzle(
            "square 4 by 4",
            &format!("stone * {stones}"),
            "connected(stone) and a1 is stone and d4 is stone and not (c3 is stone or b3 is stone)",
            "expect solvable",
        )
    };
    let none = loaded(&text(6));
    let document = certificate(&none, "P", &[], false);
    assert!(matches!(document.proof, Proof::Placement { lemmas: Some(_) }));
    verified(&none, "P", &document);
    let some = loaded(&text(7));
    verified(&some, "P", &certificate(&some, "P", &[], false));
    let claim = CertificateFile { proof: document.proof.clone(), ..certificate(&some, "P", &[], false) };
    rejected(&some, "P", &claim);
}

#[test]
fn a_nurikabe_has_one_solution_and_the_checker_agrees() {
    let text = |size: usize| {
        format!(
            "edition 2\npiece sea \"#\"\npiece clue \"12345\"\nset land = cells where x: x is not sea\n\
             puzzle P {{\n board square 4 by 4\n place sea * 9, clue * 3\n goal \"\"\"\n 1 ? ? ?\n ? ? ? {size}\n ? ? ? ?\n \
             ? 2 ? ?\n\"\"\" and where connected(sea) and (all x in land: count(clue, component(x, land)) == 1)\n \
             and (all x in cells: x is not clue or count(component(x, land)) == number(x))\n and all x in cells:\n \
             not all y in x union step(x, right) union step(x, down) union step(step(x, right), down): y is sea\n}}\n"
        )
    };
    let analysis = loaded(&text(4));
    let document = certificate(&analysis, "P", &[], true);
    assert!(matches!(document.proof, Proof::OnlyPlacement { .. }), "{:?}", document.proof);
    verified(&analysis, "P", &document);
    rejected(&loaded(&text(3)), "P", &document);
}

#[test]
fn stones_that_stay_together_are_moved() {
    holds(
        "edition 2\npiece stone \"o\"\n/// A stone goes to any free cell, and the stones stay connected.\n\
         rule go(x: stone, y: empty) { when x != y; when after connected(stone); move x to y }\n\
         puzzle P {\n board square 4 by 2\n rules go\n start \"\"\"\n ooo.\n ....\n\"\"\"\n goal where not any x in cells: \
         x is stone and columnof(x) < 3\n expect solvable in 2 moves\n}\n\
         puzzle Q {\n board square 4 by 2\n rules go\n start \"\"\"\n ooo.\n ....\n\"\"\"\n goal \"\"\"\n ...o\n ..oo\n\"\"\"\n \
         expect solvable in 3 moves\n}\n",
    );
}

#[test]
fn mistakes_are_reported() {
    let goal = |board: &str, goal: &str| codes(&puzzle(board, "stone *", goal, "expect solvable"));
    assert_eq!(goal("hex 3 by 3", "rectangle(stone)"), ["P0416"]);
    assert_eq!(goal("graph { a-b }", "rectangle(stone)"), ["P0416"]);
    assert_eq!(goal("square 3 by 3", "connected(3)"), ["P0504"]);
    assert_eq!(goal("square 3 by 3", "connected(stoen)"), ["P0201"]);
    assert_eq!(goal("square 3 by 3", "loop(stone, stone)"), ["P0204"]);
    assert_eq!(goal("square 3 by 3", "path(stone, cells, a1)"), ["P0504"]);
    assert_eq!(goal("square 3 by 3", "component(a1, stone)"), ["P0504"]);
    assert_eq!(goal("square 3 by 3", "components(stone)"), ["P0504"]);
    assert_eq!(goal("square 3 by 3", "island(a1, stone)"), ["P0505"]);
    let rule = "edition 2\npiece stone \"o\"\nrule go(x: stone, y: empty) { when connected(stone); when adjacent(x, y); \
                move x to y }\npuzzle P { board square unbounded; rules go; start row o.; goal row .o }\n";
    assert!(codes(rule).contains(&"P0309".to_owned()), "{:?}", codes(rule));
}
