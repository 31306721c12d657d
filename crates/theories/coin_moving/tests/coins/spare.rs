//! Proofs of the poking game in puzzles of moves, with one coin more than an odd rectangle takes: forged ones.

use std::collections::BTreeSet;

use puzzlec_analysis::Analysis;
use puzzlec_base::Budget;
use puzzlec_coin_moving::poke::decide::{Poking, Why, decide_poking};
use puzzlec_coin_moving::problem::Problem;
use puzzlec_search::{Method, Options};
use puzzlec_task::certificate::{CertificateFile, Proof};
use puzzlec_theory::meter::Meter;
use serde_json::{Value, json};

use crate::games::{self, accepts};

use super::poke::grid::{Grid, bits};
use super::poke::moves::{moves, one_more};

fn load(grid: &Grid, start: u64, goal: u64) -> Analysis {
    let drawn = |mask: u64| grid.draw(mask).replace('X', " o").replace('.', " .").replace('/', "\n   ");
    let text = format!(
        "edition 1\nuse coins\npuzzle P {{\n rules coins.move\n start \"\"\"\n   {}\n\"\"\"\n goal \"\"\"\n   {}\n\"\"\"\n}}",
        drawn(start),
        drawn(goal)
    );
    games::load(text)
}

fn certified(analysis: &Analysis, method: &'static str) -> CertificateFile {
    games::certified(analysis, &Options { method: Method::Named(method), ..Options::default() }).1
}

fn with_body(document: &CertificateFile, body: Value) -> CertificateFile {
    let mut changed = document.clone();
    let Proof::Theory(proof) = &mut changed.proof else { panic!("no proof of the theory") };
    proof.body = body;
    changed
}

fn body(goals: &[(String, Value)]) -> Value {
    let goals: Vec<Value> = goals.iter().map(|(coin, why)| json!({"coin": coin, "why": why})).collect();
    json!({"goals": [{"kind": "poking", "goals": goals}]})
}

/// Pairs of configurations with each kind of reason.
fn examples(grid: &Grid) -> Vec<(u64, u64)> {
    let budget = Budget::unlimited();
    let all = one_more(grid);
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for start in all.iter().step_by(5) {
        for goal in all.iter().step_by(3) {
            let cells = |mask: u64| grid.coins(mask).iter().collect::<Vec<_>>();
            let problem = Problem::new(&cells(*start), &cells(*goal)).unwrap();
            let decided = decide_poking(&problem, true, &Meter::new(&budget)).unwrap();
            let Poking::Unreached(goals) = decided else { continue };
            let kinds: Vec<u8> = goals
                .iter()
                .map(|u| match u.why {
                    Why::NoPair => 0,
                    Why::Ends => 1,
                    Why::Class(_) => 2,
                })
                .collect();
            if seen.insert(kinds) {
                found.push((*start, *goal));
            }
        }
    }
    assert!(seen.iter().any(|kinds| kinds.contains(&0)), "{seen:?}");
    assert!(seen.iter().any(|kinds| kinds.contains(&2)), "{seen:?}");
    found
}

#[test]
fn changed_proofs_are_refused() {
    let grid = Grid::new(5, 2);
    for (start, goal) in examples(&grid) {
        let analysis = load(&grid, start, goal);
        let document = certified(&analysis, "poking");
        let Proof::Theory(proof) = &document.proof else { panic!("no proof of the theory") };
        assert!(accepts(&analysis, &document), "{}", proof.body);
        let listed = proof.body["goals"][0]["goals"].as_array().unwrap().clone();
        let read = |entry: &Value| (entry["coin"].as_str().unwrap().to_owned(), entry["why"].clone());
        let goals: Vec<(String, Value)> = listed.iter().map(read).collect();
        let mut changed = vec![
            body(&[]),
            body(goals.get(1..).unwrap_or(&[])),
            body(&[goals.clone(), goals.clone()].concat()),
        ];
        changed.push(body(&goals.iter().rev().cloned().collect::<Vec<_>>()));
        for at in 0..goals.len() {
            let mut with = |coin: &str, why: Value| {
                let mut goals = goals.clone();
                goals[at] = (coin.to_owned(), why);
                changed.push(body(&goals));
            };
            let (coin, why) = &goals[at];
            // Where there is no pair, there is no chain either, and ends may tell, too.
            let others: &[&str] = match why["kind"].as_str().unwrap() {
                "no_pair" => &[],
                "ends" => &["no_pair"],
                _ => &["no_pair", "ends"],
            };
            for kind in others {
                with(coin, json!({"kind": kind}));
            }
            for size in [0, 1, 1_000_000] {
                with(coin, json!({"kind": "class", "size": size}));
            }
            for name in ["a1", "e2", "c1", "z9", ""] {
                if name != coin {
                    with(name, why.clone());
                }
            }
        }
        for other in changed.into_iter().filter(|other| *other != proof.body) {
            // A class of one configuration may be what it says.
            let same = other.to_string().contains("\"size\":1}");
            assert!(same || !accepts(&analysis, &with_body(&document, other.clone())), "{other}");
        }
    }
}

/// Every proof that can be written for puzzles with a plan.
#[test]
fn nothing_is_proved_where_there_is_a_plan() {
    let grid = Grid::new(5, 2);
    let names = |bit: u32| format!("{}{}", ['a', 'b', 'c', 'd', 'e'][bit as usize % 6], bit / 6 + 1);
    let minimum = grid.minimum();
    let classes = grid.classes(&minimum);
    let (start, goal) = examples(&grid)[0];
    let document = certified(&load(&grid, start, goal), "poking");
    let all = one_more(&grid);
    let mut tried = 0;
    for start in all.iter().step_by(17) {
        let mut reached = BTreeSet::from([*start]);
        let mut open = vec![*start];
        while let Some(at) = open.pop() {
            open.extend(moves(&grid, at).into_iter().filter(|next| reached.insert(*next)));
        }
        for goal in reached.iter().filter(|goal| *goal != start).step_by(11) {
            let analysis = load(&grid, *start, *goal);
            let redundant: Vec<u32> = bits(*goal).filter(|bit| grid.beside(*goal, *bit) >= 2).collect();
            let class = |rest: u64| {
                let place = minimum.binary_search(&rest).ok()?;
                Some(classes.iter().filter(|class| **class == classes[place]).count())
            };
            let whys = |bit: u32| {
                let sized = class(goal & !(1 << bit)).map(|size| json!({"kind": "class", "size": size}));
                let both = [json!({"kind": "no_pair"}), json!({"kind": "ends"})];
                both.into_iter().chain(sized).map(|why| (names(bit), why)).collect::<Vec<_>>()
            };
            let mut bodies: Vec<Vec<(String, Value)>> = vec![Vec::new()];
            for bit in redundant {
                let longer = bodies.iter().flat_map(|body| {
                    whys(bit).into_iter().map(move |why| [body.clone(), vec![why]].concat())
                });
                bodies = longer.collect();
            }
            for goals in bodies {
                tried += 1;
                let forged = with_body(&document, body(&goals));
                assert!(!accepts(&analysis, &forged), "{} -> {}", grid.draw(*start), grid.draw(*goal));
            }
        }
    }
    assert!(tried > 100, "{tried}");
}
