//! Unbounded boards.

use std::collections::BTreeMap;

use puzzlec_analysis::{Analysis, Answer};
use puzzlec_base::Budget;
use puzzlec_model::project::{DiskFiles, MemoryFiles};
use puzzlec_search::Options;
use puzzlec_search::ground::ground;
use puzzlec_task::Bounds;
use puzzlec_task::Optimality;

fn told(analysis: &Analysis, name: &str) -> String {
    let puzzle = analysis.puzzles().iter().find(|p| p.name == name).unwrap().clone();
    match analysis.solve(&puzzle, &[], &Options::default(), Budget::unlimited().with_states(50_000)) {
        Ok(report) => match report.answer {
            Answer::Solved(plan) if plan.optimality == Optimality::Found => format!("found {}", plan.length),
            Answer::Solved(plan) => format!("least {}", plan.length),
            Answer::Unsolvable { .. } => "impossible".to_owned(),
            _ => "not decided".to_owned(),
        },
        Err(found) => found.iter().map(|d| format!("{}: {}", d.code.as_str(), d.headline)).collect(),
    }
}

fn case(file: &str, expected: &[(&str, &str)]) {
    let file = format!("tests/cases/{file}.puzzle");
    let analysis = Analysis::load(&DiskFiles, &[file]);
    for (name, answer) in expected {
        assert_eq!(told(&analysis, name), *answer, "{name}");
    }
}

/// What is said of the puzzle `P` in a text.
fn answer(text: &str) -> String {
    let files = BTreeMap::from([("p.puzzle".to_owned(), text.to_owned())]);
    told(&Analysis::load(&MemoryFiles(files), &["p.puzzle".to_owned()]), "P")
}

#[test]
fn rules_act_on_the_border_of_a_cut() {
    case("unbounded-border", &[("Written", "least 4"), ("Drawn", "least 4"), ("Stated", "least 4")]);
    case("own-cert", &[("P", "least 1")]);
}

#[test]
fn distances_that_positions_decide_have_no_bound() {
    let bound = "P0309: puzzle `MirrorPlane` needs a bound: rule `mirror` lets `y` stand for cells at any \
                 distance from the pieces";
    let line = [("Mirror", "least 1"), ("MirrorDrawn", "least 1"), ("MirrorBounded", "least 1")];
    case("unbounded-mirror", &line);
    case("unbounded-mirror", &[("MirrorPlane", bound)]);
}

#[test]
fn factors_multiply() {
    case("unbounded-reach", &[("Fly", "least 1"), ("FlyBounded", "least 1")]);
}

#[test]
fn a_line_is_not_judged_by_one_window() {
    case("unbounded-gapfree", &[("Line", "found 3"), ("Bounded", "least 2")]);
    case("window", &[("W", "found 3")]);
}

#[test]
fn a_stated_window_is_the_same_in_a_mirror() {
    case("window-edge", &[("After", "impossible"), ("Before", "impossible")]);
}

#[test]
fn the_reason_for_a_bound_is_the_true_one() {
    let puzzle = |rule: &str, start: &str, goal: &str| {
        let text = "piece coin \"o\"\n";
        format!(
            "{text}rule r{rule}\npuzzle P {{ board square unbounded; rules r; start {start}; goal {goal} }}\n"
        )
    };
    let one = "coin at b2";
    let away = "coin at d4";
    for (rule, start, goal, why) in [
        (
            "{ [ coin | empty ] -> [ empty | coin ] }",
            one,
            away,
            "P0309: the pieces of puzzle `P` may move farther and farther away on an unbounded board",
        ),
        (
            "{ [ empty ] -> [ coin ] }",
            one,
            away,
            "P0309: puzzle `P` needs a bound: rule `r` puts pieces with a pattern that needs none",
        ),
        (
            "(x: coin, y: empty) { move x to y }",
            one,
            away,
            "P0309: puzzle `P` needs a bound: rule `r` lets `y` stand for cells at any distance from the pieces",
        ),
        (
            "(x: coin) { move x to step(x, right, distance(x, a1)) }",
            one,
            away,
            "P0309: puzzle `P` needs a bound: rule `r` acts at an unbounded distance",
        ),
        (
            "(x: coin) { when count(empty) > 3\n remove x }",
            one,
            away,
            "P0309: rule `r` depends on all cells of an endless board",
        ),
        (
            "(x: coin) { remove x }",
            one,
            "where all x in cells: x is coin",
            "P0309: the goal of `P` depends on all cells of an endless board",
        ),
        (
            "(x: coin) { remove x }",
            one,
            "where step(a1, right, 3000000000) is empty",
            "P0309: the goal of `P` looks at cells that are too far away",
        ),
        (
            "(x: coin) { remove x }",
            "coin at a1, z100",
            "empty",
            "P0309: puzzle `P` needs a bound: the area of the pieces and the reach of the rules is too large",
        ),
    ] {
        assert_eq!(answer(&puzzle(rule, start, goal)), why);
    }
}

