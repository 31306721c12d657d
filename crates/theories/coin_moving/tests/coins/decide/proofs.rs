//! Proofs of all layers: the checker accepts each, and none of a puzzle that has a plan.

use std::collections::BTreeMap;

use puzzlec_coin_moving::decide::{Decision, Layer};
use puzzlec_coin_moving::problem::Problem;
use puzzlec_model::board::Coord;
use puzzlec_proofs::coin_moving::proof::Proof;
use serde_json::Value;

use super::truth::{Random, Small, met};
use super::{Plane, asked, body, written};
pub use crate::told::span as closure;

/// What the plane calls a cell.
pub fn name(cell: Coord) -> String {
    format!("{}{}", char::from(b'a' + cell.x as u8), cell.y + 1)
}

/// The corners of the components of a closed set.
pub fn components(small: &Small, closed: u32) -> Vec<[Coord; 2]> {
    let corners = |part| {
        let cells = small.coords(part);
        [cells[0], cells[cells.len() - 1]]
    };
    crate::told::components(small, closed).into_iter().map(corners).collect()
}

#[test]
fn every_proof_is_accepted() {
    let mut plane = Plane::new();
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for (width, height, every) in [(3, 3, 37), (4, 2, 11), (5, 2, 307), (4, 3, 4001), (5, 3, 200_003)] {
        let small = Small::new(width, height);
        let mut number = 0;
        for coins in 1..small.cells() {
            let positions = small.positions(coins);
            for (start, goal) in positions.iter().flat_map(|a| positions.iter().map(move |b| (*a, *b))) {
                number += 1;
                if number % every != 0 {
                    continue;
                }
                let [start, goal] = [start, goal].map(|set| small.coords(set));
                let problem = Problem::new(&start, &goal).unwrap();
                for layer in Layer::ALL {
                    if let Decision::No(reason) = asked(&problem, layer) {
                        let body = written(&problem, &reason);
                        let checked = plane.checked(&start, &goal, &body);
                        assert!(
                            matches!(checked, puzzlec_checker::certificate::Checked::Verified(_)),
                            "{layer:?} {start:?} {goal:?} {body} {checked:?}"
                        );
                        *kinds.entry(body["goals"][0]["kind"].as_str().unwrap().to_owned()).or_default() += 1;
                    }
                }
            }
        }
    }
    println!("{kinds:?}");
    let all = [
        "even_minimum",
        "isolated",
        "late_split",
        "look_back",
        "no_first_move",
        "no_last_move",
        "outside",
        "poking",
    ];
    assert_eq!(kinds.keys().map(String::as_str).collect::<Vec<_>>(), all);
}

#[test]
fn goals_with_another_number_of_coins() {
    let mut plane = Plane::new();
    let [two, three] = ["XX", "XXX"].map(super::cells);
    let counts = body(Proof::Counts {});
    assert!(plane.accepts(&two, &three, &counts));
    assert!(plane.accepts(&three, &two, &counts));
    assert!(!plane.accepts(&two, &two, &counts));
    assert!(plane.accepts(&two, &[], &counts));
    assert!(!plane.accepts(&[], &[], &counts));
}

/// All bodies that one could try.
pub fn attempts(small: &Small, start: u32, goal: u32, random: &mut Random) -> Vec<Value> {
    let [from, to] = [start, goal].map(|set| small.coords(set));
    let names = |cells: &[Coord]| cells.iter().map(|c| name(*c)).collect::<Vec<_>>();
    let corners = |set: u32| -> Vec<[String; 2]> {
        components(small, closure(small, set)).into_iter().map(|pair| pair.map(name)).collect()
    };
    let mut proofs = vec![
        Proof::Counts {},
        Proof::NoLastMove {},
        Proof::EvenMinimum {},
        Proof::LookBack { positions: vec![] },
    ];
    for coin in names(&to) {
        proofs.push(Proof::Isolated { coin: coin.clone() });
        proofs.push(Proof::Outside { rectangles: corners(start), coin: coin.clone() });
        // Each coin by itself, which is not closed in general.
        let alone = from.iter().map(|c| [name(*c), name(*c)]).collect();
        proofs.push(Proof::Outside { rectangles: alone, coin: coin.clone() });
        proofs.push(Proof::NoFirstMove { lost: vec![coin; from.len()] });
    }
    let lost = from.iter().map(|coin| {
        let bit = 1 << (coin.y * small.width + coin.x);
        let outside = small.coords(goal & !closure(small, start & !bit));
        outside.first().or(to.first()).map(|c| name(*c)).unwrap()
    });
    proofs.push(Proof::NoFirstMove { lost: lost.collect() });
    let parts = corners(goal);
    for (at, one) in parts.iter().enumerate() {
        for other in parts.iter().skip(at + 1) {
            let components = [one.clone(), other.clone()];
            proofs.push(Proof::Split { components: components.clone() });
            proofs.push(Proof::LateSplit { components });
        }
    }
    let all = small.positions(goal.count_ones());
    let some = |random: &mut Random| {
        let chosen = all.iter().filter(|_| random.below(2) == 0);
        chosen.map(|set| names(&small.coords(*set))).collect::<Vec<_>>()
    };
    proofs.push(Proof::LookBack { positions: some(random) });
    // All positions, without the goal, which is not listed, and the start.
    let rest = all.iter().filter(|set| **set != start && **set != goal);
    proofs.push(Proof::LookBack { positions: rest.map(|set| names(&small.coords(*set))).collect() });
    proofs.into_iter().map(body).collect()
}

#[test]
fn no_proof_of_a_puzzle_with_a_plan_is_accepted() {
    let mut plane = Plane::new();
    let mut random = Random(7);
    let mut tried = 0;
    for (width, height, starts) in [(3, 3, 30), (4, 2, 30), (5, 2, 30), (4, 3, 12)] {
        let small = Small::new(width, height);
        let mut reached = Vec::new();
        for _ in 0..starts {
            let coins = 3 + random.below(u64::from(small.cells()) / 2) as u32;
            let start = random.position(&small, coins);
            small.reach(start, &mut reached);
            let goals: Vec<u32> =
                small.positions(coins).into_iter().filter(|goal| met(&reached, *goal)).collect();
            for _ in 0..3 {
                let goal = goals[random.below(goals.len() as u64) as usize];
                let [from, to] = [start, goal].map(|set| small.coords(set));
                for body in attempts(&small, start, goal, &mut random) {
                    tried += 1;
                    let told = || format!("{} -> {}: {body}", small.show(start), small.show(goal));
                    assert!(!plane.accepts(&from, &to, &body), "{}", told());
                }
            }
        }
    }
    println!("{tried} proofs");
}
