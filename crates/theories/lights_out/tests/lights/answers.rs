//! Answers to puzzles as they are written, beside general search; certificates; boards that no search could hold.

use puzzlec_analysis::{Analysis, Answer, Report};
use puzzlec_search::{Method, Options, Wanted};
use puzzlec_task::Optimality;
use puzzlec_task::certificate::CertificateFile;

use super::brute::Random;
use super::recognise::answer;
use crate::games;

pub fn load(text: &str) -> Analysis {
    games::load(format!("edition 1\n{text}"))
}

fn solved(text: &str, wanted: Wanted) -> Report {
    let analysis = load(text);
    let options = Options { wanted, ..Options::default() };
    games::solved(&analysis, &options)
}

/// Writes a certificate and verifies it.
fn certified(analysis: &Analysis) -> CertificateFile {
    let (_, document) = games::certified(analysis, &Options::default());
    assert!(games::accepts(analysis, &document));
    document
}

/// Pieces of the states, and a rule that moves some cells on.
pub fn head(modulus: usize, rule: &str) -> String {
    let marks = ["a", "b", "c", "d"];
    let pieces: String =
        marks.iter().take(modulus).map(|mark| format!("piece {mark}{mark} \"{mark}\"\n")).collect();
    let flips: String =
        (1..modulus).map(|i| format!("flip {0}{0} <-> {1}{1} at {rule}; ", marks[i - 1], marks[i])).collect();
    format!("{pieces}rule press(x) {{ {flips}}}\n")
}

/// A random puzzle on a small board.
pub fn random_puzzle(random: &mut Random) -> String {
    let modulus = 2 + random.below(3);
    let boards: [(&str, usize); 7] = [
        ("square 2 by 2", 4),
        ("square 3 by 2", 6),
        ("line 5", 5),
        ("ring 5", 5),
        ("ring 3", 3),
        ("graph { a-b b-c c-d b-d }", 4),
        ("graph { a-b c-d d-e }", 5),
    ];
    let rules = ["x, around x", "around x", "x"];
    let (board, cells) = boards[random.below(boards.len())];
    let rule = rules[random.below(rules.len())];
    let marks = &["a", "b", "c", "d"][..modulus];
    let row = |random: &mut Random, open: usize| -> String {
        let mark =
            |random: &mut Random| if random.below(10) < open { "?" } else { marks[random.below(modulus)] };
        (0..cells).map(|_| mark(random)).collect()
    };
    let open = random.below(4);
    let start = row(random, 0);
    let goals: Vec<String> =
        (0..1 + random.below(3)).map(|_| format!("{{ {} }}", row(random, open))).collect();
    // A picture of one row for boards whose cells are read in order; others are drawn.
    let picture = |row: &str| {
        let width = if board.contains("3 by 2") {
            3
        } else if board.contains("2 by 2") {
            2
        } else {
            cells
        };
        let rows: Vec<String> =
            row.as_bytes().chunks(width).map(|row| String::from_utf8(row.to_vec()).unwrap()).collect();
        format!("\"\"\"\n        {}\n    \"\"\"", rows.join("\n        "))
    };
    let goals: Vec<String> = goals.iter().map(|goal| picture(goal.trim_matches(['{', '}', ' ']))).collect();
    let head = head(modulus, rule);
    format!(
        "{head}puzzle P {{\n    board {board}\n    rules press\n    start {}\n    goal {}\n}}\n",
        picture(&start),
        goals.join(" or ")
    )
}

#[test]
fn random_puzzles_have_the_answers_of_general_search() {
    let mut random = Random(7);
    for _ in 0..60 {
        let text = random_puzzle(&mut random);
        let analysis = load(&text);
        assert_eq!(answer(&analysis, Method::Auto), answer(&analysis, Method::Breadth), "{text}");
        certified(&analysis);
    }
}

#[test]
fn a_bound_on_the_length() {
    let text =
        "use lights\npuzzle P { board square 4 by 4; rules lights.press; start full on; goal full off }";
    for (most, possible) in [(3, false), (4, true)] {
        match solved(text, Wanted::Within(most)).answer {
            Answer::Solved(plan) => assert!(possible && plan.length == 4),
            Answer::NotWithin { .. } => assert!(!possible),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_plan_of_any_length_without_comparing_all() {
    // More solutions than can be compared: presses of two kinds on a large board.
    let text = "use lights\nrule also(x) { flip lights.on <-> lights.off at x }\n\
                puzzle P { board square 9 by 9; rules lights.press, also; start full on; goal full off }";
    let Answer::Solved(plan) = solved(text, Wanted::Any).answer else { panic!() };
    assert_eq!(plan.optimality, Optimality::Found);
    assert!(plan.length <= 81);
}

#[test]
fn a_certificate_of_a_least_plan_and_of_none() {
    for (board, start) in [("square 5 by 5", "full on"), ("square 4 by 4", "on at a1, off at rest")] {
        let start =
            if start.contains("rest") { "\"\"\"\n# - - -\n- - - -\n- - - -\n- - - -\n\"\"\"" } else { start };
        let text = format!(
            "use lights\npuzzle P {{\nboard {board}\nrules lights.press\nstart {start}\ngoal full off\n}}"
        );
        certified(&load(&text));
    }
}

#[test]
fn a_board_that_no_search_could_hold() {
    // The benchmark has 100 by 100.
    let text =
        "use lights\npuzzle P { board square 20 by 20; rules lights.press; start full on; goal full off }";
    let Answer::Solved(plan) = solved(text, Wanted::Least).answer else { panic!() };
    assert_eq!(plan.optimality, Optimality::Least);
    certified(&load(text));
}
