//! Drawn, written and scripted rules that say the same mean the same.

use std::num::NonZero;

use puzzlec_base::Budget;
use puzzlec_checker::certificate::Checked;
use puzzlec_checker::explore;
use puzzlec_search::ground::{Ground, ground};
use puzzlec_search::{self, Method};
use puzzlec_task::{Action, Condition};
use puzzlec_task::{Certificate, Searched, Verdict};

use super::{any, by, length, load, puzzle, solved};

/// One small game of pegs under three rules, with a start and a goal to be filled in.
fn pegs(start: &str, goal: &str) -> String {
    let ways = "[[1, 0], [0, 1], [-1, 0], [0, -1]]";
    let rules = format!(
        r#"
piece peg "o"
rule drawn {{ [ peg | peg | empty ] -> [ empty | empty | peg ] }}
rule generated = script """
    fn actions(board) {{
        let list = [];
        for a in board.cells {{
            for w in {ways} {{
                let b = board.at(a.x + w[0], a.y + w[1]);
                let c = board.at(a.x + 2 * w[0], a.y + 2 * w[1]);
                if b == () || c == () {{ continue; }}
                list.push(action().requires(a, "peg").requires(b, "peg").requires(c, "empty").removes(b).moves(a, c));
            }}
        }}
        list
    }}
"""
rule asked = script """
    fn moves(position) {{
        let board = position.board;
        let list = [];
        for a in position.cells("peg") {{
            for w in {ways} {{
                let b = board.at(a.x + w[0], a.y + w[1]);
                let c = board.at(a.x + 2 * w[0], a.y + 2 * w[1]);
                if b == () || c == () || !position.holds(b, "peg") || !position.holds(c, "empty") {{ continue; }}
                list.push(action().removes(b).moves(a, c));
            }}
        }}
        list
    }}
""" per position
"#
    );
    let puzzle = |name: &str, rule: &str| {
        format!("puzzle {name} {{ board square 4 by 4; rules {rule}; start {start}; goal {goal} }}\n")
    };
    format!(
        "{rules}{}{}{}",
        puzzle("Drawn", "drawn"),
        puzzle("Generated", "generated"),
        puzzle("Asked", "asked")
    )
}

fn made(text: &str, name: &str) -> Ground {
    let analysis = load(text);
    let model = analysis.model(puzzle(&analysis, name), &[]).unwrap();
    ground(&model, None, &Budget::unlimited()).unwrap()
}

#[test]
fn a_generator_makes_the_actions_of_the_drawn_rule() {
    let text = pegs("full except a1", "count(peg) == 1");
    let bare = |ground: Ground| -> Vec<_> {
        let bare = |a: Action| (a.guard, a.assign, a.mover, a.weight);
        let mut all: Vec<_> = ground.task.actions.into_iter().map(bare).collect();
        all.sort_by_key(|a| format!("{a:?}"));
        all
    };
    let drawn = bare(made(&text, "Drawn"));
    assert_eq!(drawn.len(), 32);
    assert_eq!(drawn, bare(made(&text, "Generated")));
    let counts: Vec<_> = ["Drawn", "Generated"]
        .map(|name| {
            let options = puzzlec_search::CountOptions::new(NonZero::<usize>::MIN, true);
            puzzlec_search::count(&made(&text, name).task, &options, Budget::unlimited())
        })
        .into();
    assert_eq!(counts[0], counts[1]);
}

#[test]
fn the_three_forms_have_the_same_positions_and_answers() {
    let starts = ["full except a1", "full except b2", "peg at a1, b1, b2, c3, d3, c4", "peg at a1, a2, b2"];
    let goals = ["count(peg) == 1", "only peg at c1", "count(peg) == 2", "only peg at a1"];
    for (start, goal) in starts.iter().flat_map(|s| goals.map(|g| (s, g))) {
        let text = pegs(start, goal);
        let drawn = solved(&text, "Drawn", &by(Method::Breadth)).unwrap();
        for name in ["Generated", "Asked"] {
            for options in [Method::Auto, Method::Breadth, Method::Astar].map(by) {
                let found = solved(&text, name, &options).unwrap();
                assert_eq!(length(&found), length(&drawn), "{name}: {start} to {goal}");
            }
            assert_eq!(length(&solved(&text, name, &any()).unwrap()).is_some(), length(&drawn).is_some());
        }
        let analysis = load(&text);
        let walks: Vec<_> = ["Drawn", "Asked"]
            .map(|name| {
                let model = analysis.model(puzzle(&analysis, name), &[]).unwrap();
                let mut made = ground(&model, None, &Budget::unlimited()).unwrap();
                made.task.goal = Condition::False;
                let result = puzzlec_search::solve(&made.task, &by(Method::Breadth), Budget::unlimited());
                let Verdict::Unsolvable {
                    certificate: Certificate::Searched(Searched::Exhausted { levels, .. }),
                    ..
                } = result.verdict
                else {
                    panic!("{:?}", result.verdict)
                };
                let walk = explore(&model, 10_000).unwrap();
                assert_eq!(walk.levels, levels, "{name}: {start}");
                levels
            })
            .into();
        assert_eq!(walks[0], walks[1]);
    }
}

