//! Checks of proofs about lights and presses.
//!
//! **Values.** What each cell can ever hold is computed here: the start, closed under all actions, of whose preconditions
//! only those of single cells count. That is at least all that can occur. A cell that takes the value of another cell is
//! refused.
//!
//! **Sums.** Weights of what cells hold, modulo a number. An action changes the sum by an amount that does not depend on the
//! position if it changes the weight of each cell by one amount, for all values that its guard admits. If these amounts
//! add up to 0 for every action, the sum is the same in all positions that can occur. A goal is a choice of values for
//! each cell; the sums of all such choices are listed, and that of the start must not be among them.
//!
//! **Solutions.** See `solutions`.
//!
//! Conditions of actions and scripts that forbid moves only take moves away, and scripts that restrict goals take goals
//! away; proofs hold without them.

mod goals;
mod solutions;

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::proof::{Body, Sum};
use goals::Goals;
use puzzlec_base::Progress;
use puzzlec_base::words::counted;
use puzzlec_checker::Unproved;
use puzzlec_checker::checker::{
    About, CheckContext, Claim, ProofChecker, QuestionKind, Requires, Scripts, body as read,
};
use puzzlec_task::certificate::{Names, values};
use puzzlec_task::{Action, Task, Value, ValueSet};

/// The largest modulus.
const MOST_STATES: u32 = 64;

/// The checker of this theory.
pub struct Checker;

impl ProofChecker for Checker {
    fn requires(&self) -> Requires {
        Requires { question: QuestionKind::Moves, scripts: Scripts::NoMoves, about: About::Cells }
    }

    fn check(&self, body: &Json, claim: Claim, cx: &CheckContext<'_>) -> Result<String, Unproved> {
        let body: Body = read(body)?;
        let fewest = claim.moves(cx.model())?;
        let task = cx.task()?;
        let names = Names::new(task);
        let sets = reachable(task, cx)?;
        // That no move leads beyond the cells of the proof.
        cx.frame(&values(&names, &sets))?;
        let goals = Goals::of(task, &sets, cx.context())?;
        match (body, fewest) {
            (Body::Sums { modulus, sums }, _) => {
                if !(2..=MOST_STATES).contains(&modulus) {
                    return Err(Unproved::Rejected(format!(
                        "{modulus} is not a modulus from 2 to {MOST_STATES}"
                    )));
                }
                let read = sums.iter().map(|sum| Weights::read(&names, task, modulus, sum));
                let sums = read.collect::<Result<Vec<_>, _>>()?;
                for sum in &sums {
                    sum.unchanged(task, &sets, cx)?;
                }
                for goal in &goals.all {
                    cx.context().poll(&Progress::default())?;
                    if !sums.iter().any(|sum| sum.breaks(task, &sets, goal)) {
                        return Err(Unproved::wrong("no sum rules out a goal of the puzzle"));
                    }
                }
                Ok(format!("no press changes {}, and every goal does", counted(sums.len() as u64, "sums")))
            }
            (Body::Solutions {}, None) => {
                Err(Unproved::wrong("comparing solutions bounds the number of presses only"))
            }
            (Body::Solutions {}, Some(fewest)) => {
                let number = solutions::check(task, &sets, &goals, fewest, cx.context())?;
                Ok(format!("none of {} is shorter", counted(number, "solutions")))
            }
        }
    }
}

/// What each cell can ever hold, and perhaps more.
fn reachable(task: &Task, cx: &CheckContext<'_>) -> Result<Vec<ValueSet>, Unproved> {
    let mut sets: Vec<ValueSet> = task.start.iter().map(|value| ValueSet::one(*value)).collect();
    sets.resize(task.variables.len(), ValueSet::new());
    let mut grew = true;
    while grew {
        grew = false;
        cx.context().poll(&Progress::default())?;
        for action in &task.actions {
            if !applies(action, &sets) {
                continue;
            }
            for (var, assign) in &action.assign {
                if assign.source().is_some_and(|from| from != *var) {
                    return Err(Unproved::wrong("an action moves what a cell holds to another cell"));
                }
                let new: ValueSet = found(action, *var, &sets).map(|value| assign.value(value)).collect();
                grew |= sets.get_mut(*var as usize).is_some_and(|set| set.absorb(&new));
            }
        }
    }
    Ok(sets)
}

