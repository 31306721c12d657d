//! Random small puzzles: the search on ground actions and the checker's walk by the rules as
//! written see the same positions, level by level, and agree on the shortest solution.

use proptest::prelude::*;
use puzzlec_analysis::Analysis;
use puzzlec_base::Budget;
use puzzlec_checker::certificate::Checked;
use puzzlec_checker::{explore, replay};
use puzzlec_model::project::MemoryFiles;
use puzzlec_search::ground::ground;
use puzzlec_search::{self, Method};
use puzzlec_task::Condition;
use puzzlec_task::{Certificate, Searched, Verdict};

/// Boards with the number of their cells.
const BOARDS: &[(&str, usize)] = &[
    ("line 5", 5),
    ("ring 5", 5),
    ("ring 2", 2),
    ("square 3 by 2", 6),
    ("square diagonal 2 by 3", 6),
    ("hex side 2", 7),
    ("triangle side 3", 6),
    ("graph { p-q q-r r-p r-s s-t }", 5),
];

fn side(length: usize) -> impl Strategy<Value = String> {
    let cell = prop::sample::select(vec!["red", "blue", "tile", "empty", "?"]);
    prop::collection::vec(cell, length).prop_map(|cells| cells.join(" | "))
}

fn drawn() -> impl Strategy<Value = String> {
    let along = prop::sample::select(vec!["", " along d", " along d, d+1", " along d, d-1 or d, d+2"]);
    (1_usize..4)
        .prop_flat_map(move |n| (side(n), side(n), along.clone()))
        .prop_map(|(left, right, along)| format!("rule r {{ [ {left} ] -> [ {right} ]{along} }}"))
}

fn written() -> impl Strategy<Value = String> {
    let kind = || prop::sample::select(vec!["", ": red", ": blue or empty", ": tile", ": empty", ": piece"]);
    let guard = prop::sample::select(vec![
        "",
        "when count(red, around y) >= 1",
        "when count(piece, around x except y) <= 1",
        "when x != y and not adjacent(x, y)",
        "when distance(x, y) == 2 or y is empty",
        "when occupied(around x) or count(blue) - count(red) < 1",
        "when any z in around x: z is blue",
        "when all z in cells: z is not red or adjacent(z, x) or z == x",
        "when 2 * count(red) + count(blue) == 3",
        "when run(x, right, 2) is not empty",
    ]);
    let effect = prop::sample::select(vec![
        "move x to y",
        "swap x with y",
        "remove x",
        "put red at y",
        "flip red <-> blue at x, around y",
        "flip red <-> blue at around x; remove y",
        "move x to y; put blue at x",
        "shift x towards right",
        "move run(x, right, 2) to run(y, right, 2)",
    ]);
    (kind(), kind(), guard, effect)
        .prop_map(|(x, y, guard, effect)| format!("rule r(x{x}, y{y}) {{ {guard}\n {effect} }}"))
}

fn puzzle() -> impl Strategy<Value = String> {
    let marks = || prop::sample::select(vec!['.', '.', 'r', 'b', '1', '2']);
    (prop::sample::select(BOARDS), prop_oneof![drawn(), written()]).prop_flat_map(
        move |((board, n), rule)| {
            let row = || prop::collection::vec(marks(), n).prop_map(|m| m.into_iter().collect::<String>());
            (row(), row()).prop_map(move |(start, goal)| {
                format!(
                    "piece red \"r\"\npiece blue \"b\"\npiece tile \"12\"\n{rule}\n\
                 puzzle P {{\n board {board}\n rules r\n start row {start}\n goal row {goal}\n}}\n"
                )
            })
        },
    )
}

