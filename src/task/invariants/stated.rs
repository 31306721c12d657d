//! Numbers that a script says no move changes.
//!
//! A script is a black box; what can be proved of it is what it has in common with a sum over the
//! cells. Weights are read off from positions that differ from the start in one cell, and the sum
//! is compared with the script on others: equal as whole numbers, or modulo the greatest number
//! that divides all differences. That the sum is an invariant is then a matter of the actions
//! alone, and so is what it refutes; the script is trusted with nothing.

use super::goals::boxes;
use super::{Field, Invariant};
use crate::base::{Budget, Limit};
use crate::diag::{Code, Diagnostic};
use crate::task::asked::Oracle;
use crate::task::{Action, Position, Relaxed, Task, Value, ValueSet, VarId};

/// Positions that the sums are compared on, and moves that are tried for whether they change them.
const SAMPLES: usize = 256;
/// A script is asked for at most so many weights.
const MOST_WEIGHTS: usize = 1 << 16;
/// Weights are no larger than this.
const LARGEST_WEIGHT: i64 = 1 << 40;
/// A larger modulus is not looked for.
const LARGEST_MODULUS: i64 = 64;

/// What became of the numbers that a script gives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stated {
    /// Sums that no action changes.
    pub invariants: Vec<Invariant>,
    /// So many numbers are no sums over the cells, or nothing shows that all actions keep them.
    pub unproved: usize,
}

/// What can be proved of what a script says.
///
/// # Errors
/// A limit, or the script's fault: a move changes a number.
pub fn stated(task: &Task, oracle: &Oracle, relaxed: &Relaxed, budget: &Budget) -> Result<Stated, Limit> {
    let first = oracle.numbers(&task.start, budget)?;
    walk(task, oracle, &first, budget)?;
    let mut stated = Stated::default();
    if relaxed.values.iter().map(ValueSet::len).sum::<usize>() > MOST_WEIGHTS {
        stated.unproved = first.len();
        return Ok(stated);
    }
    let weights = weights(task, oracle, relaxed, &first, budget)?;
    let differences = differences(task, oracle, relaxed, &first, &weights, budget)?;
    for (at, difference) in differences.into_iter().enumerate() {
        let own = weights.iter().map(|(var, value, all)| (*var, *value, all.get(at).copied().unwrap_or(0)));
        let found = invariant(own, difference);
        match found
            .filter(|i| task.actions.iter().zip(&relaxed.fires).all(|(a, f)| !f || keeps(i, a, relaxed)))
        {
            Some(invariant) => stated.invariants.push(invariant),
            None => stated.unproved += 1,
        }
    }
    Ok(stated)
}

/// The first of these invariants by which every position that passes the goal test has another sum
/// than the start; `None` where none does.
pub fn refuting<'i>(task: &Task, relaxed: &Relaxed, invariants: &'i [Invariant]) -> Option<&'i Invariant> {
    let boxes = boxes(&task.goal, relaxed)?;
    invariants.iter().find(|invariant| {
        let start = invariant.sum(&task.start);
        boxes.iter().all(|narrowed| {
            let set = |var: VarId| {
                let said = narrowed.iter().find(|n| n.0 == var).map(|n| &n.1);
                said.or(relaxed.values.get(var as usize)).cloned().unwrap_or_default()
            };
            !possible(invariant, task, &set, start)
        })
    })
}

/// Whether positions whose variables hold values of these sets can have a sum.
fn possible(invariant: &Invariant, task: &Task, set: &dyn Fn(VarId) -> ValueSet, sum: i128) -> bool {
    let ways = |var: VarId| -> Vec<i128> { set(var).iter().map(|v| weight(invariant, var, v)).collect() };
    let vars = 0..task.variables.len() as VarId;
    match invariant.field {
        Field::Whole => {
            let each: Vec<Vec<i128>> = vars.map(ways).collect();
            let least: i128 = each.iter().filter_map(|w| w.iter().min()).sum();
            let most: i128 = each.iter().filter_map(|w| w.iter().max()).sum();
            (least..=most).contains(&sum)
        }
        Field::Modulo(modulus) => {
            let modulus = i128::from(modulus);
            let mut sums: Vec<i128> = vec![0];
            for var in vars {
                let ways = ways(var);
                let more = sums.iter().flat_map(|s| ways.iter().map(move |w| (s + w).rem_euclid(modulus)));
                let mut next: Vec<i128> = more.collect();
                next.sort_unstable();
                next.dedup();
                sums = next;
            }
            sums.contains(&sum.rem_euclid(modulus))
        }
    }
}

type Weights = Vec<(VarId, Value, Vec<i64>)>;

