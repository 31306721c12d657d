//! Tests that multiply, divide and compare counts, and pieces that are shifted: the search, the plain walk by the
//! rules as written and the checker of certificates say the same.

use std::collections::BTreeMap;
use std::num::NonZero;

use puzzlec_analysis::Analysis;
use puzzlec_base::Budget;
use puzzlec_checker::certificate::{Checked, read};
use puzzlec_checker::explore;
use puzzlec_model::project::MemoryFiles;
use puzzlec_search::ground::ground;
use puzzlec_search::{self, Options};

pub fn load(text: &str) -> Analysis {
    let files = MemoryFiles(BTreeMap::from([("a.puzzle".to_owned(), text.to_owned())]));
    Analysis::load(&files, &["a.puzzle".to_owned()])
}

/// The levels that the search counts are those of the rules as written, and certificates are accepted; with a
/// changed number of positions they are not. Gives the number of positions.
pub fn agree(text: &str) -> u64 {
    let analysis = load(text);
    let puzzle = analysis.puzzles().first().unwrap_or_else(|| panic!("{text}\n{:?}", analysis.faults()));
    let budget = Budget::unlimited();
    let model = analysis.model(puzzle, &[]).unwrap_or_else(|d| panic!("{text}\n{d:?}"));
    let made = ground(&model, None, &budget).unwrap_or_else(|_| panic!("{text}"));
    let count = puzzlec_search::count(
        &made.task,
        &puzzlec_search::CountOptions::new(NonZero::<usize>::MIN, true),
        &budget,
    );
    let walked = explore(&model, 100_000).unwrap();
    assert_eq!(count.levels, walked.levels, "{text}");
    assert_eq!(count.shortest.as_ref().map(|s| s.length), walked.goal_at, "{text}");
    let (_, document) = analysis
        .certify(puzzle, &[], &Options::default(), &budget)
        .unwrap_or_else(|d| panic!("{text}\n{d:?}"));
    let document = document.unwrap();
    let checked = analysis.verify(puzzle, &document, &budget).unwrap();
    assert!(matches!(checked, Checked::Verified(_)), "{text}\n{checked:?}");
    let written = serde_json::to_string_pretty(&document).unwrap();
    if let Some((before, after)) = written.split_once("\"positions\": ") {
        let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap();
        let number: u64 = after[..digits].parse().unwrap();
        let forged = format!("{before}\"positions\": {}{}", number + 1, &after[digits..]);
        let checked = analysis.verify(puzzle, &read(&forged, &budget).unwrap(), &budget).unwrap();
        assert!(matches!(checked, Checked::Rejected(_)), "{text}\n{checked:?}");
    }
    count.levels.iter().sum()
}

const TESTS: &[&str] = &[
    "count(coin) * count(stone) == 2",
    "count(coin) * count(coin) > 3",
    "count(coin) % 2 == 1",
    "count(coin) / 2 == 1",
    "count(piece, around y) / count(coin) >= 1",
    "not (count(piece) / count(stone, around y) > 1)",
    "count(piece) % count(stone) == 0 or x is coin",
    "min(count(coin), count(stone)) == 1",
    "max(count(coin, around x), 2 * count(stone)) < 3",
    "abs(count(coin) - count(stone)) <= 1",
    "abs(count(coin) - 2) * (count(stone) + 1) < 2",
    "min(distance(x, y), count(coin)) == 1",
    "max(rowof(x), count(stone)) + columnof(y) <= 4",
    "-count(coin) * count(stone) == -2",
    "any z in around y: count(coin, around z) * count(stone, around z) == 1",
    "all z in cells: z is empty or count(piece, around z) % 2 == count(coin) % 2",
    "(count(coin) + 1) / (count(stone) - 1) == count(coin) * 2",
];

#[test]
fn tests_of_counts_are_worked_out() {
    let boards = [("square 3 by 2", "row o#..o."), ("ring 6", "row o.#o.."), ("hex 3 by 2", "row ##o..o")];
    for test in TESTS {
        for (board, start) in boards {
            for goal in ["row ....oo", "count(coin) == 1", "where count(coin) * count(stone) == 6"] {
                // Not every board has rows and columns to be counted.
                if board.starts_with("ring") && test.contains("rowof") {
                    continue;
                }
                agree(&format!(
                    "piece coin \"o\"\npiece stone \"#\"\n\
                     rule w(x: piece, y: empty) {{ when adjacent(x, y)\n when {test}\n move x to y }}\n\
                     rule v(x: coin, y) {{ when {test}\n flip coin <-> stone at x }}\n\
                     puzzle P {{ board {board}; rules w, v; start {start}; goal {goal} }}"
                ));
            }
        }
        let goal =
            if test.contains("x") || test.contains("y") { "count(coin) / count(stone) == 2" } else { test };
        agree(&format!(
            "piece coin \"o\"\npiece stone \"#\"\n\
             rule v(x: piece) {{ flip coin <-> stone at x }}\nrule r(x: piece) {{ remove x }}\n\
             puzzle P {{ board line 5; rules v, r; start row oo#.o; goal where {goal} }}"
        ));
    }
}

