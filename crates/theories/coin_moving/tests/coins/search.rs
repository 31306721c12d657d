//! Exact search, bounds and their proofs, compared with a plain search over all configurations.

use std::collections::{BTreeMap, VecDeque};

use puzzlec_analysis::Analysis;
use puzzlec_base::Budget;
use puzzlec_coin_moving::bound::bound;
use puzzlec_coin_moving::problem::Problem;
use puzzlec_coin_moving::search::{SearchOutcome, apart, search};
use puzzlec_model::board::Coord;
use puzzlec_search::Options;
use puzzlec_task::certificate::{AtLeast, CertificateFile, LowerBound, Proof, TheoryProof};
use puzzlec_theory::meter::Meter;
use serde_json::{Value, json};

use super::decide::cells;
use super::decide::truth::{Random, Small};
use crate::games::{self, accepts};

fn problem(small: &Small, start: u32, goal: u32) -> Problem {
    Problem::new(&small.coords(start), &small.coords(goal)).unwrap()
}

/// How many moves it takes to each configuration that is reached.
fn distances(small: &Small, start: u32) -> BTreeMap<u32, usize> {
    let mut found = BTreeMap::from([(start, 0)]);
    let mut queue = VecDeque::from([start]);
    while let Some(coins) = queue.pop_front() {
        let moves = found[&coins] + 1;
        small.moves(coins, |next| {
            found.entry(next).or_insert_with(|| {
                queue.push_back(next);
                moves
            });
        });
    }
    found
}

/// Search for least plans and for any, and the bound, say the same as distances.
fn agrees(small: &Small, start: u32, goal: u32, moves: Option<usize>) {
    let (problem, budget) = (problem(small, start, goal), Budget::unlimited());
    let meter = Meter::new(&budget);
    let at = || format!("{start} {goal} of {}x{}", small.width, small.height);
    match search(&problem, true, &meter).unwrap() {
        SearchOutcome::Plan { moves: plan, least, .. } => {
            assert!(least && problem.solved_by(plan.iter().copied()), "{}", at());
            assert_eq!(Some(plan.len()), moves, "{}", at());
            let bound = bound(&problem, &meter).unwrap().moves();
            assert!(bound <= plan.len() as u64, "{}", at());
            let length = u32::try_from(plan.len()).unwrap();
            assert_eq!(apart(&problem, length, &meter).unwrap().is_some(), length > 0, "{}", at());
            assert!(apart(&problem, length + 1, &meter).unwrap().is_none(), "{}", at());
        }
        SearchOutcome::Unsolvable(_) => assert_eq!(moves, None, "{}", at()),
        SearchOutcome::Unfit => panic!("{}", at()),
    }
    match search(&problem, false, &meter).unwrap() {
        SearchOutcome::Plan { moves: plan, .. } => assert!(problem.solved_by(plan), "{}", at()),
        SearchOutcome::Unsolvable(_) => assert_eq!(moves, None, "{}", at()),
        SearchOutcome::Unfit => panic!("{}", at()),
    }
}

/// One of so many starts, and of so many goals of each.
fn pairs(width: i32, height: i32, starts: u64, goals: u64) {
    let small = Small::new(width, height);
    let mut random = Random((width * 10 + height) as u64);
    for start in 1..1_u32 << (width * height) {
        if random.below(starts) != 0 {
            continue;
        }
        let distances = distances(&small, start);
        for goal in (1..1_u32 << (width * height)).filter(|goal| goal.count_ones() == start.count_ones()) {
            if random.below(goals) == 0 {
                agrees(&small, start, goal, distances.get(&goal).copied());
            }
        }
    }
}

#[test]
fn least_plans_are_those_of_a_plain_search() {
    for (width, height, starts, goals) in [(3, 3, 4, 2), (4, 2, 2, 2), (5, 2, 20, 4), (4, 3, 100, 10)] {
        pairs(width, height, starts, goals);
    }
}

