//! The poking game as a puzzle.

use std::collections::{BTreeMap, BTreeSet};

use puzzlec_analysis::Analysis;
use puzzlec_base::Budget;
use puzzlec_checker::certificate::Checked;
use puzzlec_coin_moving::read::{Game, Read};
use puzzlec_model::Question;
use puzzlec_model::board::Coord;
use puzzlec_search::{Method, Options, Wanted};
use puzzlec_task::certificate::{CertificateFile, Proof};
use puzzlec_theory::{Content, FactsRequest};
use serde_json::{Value, json};

use super::answer;
use super::poke::grid::Grid;
use crate::games::{self, verified};

const RULE: &str = "rule go(x: coin, y: empty) { when adjacent(x, y); when count(coin, around x) >= 1; \
                    when count(coin, around y except x) >= 1; move x to y }";

fn load(text: &str) -> Analysis {
    let head = "edition 1\npiece coin \"o\"\nboard Plane = square unbounded\n";
    let text = format!("{head}{}", text.replace("; when", "\n when").replace("; move", "\n move"));
    games::load(text)
}

/// Pictures with `X` and `.`, rows parted by `/`.
fn puzzle(board: &str, start: &str, goal: &str) -> String {
    let drawn = |picture: &str| {
        let rows =
            picture.split('/').map(|row| row.chars().map(|c| if c == 'X' { " o" } else { " ." }).collect());
        format!("\"\"\"\n   {}\n\"\"\"", rows.collect::<Vec<String>>().join("\n   "))
    };
    format!("puzzle P {{\n board {board}\n rules go\n start {}\n goal {}\n}}", drawn(start), drawn(goal))
}

fn certified(text: &str) -> (Analysis, CertificateFile) {
    let analysis = load(text);
    let document = games::certified(&analysis, &Options::default()).1;
    (analysis, document)
}

/// On a plane without end, on a board that just fits, and by general search.
#[test]
fn answers_are_those_of_general_search() {
    let breadth = Options { method: Method::Breadth, ..Options::default() };
    for (width, height) in [(3, 2), (5, 2), (4, 3)] {
        let grid = Grid::new(width, height);
        let all = grid.minimum();
        let step = all.len() / 9 + 1;
        for start in all.iter().step_by(step) {
            for goal in all.iter().step_by(step + 2) {
                let (start, goal) = (grid.draw(*start), grid.draw(*goal));
                let board = format!("square {width} by {height}");
                let text = |board: &str| format!("{RULE}\n{}", puzzle(board, &start, &goal));
                let told = answer(&load(&text(&board)), &Options::default());
                assert_eq!(told, answer(&load(&text(&board)), &breadth), "{start} -> {goal}");
                assert_eq!(told, answer(&load(&text("Plane")), &Options::default()), "{start} -> {goal}");
            }
        }
    }
}

#[test]
fn the_game_is_known_by_what_its_rule_does() {
    let ends = puzzle("Plane", "XX./..X", "X../.XX");
    let known = |rule: &str| {
        let analysis = load(&format!("{rule}\n{ends}"));
        let model = games::model(&analysis);
        matches!(Game::pokes(&model, &Budget::unlimited()), Read::Game(_))
    };
    for rule in [
        RULE,
        "rule go(y: empty, x: coin) { when count(coin, around y except x) > 0; when adjacent(y, x); when 1 <= count(coin, around x); move x to y }",
        "rule go(x: coin, y: empty) { when adjacent(x, y) and count(coin, around x except y) >= 1 and count(coin, around y except x) >= 1; move x to y }",
    ] {
        assert!(known(rule), "{rule}");
    }
    for rule in [
        "rule go(x: coin, y: empty) { when adjacent(x, y); when count(coin, around y except x) >= 1; move x to y }",
        "rule go(x: coin, y: empty) { when adjacent(x, y); when count(coin, around x) >= 1; move x to y }",
        "rule go(x: coin, y: empty) { when count(coin, around x) >= 1; when count(coin, around y except x) >= 1; move x to y }",
        "rule go(x: coin, y: empty) { when adjacent(x, y); when count(coin, around x) >= 1; when count(coin, around y) >= 1; move x to y }",
        "rule go(x: coin, y: empty) { when adjacent(x, y); when count(coin, around x) >= 2; when count(coin, around y except x) >= 1; move x to y }",
        "rule go(x: coin, y: empty) { when adjacent(x, y); when count(coin, around x) <= 1; when count(coin, around y except x) >= 1; move x to y }",
        "rule go(x: coin, y: empty) { when adjacent(x, y) or count(coin, around x) >= 1; when count(coin, around y except x) >= 1; move x to y }",
    ] {
        assert!(!known(rule), "{rule}");
    }
}

#[test]
fn long_chains_need_no_list() {
    let row = |x: usize| (0..21).map(|at| if at == x { 'X' } else { '.' }).collect::<String>();
    let line = || (0..21).map(|x| if x % 2 == 0 { 'X' } else { '.' }).collect::<String>();
    let column = |x: usize| (1..19).map(|y| row(if y % 2 == 0 { x } else { 99 })).collect::<Vec<_>>();
    // Along the top and down the right side; down the left side and along the bottom.
    let start = [vec![line()], column(20), vec![row(20)]].concat().join("/");
    let goal = [vec![row(0)], column(0), vec![line()]].concat().join("/");
    let text = format!("{RULE}\n{}", puzzle("Plane", &start, &goal));
    assert_eq!(answer(&load(&text), &Options { wanted: Wanted::Any, ..Options::default() }), "found");
}