#[test]
fn answers_have_certificates_that_verify() {
    for (start, goal) in [("full except a1", "count(peg) == 2"), ("peg at a1, a2, b2", "only peg at d4")] {
        let text = pegs(start, goal);
        let analysis = load(&text);
        let asked = puzzle(&analysis, "Asked");
        let (_, document) = analysis.certify(asked, &[], &by(Method::Auto), Budget::unlimited()).unwrap();
        let document = document.unwrap();
        let told = analysis.verify(asked, &document, Budget::unlimited()).unwrap();
        assert!(matches!(told, Checked::Verified(_)), "{told:?}");
        let by_another = |script: &str| {
            let other = load(&text.replace("!position.holds(c, \"empty\")", script));
            other.verify(puzzle(&other, "Asked"), &document, Budget::unlimited()).unwrap()
        };
        // What is true by one script is true by another that gives the same moves, and by no other.
        let told = by_another("position.holds(c, \"peg\")");
        assert!(matches!(told, Checked::Verified(_)), "{told:?}");
        let told = by_another("true");
        assert!(matches!(told, Checked::Rejected(_)), "{told:?}");
    }
}

/// Sliding coins as written and as a script, position by position.
#[test]
fn the_written_and_the_scripted_slide_agree_state_by_state() {
    let file = "examples/scripts/sliding.puzzle".to_owned();
    let analysis = puzzlec_analysis::Analysis::load(&puzzlec_model::project::DiskFiles, &[file]);
    for n in 3..=4 {
        let walk = |name: &str| {
            let set = [("n".to_owned(), n)];
            let model = analysis.model(puzzle(&analysis, name), &set).unwrap();
            explore(&model, 200_000).unwrap()
        };
        let (written, scripted) = (walk("Written"), walk("Scripted"));
        assert!(written.levels.iter().sum::<u64>() > 100);
        assert_eq!(written.levels, scripted.levels, "n = {n}");
        assert_eq!(written.goal_at, scripted.goal_at);
    }
}

#[test]
fn what_a_script_forbids_is_not_done() {
    let text = r#"
piece coin "o"
rule step(x: coin, y: empty) { when adjacent(x, y); move x to y }
puzzle Free { board line 5; rules step; start row .o...; goal coin at a1; expect solvable }
puzzle Right {
    board line 5; rules step; start row .o...; goal coin at a1
    legal script """ fn legal(position, move) { move.rule == "step" && move.to.x > move.from.x } """
}
puzzle Far {
    board line 5; rules step; start row .o...; goal coin at e1
    legal script """ fn legal(position, move) { move.after.cells("coin")[0].x != 0 } """
}
"#;
    assert_eq!(super::least(text, "Free"), Some(1));
    assert_eq!(super::least(text, "Right"), None);
    assert_eq!(super::least(text, "Far"), Some(3));
    for name in ["Right", "Far"] {
        let analysis = load(text);
        let asked = puzzle(&analysis, name);
        let (_, document) = analysis.certify(asked, &[], &by(Method::Auto), Budget::unlimited()).unwrap();
        let told = analysis.verify(asked, &document.unwrap(), Budget::unlimited()).unwrap();
        assert!(matches!(told, Checked::Verified(_)), "{told:?}");
    }
}

#[test]
fn goals_may_be_scripts_in_part() {
    let text = r#"
piece coin "o"
rule step(x: coin, y: empty) { when adjacent(x, y); move x to y }
puzzle Or {
    board line 6; rules step; start row oo....
    goal row ....oo or script """ fn goal(position) { position.cells("coin")[0].x == 2 } """
}
puzzle And {
    board line 6; rules step; start row oo....
    goal coin at f1 and script """ fn goal(position) { position.holds(position.board.cell("d1"), "coin") } """
}
puzzle Never {
    board line 6; rules step; start row oo....
    goal script """ fn goal(position) { false } """
}
"#;
    assert_eq!(super::least(text, "Or"), Some(4));
    assert_eq!(super::least(text, "And"), Some(7));
    assert_eq!(super::least(text, "Never"), None);
}

#[test]
fn starts_and_configurations_are_drawn_by_lots_that_never_change() {
    let text = r#"
piece coin "o"
piece tile "123"
rule step(x: piece, y: empty) { when adjacent(x, y); move x to y }
configuration Mixed = script """
    fn mixed(board, seed) {
        let marks = random(seed).shuffled(["1", "2", "3", "."]);
        picture([marks[0] + " " + marks[1], marks[2] + " " + marks[3]])
    }
""" :: mixed(7)
puzzle Lots(seed: int = 3) {
    board line 9; rules step
    start script """
        fn start(board, seed) {
            let laid = configuration();
            for cell in random(seed).shuffled(board.cells).extract(0, 4) { laid = laid.puts(cell, "coin"); }
            laid
        }
    """ :: start(seed)
    goal row oooo.....
}
puzzle Named { board square 2 by 2; rules step; start Mixed; goal Mixed }
"#;
    let analysis = load(text);
    let start = |seed: i64| {
        let model = analysis.model(puzzle(&analysis, "Lots"), &[("seed".to_owned(), seed)]).unwrap();
        ground(&model, None, &Budget::unlimited()).unwrap().task.start
    };
    assert_eq!(start(3), start(3));
    assert!((0..8).any(|seed| start(seed) != start(3)));
    assert!((0..8).all(|seed| start(seed).iter().filter(|v| **v != 0).count() == 4));
    assert_eq!(super::least(text, "Named"), Some(0));
}