#[test]
#[ignore = "minutes: every pair of small boxes, and random pairs"]
fn least_plans_of_all_pairs() {
    for (width, height) in [(3, 3), (4, 2), (2, 4), (5, 2), (4, 3)] {
        pairs(width, height, 1, 1);
    }
    pairs(5, 3, 10, 10);
    let mut random = Random(1);
    for (width, height) in [(4, 4), (5, 4), (5, 5), (4, 7)] {
        let small = Small::new(width, height);
        for _ in 0..8 {
            let number = 4 + u32::try_from(random.below(4)).unwrap();
            let start = random.position(&small, number);
            let distances = distances(&small, start);
            for _ in 0..500 {
                let goal = random.position(&small, start.count_ones());
                agrees(&small, start, goal, distances.get(&goal).copied());
            }
        }
    }
}

#[test]
fn the_figures_have_their_lengths() {
    for (start, goal, moves) in [
        ("XX../X.../X.../.XXX", "XXXX/..../..../XXX.", Some(12)),
        ("X../X../X../.../XXX", "XXX/.../.../.../XXX", None),
        (".XX/XX./X..", "XXX/..X/X..", Some(4)),
        (".XX/XX./X..", "XXX/.X./X..", None),
        ("X.../X.../X.XX", "XXX./...X/...X", Some(9)),
        ("X.../X.../X.XX", "...X/...X/XX.X", None),
        ("X..X/XXXX/X..X", "XXX./X.X./XXX.", Some(4)),
        ("X..X./XXX../...../X.X../....X", ".X..X/..XXX/...../..X.X/X....", Some(21)),
    ] {
        let problem = Problem::new(&cells(start), &cells(goal)).unwrap();
        let budget = Budget::unlimited();
        let length = match search(&problem, true, &Meter::new(&budget)).unwrap() {
            SearchOutcome::Plan { moves, .. } => Some(moves.len()),
            SearchOutcome::Unsolvable(_) => None,
            SearchOutcome::Unfit => panic!("{start}"),
        };
        assert_eq!(length, moves, "{start} to {goal}");
    }
}

#[test]
fn several_components_and_wide_words_are_searched() {
    let place = |coins: &[Coord], x: i32, y: i32| -> Vec<Coord> {
        coins.iter().map(|c| Coord::new(c.x + x, c.y + y)).collect()
    };
    let (start, goal) = (cells("X..X/XXXX/X..X"), cells("XXX./X.X./XXX."));
    let corner = cells("X/X");
    // Beside four moves, coins that lie there already, and make words of 64, 128, 512 and more bits.
    for (x, y, wide) in [(6, 6, 0), (40, 0, 0), (6, 6, 8), (6, 6, 20), (6, 6, 40)] {
        let line: Vec<Coord> = (0..wide)
            .map(|at| Coord::new(at, -4))
            .chain((0..wide).map(|at| Coord::new(0, -4 - at)))
            .collect();
        let all = |coins: &[Coord]| -> Vec<Coord> {
            let mut all = [coins.to_vec(), place(&corner, x, y), line.clone()].concat();
            all.sort_unstable();
            all.dedup();
            all
        };
        let problem = Problem::new(&all(&start), &all(&goal)).unwrap();
        let budget = Budget::unlimited();
        match search(&problem, true, &Meter::new(&budget)).unwrap() {
            SearchOutcome::Plan { moves, least: true, .. } => {
                assert!(moves.len() == 4 && problem.solved_by(moves), "{x} {y} {wide}");
            }
            other => panic!("{x} {y} {wide}: {other:?}"),
        }
    }
}

#[test]
fn a_limit_ends_every_part() {
    let (start, goal) = (cells("X..X./XXX../...../X.X../....X"), cells(".X..X/..XXX/...../..X.X/X...."));
    let problem = Problem::new(&start, &goal).unwrap();
    let budget = Budget::unlimited().with_states(100);
    let meter = || Meter::new(&budget);
    assert!(search(&problem, true, &meter()).is_err());
    assert!(apart(&problem, 21, &meter()).is_err());
    let budget = Budget::unlimited().with_bytes(1000);
    assert!(search(&problem, false, &Meter::new(&budget)).is_err());
    assert!(bound(&problem, &Meter::new(&budget)).is_err());
}