/// Whether the text had a meaning and few enough positions to compare.
fn compare(text: &str) -> bool {
    let files = MemoryFiles([("p.puzzle".to_owned(), text.to_owned())].into());
    let analysis = Analysis::load(&files, &["p.puzzle".to_owned()]);
    assert!(analysis.faults().is_empty(), "{text}{:?}", analysis.faults());
    // The lints must not stumble over any of them either.
    analysis.check(&Budget::unlimited());
    let Ok(model) = analysis.model(&analysis.puzzles()[0], &[]) else { return false };
    let Some(walk) = explore(&model, 400) else { return false };
    let mut made = ground(&model, None, &Budget::unlimited()).unwrap();
    for method in [Method::Auto, Method::Breadth, Method::Bidirectional] {
        // The certificate's levels come from packed states, and the checker walks over plain ones.
        let puzzle = &analysis.puzzles()[0];
        let (_, certificate) = analysis.certify(puzzle, &[], &method.into(), Budget::unlimited()).unwrap();
        let checked = analysis.verify(puzzle, &certificate.unwrap(), Budget::unlimited()).unwrap();
        assert!(matches!(checked, Checked::Verified(_)), "{text}\n{method:?} {checked:?}");
        match (puzzlec_search::solve(&made.task, &method.into(), Budget::unlimited()).verdict, walk.goal_at) {
            (Verdict::Solved(plan), Some(at)) => {
                assert_eq!(plan.length, at, "{text}");
                let labels: Vec<_> =
                    plan.steps.iter().map(|id| made.task.actions[*id as usize].label.clone()).collect();
                replay(&model, &labels, &Budget::unlimited(), &mut |_| {}).unwrap();
            }
            (Verdict::Unsolvable { .. }, None) => {}
            (found, walked) => panic!("{text}\n{method:?} {found:?}, the walk {walked:?}"),
        }
    }
    made.task.goal = Condition::False;
    match puzzlec_search::solve(&made.task, &Method::Breadth.into(), Budget::unlimited()).verdict {
        Verdict::Unsolvable {
            certificate: Certificate::Searched(Searched::Exhausted { levels, .. }),
            ..
        } => {
            assert_eq!(levels, walk.levels, "{text}")
        }
        other => panic!("{text}\n{other:?}"),
    }
    true
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn random_rules_mean_the_same_to_search_and_checker(text in puzzle()) {
        compare(&text);
    }
}

#[test]
fn most_random_puzzles_are_compared() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let compared = (0..500).filter(|_| compare(&puzzle().new_tree(&mut runner).unwrap().current())).count();
    assert!(compared > 250, "{compared} of 500");
}

/// Lower bounds that a search announces while it runs are true of the puzzle; on an endless board a search knows only its
/// window, and announces none.
#[test]
fn announced_bounds_are_those_of_the_puzzle() {
    use puzzlec_analysis::{Analysis, Answer};
    use puzzlec_model::project::MemoryFiles;
    use puzzlec_search::{Method, Options};
    use puzzlec_task::SearchContext;
    use std::sync::{Arc, Mutex};
    let text = "use tiles\nuse peg\n\
        puzzle Eight { board tiles.Eight; rules tiles.slide; start row \"8672543.1\"; goal row \"12345678.\" }\n\
        puzzle Line { board line unbounded; rules peg.jump; start row oo.ooo; goal anywhere row o.o }\n";
    let files = MemoryFiles([("p.puzzle".to_owned(), text.to_owned())].into());
    let analysis = Analysis::load(&files, &["p.puzzle".to_owned()]);
    for method in [Method::Auto, Method::Breadth, Method::Bidirectional, Method::IdaStar] {
        for puzzle in analysis.puzzles() {
            let announced = Arc::new(Mutex::new(Vec::new()));
            let kept = Arc::clone(&announced);
            let observer = Arc::new(move |at_least| kept.lock().unwrap().push(at_least));
            let context = SearchContext::unlimited().with_bound_observer(observer);
            let options = Options { method, ..Options::default() };
            let report = analysis.solve(puzzle, &[], &options, context.within_states(1 << 20)).unwrap();
            let announced = announced.lock().unwrap();
            if puzzle.name == "Line" {
                assert!(announced.is_empty(), "{method:?}: {announced:?}");
                continue;
            }
            let Answer::Solved(plan) = &report.answer else { panic!("{method:?}: {:?}", report.answer) };
            assert!(announced.iter().all(|n| *n <= plan.length), "{method:?}: {announced:?} {}", plan.length);
            assert!(announced.iter().any(|n| *n > 1), "{method:?}");
        }
    }
}
