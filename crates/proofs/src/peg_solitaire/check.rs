//! Checks of proofs about jumps, in integer arithmetic. The trusted statements are: the rules of parity and
//! of the lattice (Ramaré 2008, sections 3 and 4), the maximum by which a jump can raise a potential (section
//! 10), and the bounds on the time that a cell holds a peg (section 11, corrected).

mod cases;
mod game;
mod held;
mod meeting;
pub mod totals;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

use super::proof::{Body, JumpProof, Refuted};
use game::{Cells, Game};
use puzzlec_base::Progress;
use puzzlec_base::words::counted;
use puzzlec_checker::Unproved;
use puzzlec_checker::checker::{
    About, CheckContext, Claim, ProofChecker, QuestionKind, Requires, Scripts, body as read,
    goals as every_goal,
};
use puzzlec_task::SearchContext;
use puzzlec_task::certificate::Names;
use puzzlec_task::{Task, Value, ValueSet};

/// The checker of this theory.
pub struct Checker;

impl ProofChecker for Checker {
    fn requires(&self) -> Requires {
        Requires { question: QuestionKind::Moves, scripts: Scripts::NoMoves, about: About::Cells }
    }

    fn check(&self, body: &Json, claim: Claim, cx: &CheckContext<'_>) -> Result<String, Unproved> {
        let Body { goals, values } = read(body)?;
        let task = cx.task()?;
        let fewest = claim.moves(cx.model())?.unwrap_or(u64::MAX);
        check(task, &cx.frame(&values)?, &goals, fewest, cx.context())?;
        Ok(format!("jumps do not reach the puzzle's {}", counted(goals.len() as u64, "goals")))
    }
}

/// Checks that no game of a task with fewer jumps than these ends at a goal. The `frame` is the verified set
/// of values of each variable.
///
/// # Errors
/// A proof is wrong or missing, or a limit.
pub fn check(
    task: &Task,
    frame: &[ValueSet],
    goals: &[Refuted],
    fewest: u64,
    context: &SearchContext,
) -> Result<(), Unproved> {
    let names = Names::new(task);
    let game = Game::read(task, &names)?;
    let mut proved = BTreeSet::new();
    for refuted in goals {
        context.poll(&Progress::default())?;
        let goal = game.set(&refuted.pegs)?;
        if !proved.insert(goal) {
            return Err(Unproved::wrong("a goal has two proofs"));
        }
        one(&game, goal, &refuted.proof, context)?;
    }
    let mut missing = false;
    // Every jump takes one peg, so the pegs that a goal has less are its jumps.
    let soon = |goal: Cells| {
        let jumps = game.start.count_ones().saturating_sub(goal.count_ones());
        u64::from(jumps) < fewest
    };
    let mut goal = |position: &[Value]| {
        let pegs = game.pegs(position);
        missing |= soon(pegs) && !proved.contains(&pegs);
    };
    every_goal(task, frame, context, &mut goal)?;
    if missing {
        return Err(Unproved::wrong("a goal has no proof"));
    }
    Ok(())
}

fn one(game: &Game, goal: Cells, proof: &JumpProof, context: &SearchContext) -> Result<(), Unproved> {
    match proof {
        JumpProof::Parity { cells } => parity(game, goal, game.set(cells)?),
        JumpProof::Lattice { modulus, weights } => lattice(game, goal, *modulus, &game.weights(weights)?),
        JumpProof::Meeting { counts, forward, backward } => {
            meeting::check(game, goal, counts, [forward, backward], context)
        }
        JumpProof::Cases { tree } => cases::check(game, goal, tree, context),
    }
}

fn parity(game: &Game, goal: Cells, witness: Cells) -> Result<(), Unproved> {
    let odd = |set: Cells| set.count_ones() % 2 == 1;
    if game.jumps.iter().any(|jump| odd(jump.touches() & witness)) {
        return Err(Unproved::wrong("a jump changes an odd number of the cells"));
    }
    if odd(game.start & witness) == odd(goal & witness) {
        return Err(Unproved::wrong("start and goal do not differ in the cells"));
    }
    Ok(())
}

fn lattice(game: &Game, goal: Cells, modulus: i64, weights: &BTreeMap<u8, i128>) -> Result<(), Unproved> {
    if modulus < 0 {
        return Err(Unproved::wrong("the modulus is negative"));
    }
    let zero = |sum: i128| if modulus == 0 { sum == 0 } else { sum % i128::from(modulus) == 0 };
    let weight = |cell: u8| weights.get(&cell).copied().unwrap_or(0);
    // The sum of 128 weights of 64 bits fits into 128 bits.
    if game.jumps.iter().any(|j| !zero(weight(j.from) + weight(j.over) - weight(j.to))) {
        return Err(Unproved::wrong("a jump changes the sum"));
    }
    let sum = |at: Cells| -> i128 {
        weights.iter().filter(|(cell, _)| at >> **cell & 1 == 1).map(|(_, weight)| *weight).sum()
    };
    if zero(sum(game.start) - sum(goal)) {
        return Err(Unproved::wrong("start and goal do not differ in the sum"));
    }
    Ok(())
}