fn load(small: &Small, start: u32, goal: u32) -> Analysis {
    let drawn = |set| small.show(set).replace('X', " o").replace('.', " .").replace('/', "\n  ");
    let (start, goal) = (drawn(start), drawn(goal));
    games::load(format!(
        "edition 1\nuse coins\npuzzle P {{\n rules coins.move\n start \"\"\"\n  {start}\n\"\"\"\n goal \"\"\"\n  {goal}\n\"\"\"\n}}"
    ))
}

/// A certificate that there is no plan, or that every plan has so many moves.
fn claiming(document: &CertificateFile, moves: Option<u64>, goal: &Value) -> CertificateFile {
    let by_theory = TheoryProof { theory: "coin_moving".into(), body: json!({ "goals": [goal] }) };
    let mut document = document.clone();
    document.proof = match (moves, document.proof) {
        (None, _) => Proof::Theory(by_theory),
        (Some(length), Proof::Plan { length: own, unit, steps, .. }) => {
            let at_least = Some(AtLeast { length, proof: LowerBound::Theory(by_theory) });
            Proof::Plan { length: own, unit, steps, least: None, at_least }
        }
        _ => panic!("no plan"),
    };
    document
}

/// A value with each of its numbers, texts and lists changed a little.
fn changes(value: &Value) -> Vec<Value> {
    match value {
        Value::Number(n) => {
            let n = n.as_u64().unwrap();
            [n.wrapping_sub(1), n + 1, 0].into_iter().filter(|m| *m != n).map(Value::from).collect()
        }
        Value::String(text) => {
            vec![Value::from(format!("{text}0")), Value::from(text.replace('a', "b") + "")]
                .into_iter()
                .filter(|v| v != value)
                .collect()
        }
        Value::Array(items) => {
            let mut all = Vec::new();
            for at in 0..items.len() {
                let mut fewer = items.clone();
                fewer.remove(at);
                all.push(Value::from(fewer));
                let mut more = items.clone();
                more.insert(at, items[at].clone());
                all.push(Value::from(more));
                for change in changes(&items[at]) {
                    let mut changed = items.clone();
                    changed[at] = change;
                    all.push(Value::from(changed));
                }
            }
            all
        }
        Value::Object(fields) => {
            let mut all = Vec::new();
            for (key, field) in fields.iter().filter(|(key, _)| *key != "kind") {
                for change in changes(field) {
                    let mut changed = fields.clone();
                    changed.insert(key.clone(), change);
                    all.push(Value::from(changed));
                }
            }
            all
        }
        _ => Vec::new(),
    }
}

