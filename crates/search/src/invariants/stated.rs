//! Invariants computed by scripts.
//!
//! A script is a black box; a proof is possible only if its value agrees with a sum over the cells and over
//! pairs of cells. Weights are read off positions that differ from the start in one or two cells, and the sum
//! is compared with the script at others: exactly, or modulo the greatest divisor of all differences. Whether
//! the sum is invariant, and what it refutes, then depends on the actions alone; the script is never trusted.

use super::Invariant;
use super::learned::{Dice, Learner};
use super::pairs::Pairs;
use crate::Relaxed;
use puzzlec_base::Budget;
use puzzlec_base::diag::{Code, Diagnostic, Stop};
use puzzlec_task::oracle::Oracle;
use puzzlec_task::{Action, Position, Task, Value, ValueSet, VarId};

/// Moves that are tried for whether they change the numbers.
const STEPS: usize = 256;

/// The classification of a script's numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stated {
    /// Sums that no action changes.
    pub invariants: Vec<Invariant>,
    /// The number of values that are no sums, or that some action is not shown to preserve.
    pub unproved: usize,
}

/// The provable part of a script's values, by sums over single cells.
///
/// # Errors
/// A limit, or the script's fault: a move changes a number.
pub fn stated(task: &Task, oracle: &Oracle, relaxed: &Relaxed, budget: &Budget) -> Result<Stated, Stop> {
    let learner = Learner::new(task, oracle, relaxed, budget)?;
    walk(task, oracle, &learner, budget)?;
    let Some(terms) = learner.cells()? else {
        return Ok(Stated { invariants: Vec::new(), unproved: learner.first.len() });
    };
    let found = (0..learner.first.len()).map(|at| terms.invariant(at, task, relaxed));
    kept(found, task, relaxed, budget)
}

/// The same with sums over cells and pairs of cells. The script is evaluated for every two cells, so it takes
/// longer.
///
/// # Errors
/// A limit, or the script's fault.
pub fn stated_in_pairs(
    task: &Task,
    oracle: &Oracle,
    relaxed: &Relaxed,
    budget: &Budget,
) -> Result<Stated, Stop> {
    let learner = Learner::new(task, oracle, relaxed, budget)?;
    let Some(cells) = learner.cells()? else {
        return Ok(Stated { invariants: Vec::new(), unproved: learner.first.len() });
    };
    let all = 0..learner.first.len();
    if all.clone().all(|at| cells.is_exact(at)) {
        return kept(all.map(|at| cells.invariant(at, task, relaxed)), task, relaxed, budget);
    }
    let Some(pairs) = learner.pairs(&cells)? else {
        return Ok(Stated { invariants: Vec::new(), unproved: all.len() });
    };
    let terms = |at: usize| if cells.is_exact(at) { &cells } else { &pairs };
    kept(all.map(|at| terms(at).invariant(at, task, relaxed)), task, relaxed, budget)
}

/// The sums that no action changes, and how many are none.
fn kept(
    found: impl Iterator<Item = Option<Invariant>>,
    task: &Task,
    relaxed: &Relaxed,
    budget: &Budget,
) -> Result<Stated, Stop> {
    let mut stated = Stated::default();
    for invariant in found {
        match invariant {
            Some(invariant) if is_kept(&invariant, task, relaxed, budget)? => {
                stated.invariants.push(invariant)
            }
            _ => stated.unproved += 1,
        }
    }
    Ok(stated)
}

fn is_kept(invariant: &Invariant, task: &Task, relaxed: &Relaxed, budget: &Budget) -> Result<bool, Stop> {
    let pairs = Pairs::new(invariant);
    for (action, _) in task.actions.iter().zip(&relaxed.fires).filter(|a| *a.1) {
        let keeps = if invariant.pairs.is_empty() {
            keeps(invariant, action, relaxed)
        } else {
            pairs.keeps(action, relaxed, budget)?
        };
        if !keeps {
            return Ok(false);
        }
    }
    Ok(true)
}

fn weight(invariant: &Invariant, var: VarId, value: Value) -> i128 {
    let at = invariant.weights.binary_search_by_key(&(var, value), |w| (w.0, w.1));
    at.ok().and_then(|at| invariant.weights.get(at)).map_or(0, |w| i128::from(w.2))
}

/// Whether an action preserves a sum in every position to which it may apply: the part that depends on the
/// old value of a variable is the same for all its values, and all parts add up to 0.
fn keeps(invariant: &Invariant, action: &Action, relaxed: &Relaxed) -> bool {
    let read = action.assign.iter().filter_map(|(_, assign)| assign.source());
    let mut vars: Vec<VarId> = action.assign.iter().map(|a| a.0).chain(read).collect();
    vars.sort_unstable();
    vars.dedup();
    let set = action.assign.iter().filter(|(_, a)| a.source().is_none());
    let mut change: i128 = set.map(|(var, a)| weight(invariant, *var, a.value(0))).sum();
    for var in vars {
        let Some(values) = relaxed.values.get(var as usize) else { return false };
        let values = action.guard_of(var).map_or_else(|| values.clone(), |guard| guard.intersection(values));
        let part = |old: Value| {
            let gained = action.assign.iter().filter(|(_, a)| a.source() == Some(var));
            let gained: i128 = gained.map(|(to, a)| weight(invariant, *to, a.value(old))).sum();
            let lost = action.assign.iter().any(|(to, _)| *to == var);
            invariant.reduced(gained - if lost { weight(invariant, var, old) } else { 0 })
        };
        let mut parts = values.iter().map(part);
        let first = parts.next().unwrap_or(0);
        if parts.any(|p| p != first) {
            return false;
        }
        change += first;
    }
    invariant.reduced(change) == 0
}

/// Plays moves from the start and tests whether one changes a number.
fn walk(task: &Task, oracle: &Oracle, learner: &Learner, budget: &Budget) -> Result<(), Stop> {
    let mut dice = Dice(2);
    let mut position: Position = task.start.clone();
    let mut trail = 0;
    for _ in 0..STEPS {
        let applies = |a: &&Action| {
            let fits = |(var, set): &(VarId, ValueSet)| {
                position.get(*var as usize).is_some_and(|value| set.contains(*value))
            };
            a.guard.iter().all(fits) && a.condition.holds(&position)
        };
        let actions: Vec<&Action> = task.actions.iter().filter(applies).collect();
        let Some(action) = actions.get(dice.below(actions.len())) else {
            if trail == 0 {
                return Ok(());
            }
            (position, trail) = (task.start.clone(), 0);
            continue;
        };
        let after = action.after(&position);
        if oracle.allows(action.label.rule, &position, &|| after.clone(), budget)? {
            let numbers = learner.evaluate(&after)?;
            if let Some((old, new)) = learner.first.iter().zip(&numbers).find(|(old, new)| old != new) {
                let changed = action.assign.iter().filter_map(|(v, _)| task.variables.get(*v as usize));
                let cells: Vec<&str> = changed.map(|v| v.name.as_str()).collect();
                let text = format!("a move at {} changes it from {old} to {new}", cells.join(", "));
                return Err(self::changed(oracle, text));
            }
            position = after;
        }
        trail += 1;
        if trail >= STEPS / 4 {
            (position, trail) = (task.start.clone(), 0);
        }
    }
    Ok(())
}

/// The invariant's script gives what moves change.
pub(super) fn changed(oracle: &Oracle, why: String) -> Stop {
    let at = oracle.invariant().map(|callback| callback.hook().at).unwrap_or_default();
    let found = Diagnostic::new(Code::WrongInvariant, at, "this is not an invariant").note(why);
    Stop::Fault(Box::new(found))
}
