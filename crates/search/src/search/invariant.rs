//! Goals that break what no action changes.

use std::collections::BTreeMap;

use super::meter::Meter;
use crate::Relaxed;
use crate::invariants::{Field, named, refute, refuting, stated, stated_in_pairs};
use puzzlec_base::Limit;
use puzzlec_base::diag::Stop;
use puzzlec_task::Certificate;
use puzzlec_task::certificate::{Invariant, Names, Proof, values};
use puzzlec_task::oracle::Oracle;
use puzzlec_task::{Task, Value, ValueSet, VarId};

/// No position of the values that the variables can ever hold is a goal.
pub(super) fn goal_impossible(task: &Task, relaxed: &Relaxed) -> Certificate {
    Certificate::Proved(Proof::GoalImpossible { values: values(&Names::new(task), &relaxed.values) })
}

/// Some variable of the start has one of these values, which no move takes away without giving another, and which no
/// goal has.
pub(super) fn dead_end(task: &Task, relaxed: &Relaxed, ends: &[ValueSet]) -> Certificate {
    let names = Names::new(task);
    let mut dead: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (var, set) in (0..).zip(ends) {
        for value in set.iter() {
            dead.entry(names.value(var, value)).or_default().push(names.variable(var));
        }
    }
    let values = values(&names, &relaxed.values);
    Certificate::Proved(Proof::DeadEnd { dead, together: Vec::new(), values })
}

/// The start has one of these contents of several variables, which a move can only exchange for another of them, and which no
/// goal has.
pub(super) fn dead_together(task: &Task, relaxed: &Relaxed, ends: &[Vec<(VarId, Value)>]) -> Certificate {
    let names = Names::new(task);
    let end = |end: &Vec<(VarId, Value)>| -> BTreeMap<String, String> {
        end.iter().map(|(var, value)| (names.variable(*var), names.value(*var, *value))).collect()
    };
    let together = ends.iter().map(end).collect();
    let values = values(&names, &relaxed.values);
    Certificate::Proved(Proof::DeadEnd { dead: BTreeMap::new(), together, values })
}

/// Every goal breaks one of these sums, which no move changes.
fn by_invariants(task: &Task, relaxed: &Relaxed, invariants: Vec<Invariant>) -> Certificate {
    Certificate::Proved(Proof::Invariants { invariants, values: values(&Names::new(task), &relaxed.values) })
}

/// A proof by linear invariants that there is no plan.
///
/// # Errors
/// The limit that came first.
pub(super) fn refuted(
    task: &Task,
    relaxed: &Relaxed,
    why: &mut Vec<String>,
    meter: &mut Meter,
) -> Result<Option<Certificate>, Limit> {
    let Some(found) = refute(task, relaxed, &mut |steps| meter.steps(steps))? else { return Ok(None) };
    if found.is_empty() {
        why.push("no reachable position passes the goal test".into());
        return Ok(Some(goal_impossible(task, relaxed)));
    }
    let mut fields: Vec<&str> = Vec::new();
    for invariant in &found {
        let field = match invariant.field {
            Field::Whole => "as it is",
            Field::Modulo(2) => "modulo 2",
            Field::Modulo(_) => "modulo 3",
        };
        if !fields.contains(&field) {
            fields.push(field);
        }
    }
    why.push(format!(
        "no search is needed: every goal violates a sum that no move changes (counted {})",
        fields.join(" and ")
    ));
    let names = Names::new(task);
    let invariants = found.iter().map(|i| named(task, &names, i)).collect();
    Ok(Some(by_invariants(task, relaxed, invariants)))
}

/// A proof by the invariant of a script that there is no plan.
///
/// # Errors
/// The limit that came first, or a fault of the script.
pub(super) fn stated_by(
    task: &Task,
    oracle: &Oracle,
    relaxed: &Relaxed,
    why: &mut Vec<String>,
    meter: &mut Meter,
) -> Result<Option<Certificate>, Stop> {
    if oracle.invariant().is_none() {
        return Ok(None);
    }
    let budget = meter.budget();
    let mut unproved = 0;
    // Weights of pairs need more evaluations of the script.
    for learn in [stated, stated_in_pairs] {
        let found = learn(task, oracle, relaxed, budget)?;
        if let Some(invariant) = refuting(task, relaxed, &found.invariants, budget)? {
            why.push("every goal violates the scripted invariant".into());
            let invariants = vec![named(task, &Names::new(task), invariant)];
            return Ok(Some(by_invariants(task, relaxed, invariants)));
        }
        unproved = found.unproved;
    }
    if unproved > 0 {
        why.push("it is not proved that all moves keep the scripted invariant".into());
    }
    Ok(None)
}