/// Whether an action may apply somewhere: each cell that it tests can hold a value that it admits.
fn applies(action: &Action, sets: &[ValueSet]) -> bool {
    action.guard.iter().all(|(var, _)| found(action, *var, sets).next().is_some())
}

/// The values that an action may find in a cell.
fn found<'a>(action: &'a Action, var: u32, sets: &'a [ValueSet]) -> impl Iterator<Item = Value> + use<'a> {
    let guard = action.guard_of(var);
    let set = sets.get(var as usize).into_iter().flat_map(ValueSet::iter);
    set.filter(move |value| guard.is_none_or(|guard| guard.contains(*value)))
}

/// Weights of what cells hold.
struct Weights {
    modulus: u32,
    /// By variable and value; 0 where absent.
    weights: BTreeMap<u32, BTreeMap<Value, u32>>,
}

impl Weights {
    fn read(names: &Names, task: &Task, modulus: u32, sum: &Sum) -> Result<Self, Unproved> {
        let mut weights = BTreeMap::new();
        for (cell, held) in sum {
            let var = names.variable_of(cell);
            let var = var.filter(|var| (*var as usize) < task.variables.len());
            let var = var.ok_or_else(|| Unproved::Rejected(format!("there is no cell `{cell}`")))?;
            let mut own = BTreeMap::new();
            for (content, weight) in held {
                let value = names.value_of(var, content);
                let value =
                    value.ok_or_else(|| Unproved::Rejected(format!("`{cell}` cannot hold `{content}`")))?;
                if !(1..modulus).contains(weight) {
                    return Err(Unproved::Rejected(format!(
                        "{weight} is not a weight from 1 to below {modulus}"
                    )));
                }
                own.insert(value, *weight);
            }
            weights.insert(var, own);
        }
        Ok(Weights { modulus, weights })
    }

    fn of(&self, var: u32, value: Value) -> u32 {
        self.weights.get(&var).and_then(|held| held.get(&value)).copied().unwrap_or(0)
    }

    /// Checks that no action changes the sum.
    fn unchanged(&self, task: &Task, sets: &[ValueSet], cx: &CheckContext<'_>) -> Result<(), Unproved> {
        for (number, action) in task.actions.iter().enumerate() {
            if number.is_multiple_of(1024) {
                cx.context().poll(&Progress::default())?;
            }
            if !applies(action, sets) {
                continue;
            }
            let mut sum = 0;
            for (var, assign) in &action.assign {
                let mut changes = found(action, *var, sets).map(|old| {
                    (self.of(*var, assign.value(old)) + self.modulus - self.of(*var, old)) % self.modulus
                });
                let first = changes.next().unwrap_or(0);
                if changes.any(|change| change != first) {
                    return Err(Unproved::wrong("a press does not always change a sum in the same way"));
                }
                sum = (sum + first) % self.modulus;
            }
            if sum != 0 {
                return Err(Unproved::wrong("a press changes a sum"));
            }
        }
        Ok(())
    }

    /// Whether no choice of values of a goal has the sum of the start.
    fn breaks(&self, task: &Task, sets: &[ValueSet], goal: &BTreeMap<u32, ValueSet>) -> bool {
        let modulus = u64::from(self.modulus);
        // Bit s: some choice for the cells so far has the sum s.
        let mut sums: u64 = 1;
        let mut start = 0;
        for var in self.weights.keys() {
            let Some(set) = goal.get(var).or_else(|| sets.get(*var as usize)) else { return false };
            let mut next = 0;
            for value in set.iter() {
                let weight = u64::from(self.of(*var, value));
                for sum in (0..modulus).filter(|sum| sums >> sum & 1 == 1) {
                    next |= 1 << ((sum + weight) % modulus);
                }
            }
            sums = next;
            start += u64::from(task.start.get(*var as usize).map_or(0, |value| self.of(*var, *value)));
        }
        sums >> (start % modulus) & 1 == 0
    }
}
