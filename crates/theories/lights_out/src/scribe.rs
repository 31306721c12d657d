//! Proofs as certificates have them.

use std::collections::BTreeMap;

use super::problem::{Goal, Problem};
use super::system::Weights;
use puzzlec_proofs::lights_out::proof::{Body, Sum};
use puzzlec_task::Task;
use puzzlec_task::certificate::{Names, TheoryProof};

/// The proof that no goal is reached, from the weights that refute each of them.
pub fn unsolvable(task: &Task, problem: &Problem, refuted: &[(&Goal, Weights)]) -> TheoryProof {
    let names = Names::new(task);
    let mut sums: Vec<Sum> = Vec::new();
    for (goal, weights) in refuted {
        let sum = sum(&names, problem, goal, weights);
        if !sums.contains(&sum) {
            sums.push(sum);
        }
    }
    proof(&Body::Sums { modulus: problem.modulus, sums })
}

/// The proof that no plan has fewer presses than the solution with the fewest.
pub fn fewest() -> TheoryProof {
    proof(&Body::Solutions {})
}

/// A sum of states with these weights.
fn sum(names: &Names, problem: &Problem, goal: &Goal, weights: &Weights) -> Sum {
    let mut sum = Sum::new();
    for (light, weight) in goal.states.keys().zip(weights).filter(|(_, weight)| **weight != 0) {
        let Some(light) = problem.lights.get(*light as usize) else { continue };
        let each = (0..)
            .zip(&light.states)
            .map(|(state, value)| (names.value(light.var, *value), state * weight % problem.modulus));
        let weights: BTreeMap<String, u32> = each.filter(|(_, weight)| *weight != 0).collect();
        sum.insert(names.variable(light.var), weights);
    }
    sum
}

fn proof(body: &Body) -> TheoryProof {
    TheoryProof::new(super::INFO.name, body)
}