/// The three proofs, with every field changed.
#[test]
fn proofs_are_checked() {
    let text = |start, goal| format!("{RULE}\n{}", puzzle("Plane", start, goal));
    let cases = [
        // No pair; other ends; another class with the same fixed coins.
        (text("X../X.X", "X.X/.X."), json!({"kind": "kept"})),
        (text("XX./..X", ".XX/X.."), json!({"kind": "ends"})),
        (
            text("XX.X../....../X...../.....X/.X....", "...X../....../XX..../...X.X/.X...."),
            json!({"kind": "class", "size": 24}),
        ),
    ];
    for (text, body) in &cases {
        let (analysis, document) = certified(text);
        let Proof::Theory(proof) = &document.proof else { panic!("no proof of the theory") };
        assert_eq!((proof.theory.as_str(), &proof.body), ("poking", body));
        assert!(matches!(verified(&analysis, &document), Checked::Verified(_)), "{text}");
        let bodies = cases.iter().map(|case| case.1.clone()).chain([
            json!({"kind": "class", "size": 23}),
            json!({"kind": "class"}),
            json!({"kind": "kept", "size": 1}),
            json!({"kind": "ends", "more": []}),
            json!({}),
            Value::Null,
        ]);
        // A chain has other ends than what is no chain, so that ends refute the first goal, too.
        let also = json!({"kind": if body["kind"] == "kept" { "ends" } else { "" }});
        for other in bodies.filter(|other| other != body && *other != also) {
            let mut changed = document.clone();
            let Proof::Theory(proof) = &mut changed.proof else { unreachable!() };
            proof.body = other.clone();
            let kept = matches!(verified(&analysis, &changed), Checked::Verified(_));
            assert!(!kept, "{other} {text}");
        }
    }
    // Each on puzzles that have a plan, and under rules that allow more.
    let free = "rule go(x: coin, y: empty) { when adjacent(x, y); when count(coin, around y except x) >= 1; move x to y }";
    let solvable = format!("{RULE}\n{}", puzzle("Plane", "XX./..X", "X../.XX"));
    for (text, _) in &cases {
        let (_, document) = certified(text);
        let wider = load(&text.replace(RULE, free));
        for analysis in [load(&solvable), wider] {
            assert!(!matches!(verified(&analysis, &document), Checked::Verified(_)), "{text}");
        }
    }
}

/// The size of the class, F and the active end pairs of each start, as `analyze` shows them.
#[test]
fn the_research_file_agrees_with_lists() {
    let text = include_str!("../../../../../examples/research/poking.puzzle");
    let analysis = games::load(text);
    let request = FactsRequest { goal: None, plan: None, brief: false, clock: &|| std::time::Duration::ZERO };
    let mut lists: BTreeMap<(i32, i32), (Vec<u64>, Vec<u32>)> = BTreeMap::new();
    for info in analysis.puzzles() {
        let report = analysis.analyze(info, &[], &request, &Budget::unlimited()).unwrap();
        let Content::Facts { facts } = &report.sections[0].content else { panic!("no facts of the start") };
        let fact = |name: &str| facts.iter().find(|fact| fact.0.starts_with(name)).unwrap().1.clone();
        let model = analysis.model(info, &[]).unwrap();
        let Question::Moves { start, .. } = &model.question else { panic!("no moves") };
        let side = |of: fn(&Coord) -> i32| start.keys().map(of).max().unwrap() + 1;
        let grid = Grid::new(side(|c| c.x), side(|c| c.y));
        let mask = start.keys().fold(0, |mask, cell| mask | 1_u64 << grid.bit(*cell));
        let (all, classes) = &*lists.entry((grid.width, grid.height)).or_insert_with(|| {
            let all = grid.minimum();
            let classes = grid.classes(&all);
            (all, classes)
        });
        let own = classes[all.binary_search(&mask).unwrap()];
        let members: Vec<u64> = (0..all.len()).filter(|at| classes[*at] == own).map(|at| all[at]).collect();
        assert_eq!(fact("configurations"), members.len().to_string(), "{}", info.name);
        let cells = |mask: u64| grid.coins(mask).iter().map(|c| model.board.name(c)).collect::<Vec<_>>();
        let fixed = members.iter().fold(mask, |set, member| set & member);
        assert_eq!(fact("coins that never move"), cells(fixed).join(" "), "{}", info.name);
        let reached = members.iter().fold(0, |set: u64, member| set | member);
        assert_eq!(fact("cells that are ever"), reached.count_ones().to_string(), "{}", info.name);
        let ends: BTreeSet<[u32; 2]> = members.iter().flat_map(|member| grid.ends(*member)).collect();
        let ends = ends.iter().map(|[a, b]| cells(1 << a | 1 << b).join("-")).collect::<Vec<_>>();
        assert_eq!(fact("active end pairs"), ends.join(" "), "{}", info.name);
    }
}