/// The least and the greatest of numbers over fixed cells and over cells found in the position, perhaps none, on either side
/// of every comparison, beside each other and within each other.
#[test]
fn extremes_are_worked_out() {
    let numbers = [
        "(max v in cells: count(coin, around v))",
        "(min v in around x: count(piece, around v))",
        "(max v in rim: count(coin, around v))",
        "(min v in rim: count(piece, around v) * count(coin))",
        "(max v in around x and rim: columnof(v))",
        "max(count(coin, around x), min(2, count(stone)))",
        "max((min v in rim: count(coin, around v)), count(stone))",
        "(max v in cells: (min w in around v and rim: count(coin, around w)))",
        "(min v in cells: 3 / count(coin))",
    ];
    let others =
        ["1", "count(stone)", "(max v in around y: count(stone, around v))", "(min w in rim: columnof(w))"];
    for number in numbers {
        for other in others {
            for op in ["==", "!=", "<", "<=", ">", ">="] {
                for test in [format!("{number} {op} {other}"), format!("not ({other} {op} {number})")] {
                    agree(&format!(
                        "piece coin \"o\"\npiece stone \"#\"\nset rim = cells where r: r is empty\n\
                         rule w(x: piece, y: empty) {{ when adjacent(x, y)\n when {test}\n move x to y }}\n\
                         rule v(x: coin, y: piece) {{ when {test}\n flip coin <-> stone at x }}\n\
                         puzzle P {{ board square 2 by 2; rules w, v; start row oo#.; goal row #.## }}"
                    ));
                }
            }
        }
    }
}

/// The counts around twelve cells have more combinations than one test may try.
#[test]
fn extremes_of_all_cells_are_small() {
    for test in ["(max v in cells: count(coin, around v)) >= 3", "(min v in rim: count(coin, around v)) != 1"]
    {
        agree(&format!(
            "piece coin \"o\"\nset rim = cells where r: r is empty\n\
             rule w(x: coin, y: empty) {{ when adjacent(x, y)\n when {test}\n move x to y }}\n\
             puzzle P {{ board square 4 by 3; rules w; start row oooo........; goal row ........oooo }}"
        ));
    }
}

#[test]
fn the_order_of_guards_does_not_matter() {
    for guards in ["when 3 == 0\n when count(coin) % 3 < 1", "when count(coin) % 3 < 1\n when 3 == 0"] {
        let positions = agree(&format!(
            "piece coin \"o\"\nrule w(x: coin, y: empty) {{ {guards}\n move x to y }}\n\
             puzzle P {{ board line 4; rules w; start row oo..; goal row ..oo }}"
        ));
        assert_eq!(positions, 1);
    }
}

#[test]
fn lengths_of_steps_do_not_count() {
    for place in ["step(x, right, count(coin))", "step(x, right, min(count(coin), 2))"] {
        let text = format!(
            "piece coin \"o\"\nrule w(x: coin) {{ move x to {place} }}\n\
             puzzle P {{ board line 4; rules w; start row oo..; goal row .oo. }}"
        );
        let analysis = load(&text);
        let faults = analysis.model(&analysis.puzzles()[0], &[]).unwrap_err();
        let codes: Vec<&str> = faults.iter().map(|d| d.code.as_str()).collect();
        assert_eq!(codes, ["P0504"], "{text}");
    }
}

#[test]
fn a_shift_finds_the_cells_as_the_effects_before_it_leave_them() {
    // The coin in the way is taken first; a cell that holds nothing has no piece to shift.
    let rules = [
        ("x: coin, y: coin", "when step(x, right) == y\n remove y\n shift x towards right", 6),
        ("x: coin, d: direction", "shift step(x, d) towards d\n remove x", 0),
        ("x: coin, d: direction", "shift step(x, d, 2) towards d\n move x to step(x, d)", 0),
        ("x, d: direction", "shift x towards d", 0),
        ("x: coin, d: direction", "flip coin <-> stone at x\n shift x towards d", 0),
        ("x: coin, d: direction", "move x to step(x, d)\n shift step(x, d) towards d", 0),
        ("x: coin, d: direction", "remove x\n shift x towards d", 1),
    ];
    for (variables, effects, positions) in rules {
        let found = agree(&format!(
            "piece coin \"o\"\npiece stone \"#\"\nrule w({variables}) {{ {effects} }}\n\
             puzzle P {{ board line 6; rules w; start row oo.o#.; goal row #....# }}"
        ));
        assert!(positions == 0 || positions == 6 || found == positions, "{effects}: {found}");
    }
}

#[test]
fn a_rigid_piece_is_shifted_whole_wherever_it_is_met() {
    let rules = [
        ("x: block, d: direction", "shift x towards d"),
        ("x, d: direction", "shift x towards d"),
        ("x: empty, d: direction", "shift step(x, d) towards d+2"),
        ("x: coin, d: direction", "shift step(x, d) towards d\n move x to step(x, d)"),
        ("x: coin, d: direction", "remove x\n shift step(x, d) towards d+2"),
    ];
    for (variables, effects) in rules {
        agree(&format!(
            "piece block \"AB\" {{ rigid }}\npiece coin \"o\"\nrule w({variables}) {{ {effects} }}\n\
             puzzle P {{ board square 4 by 3; rules w\n start \"\"\"\n    oAA.\n    .A.B\n    o..B\n    \"\"\"\n \
             goal block at a3, b3, c3 }}"
        ));
    }
}

#[test]
fn a_two_cell_piece_is_shifted_whole() {
    for effects in ["shift x towards d", "when aligned(x, d)\n shift step(x, d) towards d"] {
        let found = agree(&format!(
            "piece gourd {{ cells 2 }}\nrule w(x: gourd, d: direction) {{ {effects} }}\n\
             puzzle P {{ board square 3 by 2; rules w\n start \"\"\"\n    12.\n    ...\n    \"\"\"\n \
             goal where c2 is gourd and b2 is gourd }}"
        ));
        assert_eq!(found, if effects.starts_with("when") { 2 } else { 4 }, "{effects}");
    }
}
