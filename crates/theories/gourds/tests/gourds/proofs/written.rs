//! Every puzzle without a plan has a written proof, and so has the least length; all are verified.

use std::collections::BTreeMap;

use puzzlec_base::Budget;
use puzzlec_checker::checker::Claim;
use puzzlec_gourds::problem::{Board, Configuration, Lying, Problem, Wish as Allowed};
use puzzlec_gourds::scribe;
use puzzlec_theory::meter::Meter;

use super::moved::{Puzzle, Wish};
use super::{Random, verify};

/// The puzzle as the theory holds it.
pub fn problem(puzzle: &Puzzle) -> Problem {
    let board = Board::new(puzzle.cells.0.clone());
    let gourds: Vec<[u32; 2]> = puzzle.start.iter().map(|ends| ends.map(|cell| cell as u32)).collect();
    let start = Configuration::new(&board, &gourds).unwrap();
    let label = |label: &char| u32::from(*label);
    let labels = puzzle.labels.as_flattened().iter().map(label).collect();
    // All ends that may lie on some cell.
    let mut every = Vec::new();
    for [a, b] in &puzzle.labels {
        for towards in 0..6 {
            every.push(Lying { label: label(a), other: label(b), towards });
            every.push(Lying { label: label(b), other: label(a), towards });
        }
    }
    every.sort_unstable();
    every.dedup();
    let wish = |wish: &Wish| match wish {
        Wish::Any => Allowed::any(),
        Wish::Empty => Allowed { empty: true, ends: Some(Vec::new()) },
        Wish::Label(own) => {
            let ends = every.iter().filter(|lying| lying.label == label(own)).copied().collect();
            Allowed { empty: false, ends: Some(ends) }
        }
        Wish::End(own, other, towards) => {
            let lying = Lying { label: label(own), other: label(other), towards: *towards as u8 };
            Allowed { empty: false, ends: Some(vec![lying]) }
        }
    };
    let goals = puzzle.goals.iter().map(|goal| goal.iter().map(wish).collect()).collect();
    Problem { board, start, labels, goals }
}

#[test]
fn what_has_no_plan_has_a_proof() {
    let mut random = Random(4);
    let (mut cases, mut kinds) = (0, BTreeMap::<String, u32>::new());
    while cases < 160 {
        let Some(puzzle) = Puzzle::random(&mut random) else { continue };
        cases += 1;
        let model = puzzle.model();
        let names: Vec<String> = model.board.cells().iter().map(|cell| model.board.name(*cell)).collect();
        let reached = puzzle.cells.reached(&puzzle.start);
        let goals = reached.iter().filter(|(position, _)| puzzle.is_goal(position));
        let least = goals.map(|(_, moves)| *moves).min();
        let problem = problem(&puzzle);
        let budget = Budget::unlimited();
        let meter = Meter::new(&budget);
        let (proof, claim) = match least {
            None => (scribe::unreachable(&problem, &names, &meter), Claim::Unsolvable),
            Some(least) => (scribe::at_least(&problem, least, &names, &meter), Claim::AtLeast(least)),
        };
        let proof = proof.unwrap().unwrap();
        let proofs = proof.body["proofs"].as_array().unwrap().clone();
        if let Err(why) = verify(&model, &proofs, claim) {
            panic!("{why}: {claim:?}\n{puzzle:?}\n{}", proof.body);
        }
        if let Some(least) = least {
            assert!(verify(&model, &proofs, Claim::AtLeast(least + 1)).is_err());
            assert!(verify(&model, &proofs, Claim::Unsolvable).is_err());
        }
        for proof in &proofs {
            *kinds.entry(proof["kind"].as_str().unwrap().to_owned()).or_default() += 1;
        }
    }
    println!("{kinds:?}");
    for kind in ["labels", "barrier", "alone", "ring", "distances", "exhausted"] {
        assert!(kinds.contains_key(kind), "{kind}");
    }
}