#[test]
fn what_is_said_of_all_cells_has_a_meaning_without_end() {
    for (goal, expected) in [
        ("where all x in cells: x is empty", "least 2"),
        ("where not (any x in cells: x is coin)", "least 2"),
        ("count(coin, cells except a1) == 0 and where a1 is coin", "least 1"),
        ("only coin at b1", "least 1"),
        ("where all x in cells except a1: x is empty or step(x, left, 2) is coin", "least 1"),
        ("where rowof(a1) == 1 and columnof(b1) == 2 and a1 is empty", "least 1"),
    ] {
        let text = format!(
            "piece coin \"o\"\nrule r(x: coin) {{ remove x }}\n\
             puzzle P {{ board square unbounded; rules r; start coin at a1, b1; goal {goal} }}\n"
        );
        assert_eq!(answer(&text), expected, "{goal}");
    }
}

#[test]
fn the_rules_of_the_standard_library_keep_their_cuts() {
    let cut = |text: &str| {
        let files = BTreeMap::from([("p.puzzle".to_owned(), text.to_owned())]);
        let analysis = Analysis::load(&MemoryFiles(files), &["p.puzzle".to_owned()]);
        let model = analysis.model(&analysis.puzzles()[0], &[]).unwrap();
        let made = ground(&model, None, &Budget::unlimited()).unwrap();
        (made.bounds, made.cells.len())
    };
    let coins =
        "use coins\npuzzle P { rules coins.move; start \"\"\"\n    ooo\n    o..\n\"\"\"; goal coin at c2 }";
    assert_eq!(cut(coins), (Bounds::Exact, 6));
    let removal = "use removal\npuzzle P { rules removal.take; start row 0110; goal empty }";
    assert_eq!(cut(removal), (Bounds::Exact, 4));
    let closing = "use removal\npuzzle P { rules removal.takeAndClose; start row 0110; goal empty }";
    assert_eq!(cut(closing), (Bounds::Exact, 4));
    let sliding = "use sliding\npuzzle P { rules sliding.slide(2); start row WB; goal anywhere row BW }";
    assert_eq!(cut(sliding).0, Bounds::Window { margin: 2, stated: false });
}

#[test]
fn closing_up_is_cut_exactly_where_pieces_only_come_closer() {
    let line = |rule: &str, goal: &str| {
        answer(&format!(
            "piece coin \"o\"\npiece stone \"#\"\nrule r{rule}\n\
             puzzle P {{ board line unbounded; rules r; start row #o.o; goal {goal} }}\n"
        ))
    };
    assert_eq!(line("(x: coin) { close x }", "where b1 is empty and c1 is coin"), "least 1");
    assert_eq!(line("(x: coin) { close x }", "where b1 is empty and d1 is coin"), "impossible");
    assert_eq!(line("(x: coin) { close x }", "anywhere row #"), "least 2");
    // A gap before the first piece pulls all pieces to the left, for ever.
    let pull = "(x: piece, y: empty) { when y == step(x, left)\n close y }";
    assert_eq!(line(pull, "where a1 is coin and b1 is coin"), "found 2");
}

/// The number of actions at the start of a puzzle.
fn actions(text: &str) -> u32 {
    let files = BTreeMap::from([("p.puzzle".to_owned(), text.to_owned())]);
    let analysis = Analysis::load(&MemoryFiles(files), &["p.puzzle".to_owned()]);
    let model = analysis.model(&analysis.puzzles()[0], &[]).unwrap();
    let grounded = ground(&model, None, &Budget::unlimited()).unwrap();
    assert_eq!(grounded.bounds, Bounds::Exact);
    grounded.task.actions.iter().map(|a| a.times).sum()
}

#[test]
fn a_pattern_that_asks_other_cells_beyond_the_cut_is_another_action() {
    let puzzle = |rule: &str| {
        format!(
            "piece coin \"o\"\nrule r {{ {rule} }}\n\
             puzzle P {{ board line unbounded; rules r; start row o; goal empty }}"
        )
    };
    assert_eq!(actions(&puzzle("[ empty | coin | ? ] -> [ ? | empty | ? ]")), 2);
    assert_eq!(actions(&puzzle("[ empty | coin | ? ] -> [ empty | empty | ? ]")), 2);
    assert_eq!(actions(&puzzle("[ empty | coin | empty ] -> [ empty | empty | ? ]")), 1);
    assert_eq!(actions(&puzzle("[ ? | coin | ? ] -> [ ? | empty | ? ]")), 1);
    assert_eq!(actions(&puzzle("[ ? | coin | ? ] -> [ empty | empty | ? ]")), 2);
}