/// For every value of every variable the change of all numbers when the start holds it instead.
fn weights(
    task: &Task,
    oracle: &Oracle,
    relaxed: &Relaxed,
    first: &[i64],
    budget: &Budget,
) -> Result<Weights, Limit> {
    let mut weights = Vec::new();
    for (var, values) in relaxed.values.iter().enumerate() {
        for value in values.iter() {
            let mut position = task.start.clone();
            let Some(slot) = position.get_mut(var).filter(|slot| **slot != value) else { continue };
            *slot = value;
            let numbers = asked(oracle, &position, first, budget)?;
            let changes = numbers.iter().zip(first).map(|(n, f)| n.saturating_sub(*f)).collect();
            weights.push((var as VarId, value, changes));
        }
    }
    Ok(weights)
}

/// By how much each number differs from its sum, at worst: the greatest common divisor over many
/// positions; 0 where they agree.
fn differences(
    task: &Task,
    oracle: &Oracle,
    relaxed: &Relaxed,
    first: &[i64],
    weights: &Weights,
    budget: &Budget,
) -> Result<Vec<i64>, Limit> {
    let mut differences = vec![0; first.len()];
    let mut dice = Dice(1);
    for sample in 0..SAMPLES {
        let mut position = task.start.clone();
        for (slot, values) in position.iter_mut().zip(&relaxed.values) {
            // Positions near the start and far from it.
            if dice.below(1 + sample % 4) == 0 {
                *slot = values.iter().nth(dice.below(values.len())).unwrap_or(*slot);
            }
        }
        let numbers = asked(oracle, &position, first, budget)?;
        let mut sums = first.to_vec();
        for (_, _, changes) in weights.iter().filter(|(v, value, _)| position.get(*v as usize) == Some(value))
        {
            sums.iter_mut().zip(changes).for_each(|(sum, change)| *sum = sum.saturating_add(*change));
        }
        for ((difference, number), sum) in differences.iter_mut().zip(&numbers).zip(&sums) {
            *difference = gcd(*difference, number.saturating_sub(*sum).saturating_abs());
        }
    }
    Ok(differences)
}

/// The sum with these weights, if it is one: where `difference` is 0 as it is, else modulo that.
fn invariant(weights: impl Iterator<Item = (VarId, Value, i64)>, difference: i64) -> Option<Invariant> {
    let field = match difference {
        0 => Field::Whole,
        2..=LARGEST_MODULUS => Field::Modulo(u8::try_from(difference).ok()?),
        _ => return None,
    };
    let reduced = weights.map(|(var, value, weight)| match field {
        Field::Whole => (var, value, weight),
        Field::Modulo(_) => (var, value, weight.rem_euclid(difference)),
    });
    let weights: Vec<(VarId, Value, i64)> = reduced.filter(|w| w.2 != 0).collect();
    let small = weights.iter().all(|w| w.2.abs() <= LARGEST_WEIGHT);
    (small && !weights.is_empty()).then_some(Invariant { field, weights, order: Vec::new() })
}

fn weight(invariant: &Invariant, var: VarId, value: Value) -> i128 {
    let at = invariant.weights.binary_search_by_key(&(var, value), |w| (w.0, w.1));
    at.ok().and_then(|at| invariant.weights.get(at)).map_or(0, |w| i128::from(w.2))
}

/// Whether an action leaves a sum as it is wherever it may apply: what depends on the old value of
/// one variable is the same for all its values, and all that together is 0.
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

/// Makes moves from the start and looks whether one changes a number.
fn walk(task: &Task, oracle: &Oracle, first: &[i64], budget: &Budget) -> Result<(), Limit> {
    let mut dice = Dice(2);
    let mut position: Position = task.start.clone();
    let mut trail = 0;
    for _ in 0..SAMPLES {
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
            let numbers = asked(oracle, &after, first, budget)?;
            if let Some((old, new)) = first.iter().zip(&numbers).find(|(old, new)| old != new) {
                let changed = action.assign.iter().filter_map(|(v, _)| task.variables.get(*v as usize));
                let cells: Vec<&str> = changed.map(|v| v.name.as_str()).collect();
                let text = format!("a move at {} changes it from {old} to {new}", cells.join(", "));
                return Err(oracle.changed(text));
            }
            position = after;
        }
        trail += 1;
        if trail >= SAMPLES / 4 {
            (position, trail) = (task.start.clone(), 0);
        }
    }
    Ok(())
}

/// The numbers of a position, as many as at the start.
fn asked(oracle: &Oracle, position: &[Value], first: &[i64], budget: &Budget) -> Result<Vec<i64>, Limit> {
    let numbers = oracle.numbers(position, budget)?;
    if numbers.len() == first.len() {
        return Ok(numbers);
    }
    Err(oracle.changed(format!("it gives {} numbers here and {} there", first.len(), numbers.len())))
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A fixed sequence of numbers: the same answers in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize).checked_rem(n).unwrap_or(0)
    }
}

impl Oracle {
    /// The invariant's script gives what moves change.
    fn changed(&self, why: String) -> Limit {
        let at = self.invariant().map(|asked| asked.hook().at).unwrap_or_default();
        let found = Diagnostic::new(Code::WrongInvariant, at, "this is no invariant").note(why);
        self.keep(found)
    }
}
