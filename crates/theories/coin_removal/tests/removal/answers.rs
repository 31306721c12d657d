//! Answers beside general search, through the whole program.

use crate::games;
use puzzlec_analysis::{Analysis, Answer};
use puzzlec_base::Budget;
use puzzlec_search::{Method, Options, Wanted};
use puzzlec_task::Optimality;

fn load(text: &str) -> Analysis {
    let text = format!("edition 1\nuse removal\n{text}\n");
    games::load(text)
}

/// The answers to all puzzles of a text, in short.
fn answers(text: &str, method: Method) -> Vec<String> {
    let analysis = load(text);
    let options = Options { method, wanted: Wanted::Least, ..Options::default() };
    let one = |puzzle: &puzzlec_analysis::PuzzleInfo| {
        let report = analysis.solve(puzzle, &[], &options, Budget::unlimited().with_states(2_000_000));
        let report = report.unwrap_or_else(|d| panic!("{text}\n{d:#?}"));
        if method == Method::Auto {
            assert!(report.why.iter().any(|why| why.contains("Shelton")), "{text}: {:?}", report.why);
        }
        match report.answer {
            Answer::Solved(plan) if plan.optimality == Optimality::Least => format!("{} moves", plan.length),
            Answer::Unsolvable { .. } => "none".to_owned(),
            Answer::Game { winner, value, moves, .. } => {
                let mut moves: Vec<String> = moves.iter().map(|m| m.notation.clone()).collect();
                moves.sort();
                format!("{winner} {value:?} {}", moves.join(" "))
            }
            other => format!("{other:?}"),
        }
    };
    analysis.puzzles().iter().map(one).collect()
}

/// Compares the theory with general search on each of these starts of a board.
fn compare(rest: &str, starts: &[String], goal: &str) {
    let mut text = String::new();
    for (number, start) in starts.iter().enumerate() {
        text.push_str(&format!("puzzle P{number} {{ {rest}; start row {start}; {goal} }}\n"));
    }
    let theory = answers(&text, Method::Auto);
    let search = answers(&text, Method::Breadth);
    for ((start, theory), search) in starts.iter().zip(theory).zip(search) {
        assert_eq!(theory, search, "{rest}; {start}; {goal}");
    }
}

/// All words of these marks that have a coin.
fn words(marks: &str, n: u32) -> Vec<String> {
    let marks: Vec<char> = marks.chars().collect();
    let all = (0..marks.len().pow(n))
        .map(|number| (0..n).map(|at| marks[number / marks.len().pow(at) % marks.len()]).collect::<String>());
    all.filter(|word| word.contains(['0', '1'])).collect()
}

const GOAL: &str = "goal empty";
const GAME: &str = "players 2, last to move wins";
const RULES: [&str; 2] = ["rules removal.take", "rules removal.takeAndClose"];

fn rows_and_rings(marks: &str, lengths: std::ops::RangeInclusive<u32>, goal: &str) {
    for n in lengths {
        for rule in RULES {
            for board in [String::new(), format!("; board line {n}"), format!("; board ring {n}")] {
                compare(&format!("{rule}{board}"), &words(marks, n), goal);
            }
        }
    }
}

#[test]
fn short_words() {
    rows_and_rings("01", 1..=5, GOAL);
}

#[test]
fn short_words_with_gaps() {
    rows_and_rings("01.", 1..=4, GOAL);
}

#[test]
fn games_on_short_words() {
    rows_and_rings("01", 1..=4, GAME);
    rows_and_rings("01.", 3..=3, GAME);
}

#[test]
#[ignore = "minutes: cargo test --release --test games all_words -- --ignored"]
fn all_words_to_ten() {
    rows_and_rings("01", 6..=10, GOAL);
    rows_and_rings("01", 5..=8, GAME);
    rows_and_rings("01.", 5..=7, GOAL);
    rows_and_rings("01.", 4..=6, GAME);
}

#[test]
fn boards() {
    for goal in [GOAL, GAME] {
        for (board, cells) in [
            ("graph { a-b b-c c-a c-d }", 4),
            ("graph { a-b a-c a-d a-e }", 5),
            ("graph { a-b b-c d-e e-a }", 5),
            ("square 3 by 2", 6),
            ("hex 3 by 2", 6),
            ("triangle side 3", 6),
        ] {
            let starts: Vec<String> = words("01", cells).into_iter().step_by(3).collect();
            compare(&format!("rules removal.take; board {board}"), &starts, goal);
        }
        let starts: Vec<String> = words("01.", 6).into_iter().step_by(23).collect();
        compare("rules removal.take; board square 3 by 2", &starts, goal);
    }
}

#[test]
fn several_parts_over_the_end_of_a_ring() {
    let starts = ["100.10..01", "1.01.0110.11", "11..1", "01.0.1.1"];
    for start in starts {
        let n = start.len();
        compare(&format!("rules removal.takeAndClose; board ring {n}"), &[start.to_owned()], GOAL);
    }
}

/// A limit of moves below the number of coins is refused with a proof.
#[test]
fn within() {
    let analysis = load("puzzle P { rules removal.take; start row 111; goal empty }");
    let solve = |most| {
        let options = Options { wanted: Wanted::Within(most), ..Options::default() };
        games::solved(&analysis, &options).answer
    };
    assert!(matches!(solve(2), Answer::NotWithin { at_least: 3, .. }));
    assert!(matches!(solve(3), Answer::Solved(plan) if plan.length == 3));
}

/// Long rows: the plan is made and replayed step by step.
#[test]
fn long_rows() {
    for (rule, start) in [("take", "(1 0 0)*200 1"), ("takeAndClose", "(1 0 0 0)*150 1")] {
        let text = format!("puzzle P {{ rules removal.{rule}; start row {start}; goal empty }}");
        assert_eq!(answers(&text, Method::Auto), ["601 moves"], "{rule}");
    }
    let ring = |start: &str, n: usize| {
        let text = format!(
            "puzzle P {{ rules removal.takeAndClose; board ring {n}; start row {start}; goal empty }}"
        );
        answers(&text, Method::Auto)
    };
    assert_eq!(ring("(1 0)*300", 600), ["none"]);
    assert_eq!(ring("(1 0)*299 1", 599), ["599 moves"]);
}
