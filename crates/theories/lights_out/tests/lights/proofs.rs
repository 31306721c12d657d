//! Proofs about lights: true ones, changed ones and forged ones, compared with all positions.

use puzzlec_analysis::Analysis;
use puzzlec_base::Budget;
use puzzlec_checker::certificate::check_claim;
use puzzlec_checker::checker::{Checkers, Claim, ProofChecker};
use puzzlec_model::Model;
use puzzlec_proofs::lights_out::check::Checker;
use puzzlec_search::{Method, Options, Wanted};
use puzzlec_task::Certificate;
use puzzlec_task::SearchContext;
use puzzlec_task::certificate::TheoryProof;
use serde_json::{Value, json};

use super::answers::{head, load, random_puzzle};
use super::brute::Random;
use crate::games;

static CHECKER: &dyn ProofChecker = &Checker;

/// The puzzle as the checker is given it.
fn model(analysis: &Analysis) -> Model {
    games::model(analysis)
}

fn claim(model: &Model, claim: Claim, body: Value) -> Result<String, String> {
    let find = |name: &str| (name == "lights_out").then_some(CHECKER);
    let proof = TheoryProof { theory: "lights_out".to_owned(), body };
    let context = SearchContext::from(Budget::unlimited());
    check_claim(model, None, (&proof, claim), Checkers(&find), &context).map_err(|why| why.to_string())
}

/// The least number of moves by general search; none if there is no plan.
fn least(analysis: &Analysis) -> Option<u64> {
    let options = Options { method: Method::Breadth, wanted: Wanted::Least, ..Options::default() };
    let report = games::solved(analysis, &options);
    match report.answer {
        puzzlec_analysis::Answer::Solved(plan) => Some(plan.length),
        puzzlec_analysis::Answer::Unsolvable { .. } => None,
        other => panic!("{other:?}"),
    }
}

/// The body of the theory's proof that there is no plan.
fn body(analysis: &Analysis) -> Value {
    let report = games::solved(analysis, &Options::default());
    let puzzlec_analysis::Answer::Unsolvable { certificate, .. } = report.answer else { panic!() };
    let Certificate::Proved(puzzlec_task::certificate::Proof::Theory(proof)) = certificate else { panic!() };
    proof.body
}

fn solutions() -> Value {
    json!({"kind": "solutions"})
}

#[test]
fn bounds_are_true_and_exact() {
    let mut random = Random(11);
    for _ in 0..60 {
        let text = random_puzzle(&mut random);
        let analysis = load(&text);
        let model = model(&analysis);
        match least(&analysis) {
            Some(least) => {
                assert!(claim(&model, Claim::AtLeast(least), solutions()).is_ok(), "{text}");
                assert!(claim(&model, Claim::AtLeast(least + 1), solutions()).is_err(), "{text}");
            }
            None => assert!(claim(&model, Claim::AtLeast(1000), solutions()).is_ok(), "{text}"),
        }
        assert!(claim(&model, Claim::Unsolvable, solutions()).is_err());
    }
}

/// Every change of one number or name in a proof.
fn changed(body: &Value, random: &mut Random) -> Value {
    let mut body = body.clone();
    let modulus = body["modulus"].as_u64().unwrap();
    let sums = body["sums"].as_array_mut().unwrap();
    let place = random.below(sums.len());
    let sum = sums[place].as_object_mut().unwrap();
    let cells: Vec<String> = sum.keys().cloned().collect();
    let cell = cells[random.below(cells.len())].clone();
    match random.below(5) {
        0 => {
            sum.remove(&cell);
        }
        1 => {
            let held = sum[&cell].as_object_mut().unwrap();
            let name = held.keys().next().unwrap().clone();
            let weight = held[&name].as_u64().unwrap();
            held.insert(name, json!((weight + 1) % modulus));
        }
        2 => body["modulus"] = json!(modulus + 1),
        3 => {
            sum.insert("nowhere".to_owned(), json!({"aa": 1}));
        }
        _ => {
            sum[&cell].as_object_mut().unwrap().insert("aa".to_owned(), json!(modulus));
        }
    }
    body
}

#[test]
fn proofs_that_are_changed() {
    proofs_and_changes(30, 5);
}

#[test]
#[ignore = "an hour without optimization"]
fn five_thousand_proofs_that_are_changed() {
    proofs_and_changes(5000, 13);
}

