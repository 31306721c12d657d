//! Bounds that scripts give.

use puzzlec_analysis::Answer;
use puzzlec_search::{Method, Options, Wanted};
use puzzlec_task::{Certificate, Optimality, Searched};

use super::{any, by, least, length, solved};

/// A coin on five by five among walls that a number picks, with a bound and without.
fn walk(walls: u32, bound: &str) -> String {
    let mut rows = String::new();
    let mut dice = walls;
    for y in 0..5 {
        rows.push_str("        ");
        for x in 0..5 {
            dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let wall = (x, y) != (0, 0) && (x, y) != (4, 4) && dice >> 29 == 0;
            rows.push_str(if wall { "  " } else { ". " });
        }
        rows.push('\n');
    }
    let start = rows.replacen('.', "o", 1);
    format!(
        "piece coin \"o\"\nrule step(x: coin, y: empty) {{ when adjacent(x, y); move x to y }}\n\
         puzzle Walk {{\n    board square \"\"\"\n{rows}    \"\"\"\n    rules step\n    start \"\"\"\n{start}    \"\"\"\n    \
         goal coin at e5\n{bound}\n}}\n"
    )
}

const NEAR: &str = r#"    bound script """
        fn bound(position) {
            let at = position.cells("coin")[0];
            4 - at.x + 4 - at.y
        }
    """"#;
const LOST: &str = r#"    bound script """
        fn bound(position) { if position.cells("coin")[0].x == 4 && false { "dead end" } else { 1 - position.count("coin") } }
    """"#;

#[test]
fn true_bounds_change_no_answer() {
    let mut impossible = 0;
    for walls in 0..60 {
        let plain = least(&walk(walls, ""), "Walk");
        impossible += usize::from(plain.is_none());
        for bound in [NEAR, LOST] {
            let text = walk(walls, bound);
            assert_eq!(least(&text, "Walk"), plain, "{text}");
            for method in [Method::Astar, Method::Breadth] {
                assert_eq!(length(&solved(&text, "Walk", &by(method)).unwrap()), plain, "{text}");
            }
            let found = solved(&text, "Walk", &any()).unwrap();
            assert_eq!(length(&found).is_some(), plain.is_some());
            // The levels of a proof are least depths, however the search went.
            let greedy =
                solved(&text, "Walk", &Options { wanted: Wanted::Any, ..by(Method::Greedy) }).unwrap();
            assert_eq!(length(&greedy).is_some(), plain.is_some());
            if let Answer::Unsolvable { certificate, .. } = &greedy.answer {
                let level_by_level = solved(&text, "Walk", &by(Method::Breadth)).unwrap();
                let Answer::Unsolvable { certificate: by_level, .. } = &level_by_level.answer else {
                    panic!()
                };
                assert!(matches!(certificate, Certificate::Searched(Searched::Exhausted { .. })));
                assert_eq!(certificate, by_level);
            }
        }
    }
    assert!((3..40).contains(&impossible), "{impossible}");
}

#[test]
fn a_plan_found_by_a_bound_says_so() {
    let report = solved(&walk(1, NEAR), "Walk", &by(Method::Auto)).unwrap();
    let Answer::Solved(plan) = &report.answer else { panic!("{:?}", report.answer) };
    assert_ne!(plan.optimality, Optimality::Found);
    let report = solved(&walk(1, NEAR), "Walk", &by(Method::Breadth)).unwrap();
    let Answer::Solved(plan) = &report.answer else { panic!("{:?}", report.answer) };
    assert_eq!(plan.optimality, Optimality::Least);
}

#[test]
fn bounds_that_say_too_much_are_caught() {
    let false_ones = [
        "fn bound(position) { 9 }",
        "fn bound(position) { let at = position.cells(\"coin\")[0]; 2 * (8 - at.x - at.y) }",
        "fn bound(position) { if position.cells(\"coin\")[0].x == 3 { \"dead end\" } else { 0 } }",
        "fn bound(position) { \"dead end\" }",
    ];
    for script in false_ones {
        let text = walk(0, &format!("    bound script \"\"\" {script} \"\"\""));
        assert!(least(&walk(0, ""), "Walk").is_some());
        let found = solved(&text, "Walk", &by(Method::Auto)).unwrap_err();
        assert_eq!(found[0].code.as_str(), "P0605", "{script}: {}", found[0].headline);
    }
}

#[test]
fn a_dead_end_bound_shortens_the_search_for_sokoban() {
    let file = "examples/scripts/sokoban.puzzle".to_owned();
    let analysis = puzzlec_analysis::Analysis::load(&puzzlec_model::project::DiskFiles, &[file]);
    let found = [Method::Auto, Method::Breadth].map(|method| {
        let budget = puzzlec_base::Budget::unlimited();
        analysis.solve(&analysis.puzzles()[0], &[], &by(method), &budget).unwrap()
    });
    assert_eq!(length(&found[0]), length(&found[1]));
    assert!(found[0].statistics.expanded * 3 < found[1].statistics.expanded);
}