#[test]
fn proofs_are_accepted_and_no_falsehood_is() {
    let small = Small::new(4, 3);
    let mut random = Random(5);
    let (mut impossible, mut solved) = (0, 0);
    while impossible < 12 || solved < 12 {
        let number = 4 + u32::try_from(random.below(3)).unwrap();
        let (start, goal) = (random.position(&small, number), random.position(&small, number));
        if start == goal {
            continue;
        }
        let (problem, budget) = (problem(&small, start, goal), Budget::unlimited());
        let meter = Meter::new(&budget);
        let (analysis, name) = (load(&small, start, goal), |c: Coord| puzzle_name(c));
        match search(&problem, true, &meter).unwrap() {
            SearchOutcome::Plan { moves, .. } if solved < 12 => {
                solved += 1;
                let document = games::certified(&analysis, &Options::default()).1;
                let length = moves.len() as u64;
                let apart = apart(&problem, u32::try_from(length).unwrap(), &meter).unwrap().unwrap();
                let own = serde_json::to_value(apart.proof()).unwrap();
                assert!(accepts(&analysis, &claiming(&document, Some(length), &own)));
                assert!(!accepts(&analysis, &claiming(&document, Some(length + 1), &own)));
                assert!(!accepts(&analysis, &claiming(&document, None, &own)));
                let levels =
                    |of: &Value| ["forward", "backward"].map(|side| of[side].as_array().map_or(0, Vec::len));
                for changed in changes(&own) {
                    // Where one side has an empty level, the other may have fewer.
                    let same = levels(&changed) == levels(&own);
                    let claim = claiming(&document, Some(length + u64::from(!same)), &changed);
                    assert!(!accepts(&analysis, &claim), "{changed}");
                }
                let bound = bound(&problem, &meter).unwrap();
                let passed = serde_json::to_value(bound.proof(&problem, &name).unwrap()).unwrap();
                assert!(accepts(&analysis, &claiming(&document, Some(bound.moves()), &passed)));
                assert!(!accepts(&analysis, &claiming(&document, Some(length + 1), &passed)));
                assert!(!accepts(&analysis, &claiming(&document, None, &passed)));
                for changed in changes(&passed) {
                    let claim = claiming(&document, Some(bound.moves() + 1), &changed);
                    assert!(bound.moves() < length || !accepts(&analysis, &claim), "{changed}");
                }
                for side in ["start", "goal"] {
                    let forged = json!({ "kind": "exhausted", "side": side,
                        "sets": { "positions": 1, "hash": "0".repeat(32) } });
                    assert!(!accepts(&analysis, &claiming(&document, None, &forged)));
                    assert!(!accepts(&analysis, &claiming(&document, Some(length + 1), &forged)));
                }
            }
            SearchOutcome::Unsolvable(side) if impossible < 12 => {
                impossible += 1;
                let document = games::certified(&analysis, &Options::default()).1;
                let own = serde_json::to_value(side.proof()).unwrap();
                assert!(accepts(&analysis, &claiming(&document, None, &own)), "{start} {goal}");
                for changed in changes(&own) {
                    assert!(!accepts(&analysis, &claiming(&document, None, &changed)), "{changed}");
                }
            }
            _ => {}
        }
    }
}

/// The name of a cell of the plane.
fn puzzle_name(cell: Coord) -> String {
    format!("{}{}", char::from(b'a' + u8::try_from(cell.x).unwrap()), cell.y + 1)
}

#[test]
fn cells_that_need_not_be_passed_prove_nothing() {
    let small = Small::new(4, 4);
    let mut random = Random(9);
    let mut tried = 0;
    while tried < 6 {
        let (start, goal) = (random.position(&small, 6), random.position(&small, 6));
        let (problem, budget) = (problem(&small, start, goal), Budget::unlimited());
        let SearchOutcome::Plan { moves, .. } = search(&problem, true, &Meter::new(&budget)).unwrap() else {
            continue;
        };
        if moves.is_empty() {
            continue;
        }
        tried += 1;
        let (analysis, more) = (load(&small, start, goal), moves.len() as u64 + 1);
        let document = games::certified(&analysis, &Options::default()).1;
        for _ in 0..50 {
            let mut cells: Vec<String> = small.coords(0xffff).into_iter().map(puzzle_name).collect();
            let mut list = |random: &mut Random, most: u64| -> Vec<String> {
                let number = random.below(most + 1).min(cells.len() as u64);
                (0..number)
                    .map(|_| cells.remove(usize::try_from(random.below(cells.len() as u64)).unwrap()))
                    .collect()
            };
            let single = list(&mut random, more);
            let choices: Vec<Value> = (0..more)
                .map(|_| json!({ "cells": list(&mut random, 4), "moves": 1 + random.below(2) }))
                .collect();
            let forged = json!({ "kind": "passed", "cells": single, "choices": choices });
            assert!(!accepts(&analysis, &claiming(&document, Some(more), &forged)), "{forged}");
        }
    }
}