/// Verifies this number of proofs, and changes each in twenty ways.
fn proofs_and_changes(number: usize, seed: u64) {
    let mut random = Random(seed);
    let (mut true_ones, mut refused) = (0, 0);
    while true_ones < number {
        let text = random_puzzle(&mut random);
        let analysis = load(&text);
        if least(&analysis).is_some() {
            continue;
        }
        let (model, body) = (model(&analysis), body(&analysis));
        assert!(claim(&model, Claim::Unsolvable, body.clone()).is_ok(), "{text}");
        assert!(claim(&model, Claim::AtLeast(7), body.clone()).is_ok(), "{text}");
        true_ones += 1;
        for _ in 0..20 {
            // The puzzle has no solution: a changed proof may be another true one, and mostly is none.
            let other = changed(&body, &mut random);
            refused += usize::from(claim(&model, Claim::Unsolvable, other).is_err());
        }
    }
    assert!(refused > true_ones * 18, "{true_ones} {refused}");
}

#[test]
fn proofs_of_what_is_false() {
    // Every proof for one puzzle, claimed of others that have solutions.
    let mut random = Random(3);
    let mut bodies: Vec<Value> = Vec::new();
    let mut solvable: Vec<(String, Model)> = Vec::new();
    for _ in 0..70 {
        let text = random_puzzle(&mut random);
        let analysis = load(&text);
        match least(&analysis) {
            None => bodies.push(body(&analysis)),
            Some(_) => solvable.push((text, model(&analysis))),
        }
    }
    bodies.push(json!({"kind": "sums", "modulus": 2, "sums": []}));
    bodies.push(json!({"kind": "sums", "modulus": 2, "sums": [{}]}));
    assert!(bodies.len() > 10 && solvable.len() > 20, "{} {}", bodies.len(), solvable.len());
    for (text, model) in &solvable {
        for body in &bodies {
            assert!(claim(model, Claim::Unsolvable, body.clone()).is_err(), "{text}\n{body}");
        }
        for _ in 0..20 {
            // Random weights.
            let modulus = 2 + random.below(4);
            let cells = ["a1", "b1", "a2", "b2", "c1", "c2", "a", "b", "c", "d"];
            let mut sum = serde_json::Map::new();
            for cell in cells {
                if random.below(2) == 1 {
                    sum.insert(cell.to_owned(), json!({"aa": 1 + random.below(modulus - 1)}));
                }
            }
            let body = json!({"kind": "sums", "modulus": modulus, "sums": [sum]});
            assert!(claim(model, Claim::Unsolvable, body.clone()).is_err(), "{text}\n{body}");
        }
    }
}

#[test]
fn rules_with_conditions_only_have_fewer_plans() {
    // A light that is pressed must be on: bounds of all presses hold, and proofs that there is no plan.
    let text = |rule: &str, start: &str| {
        format!(
            "use lights\npuzzle P {{\nboard square 3 by 2\nrules {rule}\nstart \"\"\"\n{start}\n\"\"\"\ngoal full off\n}}"
        )
    };
    let mut random = Random(9);
    for _ in 0..40 {
        let row =
            |random: &mut Random| (0..3).map(|_| ["#", "-"][random.below(2)]).collect::<Vec<_>>().join(" ");
        let start = format!("{}\n{}", row(&mut random), row(&mut random));
        let (free, lit) = (load(&text("lights.press", &start)), load(&text("lights.pressLit", &start)));
        let model = model(&lit);
        match least(&free) {
            Some(least) => {
                assert!(claim(&model, Claim::AtLeast(least), solutions()).is_ok());
                assert!(claim(&model, Claim::AtLeast(least + 1), solutions()).is_err());
            }
            None => assert!(claim(&model, Claim::Unsolvable, body(&free)).is_ok()),
        }
    }
}

#[test]
fn other_games_are_refused() {
    for text in [
        "use peg\npuzzle P { board line 4; rules peg.jump; start row oo.o; goal row o... }",
        "piece aa \"a\"\nrule go(x: aa, y: empty) { move x to y }\npuzzle P { board line 3; rules go; start row a..; goal row ..a }",
        "piece aa \"a\"\npiece bb \"b\"\nrule go(x) { remove x; put bb at x }\npuzzle P { board line 2; rules go; start row aa; goal row bb }",
    ] {
        let analysis = load(text);
        let puzzle = &analysis.puzzles()[0];
        let Ok(model) = analysis.model(puzzle, &[]) else { continue };
        assert!(claim(&model, Claim::AtLeast(2), solutions()).is_err(), "{text}");
        assert!(
            claim(&model, Claim::Unsolvable, json!({"kind": "sums", "modulus": 2, "sums": [{}]})).is_err()
        );
    }
    let two = head(2, "x");
    let analysis = load(&format!(
        "{two}puzzle P {{ board line 2; rules press; start row aa; goal row bb; measure coins = pieces moved }}"
    ));
    if let Ok(model) = analysis.model(&analysis.puzzles()[0], &[]) {
        assert!(claim(&model, Claim::AtLeast(1), solutions()).is_err());
    }
}
