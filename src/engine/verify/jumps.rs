//! Proofs about jumps, checked in whole numbers. The trusted statements are: the rules of parity and of
//! the lattice (Ramaré 2008, sections 3 and 4), the most by which a jump can raise a potential (section
//! 10), and the bounds on the time that a cell holds a peg (section 11, corrected).

mod cases;
mod game;
mod held;
mod meeting;

use std::collections::BTreeMap;

use super::{Stop, sets};
use crate::base::Budget;
use crate::engine::certificate::{JumpProof, Names, Refuted};
use crate::task::{Task, Value, ValueSet};
use game::{Cells, Game};

/// Whether every goal of a task within the sets is shown not to be reached by its jumps.
pub(super) fn check(
    task: &Task,
    names: &Names,
    frame: &[ValueSet],
    goals: &[Refuted],
    budget: &Budget,
) -> Result<(), Stop> {
    let game = Game::read(task, names)?;
    let mut proved = BTreeMap::new();
    for refuted in goals {
        budget.poll(&crate::base::Progress::default())?;
        let goal = game.set(&refuted.pegs)?;
        if proved.insert(goal, ()).is_some() {
            return Err(Stop::wrong("a goal has two proofs"));
        }
        one(&game, goal, &refuted.proof, budget)?;
    }
    let mut missing = false;
    let mut goal = |position: &[Value]| missing |= !proved.contains_key(&game.pegs(position));
    sets::goals(task, frame, budget, &mut goal)?;
    if missing {
        return Err(Stop::wrong("a goal has no proof"));
    }
    Ok(())
}

fn one(game: &Game, goal: Cells, proof: &JumpProof, budget: &Budget) -> Result<(), Stop> {
    match proof {
        JumpProof::Parity { cells } => parity(game, goal, game.set(cells)?),
        JumpProof::Lattice { modulus, weights } => lattice(game, goal, *modulus, &game.weights(weights)?),
        JumpProof::Meeting { counts, forward, backward } => {
            meeting::check(game, goal, counts, [forward, backward], budget)
        }
        JumpProof::Cases { tree } => cases::check(game, goal, tree, budget),
    }
}

fn parity(game: &Game, goal: Cells, witness: Cells) -> Result<(), Stop> {
    let odd = |set: Cells| set.count_ones() % 2 == 1;
    if game.jumps.iter().any(|jump| odd(jump.touches() & witness)) {
        return Err(Stop::wrong("a jump changes an odd number of the cells"));
    }
    if odd(game.start & witness) == odd(goal & witness) {
        return Err(Stop::wrong("start and goal do not differ by the cells"));
    }
    Ok(())
}

fn lattice(game: &Game, goal: Cells, modulus: i64, weights: &BTreeMap<u8, i128>) -> Result<(), Stop> {
    if modulus < 0 {
        return Err(Stop::wrong("the modulus is negative"));
    }
    let zero = |sum: i128| if modulus == 0 { sum == 0 } else { sum % i128::from(modulus) == 0 };
    let weight = |cell: u8| weights.get(&cell).copied().unwrap_or(0);
    // 128 weights of 64 bits do not leave 128 bits.
    if game.jumps.iter().any(|j| !zero(weight(j.from) + weight(j.over) - weight(j.to))) {
        return Err(Stop::wrong("a jump changes the sum"));
    }
    let sum = |at: Cells| -> i128 {
        weights.iter().filter(|(cell, _)| at >> **cell & 1 == 1).map(|(_, weight)| *weight).sum()
    };
    if zero(sum(game.start) - sum(goal)) {
        return Err(Stop::wrong("start and goal do not differ by the sum"));
    }
    Ok(())
}
