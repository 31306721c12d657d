//! Sizes and circles that must end in a diagnostic, soon and in little memory.

use puzzlec_analysis::{Analysis, Answer};
use puzzlec_base::Budget;
use puzzlec_base::diag::Stop;
use puzzlec_model::project::MemoryFiles;
use puzzlec_search::Options;

fn load(files: &[(&str, &str)]) -> Analysis {
    let texts = files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    Analysis::load(&MemoryFiles(texts), &[files[0].0.to_owned()])
}

fn codes(text: &str) -> Vec<&'static str> {
    let found = load(&[("p.puzzle", text)]).check(&Budget::unlimited());
    found.iter().filter(|d| d.is_error()).map(|d| d.code.as_str()).collect()
}

#[test]
fn too_large_is_said_and_not_tried() {
    let puzzle = |board: &str, start: &str, goal: &str| {
        format!(
            "use lights\npuzzle P {{\n board {board}\n rules lights.press\n start {start}\n goal {goal}\n}}\n"
        )
    };
    let on = "full lights.on";
    assert_eq!(codes(&puzzle("square 100000 by 100000", on, "empty")), ["P0304"]);
    assert_eq!(codes(&puzzle("line 99999999999999999999", on, "empty")), ["P0109"]);
    assert_eq!(codes(&puzzle("line 3", "row \"#\" * 100000000", "row \"-\" * 100000000")), ["P0406"]);
    let every = "where all x in cells: all y in cells: x is lights.off or y is lights.off";
    assert_eq!(codes(&puzzle("line 9000", on, every)), ["P0508"]);
    let row = "use removal\npuzzle P {\n rules removal.takeAndClose\n start row 1*5000\n \
               players 2, last to move loses\n}\n";
    assert_eq!(codes(row), ["P0508"]);
    let far =
        "use sliding\npuzzle P {\n rules sliding.slide(2)\n start row W*90000\n goal anywhere row B\n}\n";
    assert!(codes(far).iter().all(|c| matches!(*c, "P0309" | "P0506")), "{:?}", codes(far));
}

#[test]
fn a_board_of_a_million_cells_is_checked_and_not_searched() {
    let text = "use peg\npuzzle P {\n board square 1000 by 1000\n rules peg.jump\n start peg at a1, b1\n \
                goal only peg at c1\n}\n";
    assert_eq!(codes(text), Vec::<&str>::new());
    let all = text.replace("start peg at a1, b1", "start full except a1");
    let analysis = load(&[("p.puzzle", &all)]);
    assert_eq!(codes(&all), Vec::<&str>::new());
    let budget = Budget::unlimited().with_states(10);
    match analysis.solve(&analysis.puzzles()[0], &[], &Options::default(), &budget) {
        Ok(report) => assert!(matches!(report.answer, Answer::Stopped { reason: Stop::TooLarge { .. }, .. })),
        Err(diagnostics) => assert_eq!(diagnostics[0].code.as_str(), "P0508"),
    }
}

#[test]
fn what_is_made_of_itself_ends() {
    assert_eq!(codes("board A = B\nboard B = A\n"), ["P0206", "P0206"]);
    assert_eq!(codes("rule a = b\nrule b = a\n"), ["P0206", "P0206"]);
    let circle = load(&[
        ("a.puzzle", "edition 1\nuse \"b.puzzle\"\nboard X = b.Y\n"),
        ("b.puzzle", "edition 1\nuse \"a.puzzle\"\nboard Y = a.X\n"),
    ]);
    let found: Vec<_> = circle.check(&Budget::unlimited()).iter().map(|d| d.code.as_str()).collect();
    assert!(found.contains(&"P0206"), "{found:?}");
}

#[test]
fn one_mistake_does_not_spread() {
    for (text, code) in [
        (
            "use pegg\npuzzle P { board pegg.English; rules pegg.jump; start full except c; goal only peg at c }",
            "P0205",
        ),
        ("use peg\npuzzle P { board line 3; rules peg.jmp; start row oo.; goal row ..o }", "P0201"),
        ("piece peg \"o\"\nrule r { [ pge | empty ] -> [ empty | pge ] }\n", "P0201"),
        ("use peg\npuzzle P { board line 3; rules peg.jump; start row ox.; goal row ..o }", "P0302"),
        (
            "use peg\npuzzle P(n: int) { board line n; rules peg.jump; start row oo.; goal row ..o\n expect solvable for m in 1..3 }",
            "P0209",
        ),
    ] {
        assert_eq!(codes(text), [code], "{text}");
    }
}

#[test]
fn an_unbounded_board_is_never_cut_too_small() {
    let puzzle = |rule: &str, goal: &str| {
        format!(
            "piece coin \"o\"\nrule r{rule}\npuzzle P {{\n board square unbounded\n rules r\n \
             start \"\"\" o \"\"\"\n goal coin at {goal}\n}}\n"
        )
    };
    let solved = |text: &str| {
        let analysis = load(&[("p.puzzle", text)]);
        match analysis.solve(&analysis.puzzles()[0], &[], &Options::default(), Budget::unlimited()) {
            Ok(report) => matches!(report.answer, Answer::Solved(_)),
            // No bound, or too many cases to try: said, and no false "impossible".
            Err(found) => found.iter().any(|d| matches!(d.code.as_str(), "P0309" | "P0508")),
        }
    };
    // A cell far away that the rule names.
    assert!(solved(&puzzle("(x: coin) { move x to z20 }", "z20")));
    // Neighbours of neighbours of neighbours.
    let chain = "(x: coin, a: empty, b: empty, y: empty) { when adjacent(x, a) and adjacent(a, b) \
                 and adjacent(b, y) and rowof(y) == rowof(x)\n move x to y }";
    assert!(solved(&puzzle(chain, "d1")));
    // Distances that are worked out.
    assert!(solved(&puzzle("(x: coin, y: empty) { when distance(x, y) / 10 == 5\n move x to y }", "z26")));
    assert!(solved(&puzzle("(x: coin, y: empty) { when 2 * distance(x, y) == 30 \n move x to y }", "p1")));
    assert!(solved(&puzzle("(x: coin) { move x to step(x, right, distance(x, f6)) }", "k1")));
}
